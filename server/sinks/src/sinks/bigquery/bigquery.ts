import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { timeOfId } from '@platform/kernel/db/new-id'
import { must, sleep } from '@platform/kernel/values'
import { acceptEntry, parseReplyBody, type BatchEntry } from '../batches.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { createGoogleTokens, serviceAccountIssues } from '../pubsub/google-token.ts'
import { issue, type SinkType } from '../sink.ts'
import { createTableSink } from '../tables/table-sink.ts'
import { WarehouseError, type DescribedTable } from '../tables/warehouse.ts'
import { createBigQueryTables, toColumnType } from './tables.ts'

/**
 * A request has up to 10 MB and should have up to 500 rows. Escaping doubles a message at most.
 * https://cloud.google.com/bigquery/quotas#streaming_inserts
 */
const limits = {
  service: 'BigQuery',
  maxEntries: 500,
  maxMessageBytes: 4_500_000,
  maxCallBytes: 9_000_000,
}
const service = 'https://bigquery.googleapis.com'
const scope = 'https://www.googleapis.com/auth/bigquery'
const defaultTable = 'platform_events'
const maxReplyBytes = 1024 * 1024
/** Records are merged by statements, so messages wait for others. */
const defaultWaitSecs = 5
/** How long a call waits for a statement, and the next one begins later. */
const pollMs = 10_000
const breakMs = 200
const maxDetail = 1000
/** How often rows are sent to a table that was just created, which takes a moment to accept them. */
const maxTries = 3
const waitMs = 1_000

/** https://cloud.google.com/resource-manager/docs/creating-managing-projects#before_you_begin */
const projectName = /^(?:[a-z\d.-]+:)?[a-z][a-z\d-]{4,28}[a-z\d]$/
/** https://cloud.google.com/bigquery/docs/datasets#dataset-naming */
const datasetName = /^\w{1,1024}$/
const tableName = /^[\w-]{1,1024}$/

/**
 * BigQuery: merges records into a table for each object, and streams other messages into a table with ID, type,
 * time and data, and a partition per day. Tables are created if they do not exist.
 */
