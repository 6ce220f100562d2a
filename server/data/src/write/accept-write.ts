import { hash } from 'node:crypto'
import type { Connector } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type {
  ApprovalId,
  InstallationId,
  ManifestIntegration,
  OperationId,
  ProjectId,
  WriteRequest,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { enqueue, numberFor } from '@platform/kernel/jobs/enqueue'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'
import { insertOperation } from '@platform/installations/operations/operations'
import { describeObjects, findObjectName } from '@platform/manifest'
import { mustHaveRoom } from '@platform/tenancy/projects/stored-bytes'
import {
  getProviderFieldName,
  planWrite,
  toCondition,
  toOutgoing,
  toUpsert,
  type WritePlan,
} from './plan-write.ts'
import type { StoredRecord } from './tables.ts'
import type { TakenWrite } from './taken-write.ts'
import {
  findApprovalPolicy,
  mustSuitApproval,
  requestApproval,
} from './approvals/request-approval.ts'
import * as store from './store.ts'
import {
  mustAgree,
  nameObject,
  listWriteRecords,
  mustHaveKeys,
  mustBeUpsertable,
  mustBeAllowed,
} from './check-write.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Sends the writes of one provider call, with retries while the provider is unavailable. */
    write: {
      projectId: ProjectId
      /** Absent in jobs of earlier versions. */
      installationId: InstallationId | undefined
      flushId: OperationId
      inOrderWith: string | undefined
    }
    /** Sends upserts; a separate job, because the previous version cannot send them. */
    upsert: Jobs['write']
    /** Sends writes with conditions, which the previous version would not check. */
    'conditional-write': Jobs['write']
    /** Combines waiting writes into one call. */
    'gather-writes': { projectId: ProjectId; batchKey: string }
    'gather-upserts': Jobs['gather-writes']
  }
}

const hourMs = 3_600_000

/** Number of records that are sent without waiting for more. */
const enoughRecords = 1000

/**
 * Accepts a write, which cannot be lost from here on. Asynchronous writes are sent by a job that
 * takes them over; synchronous ones are returned as held by this process, for `sendWrites`.
 * @throws Problem for errors that can be detected without calling the provider
 */
export async function acceptWrite(
  services: Services,
  tx: Db,
  {
    integration,
    installation,
    objectName: name,
    request,
    by,
  }: {
    integration: { provider: string; content: ManifestIntegration }
    installation: InstallationRow
    objectName: string
    request: WriteRequest
    by: string
  },
): Promise<TakenWrite> {
  const { catalogue, tenantLimits } = services
  mustAgree(request)
  const objectName = findObjectName(name, integration.content)
  const plan = planWrite(objectName, integration.content, installation.content)
  if (!plan) {
    throw new Problem('object-not-installed', {
      detail: `The installation of ${installation.groupRef} does not write ${name}. ${describeObjects('writes', Object.keys(installation.content.write?.objects ?? {}), integration.content)}`,
      remedy: `Add ${objectName} to \`write.objects\` in platform.yaml and to the installation’s configuration.`,
    })
  }
  const connector = findConnector(catalogue, integration.provider)
  const policy = findApprovalPolicy(objectName, {
    manifest: integration.content,
    request,
    keyOfObject: (one) => connector?.customFields?.keyOfObject(one) ?? one.toLowerCase(),
  })
  if (policy) mustSuitApproval(request)
  mustBeAllowed(request, plan, connector)
  const keyFieldName =
    request.keyField === undefined ? null : getProviderFieldName(plan, request.keyField)
  if (keyFieldName !== null)
    mustBeUpsertable(request, {
      objectName,
      keyFieldName,
      connector,
    })

  const operationId = newId('op')
  const fence = 1
  const { projectId, integrationId, configId, id: installationId } = installation
  await insertOperation(tx, {
    id: operationId,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: 'write',
    objectName,
    readType: null,
    status: 'in_progress',
    createdBy: by,
    fence,
  })
  const records = toStoredRecords(plan, request, integration.content)
  if (keyFieldName !== null) mustHaveKeys(request, records, keyFieldName)
  const headers = Object.fromEntries((request.headers ?? []).map(({ key, value }) => [key, value]))
  const allOrNone = request.batchPolicy?.allOrNone ?? false
  const { autoBatchPolicy, mode } = request
  const batchKey =
    autoBatchPolicy &&
    hashBatchKey([installationId, objectName, request.type, headers, keyFieldName])
  const hours = autoBatchPolicy?.retryDeadlineHours ?? request.retryPolicy?.deadlineHours ?? 1
  const waitMs = policy?.waitMs ?? (autoBatchPolicy?.maxDelayMinutes ?? 0) * 60_000
  const row = {
    operationId,
    projectId,
    installationId,
    objectName,
    type: request.type,
    keyFieldName,
    isBatch: request.batch !== undefined,
    allOrNone,
    headers,
    records,
    results: records.map(() => null),
    deadline: mode === 'asynchronous' ? getNow(waitMs + hours * hourMs) : null,
    batchKey: batchKey ?? null,
    flushTime: autoBatchPolicy ? getNow(waitMs) : null,
    flushId: mode === 'asynchronous' && !batchKey && !policy ? operationId : null,
  }
  await store.insertWrite(tx, {
    ...row,
    headers: JSON.stringify(headers),
    records: JSON.stringify(records),
    results: JSON.stringify(row.results),
  })
  if (mode === 'asynchronous') await mustHaveRoom(tx, tenantLimits, projectId)
  let approvalId: ApprovalId | undefined
  if (policy)
    approvalId = await requestApproval(services, tx, {
      ...{ row, installation, policy, by },
      ...{ manifest: integration.content, provider: integration.provider },
    })
  else if (batchKey !== undefined)
    await gatherInTime(tx, { projectId, batchKey, type: request.type })
  else if (mode === 'asynchronous')
    await enqueueWrite(tx, {
      projectId,
      installationId,
      flushId: operationId,
      type: request.type,
      isConditional: records.some(isConditional),
      inOrderWith: records[0]?.id,
    })
  return {
    row: { ...row, sending: [], firstSentTime: null, lastSentTime: null },
    fence,
    attempt: 1,
    ...(approvalId && { approvalId }),
  }
}

