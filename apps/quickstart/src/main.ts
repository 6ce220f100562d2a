import { beginWithMemoryFlags } from '@platform/program/memory'

/** `npm start`: starts everything to try the platform. */
beginWithMemoryFlags()
await import('./try-out.ts')
