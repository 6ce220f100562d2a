import type { Declaration } from './entry.ts'
import { Refusals } from './errors.ts'
import { fieldReader } from './records.ts'
import { ResolvedObjects } from './resolve.ts'

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