export const bigquery: SinkType = {
  type: 'bigquery',
  isWebhook: false,
  // A token is valid for an hour wherever it is sent to.
  secretsFollow: ['endpointUrl'],

  validate({ metadata, credentials }, context) {
    const { dataset = '', project = '', table, endpointUrl } = metadata
    return [
      ...(datasetName.test(dataset)
        ? []
        : [issue('metadata.dataset', 'The dataset is invalid. Example: integrations.', dataset)]),
      ...(projectName.test(project)
        ? []
        : [issue('metadata.project', 'The project is invalid. Example: acme-prod.', project)]),
      ...(table === undefined || tableName.test(table)
        ? []
        : [issue('metadata.table', 'The table is invalid. Example: platform_events.', table)]),
      ...(endpointUrl ? urlIssues('metadata.endpointUrl', endpointUrl, context) : []),
      ...serviceAccountIssues(credentials.serviceAccountKey, { isRequired: !endpointUrl }),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const project = must(metadata.project, 'project')
    const dataset = must(metadata.dataset, 'dataset')
    const { table = defaultTable } = metadata
    const origin = (metadata.endpointUrl ?? service).replace(/\/+$/, '')
    const tables = `${origin}/bigquery/v2/projects/${encodeURIComponent(project)}/datasets/${dataset}/tables`
    const queries = `${origin}/bigquery/v2/projects/${encodeURIComponent(project)}/queries`
    const outlet = egress.forTenant(projectId)
    const getToken = createGoogleTokens(credentials.serviceAccountKey, { scope })

    const ask = async (url: string, signal: AbortSignal, body?: object): Promise<GoogleReply> => {
      const token = await getToken()
      const reply = await outlet.request(url, {
        ...{ method: body ? 'POST' : 'GET', timeoutMs, maxBodyBytes: maxReplyBytes, signal },
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return reply
    }

    let isKnown = false
    /**
     * Creates the table if it does not exist; resolves to the failure if there is one. It is asked for
     * first: BigQuery remembers for minutes that a table did not exist when rows were sent to it.
     */
    const prepareTable = async (signal: AbortSignal): Promise<Failure | undefined> => {
      if (isKnown) return undefined
      const found = await ask(`${tables}/${table}?fields=id`, signal)
      if (found.status === 404) {
        const made = await ask(tables, signal, describeEventsTable({ project, dataset, table }))
        // Another process may have created it.
        if (made.status !== 200 && made.status !== 409) return describeFailure(made)
      } else if (found.status !== 200) {
        return describeFailure(found)
      }
      isKnown = true
      return undefined
    }

    /** Runs a statement, and waits until it has ended. */
    const runQuery = async (
      query: string,
      { sent, signal }: { sent?: string; signal: AbortSignal },
    ): Promise<{ jobId?: string | undefined }> => {
      let reply = await ask(queries, signal, {
        ...{
          query,
          useLegacySql: false,
          timeoutMs: pollMs,
          maxResults: 0,
          requestId: randomUUID(),
        },
        ...(sent !== undefined && {
          parameterMode: 'NAMED',
          queryParameters: [
            {
              name: 'sent',
              parameterType: { type: 'STRING' },
              parameterValue: { value: sent },
            },
          ],
        }),
      })
      for (;;) {
        const job = reply.status === 200 ? parseReplyBody(QueryJob, reply.body) : undefined
        if (!job) throw new WarehouseError(describeFailure(reply), findSubject(reply))
        const { jobId, location } = job.jobReference ?? {}
        if (job.jobComplete || jobId === undefined) return { jobId }
        const asked = new URLSearchParams({
          ...{ timeoutMs: String(pollMs), maxResults: '0' },
          ...(location !== undefined && { location }),
        })
        // An endpoint that answers at once is not asked without a break.
        await sleep(breakMs, signal)
        reply = await ask(`${queries}/${encodeURIComponent(jobId)}?${asked}`, signal)
      }
    }

    const describeTable = async (
      name: string,
      signal: AbortSignal,
    ): Promise<DescribedTable | undefined> => {
      const reply = await ask(`${tables}/${name}?fields=description,schema`, signal)
      if (reply.status === 404) return undefined
      const found = reply.status === 200 ? parseReplyBody(Table, reply.body) : undefined
      if (!found) throw new WarehouseError(describeFailure(reply))
      const columns = found.schema.fields.map((field) => ({
        ...{ name: field.name, type: toColumnType(field.type) },
        comment: field.description ?? null,
      }))
      return { name, comment: found.description ?? null, columns }
    }

    const insertRows = async (
      entries: readonly BatchEntry[],
      signal: AbortSignal,
    ): Promise<Outcome[]> => {
      const rows = entries.map(toRow)
      for (let tried = 1; ; tried++) {
        const reply = await ask(`${tables}/${table}/insertAll`, signal, {
          // Those beside an invalid row are stored.
          skipInvalidRows: true,
          rows,
        })
        if (reply.status === 404) isKnown = false
        if (reply.status === 404 && tried < maxTries) {
          await sleep(waitMs, signal)
          continue
        }
        return toOutcomes(reply, entries.length)
      }
    }

    return createTableSink(
      { ...metadata, maxWaitSecs: metadata.maxWaitSecs ?? defaultWaitSecs },
      {
        target: `bigquery:${project}.${dataset}.${table}`,
        ...{ limits, timeoutMs },
        async putEvents(entries, signal) {
          const failure = await prepareTable(signal)
          return failure ? entries.map(() => failure) : insertRows(entries, signal)
        },
        warehouse: createBigQueryTables({
          ...{ project, dataset, eventsTable: table, run: runQuery, describe: describeTable },
        }),
      },
    )
  },
}

interface GoogleReply {
  status: number
  body: string
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table */
const describeEventsTable = (tableReference: {
  project: string
  dataset: string
  table: string
}) => ({
  tableReference: {
    projectId: tableReference.project,
    datasetId: tableReference.dataset,
    tableId: tableReference.table,
  },
  schema: {
    fields: [
      { name: 'id', type: 'STRING', mode: 'REQUIRED' },
      { name: 'type', type: 'STRING', mode: 'REQUIRED' },
      { name: 'time', type: 'TIMESTAMP', mode: 'REQUIRED' },
      { name: 'data', type: 'STRING', mode: 'REQUIRED', description: 'JSON' },
    ],
  },
  timePartitioning: { type: 'DAY', field: 'time' },
})

/** BigQuery stores rows with the same `insertId` once, if they arrive within about a minute. */
const toRow = ({ event: { id, type, body } }: BatchEntry) => ({
  insertId: id,
  json: { id, type, time: new Date(timeOfId(id)).toISOString(), data: body },
})

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll#response-body */
const Inserted = z.object({
  insertErrors: z
    .array(
      z.object({
        index: z.int(),
        errors: z.array(
          z.object({ reason: z.string(), message: z.string(), location: z.string() }).partial(),
        ),
      }),
    )
    .default([]),
})

function toOutcomes(reply: GoogleReply, count: number): Outcome[] {
  const parsed = reply.status === 200 ? parseReplyBody(Inserted, reply.body) : undefined
  if (!parsed) {
    const failure = describeFailure(reply)
    return Array.from({ length: count }, () => failure)
  }
  const rejected = new Map(parsed.insertErrors.map(({ index, errors }) => [index, errors[0] ?? {}]))
  return Array.from({ length: count }, (_, index) => {
    const error = rejected.get(index)
    if (!error) return acceptEntry({})
    const { reason = 'invalid', location = '', message = '' } = error
    return rejectRows([reason, location, message].filter(Boolean).join(': '))
  })
}

const Rejection = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
  }),
})
/** https://cloud.google.com/bigquery/docs/error-messages */
const throttlingReasons = new Set(['rateLimitExceeded', 'quotaExceeded', 'jobRateLimitExceeded'])
/** Statements of others about the same table. */
const isOfOthers = /serialize access|outstanding against/i

