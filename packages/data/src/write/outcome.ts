import type {
  ProviderError,
  ConnectorWriteResult as ProviderWriteResult,
} from '@platform/connector'
import type { RecordResult, WriteReply } from '@platform/contract'
import type { StoredWriteResult } from './tables.ts'
import { Problem, type ProblemOptions } from '@platform/kernel/problems/problem'
import { forBuilder } from '@platform/connections/provider/refusal-problem'
import type { WriteRow } from './store.ts'
import { counted } from '@platform/kernel/values/counted'

export const outcomeUnknown: StoredWriteResult = {
  success: false,
  failure: 'unknown',
  error:
    'The provider may have created the record: the connection broke before it replied. The record was not sent again.',
}

/** Returns the result of each record: unknown if it was sent but not answered. */
export const resultsOrUnknown = ({
  results,
  sending,
}: {
  results: readonly (StoredWriteResult | null)[]
  sending: readonly number[]
}): (StoredWriteResult | null)[] =>
  results.map((result, index) => result ?? (sending.includes(index) ? outcomeUnknown : null))

export function toStored(result: ProviderWriteResult): StoredWriteResult {
  if (!result.success) return refusedOutcome(result.error)
  const { recordId, created, data, warnings } = result
  return {
    success: true,
    ...(created !== undefined && { created }),
    ...(recordId !== undefined && { recordId }),
    ...(data && { data }),
    ...(warnings && warnings.length > 0 && { warnings: [...warnings] }),
  }
}

/** Returns the result of a create without a reply whose record was found at the provider. */
export const found = (recordId: string, data: Record<string, unknown>): StoredWriteResult => ({
  success: true,
  recordId,
  data,
  warnings: [
    'The provider did not respond. The record was found as the only one that was created with these values at the time.',
  ],
})

export const refusedOutcome = ({
  message,
  failure,
  fieldNames,
}: ProviderError): StoredWriteResult => ({
  success: false,
  error: message,
  failure,
  ...(fieldNames.length > 0 && { fieldNames: [...new Set(fieldNames)] }),
})

/** Outcome of a finished write. */
export interface WriteOutcome {
  success: boolean
  successfulRecordIds: string[]
  /** One per record that was not written, in order. */
  errors: string[]
  /** How much was written, in words. */
  did: string
  /** Summary for the operation, as a sentence. */
  summary: string
}

export function outcomeOf(
  results: readonly (StoredWriteResult | null)[],
  outage?: ProviderError,
): WriteOutcome {
  const written = results.filter((result) => result?.success)
  const errors = results.flatMap((result) => errorOf(result, outage) ?? [])
  const of =
    results.length === 1
      ? 'the record'
      : `${written.length} of ${counted(results.length, 'record')}`
  const did = written.length === 0 ? 'Writing failed' : `Wrote ${of}`
  return {
    success: written.length === results.length,
    successfulRecordIds: written.flatMap((result) => result?.recordId ?? []),
    errors,
    did,
    summary:
      errors.length === 0 ? `${did}.` : written.length === 0 ? errors[0]! : `${did}: ${errors[0]!}`,
  }
}

const errorOf = (
  result: StoredWriteResult | null,
  outage: ProviderError | undefined,
): string | undefined =>
  result?.success
    ? undefined
    : (result?.error ?? outage?.message ?? 'The provider did not respond.')

/** Returns the name under which the builder sends a field of the provider's. */
export type NameOfField = (fieldName: string) => string

/** Returns the result of each record, in order. */
export const recordResults = (
  results: readonly (StoredWriteResult | null)[],
  { outage, nameOf }: { outage?: ProviderError | undefined; nameOf: NameOfField },
): RecordResult[] =>
  results.map((result, index) => {
    const reason = errorOf(result, outage)
    const fields = result?.fieldNames?.map((fieldName) => ({ field: nameOf(fieldName) })) ?? [{}]
    return {
      index,
      success: result?.success ?? false,
      ...(result?.recordId !== undefined && { recordId: result.recordId }),
      ...(result?.created !== undefined && { created: result.created }),
      errors: reason === undefined ? [] : fields.map((field) => ({ ...field, reason })),
    }
  })

/**
 * Returns the reply of a synchronous write. A write without any success is a problem. `outage` is
 * why records have no result.
 * @throws Problem with `operationId`, `errors` and `results` as additional members
 */
export function writeReply(
  row: WriteRow,
  {
    providerName,
    outage,
    nameOf,
  }: { providerName: string; outage?: ProviderError | undefined; nameOf: NameOfField },
): WriteReply {
  const { operationId, isBatch } = row
  const results = resultsOrUnknown(row)
  const { success, errors } = outcomeOf(results, outage)
  const warnings = results.flatMap((result) => result?.warnings ?? [])
  const ofRecords = recordResults(results, { outage, nameOf }).map((result, index) => ({
    ...result,
    data: results[index]?.data,
  }))
  const reply: WriteReply = {
    operationId,
    ...(isBatch
      ? {
          successCount: results.filter((result) => result?.success).length,
          failureCount: results.filter((result) => !result?.success).length,
          results: ofRecords,
        }
      : { result: ofRecords[0] }),
    ...(errors.length > 0 && { errors: errors.map((message) => ({ message })) }),
    ...(warnings.length > 0 && { warnings: warnings.map((message) => ({ message })) }),
  }
  if (success || results.some((result) => result?.success)) return reply
  throw nothingWritten(
    results,
    { providerName, outage },
    {
      causes: [...new Set(errors)],
      extensions: { ...reply },
      context: { operationId },
    },
  )
}

function nothingWritten(
  results: readonly (StoredWriteResult | null)[],
  {
    providerName: provider,
    outage,
  }: Pick<Parameters<typeof writeReply>[1], 'providerName' | 'outage'>,
  details: ProblemOptions,
): Problem {
  const failures = results.map((result) => (result ? result.failure : 'unavailable'))
  if (failures.includes('unknown')) {
    return new Problem('write-outcome-unknown', { ...details, detail: outcomeUnknown.error! })
  }
  if (failures.every((failure) => failure === 'credentials')) {
    return new Problem('credentials-refused', {
      ...details,
      detail: `${provider} no longer accepts the credentials of the connection.`,
      remedy: 'Ask the end user to sign in again.',
    })
  }
  if (outage?.isBuildersToMend) return forBuilder(outage, details)
  if (failures.some((failure) => failure === 'unavailable' || failure === 'rate-limit')) {
    return new Problem('provider-unavailable', {
      ...details,
      detail: `${provider} was unavailable. Nothing was written; repeat the request.`,
    })
  }
  return new Problem('write-refused', {
    ...details,
    detail: `${provider} rejected ${results.length === 1 ? 'the record' : 'every record'}: ${details.causes![0]!.replace(/\.$/, '')}.`,
  })
}
