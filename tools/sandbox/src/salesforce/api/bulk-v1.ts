import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Grants } from '../../grants.ts'
import { bearerToken } from '../../http.ts'
import { toMembers, toTextMembers } from '../../members.ts'
import { requireDefined } from '../../require-defined.ts'
import { childElement, parseXml, renderSoap, XmlError, type XmlObject } from '../metadata/xml.ts'
import { SalesforceError } from '../org/errors.ts'
import { makeRecordId } from '../org/ids.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { flatRows } from '../query/flat-rows.ts'
import {
  FailedJob,
  ingest,
  ingestRecords,
  type IngestOperation,
  type RowResult,
} from '../records/bulk-ingest.ts'
import { recordsToCsv } from '../records/csv.ts'
import { findObject } from '../records/records.ts'
import type { Orgs } from './orgs.ts'

const namespace = 'http://www.force.com/2009/06/asyncapi/dataload'
const operations = ['insert', 'update', 'upsert', 'delete', 'hardDelete', 'query', 'queryAll']

interface Job {
  id: string
  org: SalesforceOrg
  object: string
  operation: string
  externalIdFieldName?: string
  contentType: 'CSV' | 'JSON'
  state: string
  batches: Batch[]
}

interface Batch {
  id: string
  /** The first status request reports `InProgress`, the next one the result. */
  state: 'Queued' | 'InProgress' | 'Completed' | 'Failed' | 'NotProcessed'
  body: string
  /** The result: CSV text, or a list in JSON. */
  result: unknown
  records: number
  failed: number
  stateMessage?: string
}

/** An error in the format of this API. */
class AsyncApiError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Path of the jobs. */
const jobsPath = '/services/async/:version/job'

type OfJob = { Params: { version: string; job: string } }
type OfBatch = { Params: { version: string; job: string; batch: string } }

/**
 * Serves Bulk API 1.0 with CSV and JSON: jobs of batches, which advance by one state with each
 * status request.
 */
export function bulkV1Routes(
  http: FastifyInstance,
  services: { grants: Grants; orgs: Orgs },
): void {
  void http.register((scope, _options, done) => {
    // A query is SOQL text, even in a request for JSON.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, read) =>
      read(null, body),
    )
    jobRoutes(scope, services)
    done()
  })
}

function jobRoutes(http: FastifyInstance, { grants, orgs }: { grants: Grants; orgs: Orgs }): void {
  const jobs = new Map<string, Job>()
  let made = 0

  const enter = (request: FastifyRequest): SalesforceOrg => {
    const session = request.headers['x-sfdc-session'] ?? bearerToken(request) ?? ''
    const grant = grants.read(String(session), 'access')
    if (grant && !grants.isExpired(grant) && grants.mayCallApi(grant))
      return requireDefined(orgs.get(grant.account))
    throw new AsyncApiError('InvalidSessionId', 'Invalid session id')
  }
  const find = (org: SalesforceOrg, id: string): Job => {
    const job = jobs.get(id)
    if (job?.org.id === org.id) return job
    throw new AsyncApiError('InvalidJob', `Unable to find object: ${id}`)
  }
  http.post(
    jobsPath,
    serve((request, reply) => {
      const org = enter(request)
      const text = membersOfRequest(request)
      const operation = text('operation')
      if (!operations.includes(operation)) {
        throw new AsyncApiError('InvalidJob', `Invalid operation: ${operation}`)
      }
      const contentType = text('contentType')
      if (contentType !== 'CSV' && contentType !== 'JSON') {
        throw new AsyncApiError('FeatureNotEnabled', 'The sandbox takes CSV and JSON only')
      }
      made += 1
      const externalIdFieldName = text('externalIdFieldName')
      const job: Job = {
        id: makeRecordId('750', 'B', made),
        org,
        object: findObject(org, text('object')).name,
        operation,
        ...(externalIdFieldName !== '' && { externalIdFieldName }),
        contentType,
        state: 'Open',
        batches: [],
      }
      jobs.set(job.id, job)
      return sendStatus(request, reply.code(201), 'jobInfo', showJob(job))
    }),
  )
  http.get<OfJob>(
    `${jobsPath}/:job`,
    serve((request, reply) =>
      sendStatus(
        request,
        reply,
        'jobInfo',
        showJob(find(enter(request), toTextMembers(request.params)['job'] ?? '')),
      ),
    ),
  )
  http.post<OfJob>(
    `${jobsPath}/:job`,
    serve((request, reply) => {
      const job = find(enter(request), toTextMembers(request.params)['job'] ?? '')
      const state = membersOfRequest(request)('state')
      if (state !== 'Closed' && state !== 'Aborted') {
        throw new AsyncApiError('InvalidJobState', `Invalid state: ${state}`)
      }
      job.state = state
      if (state === 'Aborted') {
        for (const batch of job.batches) {
          if (batch.state === 'Queued') batch.state = 'NotProcessed'
        }
      }
      return sendStatus(request, reply, 'jobInfo', showJob(job))
    }),
  )

  batchRoutes(http, (request) => find(enter(request), toTextMembers(request.params)['job'] ?? ''))
}

