import type { ConnectionOptions } from 'node:tls'
import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { mayReach, readAuthorities } from '@platform/kernel/egress'
import { must } from '@platform/kernel/values'
import type { Exchange, Outcome } from './outcome.ts'
import {
  DatabaseConnections,
  DatabaseTimeoutError,
  signInToDatabase,
} from './postgres/connections.ts'
import { describeFailure } from './postgres/failures.ts'
import { TableWriter } from './postgres/writer.ts'
import { issue, type SinkType } from './sink.ts'
import { authorityIssues } from './own-tls.ts'

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

  validate({ metadata }, { egress }) {
    const { host = '', database = '', user = '', schema, caCertificate } = metadata
    return [
      ...hostIssues(host, egress),
      ...nameIssues('metadata.database', database),
      ...nameIssues('metadata.user', user),
      ...(schema === undefined ? [] : schemaIssues(schema)),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { host, port } = must(parseHost(metadata.host ?? ''), 'host')
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
      if (!tls && mayReach(socket.remoteAddress ?? '', [])) {
        socket.destroy()
        throw new Error(
          `${host} has a public address. Without TLS, only private ones are allowed: remove sslMode.`,
        )
      }
      return signInToDatabase(socket, { host, port, database, user, password, tls }, deadline)
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

/** A name or IP address, and a port. Socket folders, lists of hosts and URLs are neither. */
const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

function parseHost(text: string): { host: string; port: number } | undefined {
  const [, host, port = String(defaultPort)] = hostPattern.exec(text) ?? []
  if (host === undefined || !URL.canParse(`http://${host}:${port}/`)) return undefined
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

function hostIssues(text: string, egress: { check(url: URL): void }): InputValidationIssue[] {
  const parsed = parseHost(text)
  if (!parsed || parsed.port === 0) {
    return [
      issue(
        'metadata.host',
        'The host must be a name or IP address, optionally with a port. Example: db.acme.example:6543.',
        text,
      ),
    ]
  }
  try {
    egress.check(new URL(`http://${text}/`))
    return []
  } catch (error) {
    return [issue('metadata.host', (error as Error).message, text)]
  }
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

/** Names that are this machine, where nobody reads along. */
const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|::1)$/i.test(host)

function describeTls(
  { sslMode, caCertificate }: DestinationMetadata,
  host: string,
): ConnectionOptions | false {
  const trusted = caCertificate ? { ca: readAuthorities(caCertificate) } : {}
  switch (sslMode ?? (isLoopback(host) ? 'disable' : 'verify-full')) {
    case 'disable':
      return false
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { rejectUnauthorized: true, ...trusted, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { rejectUnauthorized: true, ...trusted }
  }
}
