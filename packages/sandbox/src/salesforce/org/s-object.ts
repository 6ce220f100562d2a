import type { RecordTable } from '../../records/table.ts'
import type { Field } from './fields.ts'

/** An object as the organization has it at the start. */
export interface SObjectDefinition {
  name: string
  label: string
  labelPlural: string
  keyPrefix: string
  seededRows: number
  fields: Field[]
  /** The ID of its one record, where that is not made from the prefix. */
  onlyId?: string
}

/** An object of an organization, with its records. */
export interface SObject {
  name: string
  label: string
  labelPlural: string
  keyPrefix: string
  custom: boolean
  /** By name in lower case, since SOQL does not care about case. */
  fields: Map<string, Field>
  table: RecordTable
}
