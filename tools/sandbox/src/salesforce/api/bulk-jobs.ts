import type { FastifyInstance, FastifyReply } from 'fastify'
import { getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import {
  FailedJob,
  ingest,
  ingestOperations,
  type IngestOperation,
  type IngestResult,
} from '../records/bulk-ingest.ts'
import { recordsToCsv } from '../records/csv.ts'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import { makeRecordId } from '../org/ids.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { flatRows, type FlatRows } from '../query/flat-rows.ts'
import { findObject } from '../records/records.ts'
import { getRequestBody, type AuthenticateSalesforce } from './enter.ts'
import { parseSoql } from '../query/soql.ts'
import { toTextMembers } from '../../members.ts'

type Version = { version: string }
type OfJob = { Params: Version & { id: string } }

interface Job {
  id: string
  org: SalesforceOrg
  kind: 'query' | 'ingest'
  state: 'Open' | 'UploadComplete' | 'InProgress' | 'JobComplete' | 'Failed' | 'Aborted'
  /** Values of the request that replies repeat. */
  info: Record<string, unknown>
  /** Columns and rows of a query's result. */
  rows?: FlatRows
  csv: string
  result?: IngestResult
  errorMessage?: string
}

const defaultPage = 50_000
const root = '/services/data/v:version/jobs'

/** Serves Bulk API 2.0. A job advances by one state with each status request. */
export function bulkRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  const jobs = new Map<string, Job>()
  let made = 0

  const open = (
    org: SalesforceOrg,
    kind: Job['kind'],
    info: Job['info'],
    state: Job['state'],
  ): Job => {
    made += 1
    const job: Job = { id: makeRecordId('750', 'A', made), org, kind, state, info, csv: '' }
    jobs.set(job.id, job)
    return job
  }
  const find = (org: SalesforceOrg, kind: Job['kind'], id: string): Job => {
    const job = jobs.get(id)
    if (!job || job.org !== org || job.kind !== kind) throw orgNotFound()
    return job
  }

  http.post<{ Params: Version }>(`${root}/query`, async (request, reply) => {
    const org = enter(request, reply)
    const { query = '', operation = 'query' } = toTextMembers(getRequestBody(request))
    const job = open(org, 'query', { operation, object: parseSoql(query).from }, 'UploadComplete')
    job.rows = flatRows(org, query, { operation, apiVersion: request.params.version })
    return showBulkJob(job)
  })

  http.post<{ Params: Version }>(`${root}/ingest`, async (request, reply) => {
    const org = enter(request, reply)
    const { object, operation, externalIdFieldName } = toTextMembers(getRequestBody(request))
    if (!ingestOperations.some((known) => known === operation)) {
      throw new SalesforceError(400, 'INVALIDJOB', `Unknown operation: ${operation}`)
    }
    if (operation === 'upsert' && !externalIdFieldName) {
      throw new SalesforceError(400, 'INVALIDJOB', 'externalIdFieldName is required for upsert')
    }
    findObject(org, object ?? '')
    const info = { object, operation, ...(externalIdFieldName && { externalIdFieldName }) }
    const job = open(org, 'ingest', info, 'Open')
    const contentUrl = `services/data/v${request.params.version}/jobs/ingest/${job.id}/batches`
    Object.assign(job.info, { contentUrl })
    return showBulkJob(job)
  })

  http.put<OfJob>(`${root}/ingest/:id/batches`, async (request, reply) => {
    const job = find(enter(request, reply), 'ingest', request.params.id)
    if (job.state !== 'Open') {
      throw new SalesforceError(400, 'INVALIDJOBSTATE', 'The job takes no more data')
    }
    job.csv = String(request.body ?? '')
    return reply.code(201).send()
  })

  for (const kind of ['query', 'ingest'] as const) {
    http.get<{ Params: Version }>(`${root}/${kind}`, async (request, reply) => {
      const org = enter(request, reply)
      const own = [...jobs.values()].filter((job) => job.org === org && job.kind === kind)
      return { done: true, nextRecordsUrl: null, records: own.map(showBulkJob) }
    })
    http.get<OfJob>(`${root}/${kind}/:id`, async (request, reply) => {
      const job = find(enter(request, reply), kind, request.params.id)
      const before = showBulkJob(job)
      advanceJob(job)
      return before
    })
    http.patch<OfJob>(`${root}/${kind}/:id`, async (request, reply) => {
      const job = find(enter(request, reply), kind, request.params.id)
      const { state } = getRequestBody(request)
      if (state !== 'Aborted' && state !== 'UploadComplete') {
        throw new SalesforceError(400, 'INVALIDJOBSTATE', `The job cannot become ${String(state)}`)
      }
      job.state = state
      return showBulkJob(job)
    })
    http.delete<OfJob>(`${root}/${kind}/:id`, async (request, reply) => {
      jobs.delete(find(enter(request, reply), kind, request.params.id).id)
      return reply.code(204).send()
    })
  }

  http.get<OfJob>(`${root}/query/:id/results`, async (request, reply) => {
    const job = find(enter(request, reply), 'query', request.params.id)
    if (job.state !== 'JobComplete') {
      throw new SalesforceError(400, 'INVALIDJOBSTATE', 'The job is not complete')
    }
    const { maxRecords, locator } = getQuery(request)
    return sendPage(reply, requireDefined(job.rows), {
      from: locator === undefined ? 0 : parseLocator(locator),
      size: Number(maxRecords) || defaultPage,
    })
  })

  for (const outcome of ['successfulResults', 'failedResults', 'unprocessedrecords'] as const) {
    http.get<OfJob>(`${root}/ingest/:id/${outcome}`, async (request, reply) => {
      const job = find(enter(request, reply), 'ingest', request.params.id)
      return reply.type('text/csv').send(resultCsv(job, outcome))
    })
  }
}

