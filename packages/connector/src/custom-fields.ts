import type { ProviderClient } from './provider-client.ts'
import type { ProviderError } from './provider-error.ts'

/** A custom field as a builder asks for it, whichever the provider. */
export interface CustomFieldDefinition {
  fieldName: string
  displayName: string
  description?: string | undefined
  /** Text, so that an unknown one gets its words from `check`. */
  valueType: string
  required?: boolean | undefined
  unique?: boolean | undefined
  indexed?: boolean | undefined
  stringOptions?:
    | {
        length?: number | undefined
        /** A regular expression that values match. */
        pattern?: string | undefined
        values?: string[] | undefined
        valuesRestricted?: boolean | undefined
        defaultValue?: string | undefined
      }
    | undefined
  numericOptions?:
    | {
        precision?: number | undefined
        scale?: number | undefined
        min?: number | undefined
        max?: number | undefined
        defaultValue?: number | undefined
      }
    | undefined
  association?:
    | {
        associationType: string
        targetObject: string
        targetField?: string | undefined
        cardinality?: string | undefined
        onDelete?: string | undefined
        required?: boolean | undefined
        reverseLookupFieldName?: string | undefined
        labels?: { singular?: string | undefined; plural?: string | undefined } | undefined
      }
    | undefined
}

export type FieldDefinitions = Readonly<Record<string, readonly CustomFieldDefinition[]>>

/** Something that is wrong with a definition before any provider is asked. */
export interface FieldIssue {
  objectName: string
  /** The place in the object's list; absent when the list itself is wrong. */
  index?: number
  /** Path within the definition: `stringOptions.values`. */
  path?: string
  message: string
}

export interface FieldOutcome {
  /** As the caller wrote it; `metadata.providerFieldName` is what it is called at the provider. */
  fieldName: string
  /** In a dry run: what would be done. `none` for a refused field. */
  action: 'create' | 'update' | 'none'
  /** What the provider knows of the field now. */
  metadata?: Record<string, unknown>
  /** What the provider cannot honour and was left out, or was done otherwise, in words. */
  warnings?: string[]
  /** Why the provider refused this field. */
  error?: ProviderError
}

export interface UpsertFieldsRequest {
  /** By object; valid according to `check`. */
  fields: FieldDefinitions
  /** Only plans the changes, without calls that write. */
  dryRun?: boolean
  /** Called after every step, for the log and the progress of long requests. */
  onProgress?(progress: { done: number; total: number; message: string }): void | Promise<void>
  /** Called as soon as a field is refused: what was asked last in the same step led to it. */
  onRefusal?(error: ProviderError): void
  /** Surrounds work that runs beside others, so that each receives only its own calls. */
  inStep?<Done>(work: () => Promise<Done>): Promise<Done>
  signal?: AbortSignal
}

export interface UpsertFieldsResult {
  /** True when no field was refused. */
  success: boolean
  fields: Record<string, Record<string, FieldOutcome>>
}

export interface CustomFieldWriter {
  /** What is wrong for this provider: names, lengths, limits. Asks nobody. */
  check(fields: FieldDefinitions): FieldIssue[]
  /**
   * Creates and updates fields so that they are as defined. What is there already stays: options
   * are united, attributes that the definition does not name are kept, nothing is deleted. Doing the
   * same twice answers `none` throughout and makes no call that writes.
   *
   * A refused field is an outcome with an `error`; the others are done. An outage half-way ends up as
   * the error of every field that was not done yet, and doing the same again completes them. Throws
   * when nothing was done: a refused credential, a missing permission, an unknown object, an outage.
   */
  upsert(client: ProviderClient, request: UpsertFieldsRequest): Promise<UpsertFieldsResult>
}
