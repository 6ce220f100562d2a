import { ProviderError } from '@platform/connector'
import type { LogCall, PauseCause } from '@platform/contract'
import { TooManyCallsError } from '@platform/connections/provider/budgets/too-many-calls'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import {
  callForLog,
  callInWords,
  logCall,
  type ProviderCall,
} from '@platform/connections/provider/call/provider-call'
import { enqueueWatching } from '@platform/installations/installations/enqueue-watching'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { interrupt, recordFailure } from '@platform/installations/operations/fence'
import { logOperation, rateRetriedFailure } from '@platform/installations/operations/logs'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import {
  explainToTenants,
  MessageLogError,
} from '@platform/delivery/notifications/message-log/message-log'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseAway } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Services } from '@platform/kernel/services'
import { describeLostAccess, getNow, isOverdue, must } from '@platform/kernel/values'
import { finishRead } from './finish-read.ts'
import { countFailures, nextTry } from './next-try.ts'
import { changeObject } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { dequeueRead } from './turns/store.ts'
import type { TurnEnd } from './turns/readers.ts'

/** A read that waits less than this for a rate limit is not shown as retrying. */
const brieflyMs = 60_000

/** Decides what follows a failed attempt of a read (`nextTry`), and carries it out. */
export async function handleFailedRead(
  services: Services,
  db: Db,
  {
    error,
    operation,
    installation,
    call,
    provider,
  }: {
    error: unknown
    operation: OperationRow
    installation: InstallationRow
    call: ProviderCall | undefined
    provider: OpenProvider | undefined
  },
): Promise<TurnEnd> {
  const isBriefly =
    error instanceof TooManyCallsError &&
    !error.isDailyLimit &&
    (error.retryAfterMs ?? 0) <= brieflyMs
  // No call was made and nothing failed: others use the rate limit.
  if (isBriefly) return { do: 'wait', until: getNow(error.retryAfterMs ?? 0) }
  const { tries, failures } = countFailures(operation, error)
  const step = nextTry(error, {
    readType: must(operation.readType, 'read type'),
    tries,
    chance: Math.random(),
  })
  const message = getMessage(error)
  const providerName = provider?.entry.info.displayName ?? 'The provider'
  const reason =
    error instanceof ProviderError
      ? describeLostAccess(error, { ...operation, providerName })
      : message
  const attempt = operation.attempts + 1
  const at = callInWords(call, attempt)
  const numbered = call && logCall(call, attempt)
  const { id: operationId } = operation
  services.log.warn(
    { ...callForLog(call), attempt, next: step, operationId, error: message },
    'a read stopped',
  )
  if (!(error instanceof ProviderError) || error.isOurDefect) {
    services.log.error({ err: error, operationId: operation.id }, 'a read failed')
  }
  // Fields are missing: schema watching reports them before the object is paused.
  if (error instanceof ProviderError && error.fieldNames.length > 0) {
    const { projectId, id: installationId } = installation
    await inTransaction(db, (tx) => enqueueWatching(tx, { projectId, installationId }))
  }
  // A rate limit is no failure until it delays the read for long.
  const isFailure = !(error instanceof ProviderError && error.failure === 'rate-limit')
  const stop = { operation, installation, message, reason, at, call: numbered, isFailure, failures }
  switch (step.do) {
    case 'retry':
    case 'hold': {
      const until = getNow(step.delayMs)
      await retryLater(services, db, {
        ...stop,
        until,
        ...(step.do === 'hold' ? { isHeld: true } : step),
      })
      return { do: 'wait', until }
    }
    case 'pause':
      await pauseRead(services, db, { ...stop, cause: step.cause })
      return { do: 'leave' }
    case 'fail':
      await finishRead(services, db, {
        operation,
        installation,
        outcome: { status: 'failure', message, reason, cause: step.cause, at, call: numbered },
      })
      return { do: 'end' }
  }
}

/** Describes the failure to tenants, who learn no addresses of the server. */
function getMessage(error: unknown): string {
  if (isDatabaseAway(error)) return 'The database of the server was unavailable.'
  if (error instanceof MessageLogError) return explainToTenants(error)
  return error instanceof Error ? error.message : String(error)
}

async function retryLater(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    until,
    message,
    reason,
    at,
    call,
    isFailure,
    failures,
    fromTheStart = false,
    isHeld = false,
  }: {
    operation: OperationRow
    installation: InstallationRow
    until: Date
    message: string
    /** Reason, as a sentence. */
    reason: string
    at: string
    call: LogCall | undefined
    isFailure: boolean
    /** Failed attempts by cause, with this one. */
    failures: Record<string, number>
    fromTheStart?: boolean
    /** A daily limit of calls is used up. */
    isHeld?: boolean
  },
): Promise<void> {
  const { projectId, id, installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!(await recordFailure(tx, operation, { fromTheStart, failures })))
      throw new LeaseLostError()
    await logOperation(tx, {
      projectId,
      operationId: id,
      severity:
        isOverdue(object?.retryingSince) && !isHeld
          ? 'error'
          : rateRetriedFailure(isFailure && !isHeld ? operation.attempts + 1 : 1),
      msg: isHeld
        ? `Reading is on hold (${at}); the provider's call limit is used up until ${until.toISOString()}.`
        : `Reading stopped (${at}); resuming ${fromTheStart ? 'from the start ' : ''}at ${until.toISOString()}.`,
      error: message,
      call,
    })
    if (!object) return
    await changeObject(services, tx, installation, object, {
      type: 'read-retried',
      until,
      error: reason,
      isLimited: isHeld,
    })
  })
}

/** Pauses an object whose read cannot continue, and announces it. The read keeps its position. */
async function pauseRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    cause,
    message,
    reason,
    at,
    call,
  }: {
    operation: OperationRow
    installation: InstallationRow
    cause: PauseCause
    message: string
    /** Reason, as a sentence. */
    reason: string
    /** The failed call, in words. */
    at: string
    call?: LogCall | undefined
  },
): Promise<void> {
  const { projectId, objectName, id } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    const current = await findOperation(tx, id)
    const isOurs = current?.fence === operation.fence && current.status === 'in_progress'
    if (!isOurs || !object) throw new LeaseLostError()
    await interrupt(tx, id)
    await dequeueRead(tx, id)
    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: 'error',
      msg: `Reading is paused (${at}); it resumes here once the cause is fixed.`,
      error: message,
      call,
    })
    await setLastOperationStatus(tx, [installation.id], 'failure')
    await changeObject(
      services,
      tx,
      installation,
      object,
      { type: 'read-blocked', cause, error: reason },
      { operationId: id },
    )
  })
}
