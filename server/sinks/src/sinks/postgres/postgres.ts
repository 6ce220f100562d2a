import type { InputValidationIssue } from '@platform/contract'
import { must } from '@platform/kernel/values'
import type { Exchange, Outcome } from '../outcome.ts'
import { DatabaseConnections, DatabaseTimeoutError, signInToDatabase } from './connections.ts'
import { describeFailure } from './failures.ts'
import { TableWriter } from './writer.ts'
import { issue, type SinkType } from '../sink.ts'
import { authorityIssues } from '../own-tls.ts'
import { describeTls, hostIssues, mustBePrivate, parseHost } from '../tcp.ts'

const maxBatch = 1_000
/** A batch is in memory several times: as messages, as rows and as sent text. */
const maxBatchBytes = 4 * 1024 * 1024
const defaultPort = 5432
const defaultSchema = 'public'

/**
 * PostgreSQL database: records are rows of a table for each object, other messages rows of `events`.
 * Stored rows are only replaced by later versions, so repeated messages change nothing.
 */
export const postgres: SinkType = {
  type: 'postgres',
  isWebhook: false,
  secretsFollow: ['host', 'sslMode', 'caCertificate'],

  validate({ metadata }, { egress }) {
    const { host = '', database = '', user = '', schema, caCertificate } = metadata
    return [
      ...hostIssues('metadata.host', host, { egress, example: 'db.acme.example:6543' }),
      ...nameIssues('metadata.database', database),
      ...nameIssues('metadata.user', user),
      ...(schema === undefined ? [] : schemaIssues(schema)),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { host, port } = must(parseHost(metadata.host ?? '', defaultPort), 'host')
    const { password = '' } = credentials
    const { database = '', user = '', schema = defaultSchema, includeRaw = false } = metadata
    const tls = describeTls(metadata, host)
    const outlet = egress.forTenant(projectId)
    const request: Exchange['request'] = {
      url: `postgresql://${metadata.host}/${encodeURIComponent(database)}`,
      headers: {},
    }
    const connections = new DatabaseConnections(async (deadline) => {
      const socket = await outlet.connect({ host, port, signal: deadline })
      if (!tls) mustBePrivate(socket, host)
      const room = outlet.openRoom(`${host}:${port}`)
      const login = { host, port, database, user, password, tls }
      return signInToDatabase(socket, { ...login, room }, deadline)
    })
    const writer = new TableWriter({ schema, includeRaw, password, timeoutMs })

    return {
      maxBatch: Math.min(metadata.batchSize ?? maxBatch, maxBatch),
      maxBatchBytes,
      lingerMs: (metadata.maxWaitSecs ?? 0) * 1000,
      async send(events) {
        const deadline = new AbortController()
        const timer = setTimeout(() => {
          deadline.abort(
            new DatabaseTimeoutError(
              `The database did not answer within ${timeoutMs / 1000} seconds.`,
            ),
          )
        }, timeoutMs)
        let outcomes: Outcome[]
        try {
          outcomes = await connections.use(deadline.signal, (client) =>
            writer.write(client, events),
          )
        } catch (error) {
          const failure = describeFailure(
            deadline.signal.aborted ? deadline.signal.reason : error,
            password,
          )
          outcomes = events.map(() => failure)
        } finally {
          clearTimeout(timer)
        }
        return outcomes.map((outcome) => ({ ...outcome, request }))
      },
      close: () => connections.close(),
    }
  },
}

const nameIssues = (name: string, value: string): InputValidationIssue[] =>
  value === '' || value.includes('\0')
    ? [issue(name, 'The name must not be empty or contain NUL.')]
    : []

const schemaIssues = (schema: string): InputValidationIssue[] =>
  /^pg_|^information_schema$/.test(schema) || Buffer.byteLength(schema) > 63
    ? [
        issue(
          'metadata.schema',
          'PostgreSQL reserves this name, or it has more than 63 bytes.',
          schema,
        ),
      ]
    : nameIssues('metadata.schema', schema)