function describeFailure({ status, body }: GoogleReply): Failure {
  const { error } = parseReplyBody(Rejection, body) ?? {}
  const reason = error?.errors?.[0]?.reason
  return {
    ...rejectRows(error ? [reason ?? status, error.message].join(': ') : `It answered ${status}.`),
    response: { status, headers: {}, body: '' },
    ...((status === 429 ||
      throttlingReasons.has(reason ?? '') ||
      isOfOthers.test(error?.message ?? '')) && { isThrottled: true }),
  }
}

/** Reports what a failed statement is about, if other rows or another look at the table can help. */
function findSubject({ status, body }: GoogleReply): 'rows' | 'table' | undefined {
  const { error } = parseReplyBody(Rejection, body) ?? {}
  if (
    status === 404 ||
    /Unrecognized name|is not present in|not found inside/.test(error?.message ?? '')
  )
    return 'table'
  const isOfValues = ['invalidQuery', 'invalid'].includes(error?.errors?.[0]?.reason ?? '')
  return isOfValues && !isOfOthers.test(error?.message ?? '') ? 'rows' : undefined
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query#response-body */
const QueryJob = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: z.string(), location: z.string().optional() }).optional(),
})

const Table = z.object({
  description: z.string().optional(),
  schema: z.object({
    fields: z.array(
      z.object({ name: z.string(), type: z.string(), description: z.string().optional() }),
    ),
  }),
})

const rejectRows = (detail: string): Failure => ({
  succeeded: false,
  class: 'refused',
  detail: detail.slice(0, maxDetail),
})
