import type { components } from './api.ts'

/** The shapes of the wire by name, such as `Schemas['Installation']`. */
export type Schemas = components['schemas']
