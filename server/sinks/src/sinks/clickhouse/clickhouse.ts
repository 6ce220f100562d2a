import { hash } from 'node:crypto'
import { timeOfId } from '@platform/kernel/db/new-id'
import { getNowMs, must } from '@platform/kernel/values'
import { acceptEntry, createBatchSink, putInHalves, type BatchEntry } from '../batches.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Failure } from '../outcome.ts'
import { authorityIssues, clientCertificateIssues, readOwnTls } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'

/** ClickHouse limits neither; larger batches make no fewer parts. */
const limits = {
  service: 'ClickHouse',
  maxEntries: 10_000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxCallBytes: 8 * 1024 * 1024,
}
/** Each call makes a part of the table, so messages wait for others. */
const defaultWaitSecs = 1
const defaultTable = 'platform_events'
const maxReplyBytes = 64 * 1024
const maxDetail = 1000

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const errorCodes = {
  unknownTable: 60,
  tooManyQueries: 202,
  tooManyParts: 252,
}
/**
 * What the values of one row can cause in tables and views with columns, constraints and functions of their own:
 * they are not parsed or converted, out of range, or rejected. The server's words contain the row.
 */
const rowErrorCodes = new Set([
  ...[6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 120, 124, 128, 130, 131, 153, 190],
  ...[321, 349, 376, 395, 407, 441, 467, 469, 675, 676, 691],
])

/**
 * ClickHouse: inserts batches of messages into a table by HTTP, each with the event's ID, type, time and
 * data. The table is created if it does not exist, and keeps one row per ID.
 */
export const clickhouse: SinkType = {
  type: 'clickhouse',
  isWebhook: false,
  secretsFollow: ['url', 'caCertificate'],

  validate({ metadata, credentials }, context) {
    const { url = '', username, caCertificate } = metadata
    return [
      ...urlIssues('metadata.url', url, context),
      ...(['database', 'table'] as const).flatMap((name) =>
        metadata[name] === undefined || /^\w[\w.-]*$/.test(metadata[name])
          ? []
          : [
              issue(
                `metadata.${name}`,
                'The name may have letters, digits, underscores, dots and hyphens.',
                metadata[name],
              ),
            ],
      ),
      ...(credentials.password && !username
        ? [issue('metadata.username', 'A password requires a username.')]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { table = defaultTable, username } = metadata
    const database = must(metadata.database, 'database')
    const { password } = credentials
    const outlet = egress.forTenant(projectId, readOwnTls(metadata, credentials))
    const path = `${quote(database)}.${quote(table)}`
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(username && { 'x-clickhouse-user': toHeader(username) }),
      ...(password && { 'x-clickhouse-key': toHeader(password) }),
    }

    /** Runs a statement; resolves to the failure if there is one. */
    const run = async (
      statement: string,
      {
        body = '',
        settings = {},
        deadline,
      }: { body?: string; settings?: Record<string, string>; deadline: number },
    ): Promise<ClickHouseFailure | undefined> => {
      const target = new URL(must(metadata.url, 'url'))
      target.search = new URLSearchParams({
        ...{ query: statement, database, ...settings },
        // Otherwise the status is sent before the statement has ended.
        wait_end_of_query: '1',
      }).toString()
      const reply = await outlet.request(target, {
        ...{ method: 'POST', headers, body, timeoutMs: Math.max(deadline - getNowMs(), 1) },
        maxBodyBytes: maxReplyBytes,
      })
      return readFailure(reply)
    }

    const insertRows = (entries: readonly BatchEntry[], deadline: number) =>
      run(`INSERT INTO ${path} (id, type, time, data) FORMAT JSONEachRow`, {
        body: entries.map(toRow).join('\n'),
        settings: {
          // A call that is repeated after a lost reply is stored once.
          insert_deduplication_token: hash('sha256', entries.map(({ event }) => event.id).join()),
          date_time_input_format: 'best_effort',
        },
        deadline,
      })

    return createBatchSink(
      { ...metadata, maxWaitSecs: metadata.maxWaitSecs ?? defaultWaitSecs },
      {
        target: `clickhouse:${new URL(must(metadata.url, 'url')).host}/${database}/${table}`,
        limits,
        put(entries) {
          const deadline = getNowMs() + timeoutMs
          return putInHalves(entries, async (some) => {
            let failed = await insertRows(some, deadline)
            if (failed?.code === errorCodes.unknownTable) {
              failed =
                (await run(createTable(path), { deadline })) ?? (await insertRows(some, deadline))
            }
            return {
              outcome: failed?.failure ?? acceptEntry({}),
              isOfOne: failed?.code !== undefined && rowErrorCodes.has(failed.code),
            }
          })
        },
      },
    )
  },
}

interface ClickHouseFailure {
  code: number | undefined
  failure: Failure
}

const quote = (name: string) => `\`${name}\``

/** Headers are read as UTF-8. */
const toHeader = (text: string) => Buffer.from(text).toString('latin1')

/** One row per ID once parts are merged, and at once for queries with `FINAL`. */
const createTable = (path: string) =>
  `CREATE TABLE IF NOT EXISTS ${path} (` +
  "id String, type LowCardinality(String), time DateTime64(3, 'UTC'), data String" +
  ') ENGINE = ReplacingMergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 1000'

const toRow = ({ event: { id, type, body } }: BatchEntry): string =>
  JSON.stringify({ id, type, time: new Date(timeOfId(id)).toISOString(), data: body })

/** https://clickhouse.com/docs/interfaces/http */
function readFailure({
  status,
  headers,
  body,
}: {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}): ClickHouseFailure | undefined {
  const header = [headers['x-clickhouse-exception-code']].flat()[0]
  if (status === 200 && header === undefined) return undefined
  const code = Number(header ?? /^Code: (\d+)\./.exec(body)?.[1] ?? NaN)
  const words = body.startsWith('Code: ') ? body.trim().slice(0, maxDetail) : ''
  return {
    code,
    failure: {
      succeeded: false,
      class: 'refused',
      detail: words || `It answered ${status}.`,
      response: { status, headers: {}, body: '' },
      ...((code === errorCodes.tooManyQueries || code === errorCodes.tooManyParts) && {
        isThrottled: true,
      }),
    },
  }
}
