import { beginWithMemoryFlags } from './memory.ts'
import { readArguments } from './serve-arguments.ts'

/** `npm run serve`: the server alone, as in production. Seeds nothing. */
readArguments()
beginWithMemoryFlags()
// What is loaded before is loaded twice.
await import('./serve-alone.ts')
