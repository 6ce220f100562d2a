import { beginWithMemoryFlags } from './memory.ts'
import { readArguments } from './serve-arguments.ts'

/** `npm run serve`: the server alone, as in production, without sample data. */
readArguments()
beginWithMemoryFlags()
// Modules imported before the restart would be loaded twice.
await import('./serve-alone.ts')
