import type { ProviderError, WriteResult as ProviderWriteResult } from '@platform/connector'
import type { WriteReply, WriteResult } from '@platform/contract'
import type { StoredWriteResult } from '../db/tables/integrations.ts'
import { Problem, type ProblemDetails } from '../problems/problem.ts'
import { forBuilder } from '../provider/refusal-problem.ts'
import type { WriteRow } from './store.ts'
import { counted } from '../values/counted.ts'

export const outcomeUnknown: StoredWriteResult = {
  success: false,
  failure: 'unknown',
  error:
    'The provider may have created the record: the connection to it broke before it answered. It was not sent again.',
}

/** Returns the result of each record: one that was sent and never answered is unknown. */
export const told = ({
  results,
  sending,
}: {
  results: readonly (StoredWriteResult | null)[]
  sending: readonly number[]
}): (StoredWriteResult | null)[] =>
  results.map((result, index) => result ?? (sending.includes(index) ? outcomeUnknown : null))

export function toStored(result: ProviderWriteResult): StoredWriteResult {
  if (!result.success) return refused(result.error)
  const { recordId, data, warnings } = result
  return {
    success: true,
    ...(recordId !== undefined && { recordId }),
    ...(data && { data }),
    ...(warnings && warnings.length > 0 && { warnings: [...warnings] }),
  }
}

/** The result of a create without an answer, whose record was found at the provider. */
export const found = (recordId: string, data: Record<string, unknown>): StoredWriteResult => ({
  success: true,
  recordId,
  data,
  warnings: [
    'The provider did not answer. The record was found as the only one that was created with these values at the time.',
  ],
})

export const refused = ({ message, failure }: ProviderError): StoredWriteResult => ({
  success: false,
  error: message,
  failure,
})

/** The result of a write that has ended. */
export interface Outcome {
  success: boolean
  successfulRecordIds: string[]
  errors: string[]
  /** How much of it was done. */
  did: string
  /** One sentence for the operation. */
  summary: string
}

export function outcomeOf(
  results: readonly (StoredWriteResult | null)[],
  outage?: ProviderError,
): Outcome {
  const written = results.filter((result) => result?.success)
  const errors = [...new Set(results.flatMap((result) => errorOf(result, outage)))]
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

const errorOf = (result: StoredWriteResult | null, outage: ProviderError | undefined): string[] => {
  if (result?.success) return []
  return [result?.error ?? outage?.message ?? 'The provider did not answer.']
}

/**
 * The reply to somebody who waited. A write of which nothing was done is a problem. `outage` is why
 * records are without a result.
 *
 * @throws Problem with `operationId`, `errors` and `results` as members of its own
 */
export function replyOf(
  row: WriteRow,
  { providerName, outage }: { providerName: string; outage?: ProviderError | undefined },
): WriteReply {
  const { operationId, isBatch } = row
  const results = told(row)
  const { success, errors } = outcomeOf(results, outage)
  const warnings = results.flatMap((result) => result?.warnings ?? [])
  const reply: WriteReply = {
    operationId,
    ...(isBatch
      ? {
          successCount: results.filter((result) => result?.success).length,
          failureCount: results.filter((result) => !result?.success).length,
          results: results.map(toWire),
        }
      : { result: toWire(results[0] ?? null) }),
    ...(errors.length > 0 && { errors: errors.map((message) => ({ message })) }),
    ...(warnings.length > 0 && { warnings: warnings.map((message) => ({ message })) }),
  }
  if (success || results.some((result) => result?.success)) return reply
  throw nothingWritten(
    results,
    { providerName, outage },
    {
      causes: errors,
      extensions: { ...reply },
      context: { operationId },
    },
  )
}

function nothingWritten(
  results: readonly (StoredWriteResult | null)[],
  { providerName: provider, outage }: Parameters<typeof replyOf>[1],
  details: ProblemDetails,
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
      detail: `${provider} did not take the records. Nothing was written; send the request again.`,
    })
  }
  return new Problem('write-refused', {
    ...details,
    detail: `${provider} refused ${results.length === 1 ? 'the record' : 'every record'}: ${details.causes![0]!.replace(/\.$/, '')}.`,
  })
}

const toWire = (result: StoredWriteResult | null): WriteResult => ({
  success: result?.success ?? false,
  recordId: result?.recordId,
  data: result?.data,
})
