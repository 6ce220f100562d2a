import { timeOfId } from '@platform/kernel/db/new-id'
import { must } from '@platform/kernel/values'
import { acceptEntry, putInHalves, type BatchEntry } from '../batches.ts'
import { urlIssues } from '../http-exchange.ts'
import { authorityIssues, clientCertificateIssues, readOwnTls } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'
import { createTableSink } from '../tables/table-sink.ts'
import { errorCodes, findFailure, isOfRows } from './failures.ts'
import {
  createClickHouseTables,
  deduplicate,
  quoteClickHouseName,
  type RunStatement,
} from './tables.ts'

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
/** Of two tables with all their columns. */
const maxReplyBytes = 1024 * 1024

/**
 * ClickHouse: inserts records into a table for each object by HTTP, and other messages into a table with ID,
 * type, time and data. Tables are created if they do not exist, and keep the latest version of each row.
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
    const path = `${quoteClickHouseName(database)}.${quoteClickHouseName(table)}`
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(username && { 'x-clickhouse-user': toHeader(username) }),
      ...(password && { 'x-clickhouse-key': toHeader(password) }),
    }

    const run: RunStatement = async (statement, { body = '', settings = {}, signal }) => {
      const target = new URL(must(metadata.url, 'url'))
      target.search = new URLSearchParams({
        ...{ query: statement, database, ...settings },
        // Otherwise the status is sent before the statement has ended.
        wait_end_of_query: '1',
      }).toString()
      return outlet.request(target, {
        ...{ method: 'POST', headers, body, timeoutMs, signal },
        maxBodyBytes: maxReplyBytes,
      })
    }

    const insertEvents = (entries: readonly BatchEntry[], signal: AbortSignal) =>
      run(`INSERT INTO ${path} (id, type, time, data) FORMAT JSONEachRow`, {
        signal,
        body: entries.map(toRow).join('\n'),
        settings: deduplicate(entries.map(({ event }) => event.id).join()),
      })

    const putEvents = (entries: readonly BatchEntry[], signal: AbortSignal) =>
      putInHalves(entries, async (some) => {
        let failed = findFailure(await insertEvents(some, signal))
        if (failed?.code === errorCodes.unknownTable) {
          failed =
            findFailure(await run(createTable(path), { signal })) ??
            findFailure(await insertEvents(some, signal))
        }
        return {
          outcome: failed?.failure ?? acceptEntry({}),
          isOfOne: failed !== undefined && isOfRows(failed),
        }
      })

    return createTableSink(
      { ...metadata, maxWaitSecs: metadata.maxWaitSecs ?? defaultWaitSecs },
      {
        target: `clickhouse:${new URL(must(metadata.url, 'url')).host}/${database}/${table}`,
        ...{ limits, timeoutMs, putEvents },
        warehouse: createClickHouseTables({ database, eventsTable: table, run }),
      },
    )
  },
}

/** Headers are read as UTF-8. */
const toHeader = (text: string) => Buffer.from(text).toString('latin1')

/** One row per ID once parts are merged, and at once for queries with `FINAL`. */
const createTable = (path: string) =>
  `CREATE TABLE IF NOT EXISTS ${path} (` +
  "id String, type LowCardinality(String), time DateTime64(3, 'UTC'), data String" +
  ') ENGINE = ReplacingMergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 1000'

const toRow = ({ event: { id, type, body } }: BatchEntry): string =>
  JSON.stringify({ id, type, time: new Date(timeOfId(id)).toISOString(), data: body })
