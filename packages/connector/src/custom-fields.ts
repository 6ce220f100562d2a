import type { ProviderClient } from './provider-client.ts'
import type { ProviderError } from './provider-error.ts'

/** A custom field in the builder's definition, independent of the provider. */
export interface CustomFieldDefinition {
  fieldName: string
  displayName: string
  description?: string | undefined
  /** Text, so that `check` can report an unknown one. */
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

/** An error in a definition that can be found without the provider. */
export interface FieldIssue {
  objectName: string
  /** Index in the object's list; absent if the list itself is invalid. */
  index?: number
  /** Path within the definition: `stringOptions.values`. */
  path?: string
  message: string
}

export interface FieldOutcome {
  /** As the caller wrote it; `metadata.providerFieldName` is the provider's name. */
  fieldName: string
  /** In a dry run: the planned action. `none` for a rejected field. */
  action: 'create' | 'update' | 'none'
  /** Current state of the field at the provider. */
  metadata?: Record<string, unknown>
  /** Options that the provider does not support and that were omitted or changed, as sentences. */
  warnings?: string[]
  /** Why the provider rejected this field. */
  error?: ProviderError
}

export interface UpsertFieldsRequest {
  /** By object; valid according to `check`. */
  fields: FieldDefinitions
  /** Only plans the changes, without calls that write. */
  dryRun?: boolean
  /** Called after every step, for the log and the progress of long requests. */
  onProgress?(progress: { done: number; total: number; message: string }): void | Promise<void>
  /** Called immediately when a field is rejected: the last call in the same step caused it. */
  onRefusal?(error: ProviderError): void
  /** Wraps concurrent work, so that each part sees only its own calls. */
  inStep?<Done>(work: () => Promise<Done>): Promise<Done>
  signal?: AbortSignal
}

export interface UpsertFieldsResult {
  /** Whether no field was rejected. */
  success: boolean
  fields: Record<string, Record<string, FieldOutcome>>
}

export interface CustomFieldWriter {
  /** Returns the same text for every spelling of an object's name. */
  keyOfObject(objectName: string): string
  /** Returns errors specific to the provider: names, lengths, limits. Makes no calls. */
  check(fields: FieldDefinitions): FieldIssue[]
  /**
   * Creates and updates fields to match their definitions. Existing values are kept: options are
   * merged, attributes missing from the definition are unchanged, nothing is deleted. Repeating it
   * returns `none` for every field and makes no writing call. A rejected field is an outcome with
   * an `error`; the others are processed. After an outage, the remaining fields have that error,
   * and repeating completes them. Throws if nothing was done: rejected credentials, a missing
   * permission, an unknown object, an outage.
   */
  upsert(client: ProviderClient, request: UpsertFieldsRequest): Promise<UpsertFieldsResult>
}
