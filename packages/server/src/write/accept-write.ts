import { createHash } from 'node:crypto'
import type { Writing } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type {
  InputValidationIssue,
  InstallationId,
  ManifestIntegration,
  OperationId,
  ProjectId,
  WriteRequest,
} from '@platform/contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import type { InstallationRow } from '../installations/installations.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { insertOperation } from '../operations/operations.ts'
import { objectNameOf } from '../integrations/read-object.ts'
import { mustHaveRoom } from '../projects/stored-bytes.ts'
import { planWrite, toOutgoing, type WritePlan } from './plan-write.ts'
import * as store from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** Sends what is to go in one call of the provider, and again while the provider is away. */
    write: { projectId: ProjectId; flushId: OperationId; inOrderWith: string | undefined }
    /** Makes one call of the writes that have gathered. */
    'gather-writes': { projectId: ProjectId; batchKey: string }
  }
}

const hourMs = 3_600_000

/** How many records gather before they go without waiting longer. */
const enoughRecords = 1000

/**
 * Accepts a write: from here on it is not lost. What is asynchronous is sent by a job; what somebody
 * waits for, `sendWrites` sends.
 *
 * @throws Problem for whatever can be said to be wrong without asking the provider
 */
export async function acceptWrite(
  { catalogue, tenantLimits }: Services,
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
): Promise<OperationId> {
  mustAgree(request)
  const objectName = objectNameOf(name, integration.content)
  const plan = planWrite(objectName, integration.content, installation.content)
  if (!plan) {
    throw new Problem('object-not-installed', {
      detail: `The installation of ${installation.groupRef} does not write ${objectName}.`,
      remedy: `Name ${objectName} under \`write.objects\` in platform.yaml and in the installation’s configuration.`,
    })
  }
  mustBeAllowed(request, plan, writingOf(catalogue, integration.provider))

  const operationId = newId('op')
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
  })
  const records = recordsOf(request).map(({ record, associations }) => ({
    ...toOutgoing(plan, record, request.type),
    ...(associations && associations.length > 0 && { associations }),
  }))
  const headers = Object.fromEntries((request.headers ?? []).map(({ key, value }) => [key, value]))
  const allOrNone = request.batchPolicy?.allOrNone ?? false
  const { autoBatchPolicy, mode } = request
  const batchKey =
    autoBatchPolicy && batchKeyOf([installationId, objectName, request.type, headers])
  const hours = autoBatchPolicy?.retryDeadlineHours ?? request.retryPolicy?.deadlineHours ?? 1
  const waitMs = (autoBatchPolicy?.maxDelayMinutes ?? 0) * 60_000
  await store.insertWrite(tx, {
    operationId,
    projectId,
    installationId,
    objectName,
    type: request.type,
    isBatch: request.batch !== undefined,
    allOrNone,
    headers: JSON.stringify(headers),
    records: JSON.stringify(records),
    results: JSON.stringify(records.map(() => null)),
    deadline: mode === 'asynchronous' ? new Date(Date.now() + waitMs + hours * hourMs) : null,
    batchKey: batchKey ?? null,
    flushTime: autoBatchPolicy ? new Date(Date.now() + waitMs) : null,
    flushId: mode === 'asynchronous' && !batchKey ? operationId : null,
  })
  if (mode === 'asynchronous') await mustHaveRoom(tx, tenantLimits, projectId)
  if (batchKey !== undefined) await gatherInTime(tx, projectId, batchKey)
  else if (mode === 'asynchronous')
    await enqueueWrite(tx, {
      projectId,
      installationId,
      flushId: operationId,
      inOrderWith: records[0]?.id,
    })
  return operationId
}

/** Sends what waits as one flush, after earlier ones that are `inOrderWith` the same text. */
export const enqueueWrite = (
  tx: Db,
  {
    projectId,
    installationId,
    flushId,
    inOrderWith = flushId,
  }: {
    projectId: ProjectId
    installationId: InstallationId
    flushId: OperationId
    /** Such as the ID of the record that is updated. */
    inOrderWith?: string | undefined
  },
  runAt?: Date,
) =>
  enqueue(
    tx,
    'write',
    { projectId, flushId, inOrderWith },
    {
      key: `write ${flushId}`,
      queue: `write ${projectId} ${numberFor(installationId, linesOfProject)}.${numberFor(inOrderWith, tracksOfLine)}`,
      goesOn: true,
      ...(runAt && { runAt }),
    },
  )

