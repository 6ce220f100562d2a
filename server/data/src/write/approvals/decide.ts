import type { ApprovalId } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import { findInstallation } from '@platform/installations/installations/installations'
import { makeObjectRef } from '@platform/installations/integrations/read-object'
import { logOperation } from '@platform/installations/operations/logs'
import { toSpokenName } from '@platform/kernel/access'
import { notifyChange } from '@platform/kernel/db/changes'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'
import { enqueueWrite, isConditional } from '../accept-write.ts'
import { endWrite } from '../outcome.ts'
import { type TakenWrite, takeOver } from '../taken-write.ts'
import type { StoredWriteResult } from '../tables.ts'
import { noLongerWaits } from './approvals.ts'
import { noSuchApproval, toApprovalOfEvent, toDecision } from './approval-record.ts'
import { type ApprovalEvent, decideApproval } from './decide-approval.ts'
import { type ShownChanges, withPresent } from './show-changes.ts'
import * as store from './store.ts'

/** An event of a waiting write, and who caused it. */
export interface Deciding {
  approvalId: ApprovalId
  event: ApprovalEvent
  by?: string
  reason?: string | undefined
  /** For an approval, what the person was shown. */
  present?: ShownChanges['present']
}

/**
 * Carries out a decision, in one transaction: an approved write is queued in it, so that a crash neither
 * loses nor repeats it. A second decision, also in another process, waits for the first and is refused.
 * @throws Problem `approval-decided`
 */
export async function carryOutDecision(
  services: Services,
  tx: Db,
  { approvalId, event, by, reason, present = [] }: Deciding,
): Promise<store.ApprovalRow> {
  const before = await store.findApproval(tx, approvalId)
  if (!before) throw noSuchApproval(approvalId)
  // The operation first, in the order in which an uninstallation removes both.
  const [taken] = await takeOver(tx, [before.operationId])
  const row = await store.lockApproval(tx, approvalId)
  if (!row) throw noSuchApproval(approvalId)
  const now = getNow()
  const step = decideApproval(row, event, now)
  if ('refused' in step) throw noLongerWaits(row, step.refused)
  if (!taken && step.effect === 'send') throw noLongerWaits(row, 'The write has ended.')
  const decided = await store.updateApproval(tx, approvalId, {
    state: step.state,
    decidedBy: by ?? null,
    decideTime: now,
    reason: reason ?? null,
    linkHash: null,
  })
  await emitDecision(services, tx, decided)
  if (taken && step.effect === 'send') await send(tx, { taken, decided, present, now })
  if (taken && step.effect === 'end') await end(services, tx, { taken, decided })
  notifyChange('operations', decided.projectId, tx)
  return decided
}

async function send(
  tx: Db,
  {
    taken: { row },
    decided,
    present,
    now,
  }: { taken: TakenWrite; decided: store.ApprovalRow; present: ShownChanges['present']; now: Date },
): Promise<void> {
  const { projectId, installationId, operationId, type, deadline } = row
  const records = withPresent(row.records, present)
  // The time for retries begins now.
  const retryMs = deadline ? deadline.getTime() - decided.expireTime.getTime() : 0
  await store.releaseWrite(tx, operationId, {
    records,
    deadline: new Date(now.getTime() + retryMs),
  })
  await logOperation(tx, {
    ...{ projectId, operationId, severity: 'info' },
    msg: `Approved by ${toSpokenName(decided.decidedBy ?? '')}.`,
  })
  await enqueueWrite(tx, {
    ...{ projectId, installationId, flushId: operationId, type },
    isConditional: records.some(isConditional),
    inOrderWith: records[0]?.id,
  })
}

async function end(
  services: Services,
  tx: Db,
  { taken: { row, fence }, decided }: { taken: TakenWrite; decided: store.ApprovalRow },
): Promise<void> {
  const error = describeRefusal(decided)
  const results = row.records.map((): StoredWriteResult => ({
    ...{ success: false, failure: 'not-approved', error },
  }))
  await endWrite(services, tx, { row, fence, results, sending: [] })
}

function describeRefusal({ state, decidedBy, reason }: store.ApprovalRow): string {
  if (state === 'expired') return 'Nobody approved the write in time.'
  const who = `The write was rejected by ${toSpokenName(decidedBy ?? '')}`
  return reason === null ? `${who}.` : `${who}: ${reason}`
}

async function emitDecision(services: Services, tx: Db, decided: store.ApprovalRow): Promise<void> {
  const installation = await findInstallation(tx, decided.installationId)
  const connection = installation && (await findConnectionRow(tx, installation.connectionId))
  if (!connection) return
  const { projectId, operationId, objectName, rawObjectName } = decided
  await services.notifications.emit(tx, {
    projectId,
    type: 'approval.decided',
    data: {
      ...toInstallationRef(installation, connection),
      ...makeObjectRef({ objectName: rawObjectName, mappedName: objectName }),
      operationId,
      ...toApprovalOfEvent(decided),
      ...toDecision(decided),
    },
  })
}
