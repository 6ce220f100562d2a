import type { LogCall } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  lockInstallation,
  lockInstallations,
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { findOperation } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { logForMembers, type makeStoppedLine } from '../stopped.ts'
import * as store from '../store.ts'
import { must } from '@platform/kernel/values'

/** An installation that shares a subscription. */
export interface SubscriptionMember {
  link: store.LinkRow
  installation: InstallationRow
}

/** Locks installations before their dependent rows, as when uninstalling. */
export const lockSettingUp = (tx: Db, members: readonly SubscriptionMember[]) =>
  lockInstallations(
    tx,
    members.flatMap(({ link }) => (link.status === 'active' ? [] : [link.installationId])),
  )

/** Records for one installation that its set-up has succeeded. */
export async function recordSetUpSuccess(
  services: Services,
  tx: Db,
  { link, installation }: SubscriptionMember,
  {
    warnings,
    call,
  }: {
    warnings: readonly ({ msg: string } | ReturnType<typeof makeStoppedLine>)[]
    call?: LogCall | undefined
  },
): Promise<void> {
  if (link.status === 'active') return
  await store.updateLink(tx, link.installationId, {
    status: 'active',
    error: null,
    errorTime: null,
  })
  if (!link.operationId) return
  for (const line of warnings) await logForMembers(tx, [link], { severity: 'warning', ...line })
  await endSetUp(services, tx, { operationId: link.operationId, installation, call })
}

/** Ends the operation of a set-up and reports its failure. */
export async function endSetUp(
  services: Services,
  tx: Db,
  {
    operationId,
    installation,
    error,
    call,
    inWords = (what) => ({ msg: `${what}.`, ...(error !== undefined && { error }) }),
  }: {
    operationId: NonNullable<store.LinkRow['operationId']>
    installation: InstallationRow
    error?: string
    /** The call that succeeded. */
    call?: LogCall | undefined
    /** Description of the failure in the log. */
    inWords?: (what: string) => ReturnType<typeof makeStoppedLine> | { msg: string; error?: string }
  },
): Promise<void> {
  const operation = await findOperation(tx, operationId)
  if (!operation) return
  const names = (operation.objectNames ?? []).join(', ')
  const status = error === undefined ? 'success' : 'failure'
  const result = error ?? `Subscribed to changes of ${names}.`
  await lockInstallation(tx, installation.id)
  if (!(await endOperation(tx, operation, { status, result: result.slice(0, 1000) }))) return
  const { projectId } = installation
  await logOperation(tx, {
    projectId,
    operationId,
    ...(error === undefined
      ? { severity: 'info', msg: result, call }
      : { severity: 'error', ...inWords(`Changes of ${names} cannot be subscribed to`) }),
  })
  await setLastOperationStatus(tx, [installation.id], status)
  if (error === undefined) return
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'row')
  const { latest, installed } = await findContents(tx, installation)
  for (const objectName of operation.objectNames ?? [operation.objectName]) {
    await services.notifications.emit(tx, {
      projectId,
      type: 'subscribe.create.error',
      data: {
        ...toInstallationRef(installation, connection),
        ...toObjectRef(objectName, latest, installed),
        operationId,
        error,
      },
    })
  }
}
