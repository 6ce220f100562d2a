import { z } from 'zod'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { EgressReply } from '@platform/kernel/egress'
import { must } from '@platform/kernel/values'
import { acceptEntry, parseReplyBody, putInHalves, type BatchEntry } from '../batches.ts'
import { readRetryAfter, urlIssues } from '../http-exchange.ts'
import type { Failure } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { createTableSink } from '../tables/table-sink.ts'
import { WarehouseError } from '../tables/warehouse.ts'
import { openReceiverTokens } from '../webhook/receiver-token.ts'
import {
  createDatabricksTables,
  explodeSent,
  quoteDatabricksName,
  type RunOnWarehouse,
} from './tables.ts'

/** A statement with its values has up to 16 MiB. Escaping doubles a message at most. */
const limits = {
  service: 'Databricks',
  maxEntries: 10_000,
  maxMessageBytes: 4 * 1024 * 1024,
  maxCallBytes: 6 * 1024 * 1024,
}
/** Each call is a statement that a warehouse runs, so messages wait for others. */
const defaultWaitSecs = 5
const defaultSchema = 'default'
const defaultTable = 'platform_events'
/** Of two tables with all their columns. */
const maxReplyBytes = 1024 * 1024
const maxDetail = 1000
/** How long a call can wait for its statement. */
const waitSecs = { min: 5, max: 50 }