/** Returns the records of the request as they are sent to the provider. */
const toStoredRecords = (plan: WritePlan, request: WriteRequest, manifest: ManifestIntegration) =>
  listWriteRecords(request).map(({ record, associations, ...conditions }) => ({
    ...(request.type === 'upsert'
      ? toUpsert(plan, record)
      : toOutgoing(plan, record, request.type)),
    ...toCondition(plan, conditions),
    ...(associations &&
      associations.length > 0 && {
        associations: associations.map((association) => nameObject(association, manifest)),
      }),
  }))

export const isConditional = ({ condition }: StoredRecord): boolean => condition !== undefined

/** Enqueues the waiting writes as one flush, after earlier ones with the same `inOrderWith`. */
export const enqueueWrite = (
  tx: Db,
  {
    projectId,
    installationId,
    flushId,
    type,
    isConditional: hasConditions = false,
    inOrderWith = flushId,
  }: {
    projectId: ProjectId
    installationId: InstallationId
    flushId: OperationId
    type: WriteRequest['type']
    /** Whether some records have a condition. */
    isConditional?: boolean
    /** Such as the ID of the updated record. */
    inOrderWith?: string | undefined
  },
  runAt?: Date,
) =>
  enqueue(
    tx,
    hasConditions ? 'conditional-write' : type === 'upsert' ? 'upsert' : 'write',
    { projectId, installationId, flushId, inOrderWith },
    {
      key: `write ${flushId}`,
      queue: `write ${projectId} ${numberFor(installationId, linesOfProject)}.${numberFor(inOrderWith, tracksOfLine)}`,
      goesOn: true,
      ...(runAt && { runAt }),
    },
  )

/** Installations of a project take turns in these queues. */
const linesOfProject = 4

/** Number of writes of one installation that are sent concurrently. */
const tracksOfLine = 8

async function gatherInTime(
  tx: Db,
  {
    projectId,
    batchKey,
    type,
  }: { projectId: ProjectId; batchKey: string; type: WriteRequest['type'] },
): Promise<void> {
  const { flushTime, records } = await store.selectWaitingWrites(tx, batchKey)
  await enqueue(
    tx,
    type === 'upsert' ? 'gather-upserts' : 'gather-writes',
    { projectId, batchKey },
    {
      key: `gather ${batchKey}`,
      goesOn: true,
      ...(flushTime && records < enoughRecords && { runAt: flushTime }),
    },
  )
}

const hashBatchKey = (alike: unknown[]) => hash('sha256', JSON.stringify(alike), 'base64url')

const findConnector = (catalogue: Services['catalogue'], provider: string): Connector | undefined =>
  findProvider(provider, { among: catalogue })?.connector
