import type { ApprovalId, ManifestIntegration, WriteRequest } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { logOperation } from '@platform/installations/operations/logs'
import { mustBeWithin } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow, must } from '@platform/kernel/values'
import { listWriteRecords, nameObject } from '../check-write.ts'
import type { WriteRow } from '../store.ts'
import { toApprovalOfEvent } from './approval-record.ts'
import * as store from './store.ts'

const hourMs = 3_600_000
const defaultHours = 24

/** How a write waits for a person; undefined if it does not. */
export interface ApprovalPolicy {
  role: string | null
  waitMs: number
}

/**
 * Returns how a write of the object waits: if the manifest or the request requires it, or if it
 * associates a record whose writes wait.
 */
export function findApprovalPolicy(
  objectName: string,
  {
    manifest,
    request,
    keyOfObject,
  }: {
    manifest: ManifestIntegration
    request: WriteRequest
    /** Returns the same text for every spelling of an object. */
    keyOfObject: (objectName: string) => string
  },
): ApprovalPolicy | undefined {
  const objects = manifest.write?.objects ?? []
  const own = objects.find((one) => one.objectName === objectName)
  const associated = new Set(
    listWriteRecords(request).flatMap(({ associations = [] }) =>
      associations.map((association) => nameObject(association, manifest).to.objectName),
    ),
  )
  const keys = new Set([...associated].map((name) => name && keyOfObject(name)))
  const object = own?.approval
    ? own
    : (objects.find(
        (one) =>
          one.approval === 'person' &&
          // The provider may find out which object an unnamed one is.
          (keys.has(keyOfObject(one.objectName)) || keys.has(undefined)),
      ) ?? own)
  if ((object?.approval ?? request.approval) !== 'person') return undefined
  const { approvalRole = null, approvalHours = defaultHours } = object ?? {}
  return { role: approvalRole, waitMs: approvalHours * hourMs }
}

/** Rejects what a person could not be shown, or what cannot wait. */
export function mustSuitApproval(request: WriteRequest): void {
  const reject = (name: string, detail: string) => {
    throw invalidInput({ in: 'body', name, detail })
  }
  if (request.mode !== 'asynchronous')
    reject('mode', 'The write waits for the approval of a person: set `mode: asynchronous`.')
  if (request.type === 'upsert')
    reject('type', 'What an upsert changes is unknown beforehand: send `create` or `update`.')
  if (request.autoBatchPolicy)
    reject('autoBatchPolicy', 'Writes that wait for approval cannot be collected.')
  if (request.headers?.length)
    reject('headers', 'Writes that wait for approval cannot have further headers.')
}

/** Stores that the write waits for a person, and emits its event. */
export async function requestApproval(
  services: Services,
  tx: Db,
  {
    row,
    installation,
    manifest,
    provider,
    policy,
    by,
  }: {
    row: Pick<WriteRow, 'operationId' | 'projectId' | 'objectName' | 'records' | 'type'>
    installation: InstallationRow
    manifest: ManifestIntegration
    provider: string
    policy: ApprovalPolicy
    by: string
  },
): Promise<ApprovalId> {
  const { projectId, operationId, type } = row
  if (type === 'upsert') throw new Error('An upsert cannot wait for approval.')
  const expireTime = getNow(policy.waitMs)
  const { groupRef, instance } = installation
  const object = toObjectRef(row.objectName, manifest)
  const approval = await store.insertApproval(tx, {
    id: newId('apr'),
    projectId,
    operationId,
    installationId: installation.id,
    integrationId: installation.integrationId,
    integrationName: installation.integrationName,
    provider,
    groupRef,
    instance,
    objectName: object.objectName,
    rawObjectName: object.rawObjectName,
    type,
    recordCount: row.records.length,
    role: policy.role,
    requestedBy: by,
    expireTime,
  })
  await mustBeWithin(tx, services.tenantLimits, {
    what: 'approvals',
    tenant: `${projectId} ${groupRef}`,
    count: () => store.countPending(tx, groupRef),
  })
  await logOperation(tx, {
    projectId,
    operationId,
    severity: 'info',
    msg: `Waiting for the approval of a person until ${expireTime.toISOString()}.`,
  })
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'connection')
  await services.notifications.emit(tx, {
    projectId,
    type: 'approval.requested',
    data: {
      ...toInstallationRef(installation, connection),
      ...object,
      operationId,
      ...toApprovalOfEvent(approval),
    },
  })
  return approval.id
}
