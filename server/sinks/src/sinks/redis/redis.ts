import { must } from '@platform/kernel/values'
import { acceptEntry, createBatchSink, type BatchEntry } from '../batches.ts'
import { KeptConnection } from '../kept-connection.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { authorityIssues, clientCertificateIssues } from '../own-tls.ts'
import { issue, type SinkType } from '../sink.ts'
import { describeSocketFailure, hostIssues, openSocket, parseHost } from '../tcp.ts'
import { RedisConnection, RedisError } from './redis-connection.ts'

const defaultPort = 6379
const limits = {
  service: 'Redis',
  maxEntries: 1_000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxCallBytes: 4 * 1024 * 1024,
}

/** https://redis.io/docs/latest/operate/oss_and_stack/management/replication/#read-only-replica */
const isFromReplica = (reply: PromiseSettledResult<string | RedisError>): boolean =>
  reply.status === 'fulfilled' &&
  reply.value instanceof RedisError &&
  reply.value.message.startsWith('READONLY')

/**
 * Redis stream: appends batches of messages, each with the event's ID and type, and with JSON of ID, type,
 * time and data. The stream is created if it does not exist.
 */
export const redis: SinkType = {
  type: 'redis',
  isWebhook: false,
  secretsFollow: ['host', 'sslMode', 'caCertificate'],

  validate({ metadata, credentials }, { egress }) {
    const { host = '', username, caCertificate } = metadata
    return [
      ...hostIssues('metadata.host', host, { egress, example: 'redis.acme.example:6379' }),
      ...(username && !credentials.password
        ? [issue('secrets.password', 'A username requires a password.')]
        : []),
      ...(caCertificate ? authorityIssues(caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const { username, maxLength } = metadata
    const { password } = credentials
    const host = must(metadata.host, 'host')
    const stream = must(metadata.stream, 'stream')
    const outlet = egress.forTenant(projectId)
    const kept = new KeptConnection(async (signal) => {
      const to = must(parseHost(host, defaultPort), 'host')
      const socket = await openSocket(outlet, to, { metadata, credentials, signal })
      const login = password ? { password, ...(username && { username }) } : undefined
      return RedisConnection.begin(socket, login, signal)
    })
    const limit = maxLength === undefined ? [] : ['MAXLEN', '~', String(maxLength)]
    const toCommand = ({ event: { id, type }, body }: BatchEntry) => [
      ...['XADD', stream, ...limit, '*', 'id', id, 'type', type, 'message', body],
    ]

    const toFailed = (error: unknown): Failure =>
      error instanceof RedisError
        ? { ...describeSocketFailure(error, password), class: 'refused' }
        : describeSocketFailure(error, password)

    const appendEntries = (
      entries: readonly BatchEntry[],
      signal: AbortSignal,
    ): Promise<Outcome[]> =>
      kept.use(signal, async (connection) => {
        const replies = await Promise.allSettled(connection.run(entries.map(toCommand)))
        // Another server has taken over, at the same name: it is looked up again.
        if (replies.some(isFromReplica)) connection.destroy()
        return replies.map((reply) => {
          if (reply.status === 'rejected') return toFailed(reply.reason)
          const { value } = reply
          return value instanceof RedisError ? toFailed(value) : acceptEntry({ entryId: value })
        })
      })

    return {
      ...createBatchSink(metadata, {
        target: `redis://${host}/${encodeURIComponent(stream)}`,
        limits,
        put: (entries) =>
          appendEntries(entries, AbortSignal.timeout(timeoutMs)).catch((error: unknown) =>
            entries.map(() => toFailed(error)),
          ),
      }),
      close: () => kept.close(),
    }
  },
}
