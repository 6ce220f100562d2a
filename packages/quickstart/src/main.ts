import { beginWithMemoryFlags } from '@platform/server/memory'

/** `npm start`: everything, to try the platform out. */
beginWithMemoryFlags()
await import('./try-out.ts')
