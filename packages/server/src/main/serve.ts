import { beginWithMemoryFlags } from './memory.ts'

/** `npm run serve`: the server alone, as in production. Seeds nothing. */
beginWithMemoryFlags()
// What is loaded before would be loaded twice.
await import('./serve-alone.ts')
