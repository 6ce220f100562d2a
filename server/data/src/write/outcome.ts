import type {
  ProviderError,
  WriteType,
  ConnectorWriteResult as ProviderWriteResult,
} from '@platform/connector'
import type { RecordResult, WriteReply } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { callForLog, callInWords, logCall } from '@platform/connections/provider/call/provider-call'
import { forBuilder } from '@platform/connections/provider/call/refusal-problem'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import { findInstallation } from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem, type ProblemOptions } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { findBlockRemedy, formatCounted, getFirst, must } from '@platform/kernel/values'
import { toDecision } from './approvals/approval-record.ts'
import { findApprovalOfWrite } from './approvals/store.ts'
import { nameOfFieldBy, planWrite } from './plan-write.ts'
import type { SentWrite } from './send-writes.ts'
import { noteWritten } from '../echoes/note-writes.ts'
import * as store from './store.ts'
import type { StoredWriteResult } from './tables.ts'

export const outcomeUnknown: StoredWriteResult = {
  success: false,
  failure: 'unknown',
  error:
    'The provider may have created the record: it did not reply, or its reply did not state the result. The record was not sent again.',
}

const mayHave = { create: 'created', update: 'changed', upsert: 'written', delete: 'deleted' }

/**
 * Returns the result of a record that was sent but not answered; `rejection` is the reply to a repetition,
 * which says nothing about the first request.
 */
export function makeUnknownResult(type: WriteType, rejection?: ProviderError): StoredWriteResult {
  if (type === 'create' && !rejection) return outcomeUnknown
  const next = rejection
    ? `The repeated request was rejected: ${rejection.message}`
    : 'Repeat the request; this has no further effect if the first one was carried out.'
  return {
    success: false,
    failure: 'unknown',
    error: `The provider may have ${mayHave[type]} the record: it did not reply, or its reply did not state the result. ${next}`,
  }
}

/** Returns the result of each record: unknown if it was sent but not answered. */
const resultsOrUnknown = ({
  type,
  results,
  sending,
}: {
  type: WriteType
  results: readonly (StoredWriteResult | null)[]
  sending: readonly number[]
}): (StoredWriteResult | null)[] =>
  results.map(
    (result, index) => result ?? (sending.includes(index) ? makeUnknownResult(type) : null),
  )

