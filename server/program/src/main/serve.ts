import { beginWithMemoryFlags } from './process/memory.ts'
import { readArguments } from './process/serve-arguments.ts'

/** `npm run serve`: the server alone, as in production, without sample data. */
readArguments()
beginWithMemoryFlags()
// Modules imported before the restart would be loaded twice.
await import('./process/serve-alone.ts')