/** Serves the batches of jobs, which `jobOf` finds. */
function batchRoutes(http: FastifyInstance, jobOf: (request: FastifyRequest) => Job): void {
  let made = 0

  http.post<OfJob>(
    `${jobsPath}/:job/batch`,
    serve((request, reply) => {
      const job = jobOf(request)
      if (job.state !== 'Open') throw new AsyncApiError('InvalidJobState', 'The job is not open')
      made += 1
      const batch: Batch = {
        id: makeRecordId('751', 'B', made),
        state: 'Queued',
        body: String(request.body ?? ''),
        result: undefined,
        records: 0,
        failed: 0,
      }
      job.batches.push(batch)
      return sendStatus(request, reply.code(201), 'batchInfo', showBatch(job, batch))
    }),
  )
  http.get<OfJob>(
    `${jobsPath}/:job/batch`,
    serve((request, reply) => {
      const job = jobOf(request)
      const batchInfo = job.batches.map((batch) => showBatch(job, batch))
      return sendStatus(request, reply, 'batchInfoList', { batchInfo })
    }),
  )
  http.get<OfBatch>(
    `${jobsPath}/:job/batch/:batch`,
    serve((request, reply) => {
      const { batch: batchId = '', version = '' } = toTextMembers(request.params)
      const job = jobOf(request)
      const batch = findBatch(job, batchId)
      advanceBatch(job, batch, version)
      return sendStatus(request, reply, 'batchInfo', showBatch(job, batch))
    }),
  )
  http.get<OfBatch>(
    `${jobsPath}/:job/batch/:batch/result`,
    serve((request, reply) => {
      const { batch: batchId = '' } = toTextMembers(request.params)
      const job = jobOf(request)
      const batch = findBatch(job, batchId)
      if (batch.state !== 'Completed') {
        throw new AsyncApiError('InvalidBatch', 'The batch is not completed')
      }
      if (!isQuery(job)) return sendResult(reply, job, batch)
      if (isOfJson(request, job)) return reply.type('application/json').send([toResultId(batch)])
      return sendXml(reply, 'result-list', { result: [toResultId(batch)] })
    }),
  )
  http.get<OfBatch>(
    `${jobsPath}/:job/batch/:batch/request`,
    serve((request, reply) => {
      const { batch: batchId = '' } = toTextMembers(request.params)
      const job = jobOf(request)
      const type = job.contentType === 'JSON' ? 'application/json' : 'text/csv'
      return reply.type(type).send(findBatch(job, batchId).body)
    }),
  )
  http.get<{ Params: { job: string; batch: string; result: string } }>(
    `${jobsPath}/:job/batch/:batch/result/:result`,
    serve((request, reply) => {
      const { batch: batchId = '', result } = toTextMembers(request.params)
      const job = jobOf(request)
      const batch = findBatch(job, batchId)
      if (result !== toResultId(batch)) {
        throw new AsyncApiError('InvalidBatch', `Unable to find object: ${result}`)
      }
      return sendResult(reply, job, batch)
    }),
  )
}

const findBatch = (job: Job, id: string): Batch => {
  const batch = job.batches.find((one) => one.id === id)
  if (batch) return batch
  throw new AsyncApiError('InvalidBatch', `Unable to find object: ${id}`)
}

/** Serves a route whose errors have the format of this API. */
const serve =
  <Route extends object>(
    answer: (request: FastifyRequest<Route>, reply: FastifyReply) => unknown,
  ) =>
  async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    try {
      const said = answer(request, reply)
      return said ?? reply
    } catch (error) {
      const asJson = wantsJson(request)
      if (error instanceof AsyncApiError) {
        return rejectBulk(reply, { code: error.code, message: error.message, asJson })
      }
      if (error instanceof XmlError || error instanceof SyntaxError) {
        const code = error instanceof XmlError ? 'InvalidXML' : 'InvalidBatch'
        return rejectBulk(reply, { code, message: error.message, asJson })
      }
      if (!(error instanceof SalesforceError)) throw error
      return rejectBulk(reply, { code: 'InvalidEntity', message: error.message, asJson })
    }
  }

const wantsJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.includes('json') === true || headers.accept?.includes('json') === true

/** Status is returned as JSON if the request or the job is in JSON. */
const isOfJson = (request: FastifyRequest, { contentType }: Pick<Job, 'contentType'>) =>
  wantsJson(request) || contentType === 'JSON'

/** Returns a function for the texts of the sent XML or JSON. */
function membersOfRequest(request: FastifyRequest): (name: string) => string {
  const text = String(request.body ?? '')
  if (wantsJson(request)) {
    const members = toMembers(JSON.parse(text))
    return (name) => String(members[name] ?? '').trim()
  }
  const root = parseXml(text)
  return (name) => childElement(root, name)?.text.trim() ?? ''
}

