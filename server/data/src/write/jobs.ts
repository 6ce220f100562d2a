import type { AcrossTenants, Database, Db } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { doForEach } from '@platform/kernel/jobs/do-for-each'
import type { Jobs } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import { recordFailure } from '@platform/installations/operations/fence'
import { logOperation, rateRetriedFailure } from '@platform/installations/operations/logs'
import { callInWords, logCall, callForLog } from '@platform/connections/provider/call/provider-call'
import { selectSilent } from '@platform/installations/operations/operations'
import { enqueueWrite, isConditional } from './accept-write.ts'
import { endWrite, looksUpCreated } from './outcome.ts'
import { retryDelayMs } from './retry-delay.ts'
import { sendWrites, type SentWrite } from './send-writes.ts'
import { takeOver } from './taken-write.ts'
import * as store from './store.ts'
import { removeForgottenKeys } from './upsert-keys.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'end-abandoned-writes': Record<string, never>
    'forget-upsert-keys': Record<string, never>
  }
}

/** Longer than any request may take. */
const abandonedAfterMs = 5 * 60_000

/** Jobs that call providers and may wait for one that hangs. */
export const sendingJobs = (database: Database, services: Services) => ({
  write: (payload: Jobs['write']) =>
    sendFlush(services, database.tenant(payload.projectId), payload),
  upsert: (payload: Jobs['upsert']) =>
    sendFlush(services, database.tenant(payload.projectId), payload),
  'conditional-write': (payload: Jobs['conditional-write']) =>
    sendFlush(services, database.tenant(payload.projectId), payload),
})

export const writeJobs = (database: Database, services: Services) => ({
  'gather-writes': (payload: Jobs['gather-writes']) => gather(database, payload),
  'gather-upserts': (payload: Jobs['gather-upserts']) => gather(database, payload),

  'end-abandoned-writes': () => endAbandonedWrites(database, services),
  'forget-upsert-keys': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeForgottenKeys(database.everything, atMost), context),
})

const gather = (database: Database, { projectId, batchKey }: Jobs['gather-writes']) =>
  inTransaction(database.tenant(projectId), async (tx) => {
    const flushId = newId('op')
    const gathered = await store.gather(tx, batchKey, flushId)
    const [first] = gathered
    if (first) await enqueueWrite(tx, { ...first, projectId, flushId, inOrderWith: batchKey })
  })

async function sendFlush(
  services: Services,
  db: Db,
  { projectId, flushId, inOrderWith }: Jobs['write'],
): Promise<void> {
  const again: { sent: SentWrite; at: Date }[] = []
  const ids = await store.findFlush(db, flushId)
  const taken = await takeOver(db, ids)
  for (const sent of await sendWrites(services, db, taken, { isBackground: true })) {
    const at = sent.outage && (await nextTryAt(db, sent))
    if (at) again.push({ sent, at })
    else await endWrite(services, db, sent)
  }
  const [first] = again
  if (!first) return
  const at = new Date(Math.max(...again.map((one) => one.at.getTime())))
  await inTransaction(db, async (tx) => {
    for (const { sent } of again) {
      const { row, fence, attempt, call, outage, sending } = sent
      const after = looksUpCreated(row, sending) ? ', after checking for created records,' : ''
      if (!(await recordFailure(tx, { id: row.operationId, fence }, { fromTheStart: false }))) {
        continue
      }
      await logOperation(tx, {
        projectId: row.projectId,
        operationId: row.operationId,
        severity: rateRetriedFailure(attempt),
        msg: `Writing stopped (${callInWords(call, attempt)}); resending${after} at ${at.toISOString()}.`,
        error: outage!.message,
        call: call && logCall(call, attempt),
      })
    }
    const { installationId, type, records } = first.sent.row
    const hasConditions = records.some(isConditional)
    await enqueueWrite(
      tx,
      { projectId, installationId, flushId, type, inOrderWith, isConditional: hasConditions },
      at,
    )
  })
  for (const { sent } of again) {
    const { row, attempt, call, outage } = sent
    services.log.warn(
      {
        ...callForLog(call),
        attempt,
        next: at,
        operationId: row.operationId,
        error: outage!.message,
      },
      'a write stopped',
    )
  }
}

/** Returns undefined if it would be after the builder's deadline. */
async function nextTryAt(
  db: Db,
  { row, attempt, outage, sending }: SentWrite,
): Promise<Date | undefined> {
  const lost = looksUpCreated(row, sending)
    ? await store.findSentAges(db, [row.operationId])
    : undefined
  const waitMs = retryDelayMs({ attempt, lostMsAgo: lost?.lastMsAgo })
  const at = getNow(Math.max(outage?.retryAfterMs ?? 0, waitMs))
  return row.deadline && at < row.deadline ? at : undefined
}

/** Selects unfinished writes that no process has touched for minutes, and that wait for no person. */
export const selectSilentWrites = (db: AcrossTenants, now: Date) =>
  selectSilent(db, {
    actionTypes: ['write'],
    since: new Date(now.getTime() - abandonedAfterMs),
  })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approvals')
            .select('approvals.id')
            .whereRef('approvals.operationId', '=', 'operations.id')
            .where('approvals.state', '=', 'pending'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('writes')
            .select('writes.operationId')
            .whereRef('writes.operationId', '=', 'operations.id')
            .where('writes.deadline', '>', now),
        ),
      ),
    )

/**
 * Ends synchronous writes whose process died, and asynchronous ones whose deadline has passed without an
 * attempt: the outcome of records in progress is unknown.
 */
async function endAbandonedWrites(database: Database, services: Services): Promise<void> {
  const silent = await selectSilentWrites(database.everything, getNow()).execute()
  await doForEach(silent, async ({ projectId, id }) => {
    const db = database.tenant(projectId)
    const write = await store.findWrite(db, id)
    if (!write || (write.deadline !== null && write.deadline > getNow())) return
    for (const { row, fence } of await takeOver(db, [id])) {
      await endWrite(services, db, { row, fence, results: row.results, sending: row.sending })
    }
  })
}