/** A provider that does not answer blocks one line of its project, not all of them. */
const linesOfProject = 4
/** The writes of one line that are sent at the same time. */
const tracksOfLine = 3
export const mostSentOfProject = linesOfProject * tracksOfLine

const numberFor = (text: string, below: number) =>
  createHash('sha256').update(text).digest().readUInt32BE() % below

async function gatherInTime(tx: Db, projectId: ProjectId, batchKey: string): Promise<void> {
  const { flushTime, records } = await store.waitingOf(tx, batchKey)
  await enqueue(
    tx,
    'gather-writes',
    { projectId, batchKey },
    {
      key: `gather ${batchKey}`,
      goesOn: true,
      ...(flushTime && records < enoughRecords && { runAt: flushTime }),
    },
  )
}

const batchKeyOf = (alike: unknown[]) =>
  createHash('sha256').update(JSON.stringify(alike)).digest('base64url')

/** What the parts of the request say must go together; nothing that is sent is left unheard. */
function mustAgree(request: WriteRequest): void {
  const issues: InputValidationIssue[] = []
  const refuse = (name: string, detail: string) => issues.push({ in: 'body', name, detail })

  if ((request.record === undefined) === (request.batch === undefined)) {
    refuse('record', 'Send either `record` or `batch`.')
  }
  if (request.batch && request.associations) {
    refuse('associations', 'In a batch, give each record its own `associations`.')
  }
  if (request.batchPolicy && !request.batch) {
    refuse('batchPolicy', 'It is for a `batch`.')
  }
  if (request.mode === 'synchronous') {
    for (const name of ['retryPolicy', 'autoBatchPolicy'] as const) {
      if (request[name]) refuse(name, 'It is for asynchronous writes: send `mode: asynchronous`.')
    }
  }
  if (request.autoBatchPolicy && request.retryPolicy) {
    refuse('retryPolicy', 'Use `autoBatchPolicy.retryDeadlineHours`.')
  }
  if (request.autoBatchPolicy && request.batchPolicy?.allOrNone) {
    refuse('batchPolicy.allOrNone', 'Records that are gathered with others cannot be all or none.')
  }
  recordsOf(request).forEach(({ record, associations }, index) => {
    const place = request.batch ? `batch[${index}].` : ''
    const { id } = record
    if (request.type !== 'create' && (typeof id !== 'string' || id === '')) {
      refuse(`${place}record.id`, `Name the record to ${request.type} by its ID at the provider.`)
    }
    if (request.type === 'delete' && associations) {
      refuse(`${place}associations`, 'A deletion has none.')
    }
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

const recordsOf = ({ record, batch, associations }: WriteRequest) =>
  batch ?? (record ? [{ record, associations }] : [])

function mustBeAllowed(request: WriteRequest, plan: WritePlan, writing: Writing | undefined): void {
  const { type } = request
  if (!writing?.types.includes(type)) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: type,
      detail: `Records of this provider cannot be written by ${type} from here.`,
    })
  }
  if (type === 'delete' && !plan.isDeletionEnabled) {
    throw new Problem('deletion-not-enabled', {
      detail: `The installation does not allow deleting ${plan.objectName}.`,
    })
  }
  const records = recordsOf(request)
  if (request.batchPolicy?.allOrNone) {
    const atOnce = writing.batchSizes[type] ?? 1
    if (!writing.allOrNone.includes(type) || records.length > atOnce) {
      throw invalidInput({
        in: 'body',
        name: 'batchPolicy.allOrNone',
        value: true,
        detail: writing.allOrNone.includes(type)
          ? `The provider keeps to it for at most ${atOnce} records.`
          : 'The provider cannot keep to it.',
      })
    }
  }
  if (!writing.associations && records.some(({ associations }) => associations?.length)) {
    throw invalidInput({
      in: 'body',
      name: 'associations',
      detail: 'Associations of this provider cannot be written from here.',
    })
  }
}

const writingOf = (catalogue: Services['catalogue'], provider: string): Writing | undefined =>
  findProvider(provider, { among: catalogue })?.connector?.writing
