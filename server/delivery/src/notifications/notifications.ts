import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { TenantLimits } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { cutOff, inBatches } from '@platform/kernel/db/retention'
import { type PartitionedTable, keepPartitions } from '@platform/kernel/db/partitions'
import type { Processes } from '@platform/kernel/jobs/processes'
import { FairSlots } from '@platform/kernel/admission'
import type { Egress } from '@platform/kernel/egress'
import type { Secrets } from '@platform/kernel/secrets'
import type { SetUp } from './set-up/destinations.ts'
import { createEmitter } from './engine/emit.ts'
import type { Emitter } from './engine/emitter.ts'
import { startEngine, type Engine } from './engine/engine.ts'
import { createBodiesInDatabase } from './message-log/bodies.ts'
import { startLogUpkeep, type RunningUpkeep } from './message-log/start-upkeep.ts'
import { createLoggedBodies } from './message-log/logged-bodies.ts'
import type { MessageLog } from './message-log/message-log.ts'
import { createStreamClaims } from './message-log/stream-claims.ts'
import { createMetrics } from './engine/metrics.ts'
import { createAnnouncements } from './pull/announcements.ts'
import { createStreamWriter } from './pull/append-messages.ts'
import { reportLagging } from './pull/report-lagging.ts'
import type { PullServices } from './pull/pull-messages.ts'
import { findExpiring, removeOldest } from './pull/stream-store.ts'
import { defaultRetryDelaysMs } from './engine/sending/next-step.ts'
import { createRouting, type DestinationRow, type Routing } from './set-up/routing.ts'
import type { SenderSettings } from './engine/sending/sender.ts'
import { removeHours, removeUsage } from './engine/recording/hours-store.ts'
import { removeVersions } from './engine/queue/record-versions.ts'
import { removeReplays } from './history/replay-store.ts'
import { noAwsRole, type AwsRole } from '@platform/sinks/aws/role'
import * as store from './set-up/store.ts'
import { getNow, getNowMs, patienceMs, SharedRuns } from '@platform/kernel/values'

declare module '@platform/kernel/domain' {
  interface DomainInputs {
    notifications: Notifications
  }
}

export interface NotificationSettings {
  /** Delays between attempts. */
  retryDelaysMs?: readonly number[]
  webhookTimeoutMs?: number
  /** How long a webhook may fail without a success before it is disabled. */
  disableAfterMs?: number
  /** In development, webhooks may use plain HTTP. */
  isDevelopment?: boolean
  /** Whether webhooks carry a `traceparent`. */
  sendsTraceparent?: boolean
  /** Whether destinations may write to the server log; by default only in development. */
  hasServerLog?: boolean
  /** Projects that may use the server's own AWS role. */
  awsRoleProjects?: readonly string[]
  /** Returns the credentials of that role; unset if there is none. */
  awsRole?: AwsRole
  /** How long events and deliveries are kept. */
  retentionDays?: number
  limits?: Partial<SenderSettings>
  /** Log that stores the bodies of messages outside PostgreSQL. */
  messageLog?: UsedMessageLog | undefined
}

/** A message log, and whether messages are written to it or moved back to PostgreSQL. */
export interface UsedMessageLog {
  log: MessageLog
  streams: readonly string[]
  use: 'on' | 'drain'
  /** Fewest messages of an entry that have one row together. */
  minInPage?: number
  /** Monotonic clock, by which it is checked again whose streams they are. */
  now?: () => number
}

export type { OutgoingRecords } from './engine/emitter.ts'

/** Events and their delivery to the builder. */
export interface Notifications extends SetUp, Emitter, PullServices {
  /** Starts sending; only in processes that send. */
  start(processes: Processes): Promise<void>
  /** Waits for requests in progress and returns waiting messages to the table. */
  stop(): Promise<void>
  routing: Routing
  database: Database
  /** Wakes the sender after deliveries were queued by this process. */
  wake(): void
}

export interface NotificationParts {
  tenantLimits: TenantLimits
  database: Database
  secrets: Secrets
  egress: Egress
  log: Logger
  settings?: NotificationSettings
  registry?: Registry
}

/** Tables with partitions. */
export const messageTables: PartitionedTable[] = store.expiringTables

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
const keepHouseAgainMs = 60_000
/** Requests that wait for messages of `pull` destinations, in this process. */
const maxWaiting = 4_000
/** Monthly usage is kept for two years. */
const usageDays = 2 * 366

