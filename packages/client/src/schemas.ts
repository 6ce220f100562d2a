import type { components } from './api.ts'

/** Types of the API by name, such as `Schemas['Installation']`. */
export type Schemas = components['schemas']
