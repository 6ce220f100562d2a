import type { RecordTable } from '../../records/table.ts'
import type { Field } from './fields.ts'

/** An object in the initial state of the organization. */
export interface SObjectDefinition {
  name: string
  label: string
  labelPlural: string
  keyPrefix: string
  seededRows: number
  fields: Field[]
  /** ID of its only record, if not derived from the prefix. */
  onlyId?: string
}

/** An object of an organization, with its records. */
export interface SObject {
  name: string
  label: string
  labelPlural: string
  keyPrefix: string
  custom: boolean
  /** By lower-case name, because SOQL ignores case. */
  fields: Map<string, Field>
  table: RecordTable
}
