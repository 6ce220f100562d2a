import type { Declaration } from './entry.ts'
import { Refusals } from './errors.ts'
import { fieldReader } from './records.ts'
import { Objects } from './resolve.ts'

/** A provider as its entry says it is. */
export interface Provider {
  name: string
  declaration: Declaration
  objects: Objects
  refusals: Refusals
  fieldValue(raw: Record<string, unknown>, fieldName: string): unknown
}

export const providerOf = (name: string, declaration: Declaration): Provider => ({
  name,
  declaration,
  objects: new Objects(declaration),
  refusals: new Refusals(declaration),
  fieldValue: fieldReader(declaration),
})