const sendResult = (reply: FastifyReply, { contentType }: Job, { result }: Batch) =>
  reply.type(contentType === 'JSON' ? 'application/json' : 'text/csv').send(result)

/** Sends status as XML or JSON. */
const sendStatus = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  content: XmlObject,
) =>
  wantsJson(request) ? reply.type('application/json').send(content) : sendXml(reply, name, content)

const isQuery = ({ operation }: Job) => operation === 'query' || operation === 'queryAll'

const toResultId = ({ id }: Batch) => id.replace(/^751/, '752')

function advanceBatch(job: Job, batch: Batch, apiVersion: string): void {
  if (batch.state === 'Queued') batch.state = 'InProgress'
  else if (batch.state === 'InProgress') finish(job, batch, apiVersion)
}

function finish(job: Job, batch: Batch, apiVersion: string): void {
  try {
    if (isQuery(job)) queryInto(job, batch, apiVersion)
    else ingestInto(job, batch)
    batch.state = 'Completed'
  } catch (error) {
    const isRefused =
      error instanceof FailedJob || error instanceof SyntaxError || error instanceof SalesforceError
    if (!isRefused) throw error
    batch.state = 'Failed'
    batch.stateMessage = error.message
  }
}

function queryInto(job: Job, batch: Batch, apiVersion: string): void {
  const { org, operation, contentType } = job
  const { columns, cells, records } = flatRows(org, batch.body, { operation, apiVersion })
  batch.records = cells.length
  const csv = () =>
    cells.length > 0 ? recordsToCsv([columns, ...cells]) : 'Records not found for this query\n'
  batch.result = contentType === 'JSON' ? records : csv()
}

/** Returns one line per sent row, in order. */
function ingestInto(job: Job, batch: Batch): void {
  const { org, object, contentType, externalIdFieldName } = job
  const how = {
    operation: job.operation as IngestOperation,
    ...(externalIdFieldName !== undefined && { externalIdFieldName }),
  }
  if (contentType === 'JSON') {
    const records: unknown = JSON.parse(batch.body)
    if (!Array.isArray(records)) throw new FailedJob('InvalidBatch : Records not found')
    const results = ingestRecords(org, findObject(org, object), {
      ...how,
      records: records.map(toMembers),
    })
    batch.records = results.length
    batch.failed = results.filter((row) => 'refusal' in row).length
    batch.result = results.map(toResultRow)
    return
  }
  const { succeeded, failed } = ingest(org, findObject(org, object), { ...how, csv: batch.body })
  const lines = [
    ...succeeded.map(({ row, id, created }) => ({ row, cells: [id, 'true', String(created), ''] })),
    ...failed.map(({ row, error }) => ({ row, cells: ['', 'false', 'false', error] })),
  ].toSorted((a, b) => a.row - b.row)
  batch.records = lines.length
  batch.failed = failed.length
  batch.result = recordsToCsv([
    ['Id', 'Success', 'Created', 'Error'],
    ...lines.map(({ cells }) => cells),
  ])
}

/** Formats the result of a row as JSON. */
function toResultRow(result: RowResult) {
  if ('created' in result) {
    return { success: true, created: result.created, id: result.id, errors: [] }
  }
  const { message, errorCode: statusCode, fields = [] } = result.refusal
  const error = { message, fields, statusCode, extendedErrorDetails: null }
  return { success: false, created: false, id: null, errors: [error] }
}

const showJob = ({ id, org, object, operation, contentType, state, batches }: Job): XmlObject => ({
  id,
  operation,
  object,
  createdById: org.userId,
  createdDate: new Date(org.now()).toISOString(),
  systemModstamp: new Date(org.now()).toISOString(),
  state,
  concurrencyMode: 'Parallel',
  contentType,
  numberBatchesTotal: batches.length,
  numberBatchesCompleted: batches.filter((batch) => batch.state === 'Completed').length,
  numberBatchesFailed: batches.filter((batch) => batch.state === 'Failed').length,
  numberRecordsProcessed: batches.reduce((sum, { records }) => sum + records, 0),
})

const showBatch = (job: Job, batch: Batch): XmlObject => ({
  id: batch.id,
  jobId: job.id,
  state: batch.state,
  ...(batch.stateMessage !== undefined && { stateMessage: batch.stateMessage }),
  createdDate: new Date(job.org.now()).toISOString(),
  systemModstamp: new Date(job.org.now()).toISOString(),
  numberRecordsProcessed: batch.records,
  numberRecordsFailed: batch.failed,
})

const sendXml = (reply: FastifyReply, name: string, content: XmlObject) => {
  const element = renderSoap(name, content).replace(`<${name}`, `<${name} xmlns="${namespace}"`)
  return reply.type('application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>${element}`)
}

function rejectBulk(
  reply: FastifyReply,
  { code, message, asJson }: { code: string; message: string; asJson: boolean },
) {
  const error = { exceptionCode: code, exceptionMessage: message }
  return asJson
    ? reply.code(400).type('application/json').send(error)
    : sendXml(reply.code(400), 'error', error)
}
