import { z } from 'zod'
import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { EgressReply } from '@platform/kernel/egress'
import { must, sleep } from '@platform/kernel/values'
import { acceptEntry, parseReplyBody, putInHalves, type BatchEntry } from '../batches.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { createTableSink } from '../tables/table-sink.ts'
import { WarehouseError } from '../tables/warehouse.ts'
import { createSnowflakeTokens, parseSnowflakeKey } from './key-pair.ts'
import { createSnowflakeTables } from './tables.ts'

const limits = {
  service: 'Snowflake',
  maxEntries: 10_000,
  /** A value of type VARIANT has up to 16 MB. */
  maxMessageBytes: 8 * 1024 * 1024,
  maxCallBytes: 8 * 1024 * 1024,
}
/** Each call is a statement that a warehouse runs, so messages wait for others. */
const defaultWaitSecs = 5
const defaultSchema = 'PUBLIC'
const defaultTable = 'PLATFORM_EVENTS'
/** Of two tables with all their columns. */
const maxReplyBytes = 1024 * 1024
const maxDetail = 1000
const pollEveryMs = 500
/** An object does not exist, or the role may not use it. */
const unknownObject = '002003'
/**
 * A table accepts 20 waiting statements.
 * https://docs.snowflake.com/en/sql-reference/transactions#resource-locking
 */
const tooManyWaiters = /number of waiters for this lock exceeds/
/** A column does not exist. */
const unknownColumn = '000904'
/**
 * Codes of what happens while a statement runs, such as 100069 (22P02) for what is no JSON to Snowflake, 100078
 * (22000) for a text that is too long, or 100072 (22000) for a missing value. The words contain the value. Errors
 * of the statement itself, such as 002023 (22000), have codes that begin with zeros.
 * https://docs.snowflake.com/en/release-notes/bcr-bundles/2024_08/bcr-1779
 */
const runtimeError = /^1\d{5}$/

/** https://docs.snowflake.com/en/user-guide/admin-account-identifier */
const accountIdentifier = /^[a-z][\w-]*(?:\.[a-z\d-]+){0,3}$/i
/** Identifiers that need no quotes. https://docs.snowflake.com/en/sql-reference/identifiers-syntax */
const identifier = /^[a-z_][\w$]*$/i

/**
 * Snowflake: merges records into a table for each object by the SQL API, and other messages into a table with
 * ID, type, time and data. Tables are created if they do not exist, and have one row per record or ID.
 */