export function createNotifications({
  tenantLimits,
  database,
  secrets,
  egress,
  log,
  settings = {},
  registry = new Registry(),
}: NotificationParts): Notifications {
  const {
    retryDelaysMs = defaultRetryDelaysMs,
    webhookTimeoutMs = 15_000,
    disableAfterMs = 5 * dayMs,
    isDevelopment = false,
    hasServerLog = isDevelopment,
    sendsTraceparent = false,
    awsRoleProjects = [],
    awsRole = noAwsRole,
    retentionDays = 30,
    limits,
    messageLog,
  } = settings
  const routing = createRouting(database, log)
  const metrics = createMetrics(registry, {
    oldestQueued: () => store.oldestQueued(database.everything),
    failing: () =>
      store.failingDestinations(database.everything, new Date(getNowMs() - patienceMs)),
    disabled: () => store.selectDisabledDestinations(database.everything),
  })
  const announcements = createAnnouncements(database, routing, log)
  const sinkContext = {
    ...{ egress, log, isDevelopment, hasServerLog, sendsTraceparent, awsRoleProjects, awsRole },
    streams: createStreamWriter(database, announcements),
    timeoutMs: webhookTimeoutMs,
  }
  let engine: Engine | undefined
  let housekeeping: NodeJS.Timeout | undefined
  let logUpkeep: RunningUpkeep | undefined
  let isStopped = false
  const logged = messageLog && {
    ...messageLog,
    claims: createStreamClaims(database.everything, messageLog.log),
    logger: log,
  }
  const bodies = logged
    ? createLoggedBodies(database, logged.log, logged)
    : createBodiesInDatabase(database)
  const emitter = createEmitter({
    ...{ database, routing, metrics, bodies },
    engine: () => engine,
  })

  const keepHouse = async () => {
    let nextMs = hourMs
    try {
      await deleteExpired(database, retentionDays)
    } catch (error) {
      log.error({ err: error }, 'cannot clean up events; retrying in a minute')
      nextMs = keepHouseAgainMs
    }
    if (!isStopped) housekeeping = setTimeout(() => void keepHouse(), nextMs).unref()
  }

  const announceDisabled = async (tx: Db, { id, projectId, name, metadata }: DestinationRow) => {
    const data = {
      projectId,
      destinationId: id,
      destinationName: name,
      url: metadata.url ?? '',
    }
    const type = 'destination.webhook.disabled'
    await emitter.emit(tx, { projectId, type, data }, { except: id })
  }

  return {
    ...emitter,
    tenantLimits,
    database,
    secrets,
    routing,
    sinkContext,
    bodies,
    announcements,
    looks: new SharedRuns(),
    waiting: new FairSlots({ slots: maxWaiting }),
    announceDisabled,
    wake: () => engine?.wake(),
    async start(processes) {
      isStopped = false
      await keepHouse()
      if (logged) logUpkeep = startLogUpkeep({ ...logged, database, retentionDays, registry })
      engine = await startEngine({
        database,
        processes,
        secrets,
        routing,
        sinkContext,
        metrics,
        log,
        policy: { retryDelaysMs, disableAfterMs },
        bodies,
        ...(limits && { limits }),
        announceDisabled,
      })
    },
    async stop() {
      isStopped = true
      clearTimeout(housekeeping)
      announcements.stop()
      await logUpkeep?.stop()
      const stopping = engine
      await stopping?.stop()
      engine = undefined
      await routing.close()
    },
  }
}

/** Deletes messages and counts that have been kept long enough. */
async function deleteExpired(database: Database, retentionDays: number): Promise<void> {
  const olderThan = cutOff(retentionDays)
  await database.asOwner(async (client) => {
    for (const table of store.expiringTables) {
      await keepPartitions(database.through(client), table, { olderThan })
    }
  })
  const db = database.everything
  await store.cancelOrphans(db)
  await inBatches((atMost) => store.forgetDeleted(db, { before: olderThan, atMost }))
  await inBatches((atMost) => removeVersions(db, { atMost }))
  for (const { destinationId, projectId, isDeleted } of await findExpiring(db, olderThan)) {
    const before = isDeleted ? undefined : olderThan
    const own = database.tenant(projectId)
    await inBatches((atMost) => removeOldest(own, { destinationId, before, atMost }))
  }
  await reportLagging(database, { retentionDays, now: getNow() })
  await inBatches((atMost) => removeReplays(db, { before: olderThan, atMost }))
  for (const table of ['delivery_hours', 'installation_hours'] as const) {
    await inBatches((atMost) => removeHours(db, table, { before: olderThan, atMost }))
  }
  const endOfUsage = cutOff(usageDays)
  await inBatches((atMost) => removeUsage(db, { before: endOfUsage, atMost }))
}
