import { createHash } from 'node:crypto'
import type { Connector, WriteRecord } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type {
  ApprovalId,
  InputValidationIssue,
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
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow, getOwn } from '@platform/kernel/values'
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
  const policy = findApprovalPolicy(objectName, integration.content, request)
  if (policy) mustSuitApproval(request)
  mustBeAllowed(request, plan, findConnector(catalogue, integration.provider))
  const keyFieldName =
    request.keyField === undefined ? null : getProviderFieldName(plan, request.keyField)
  if (keyFieldName !== null)
    mustBeUpsertable(request, {
      objectName,
      keyFieldName,
      connector: findConnector(catalogue, integration.provider),
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

const hashBatchKey = (alike: unknown[]) =>
  createHash('sha256').update(JSON.stringify(alike)).digest('base64url')

/** Rejects contradictory members; no member of the request is ignored. */
function mustAgree(request: WriteRequest): void {
  const issues: InputValidationIssue[] = []
  const reject = (name: string, detail: string) => issues.push({ in: 'body', name, detail })

  if ((request.record === undefined) === (request.batch === undefined)) {
    reject('record', 'Send either `record` or `batch`.')
  }
  if (request.batch && request.associations) {
    reject('associations', 'In a batch, set `associations` on each record.')
  }
  if (request.batchPolicy && !request.batch) {
    reject('batchPolicy', 'The option requires a `batch`.')
  }
  if (request.mode === 'synchronous') {
    for (const name of ['retryPolicy', 'autoBatchPolicy'] as const) {
      if (request[name]) reject(name, 'The option requires `mode: asynchronous`.')
    }
  }
  if (request.autoBatchPolicy && request.retryPolicy) {
    reject('retryPolicy', 'Use `autoBatchPolicy.retryDeadlineHours`.')
  }
  if (request.autoBatchPolicy && request.batchPolicy?.allOrNone) {
    reject('batchPolicy.allOrNone', 'Collected records cannot be written all-or-none.')
  }
  if ((request.type === 'upsert') !== (request.keyField !== undefined)) {
    reject('keyField', 'Required for upserts, and not allowed for other types.')
  }
  if (request.type === 'upsert' && request.batchPolicy?.allOrNone) {
    reject('batchPolicy.allOrNone', 'Upserts cannot be written all-or-none.')
  }
  for (const name of conditionNames) {
    if (request.batch && request[name] !== undefined)
      reject(name, `In a batch, set \`${name}\` on each record.`)
  }
  listWriteRecords(request).forEach((one, index) => {
    const { record, associations } = one
    const place = request.batch ? `batch[${index}].` : ''
    for (const name of conditionNames) {
      if (one[name] === undefined) continue
      if (request.type !== 'update' && request.type !== 'delete')
        reject(`${place}${name}`, 'Conditions require the type `update` or `delete`.')
      if (request.autoBatchPolicy)
        reject(`${place}${name}`, 'Records with conditions cannot be collected.')
    }
    const { id } = record
    if (request.type === 'upsert' && id !== undefined && request.keyField !== 'id') {
      reject(`${place}record.id`, 'An upsert finds the record by its key: leave out `id`.')
    }
    const needsId = request.type === 'update' || request.type === 'delete'
    if (needsId && (typeof id !== 'string' || id === '')) {
      reject(`${place}record.id`, `Set the provider’s ID of the record to ${request.type}.`)
    }
    if (request.type === 'delete' && associations) {
      reject(`${place}associations`, 'Deletions do not accept this.')
    }
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

type Association = NonNullable<WriteRequest['associations']>[number]

/** Replaces the builder's name of the associated object by that of the provider. */
function nameObject({ to, ...association }: Association, manifest: ManifestIntegration) {
  const { objectName } = to
  const named = objectName !== undefined && { objectName: findObjectName(objectName, manifest) }
  return { ...association, to: { ...to, ...named } }
}

const conditionNames = ['expected', 'ifUnmodifiedSince'] as const

const listWriteRecords = ({
  record,
  batch,
  associations,
  expected,
  ifUnmodifiedSince,
}: WriteRequest): NonNullable<WriteRequest['batch']> =>
  batch ?? (record ? [{ record, associations, expected, ifUnmodifiedSince }] : [])

/** Checks that every record of an upsert has a value for the key. */
function mustHaveKeys(
  { keyField, batch }: WriteRequest,
  records: readonly WriteRecord[],
  keyFieldName: string,
): void {
  const issues = records.flatMap(({ fields }, index): InputValidationIssue[] => {
    const value = fields[keyFieldName]
    const isKey = ['string', 'number'].includes(typeof value) && String(value).trim() !== ''
    const place = batch ? `batch[${index}].record` : 'record'
    const detail = 'Set the value of the key field.'
    return isKey ? [] : [{ in: 'body', name: `${place}.${keyField}`, value, detail }]
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

/** For providers without upserts, the record is looked up first. */
function isPossible(type: WriteRequest['type'], connector: Connector | undefined): boolean {
  const { writing, search } = connector ?? {}
  const isSimple = (one: WriteRequest['type']) => writing?.types.includes(one) ?? false
  if (type !== 'upsert' || isSimple(type)) return isSimple(type)
  return search !== undefined && isSimple('create') && isSimple('update')
}

/** Checks that the catalogue entry allows upserts of the object by this key field. */
function mustBeUpsertable(
  { keyField }: WriteRequest,
  {
    objectName,
    keyFieldName,
    connector,
  }: { objectName: string; keyFieldName: string; connector: Connector | undefined },
): void {
  if (connector?.writing?.types.includes('upsert')) return
  const object = getOwn(connector?.knownObjects?.(), objectName)
  if (!object) return
  const { displayName, writes, searchFields } = object
  const missing = (['create', 'update'] as const).find((type) => !writes.includes(type))
  if (missing) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: 'upsert',
      detail: `${displayName} cannot be ${missing}d, so they cannot be upserted. Possible types: ${writes.join(', ') || 'none'}.`,
    })
  }
  if (searchFields.length === 0) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: 'upsert',
      detail: `${displayName} cannot be upserted: the provider cannot find them by the value of a field. Check with a read whether the record exists, then send \`create\`, or \`update\` with its ID.`,
    })
  }
  if (!searchFields.includes(keyFieldName)) {
    throw invalidInput({
      in: 'body',
      name: 'keyField',
      value: keyField,
      detail: `${displayName} cannot be found by ${keyFieldName}. Fields that can be the key: ${searchFields.join(', ')}.`,
    })
  }
}

function mustBeAllowed(
  request: WriteRequest,
  plan: WritePlan,
  connector: Connector | undefined,
): void {
  const { type } = request
  const { writing } = connector ?? {}
  if (!writing || !isPossible(type, connector)) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: type,
      detail:
        type === 'upsert'
          ? 'This provider has no upsert, and no search for one. Check with a read whether the record exists, then send `create`, or `update` with its ID.'
          : `The type ${type} is not supported for this provider.`,
    })
  }
  if (type === 'delete' && !plan.isDeletionEnabled) {
    throw new Problem('deletion-not-enabled', {
      detail: `The installation does not allow deleting ${plan.objectName}.`,
    })
  }
  const records = listWriteRecords(request)
  const conditional = records.find((one) => conditionNames.some((name) => one[name] !== undefined))
  if (conditional) mustBeCheckable(conditional, plan, connector)
  if (request.batchPolicy?.allOrNone) {
    const atOnce = writing.batchSizes[type] ?? 1
    if (!writing.allOrNone.includes(type) || records.length > atOnce) {
      throw invalidInput({
        in: 'body',
        name: 'batchPolicy.allOrNone',
        value: true,
        detail: writing.allOrNone.includes(type)
          ? `The provider supports this for at most ${atOnce} records.`
          : 'The provider does not support this.',
      })
    }
  }
  if (!writing.associations && records.some(({ associations }) => associations?.length)) {
    throw invalidInput({
      in: 'body',
      name: 'associations',
      detail: 'Writing associations is not supported for this provider.',
    })
  }
}

/** Checks that the condition of a record can be checked. */
function mustBeCheckable(
  { expected, ifUnmodifiedSince }: NonNullable<WriteRequest['batch']>[number],
  { onConflict }: WritePlan,
  connector: Connector | undefined,
): void {
  const name = expected ? 'expected' : 'ifUnmodifiedSince'
  if (onConflict !== 'overwrite' && !connector?.subscribing) {
    const detail = 'The condition cannot be checked: records of this provider are not read by ID.'
    throw invalidInput({ in: 'body', name, detail })
  }
  if (onConflict === 'latest' && ifUnmodifiedSince === undefined) {
    const detail = 'Required, because `onConflict` of the object is `latest`.'
    throw invalidInput({ in: 'body', name: 'ifUnmodifiedSince', detail })
  }
}

const findConnector = (catalogue: Services['catalogue'], provider: string): Connector | undefined =>
  findProvider(provider, { among: catalogue })?.connector