export const snowflake: SinkType = {
  type: 'snowflake',
  isWebhook: false,
  // A token is valid for an hour wherever it is sent to.
  secretsFollow: ['accountIdentifier', 'endpointUrl'],

  validate({ metadata, credentials }, context) {
    const { accountIdentifier: account = '', user = '', endpointUrl } = metadata
    const { privateKey } = credentials
    return [
      ...(accountIdentifier.test(account)
        ? []
        : [
            issue(
              'metadata.accountIdentifier',
              'The account identifier is invalid. Example: acme-analytics.',
              account,
            ),
          ]),
      ...(/^[^\s"';]+$/.test(user)
        ? []
        : [issue('metadata.user', 'The user is invalid. Example: INTEGRATIONS.', user)]),
      ...identifierIssues(metadata),
      ...(endpointUrl ? urlIssues('metadata.endpointUrl', endpointUrl, context) : []),
      ...(privateKey && parseSnowflakeKey(privateKey)
        ? []
        : [
            issue(
              'secrets.privateKey',
              'The private key of the user is required: RSA, in PEM format, not encrypted.',
            ),
          ]),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { warehouse, role, schema = defaultSchema, table = defaultTable } = metadata
    const account = must(metadata.accountIdentifier, 'accountIdentifier')
    const database = must(metadata.database, 'database')
    const path = [database, schema, table].join('.')
    const origin = findAccountOrigin(metadata)
    const outlet = egress.forTenant(projectId)
    const getToken = createSnowflakeTokens({
      accountIdentifier: account,
      user: must(metadata.user, 'user'),
      privateKey: credentials.privateKey ?? '',
    })

    /** Runs a statement, and waits until it has ended. */
    const run = async (
      statement: string,
      { values = [], signal }: { values?: readonly string[]; signal: AbortSignal },
    ): Promise<SnowflakeReply> => {
      const headers = {
        ...{ 'content-type': 'application/json', accept: 'application/json' },
        authorization: `Bearer ${await getToken()}`,
        'x-snowflake-authorization-token-type': 'KEYPAIR_JWT',
      }
      const bindings = values.map((value, index) => [index + 1, { type: 'TEXT', value }])
      const body = JSON.stringify({
        ...{ statement, timeout: Math.ceil(timeoutMs / 1000) },
        // Unlike in SQL, their case matters here.
        ...(warehouse && { warehouse: warehouse.toUpperCase() }),
        ...(role && { role: role.toUpperCase() }),
        ...(bindings.length > 0 && { bindings: Object.fromEntries(bindings) }),
      })
      const ask = (to: string, request: { method: 'GET' | 'POST'; body?: string }) =>
        outlet.request(`${origin}${to}`, {
          ...{ ...request, headers, maxBodyBytes: maxReplyBytes, timeoutMs, signal },
        })
      let reply = readReply(await ask('/api/v2/statements', { method: 'POST', body }))
      while (reply.status === 202 && reply.statementHandle) {
        await sleep(pollEveryMs, signal)
        const handle = encodeURIComponent(reply.statementHandle)
        reply = readReply(await ask(`/api/v2/statements/${handle}`, { method: 'GET' }))
      }
      return reply
    }

    const mergeEvents = (entries: readonly BatchEntry[], signal: AbortSignal) =>
      putInHalves(entries, async (some) => {
        const merged = { values: [formatRows(some)], signal }
        let reply = await run(mergeInto(path), merged)
        if (reply.code === unknownObject) {
          reply = await run(createTable(path), { signal })
          if (reply.status === 200) reply = await run(mergeInto(path), merged)
        }
        return { outcome: toOutcome(reply), isOfOne: runtimeError.test(reply.code ?? '') }
      })

    return createTableSink(
      { ...metadata, maxWaitSecs: metadata.maxWaitSecs ?? defaultWaitSecs },
      {
        target: `snowflake:${account}/${path}`,
        ...{ limits, timeoutMs, putEvents: mergeEvents },
        warehouse: createSnowflakeTables({
          ...{ database, schema, eventsTable: table },
          async run(statement, options) {
            const reply = await run(statement, options)
            if (reply.status === 200) return reply
            throw new WarehouseError(describeFailure(reply), findSubject(reply))
          },
        }),
      },
    )
  },
}

/** Reports what a failed statement is about, if other rows or another look at the table can help. */
function findSubject({ code = '' }: SnowflakeReply): 'rows' | 'table' | undefined {
  if (code === unknownObject || code === unknownColumn) return 'table'
  return runtimeError.test(code) ? 'rows' : undefined
}

function identifierIssues(metadata: DestinationMetadata): InputValidationIssue[] {
  const names = ['database', 'schema', 'table', 'warehouse', 'role'] as const
  return names.flatMap((name) => {
    const value = metadata[name] ?? (name === 'database' ? '' : undefined)
    return value === undefined || identifier.test(value)
      ? []
      : [
          issue(
            `metadata.${name}`,
            'The name may have letters, digits, underscores and $, and begins with no digit.',
            value,
          ),
        ]
  })
}

/** Host names have no underscores, which names of accounts may have. */
const findAccountOrigin = ({
  accountIdentifier: account,
  endpointUrl,
}: DestinationMetadata): string =>
  endpointUrl?.replace(/\/+$/, '') ??
  `https://${must(account, 'accountIdentifier').toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`

const createTable = (path: string) =>
  `CREATE TABLE IF NOT EXISTS ${path} (` +
  '"ID" VARCHAR NOT NULL, "TYPE" VARCHAR NOT NULL, "TIME" TIMESTAMP_NTZ(3) NOT NULL, "DATA" VARIANT NOT NULL)'

/** A message that is repeated has the same ID and time; the time narrows down what is searched. */
const mergeInto = (path: string) =>
  `MERGE INTO ${path} AS stored USING (` +
  'SELECT value:id::VARCHAR AS "ID", value:type::VARCHAR AS "TYPE", ' +
  'TO_TIMESTAMP_NTZ(value:time::NUMBER, 3) AS "TIME", value:data AS "DATA" ' +
  'FROM (SELECT PARSE_JSON(?) AS sent_rows), LATERAL FLATTEN(INPUT => sent_rows)' +
  ') AS sent ON stored."ID" = sent."ID" AND stored."TIME" = sent."TIME" ' +
  'WHEN NOT MATCHED THEN INSERT ("ID", "TYPE", "TIME", "DATA") ' +
  'VALUES (sent."ID", sent."TYPE", sent."TIME", sent."DATA")'

/** Returns the rows as JSON, each once: a statement would insert both of two. */
function formatRows(entries: readonly BatchEntry[]): string {
  const byId = new Map(entries.map(({ event }) => [event.id, event]))
  return `[${[...byId.values()]
    .map(
      ({ id, type, body }) =>
        `{"id":"${id}","type":"${type}","time":${timeOfId(id)},"data":${body}}`,
    )
    .join(',')}]`
}

/** https://docs.snowflake.com/en/developer-guide/sql-api/handling-responses */
const Reply = z
  .object({
    code: z.string(),
    message: z.string(),
    statementHandle: z.string(),
    data: z.array(z.array(z.string().nullable())),
  })
  .partial()

type SnowflakeReply = z.infer<typeof Reply> & { status: number }

const readReply = ({ status, body }: EgressReply): SnowflakeReply => ({
  status,
  ...parseReplyBody(Reply, body),
})

const toOutcome = (reply: SnowflakeReply): Outcome =>
  reply.status === 200
    ? acceptEntry({ statementHandle: reply.statementHandle })
    : describeFailure(reply)

function describeFailure({ status, code, message = '' }: SnowflakeReply): Failure {
  const failure: Failure = {
    succeeded: false,
    class: status === 408 ? 'timeout' : 'refused',
    detail: code ? `${code}: ${message}`.slice(0, maxDetail) : `It answered ${status}.`,
    response: { status, headers: {}, body: '' },
  }
  const isBusy = status === 429 || tooManyWaiters.test(message)
  return isBusy ? { ...failure, isThrottled: true } : failure
}