export function toStored(result: ProviderWriteResult): StoredWriteResult {
  if (!result.success) return makeRejectedResult(result.error)
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
export const makeFoundResult = (
  recordId: string,
  data: Record<string, unknown>,
): StoredWriteResult => ({
  success: true,
  recordId,
  data,
  warnings: [
    'The provider did not respond. The record was found as the only one that was created with these values at the time.',
  ],
})

export const makeRejectedResult = ({
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

export function summarizeOutcome(
  results: readonly (StoredWriteResult | null)[],
  outage?: ProviderError,
): WriteOutcome {
  const written = results.filter((result) => result?.success)
  const errors = results.flatMap((result) => getError(result, outage) ?? [])
  const of =
    results.length === 1
      ? 'the record'
      : `${written.length} of ${formatCounted(results.length, 'record')}`
  const did = written.length === 0 ? 'Writing failed' : `Wrote ${of}`
  return {
    success: written.length === results.length,
    successfulRecordIds: written.flatMap((result) => result?.recordId ?? []),
    errors,
    did,
    summary:
      errors.length === 0
        ? `${did}.`
        : written.length === 0
          ? getFirst(errors)
          : `${did}: ${getFirst(errors)}`,
  }
}

const getError = (
  result: StoredWriteResult | null,
  outage: ProviderError | undefined,
): string | undefined =>
  result?.success
    ? undefined
    : (result?.error ?? outage?.message ?? 'The provider did not respond.')

/** Returns the name under which the builder sends a field of the provider's. */
export type NameOfField = (fieldName: string) => string

/** Returns the result of each record, in order. */
const recordResults = (
  results: readonly (StoredWriteResult | null)[],
  { outage, nameOf }: { outage?: ProviderError | undefined; nameOf: NameOfField },
): RecordResult[] =>
  results.map((result, index) => {
    const reason = getError(result, outage)
    const fields = result?.conflicts?.map(({ fieldName, expected, actual }) => ({
      ...{ field: nameOf(fieldName), expected, actual },
    })) ??
      result?.fieldNames?.map((fieldName) => ({ field: nameOf(fieldName) })) ?? [{}]
    return {
      index,
      success: result?.success ?? false,
      ...(result?.recordId !== undefined && { recordId: result.recordId }),
      ...(result?.created !== undefined && { created: result.created }),
      errors: reason === undefined ? [] : fields.map((field) => ({ ...field, reason })),
    }
  })

/**
 * Ends a write with the results of its records, and emits its event if no caller waited. What the
 * provider left open counts as failed. Returns false if another process has taken the write over or
 * ended it.
 */
export async function endWrite(
  services: Services,
  db: Db,
  sent: Pick<SentWrite, 'row' | 'fence' | 'results' | 'sending'> &
    Partial<Pick<SentWrite, 'attempt' | 'call' | 'outage' | 'noted' | 'installation'>>,
): Promise<boolean> {
  const { row, fence, call, attempt, outage, noted } = sent
  const { projectId, operationId, installationId, objectName, deadline } = row
  const settled = resultsOrUnknown({ ...sent, type: row.type })
  const outcome = summarizeOutcome(settled, outage)
  const isOpen = sent.results.includes(null)
  const next = isOpen ? nextOfOpen(sent) : noMore
  const mayGoOn = deadline === null && isOpen
  const isOurs = await inTransaction(db, async (tx) => {
    const hasEnded = await endOperation(
      tx,
      { id: operationId, fence },
      {
        status: outcome.success ? 'success' : 'failure',
        result: outcome.summary.slice(0, 1000),
        successfulRecordIds: outcome.successfulRecordIds,
      },
    )
    if (!hasEnded) return false
    await logOutcome(tx, sent, { outcome, next })
    await store.saveEnd(tx, operationId, { ...sent, mayGoOn })
    await noteWritten(services, tx, {
      row,
      results: settled,
      noted,
      installation: sent.installation,
    })
    if (!deadline) return true
    const installation = sent.installation ?? (await findInstallation(tx, installationId))
    const connection = installation && (await findConnectionRow(tx, installation.connectionId))
    if (!connection) return true
    const { latest, installed } = await findContents(tx, installation)
    const nameOf = nameOfFieldBy(planWrite(objectName, latest, installation.content))
    const approval = await findApprovalOfWrite(tx, operationId)
    await services.notifications.emit(tx, {
      projectId,
      type: 'write.async.done',
      data: {
        ...toInstallationRef(installation, connection),
        ...toObjectRef(objectName, latest, installed),
        operationId,
        success: outcome.success,
        successfulRecordIds: outcome.successfulRecordIds,
        errors: outcome.errors,
        results: recordResults(settled, { outage, nameOf }),
        ...(approval && { approval: { id: approval.id, ...toDecision(approval) } }),
      },
    })
    return true
  })
  if (!isOurs || outcome.success) return isOurs
  services.log.warn(
    { ...callForLog(call), attempt, next, operationId, error: outcome.errors[0] },
    'a write failed',
  )
  return true
}

/** Reports whether the records in doubt are looked up before the next attempt, instead of repeated. */
export const looksUpCreated = ({ type }: { type: WriteType }, sending: readonly number[]) =>
  sending.length > 0 && (type === 'create' || type === 'upsert')

const noMore = 'the rest is not sent'

function nextOfOpen({ row, sending }: Pick<SentWrite, 'row' | 'sending'>): string {
  const { deadline } = row
  if (deadline !== null) return `the deadline was ${deadline.toISOString()}, so ${noMore}`
  const next = 'it continues when the request is repeated with its Idempotency-Key'
  return looksUpCreated(row, sending) ? `${next}, after checking for created records` : next
}

async function logOutcome(
  tx: Db,
  { row: { projectId, operationId }, attempt, call }: Parameters<typeof endWrite>[2],
  { outcome: { success, summary, did, errors }, next }: { outcome: WriteOutcome; next: string },
): Promise<void> {
  const severity = success ? 'info' : 'error'
  const at = attempt ? callInWords(call, attempt) : 'the process that sent it ended'
  const [error, ...more] = new Set(errors)
  await logOperation(tx, {
    projectId,
    operationId,
    severity,
    msg: success ? summary : `${did} (${at}); ${next}.`,
    ...(error !== undefined && { error }),
    call: call && logCall(call, attempt ?? 1),
  })
  for (const msg of more.slice(0, 19)) {
    await logOperation(tx, { projectId, operationId, severity, msg })
  }
}

/**
 * Returns the reply of a synchronous write. A write without any success is a problem. `outage` is
 * why records have no result.
 * @throws Problem with `operationId`, `errors` and `results` as additional members
 */
export function writeReply(
  row: store.WriteRow,
  {
    providerName,
    outage,
    nameOf,
  }: { providerName: string; outage?: ProviderError | undefined; nameOf: NameOfField },
): WriteReply {
  const { operationId, isBatch } = row
  const results = resultsOrUnknown(row)
  const { success, errors } = summarizeOutcome(results, outage)
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

const lookAtRecord = 'Read the record to see whether it was written, or repeat the request.'

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
    const { error } = results.find((result) => result?.failure === 'unknown')!
    return new Problem('write-outcome-unknown', {
      ...details,
      detail: error!,
      ...(error !== outcomeUnknown.error && { remedy: lookAtRecord }),
    })
  }
  if (failures.every((failure) => failure === 'credentials')) {
    return new Problem('credentials-refused', {
      ...details,
      detail: `${provider} no longer accepts the credentials of the connection.`,
      remedy: findBlockRemedy(results[0]?.error) ?? 'Ask the end user to sign in again.',
    })
  }
  if (failures.every((failure) => failure === 'changed')) {
    return new Problem('write-conflict', { ...details, detail: must(details.causes, 'causes')[0]! })
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
    detail: `${provider} rejected ${results.length === 1 ? 'the record' : 'every record'}: ${must(details.causes, 'causes')[0]!.replace(/\.$/, '')}.`,
  })
}
