// Registers the loader once: this module is loaded again for each test file.
// oxlint-disable-next-line import/no-unassigned-import -- Registering it is all that it does.
import './load-tsx.ts'