/** Names that need no escaping between backticks. */
const identifier = /^[\w-]{1,255}$/
/** Errors about values, whichever the statement. https://docs.databricks.com/en/error-messages/error-classes.html */
const valueErrors =
  /\[(?:CAST_INVALID_INPUT|CAST_OVERFLOW|MALFORMED_RECORD_IN_PARSING|DELTA_VIOLATE_CONSTRAINT|DELTA_NOT_NULL_CONSTRAINT|NUMERIC_VALUE_OUT_OF_RANGE|INVALID_JSON)/
const tableErrors =
  /\[(?:TABLE_OR_VIEW_NOT_FOUND|UNRESOLVED_COLUMN|DELTA_MERGE_UNRESOLVED_EXPRESSION|FIELDS?_ALREADY_EXISTS|COLUMN_ALREADY_EXISTS)/
const conflicts = /\[DELTA_CONCURRENT|DELTA_METADATA_CHANGED/

/**
 * Databricks: merges records into a table for each object by the SQL Statement Execution API, and other
 * messages into a table with ID, type, time and data. Tables are created if they do not exist.
 */
export const databricks: SinkType = {
  type: 'databricks',
  isWebhook: false,
  secretsFollow: ['url'],

  validate({ metadata, credentials }, context) {
    const { url = '', clientId } = metadata
    const { accessToken, clientSecret } = credentials
    const isComplete = accessToken ? !clientId && !clientSecret : clientId && clientSecret
    return [
      ...urlIssues('metadata.url', url, context),
      ...(['catalog', 'schema', 'table', 'warehouseId'] as const).flatMap((name) => {
        const value =
          metadata[name] ?? (name === 'catalog' || name === 'warehouseId' ? '' : undefined)
        return value === undefined || identifier.test(value)
          ? []
          : [
              issue(
                `metadata.${name}`,
                'The name may have letters, digits, underscores and hyphens.',
                value,
              ),
            ]
      }),
      ...(isComplete
        ? []
        : [
            issue(
              'secrets.accessToken',
              'Either an access token, or the client ID and secret of a service principal is required.',
            ),
          ]),
    ]
  },

  open(target, context) {
    const { projectId, metadata, credentials } = target
    const { timeoutMs } = context
    const { table = defaultTable } = metadata
    const origin = must(metadata.url, 'url').replace(/\/+$/, '')
    const catalog = must(metadata.catalog, 'catalog')
    const { schema = defaultSchema } = metadata
    const outlet = context.egress.forTenant(projectId)
    const tokens = credentials.accessToken
      ? undefined
      : openReceiverTokens(
          {
            ...target,
            metadata: { ...metadata, tokenUrl: `${origin}/oidc/v1/token`, scope: 'all-apis' },
          },
          context,
        )
    const wait = Math.min(Math.max(Math.floor(timeoutMs / 1000), waitSecs.min), waitSecs.max)

    const getToken = async () => {
      const token = await tokens?.get()
      if (!token) return { text: must(credentials.accessToken, 'accessToken') }
      if ('succeeded' in token) throw new WarehouseError(token)
      return token
    }

    const runStatement: RunOnWarehouse = async (statement, { values = {}, signal }) => {
      const token = await getToken()
      const reply = await outlet.request(`${origin}/api/2.0/sql/statements`, {
        ...{ method: 'POST', timeoutMs, maxBodyBytes: maxReplyBytes, signal },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.text}` },
        body: JSON.stringify({
          ...{ warehouse_id: metadata.warehouseId, catalog, schema, statement },
          parameters: Object.entries(values).map(([name, value]) => ({
            ...{ name, value, type: 'STRING' },
          })),
          // A statement does not go on after its attempt.
          ...{ wait_timeout: `${wait}s`, on_wait_timeout: 'CANCEL' },
          ...{ disposition: 'INLINE', format: 'JSON_ARRAY' },
        }),
      })
      if (reply.status === 401 && 'fetchedAt' in token) tokens?.forget(token)
      const result = reply.status === 200 ? parseReplyBody(Statement, reply.body) : undefined
      if (result?.status.state === 'SUCCEEDED') {
        return { statementId: result.statement_id, rows: result.result?.data_array ?? [] }
      }
      throw describeRefusal(reply, result)
    }

    const path = [catalog, schema, table].map(quoteDatabricksName).join('.')
    const mergeEvents = (entries: readonly BatchEntry[], signal: AbortSignal) =>
      putInHalves(entries, async (some) => {
        const merge = () =>
          runStatement(mergeInto(path), { values: { sent: formatEvents(some) }, signal })
        try {
          const { statementId } = await merge().catch(async (error: unknown) => {
            if (!(error instanceof WarehouseError && error.about === 'table')) throw error
            await runStatement(formatCreation(path), { signal })
            return merge()
          })
          return { outcome: acceptEntry({ statementId }), isOfOne: false }
        } catch (error) {
          if (!(error instanceof WarehouseError)) throw error
          return { outcome: error.failure, isOfOne: error.about === 'rows' }
        }
      })

    return createTableSink(
      { ...metadata, maxWaitSecs: metadata.maxWaitSecs ?? defaultWaitSecs },
      {
        target: `databricks:${new URL(origin).host}/${catalog}.${schema}.${table}`,
        ...{ limits, timeoutMs, putEvents: mergeEvents },
        warehouse: createDatabricksTables({
          catalog,
          schema,
          eventsTable: table,
          run: runStatement,
        }),
      },
    )
  },
}

const formatCreation = (path: string) =>
  `CREATE TABLE IF NOT EXISTS ${path} (id STRING, type STRING, time TIMESTAMP, data STRING)`

const mergeInto = (path: string) =>
  `MERGE INTO ${path} AS stored USING (SELECT sent_row.id AS id, sent_row.type AS type, ` +
  'CAST(sent_row.time AS TIMESTAMP) AS time, sent_row.data AS data ' +
  `FROM ${explodeSent(['id:STRING', 'type:STRING', 'time:STRING', 'data:STRING'])}) AS sent ` +
  'ON stored.id = sent.id AND stored.time = sent.time ' +
  'WHEN NOT MATCHED THEN INSERT (id, type, time, data) VALUES (sent.id, sent.type, sent.time, sent.data)'

/** Returns the rows as JSON, each once: a statement would insert both of two. */
function formatEvents(entries: readonly BatchEntry[]): string {
  const byId = new Map(entries.map(({ event }) => [event.id, event]))
  return JSON.stringify(
    [...byId.values()].map(({ id, type, body }) => ({
      ...{ id, type, time: new Date(timeOfId(id)).toISOString(), data: body },
    })),
  )
}

/** https://docs.databricks.com/api/workspace/statementexecution/executestatement */
const Statement = z.object({
  statement_id: z.string().optional(),
  status: z.object({
    state: z.string(),
    error: z.object({ error_code: z.string(), message: z.string() }).partial().optional(),
  }),
  result: z.object({ data_array: z.array(z.array(z.string().nullable())).optional() }).optional(),
})

const Rejection = z.object({ error_code: z.string(), message: z.string() }).partial()

function describeRefusal(
  reply: EgressReply,
  result: z.infer<typeof Statement> | undefined,
): WarehouseError {
  const { status, body } = reply
  const { state } = result?.status ?? {}
  const { error_code: code, message = '' } =
    result?.status.error ?? parseReplyBody(Rejection, body) ?? {}
  // It was cancelled at the end of the wait, or is still going on against what was asked for.
  const isLate = result !== undefined && state !== 'FAILED' && state !== 'CLOSED'
  const isBusy = status === 429 || status === 503 || conflicts.test(message)
  const retryAfterMs = readRetryAfter(reply)
  const failure: Failure = {
    succeeded: false,
    class: isLate ? 'timeout' : 'refused',
    detail: code
      ? `${code}: ${message}`.slice(0, maxDetail)
      : isLate
        ? `The statement did not end in time: ${state}.`
        : `It answered ${status}.`,
    response: { status, headers: {}, body: '' },
    ...(isBusy && { isThrottled: true }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  const about = valueErrors.test(message) ? 'rows' : tableErrors.test(message) ? 'table' : undefined
  return new WarehouseError(failure, about)
}
