import { z } from 'zod'
import { timeOfId } from '@platform/kernel/db/new-id'
import { must, sleep } from '@platform/kernel/values'
import { acceptEntry, createBatchSink, parseReplyBody, type BatchEntry } from '../batches.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { createGoogleTokens, serviceAccountIssues } from '../pubsub/google-token.ts'
import { issue, type SinkType } from '../sink.ts'

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
 * BigQuery: streams batches of messages into a table, each with the event's ID, type, time and data. The
 * table is created if it does not exist, with a partition per day.
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
        const made = await ask(tables, signal, describeTable({ project, dataset, table }))
        // Another process may have created it.
        if (made.status !== 200 && made.status !== 409) return describeFailure(made)
      } else if (found.status !== 200) {
        return describeFailure(found)
      }
      isKnown = true
      return undefined
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

    return createBatchSink(metadata, {
      target: `bigquery:${project}.${dataset}.${table}`,
      limits,
      async put(entries) {
        const signal = AbortSignal.timeout(timeoutMs)
        const failure = await prepareTable(signal)
        return failure ? entries.map(() => failure) : insertRows(entries, signal)
      },
    })
  },
}

interface GoogleReply {
  status: number
  body: string
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table */
const describeTable = (tableReference: { project: string; dataset: string; table: string }) => ({
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
const throttlingReasons = new Set(['rateLimitExceeded', 'quotaExceeded'])

function describeFailure({ status, body }: GoogleReply): Failure {
  const { error } = parseReplyBody(Rejection, body) ?? {}
  const reason = error?.errors?.[0]?.reason
  return {
    ...rejectRows(error ? [reason ?? status, error.message].join(': ') : `It answered ${status}.`),
    response: { status, headers: {}, body: '' },
    ...((status === 429 || throttlingReasons.has(reason ?? '')) && { isThrottled: true }),
  }
}

const rejectRows = (detail: string): Failure => ({
  succeeded: false,
  class: 'refused',
  detail: detail.slice(0, maxDetail),
})
