import { hash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { challenge } from '@platform/kernel/access'
import type { OpenedMessageLog } from '@platform/message-log-nats/open-log'
import type { Database } from '@platform/kernel/db/database'
import type { Replica } from '@platform/kernel/db/replica/replica'
import { describeUnavailability } from '@platform/kernel/http/to-problem'
import { Problem } from '@platform/kernel/problems/problem'

/** What is reported of the message log. */
export type ReportedLog = Pick<
  OpenedMessageLog['log'],
  'isReachable' | 'isEncrypted' | 'isForeign' | 'getNodes'
>

/**
 * Serves `/healthz` (the process runs), `/readyz` (it can serve requests) and `/metrics`
 * (Prometheus, protected by the operator's token).
 */
export function healthRoutes(
  http: FastifyInstance,
  {
    database,
    metrics,
    isReady,
    isDraining,
    messageLog,
    metricsToken,
  }: {
    database: Database
    metrics: () => Promise<string>
    isReady: () => boolean
    /** Whether the process is about to stop and still answers. */
    isDraining: () => boolean
    messageLog?: ReportedLog | undefined
    metricsToken: string | undefined
  },
): void {
  http.get('/healthz', { config: { isUnlimited: true } }, () => ({ status: 'ok' }))

  http.get('/readyz', async () => {
    if (isDraining()) throw new Problem('unavailable', { detail: 'The server is shutting down.' })
    await answerWithin(readyWithinMs, askDatabase(database)).catch((cause: unknown) => {
      throw new Problem('unavailable', { detail: describeUnavailability(cause), cause })
    })
    if (!isReady()) throw new Problem('unavailable', { detail: 'The server is starting.' })
    return {
      status: 'ok',
      ...(database.replica && { replica: await getReplicaState(database.replica) }),
      // Without it, the server is ready: reads wait, and everything else continues.
      ...(messageLog && (await getLogState(messageLog))),
    }
  })

  http.get('/metrics', async ({ headers }, reply) => {
    if (metricsToken === undefined) {
      throw new Problem('not-found', {
        detail: 'Metrics are off: PLATFORM_METRICS_TOKEN is not set.',
      })
    }
    if (!isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw new Problem('credential-invalid', {
        detail: 'Send the token of PLATFORM_METRICS_TOKEN as `Authorization: Bearer <token>`.',
        headers: challenge('invalid_token'),
      })
    }
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE)
    return metrics()
  })
}

/** Counts the nodes, without their names: anybody may ask. */
async function getLogState(messageLog: ReportedLog) {
  // The database has just answered.
  const isForeign = await answerWithin(readyWithinMs, messageLog.isForeign()).catch(() => false)
  const nodes = messageLog.getNodes()
  return {
    messageLog: messageLog.isReachable() ? 'reachable' : 'unreachable',
    // Only what is wrong is said; where it connects to is in the log.
    ...(!messageLog.isEncrypted && { messageLogEncrypted: false }),
    ...(isForeign && { messageLogOwner: 'another database' }),
    ...(nodes && {
      messageLogNodes: { current: nodes.all.length - nodes.faulty.length, all: nodes.all.length },
    }),
  }
}

/** Without a usable replica, the server is ready: lists come from the primary. */
async function getReplicaState(replica: Replica): Promise<string> {
  // A look does not fail, but it may take longer.
  const looked = await answerWithin(readyWithinMs, replica.look()).catch(() => undefined)
  return looked?.state ?? 'unreachable'
}

/** A hanging database never replies, and the caller may have no timeout. */
const readyWithinMs = 2_000

async function answerWithin<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  const isOver = new AbortController()
  const late = sleep(ms, undefined, { signal: isOver.signal, ref: false }).then(() => {
    throw new Error(`The database did not respond within ${ms} ms.`)
  })
  // Cancelled when there is an answer.
  late.catch(() => {})
  try {
    return await Promise.race([asked, late])
  } finally {
    isOver.abort()
  }
}

/** Fails if the database does not answer. */
export const askDatabase = (database: Database) => sql`select 1`.execute(database.everything)

const isSameSecret = (given: string, wanted: string) =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
