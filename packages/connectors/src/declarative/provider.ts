import type { Declaration } from './schema/entry.ts'
import { Refusals } from './calls/errors.ts'
import { fieldReader } from './reading/records.ts'
import { ResolvedObjects } from './calls/resolve.ts'

/** A provider with the rules of its entry. */
export interface DeclarativeProvider {
  name: string
  declaration: Declaration
  objects: ResolvedObjects
  refusals: Refusals
  fieldValue(raw: Record<string, unknown>, fieldName: string): unknown
}

export const resolveProvider = (name: string, declaration: Declaration): DeclarativeProvider => ({
  name,
  declaration,
  objects: new ResolvedObjects(declaration),
  refusals: new Refusals(declaration),
  fieldValue: fieldReader(declaration),
})