function showBulkJob({ id, org, kind, state, info, result, errorMessage }: Job) {
  const now = new Date(org.now()).toISOString().replace('Z', '+0000')
  const processed = (result?.succeeded.length ?? 0) + (result?.failed.length ?? 0)
  return {
    id,
    ...info,
    createdById: org.userId,
    createdDate: now,
    systemModstamp: now,
    state,
    concurrencyMode: 'Parallel',
    contentType: 'CSV',
    apiVersion: 60,
    lineEnding: 'LF',
    columnDelimiter: 'COMMA',
    ...(kind === 'ingest' && { jobType: 'V2Ingest' }),
    ...(result && {
      numberRecordsProcessed: processed,
      numberRecordsFailed: result.failed.length,
    }),
    ...(errorMessage !== undefined && { errorMessage }),
  }
}

function advanceJob(job: Job): void {
  if (job.state === 'UploadComplete') job.state = 'InProgress'
  else if (job.state === 'InProgress') finish(job)
}

function finish(job: Job): void {
  if (job.kind === 'query') {
    job.state = 'JobComplete'
    return
  }
  const { object, operation, externalIdFieldName } = toTextMembers(job.info)
  try {
    job.result = ingest(job.org, findObject(job.org, requireDefined(object)), {
      operation: operation as IngestOperation,
      csv: job.csv,
      ...(externalIdFieldName !== undefined && { externalIdFieldName }),
    })
    job.state = 'JobComplete'
  } catch (error) {
    if (!(error instanceof FailedJob) && !(error instanceof SyntaxError)) throw error
    job.state = 'Failed'
    job.errorMessage = error.message
  }
}

function sendPage(
  reply: FastifyReply,
  { columns, cells }: FlatRows,
  { from, size }: { from: number; size: number },
) {
  const page = cells.slice(from, from + size)
  const end = from + page.length
  reply.header('sforce-numberofrecords', page.length)
  reply.header('sforce-locator', end < cells.length ? btoa(String(end)) : 'null')
  return reply.type('text/csv').send(recordsToCsv([columns, ...page]))
}

function parseLocator(locator: string): number {
  const offset = Number(atob(locator))
  if (Number.isInteger(offset)) return offset
  throw new SalesforceError(400, 'INVALID_LOCATOR', `The locator ${locator} is not valid`)
}

function resultCsv(
  { result, csv, state }: Job,
  outcome: 'successfulResults' | 'failedResults' | 'unprocessedrecords',
): string {
  if (outcome === 'unprocessedrecords') return state === 'Aborted' || state === 'Failed' ? csv : ''
  const { columns = [], succeeded = [], failed = [] } = result ?? {}
  return outcome === 'successfulResults'
    ? recordsToCsv([
        ['sf__Id', 'sf__Created', ...columns],
        ...succeeded.map(({ id, created, cells }) => [id, created, ...cells]),
      ])
    : recordsToCsv([
        ['sf__Id', 'sf__Error', ...columns],
        ...failed.map(({ id, error, cells }) => [id, error, ...cells]),
      ])
}
