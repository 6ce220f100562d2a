// Watch mode needs the module graph.
// Registers the hook once: this module is loaded again for each test file.
if (process.env['VITEST_MODE'] !== 'WATCH') await import('./resolve-modules.ts')
