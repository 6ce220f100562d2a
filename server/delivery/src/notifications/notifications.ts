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
import type { Emitter } from './emitter.ts'
import { createBodiesInDatabase } from './message-log/bodies.ts'
import { startLogUpkeep, type RunningUpkeep } from './message-log/start-upkeep.ts'
import { createLoggedBodies } from './message-log/logged-bodies.ts'
import type { MessageLog } from './message-log/message-log.ts'
import { createStreamClaims } from './message-log/stream-claims.ts'
import { createAnnouncements } from './pull/announcements.ts'
import { createStreamWriter } from './pull/append-messages.ts'
import { reportLagging } from './pull/report-lagging.ts'
import type { PullServices } from './pull/pull-messages.ts'
import { findExpiring, removeOldest } from './pull/stream-store.ts'
import { createRouting, type DestinationRow, type Routing } from './set-up/routing.ts'
import type { CreateSending, SendingLimits, SendingParts } from './sending.ts'
import { removeReplays } from './history/replay-store.ts'
import { noAwsRole, type AwsRole } from '@platform/sinks/aws/role'
import * as store from './set-up/store.ts'
import { getNow, SharedRuns } from '@platform/kernel/values'

declare module '@platform/kernel/domain' {
  interface DomainInputs {
    notifications: Notifications
  }
}

export interface NotificationSettings {
  retryDelaysMs?: SendingParts['retryDelaysMs']
  webhookTimeoutMs?: number
  disableAfterMs?: SendingParts['disableAfterMs']
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
  limits?: Partial<SendingLimits>
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

export type { OutgoingRecords } from './emitter.ts'

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
  createSending: CreateSending
  settings?: NotificationSettings
  registry?: Registry
}

/** Tables with partitions. */
export const messageTables: PartitionedTable[] = store.expiringTables

const hourMs = 3600 * 1000
const keepHouseAgainMs = 60_000
/** Requests that wait for messages of `pull` destinations, in this process. */
const maxWaiting = 4_000

export function createNotifications({
  tenantLimits,
  database,
  secrets,
  egress,
  log,
  createSending,
  settings = {},
  registry = new Registry(),
}: NotificationParts): Notifications {
  const {
    retryDelaysMs,
    webhookTimeoutMs = 15_000,
    disableAfterMs,
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
  const announcements = createAnnouncements(database, routing, log)
  const sinkContext = {
    ...{ egress, log, isDevelopment, hasServerLog, sendsTraceparent, awsRoleProjects, awsRole },
    streams: createStreamWriter(database, announcements),
    timeoutMs: webhookTimeoutMs,
  }
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
  const announceDisabled = async (tx: Db, { id, projectId, name, metadata }: DestinationRow) => {
    const data = {
      projectId,
      destinationId: id,
      destinationName: name,
      url: metadata.url ?? '',
    }
    const type = 'destination.webhook.disabled'
    await sending.emitter.emit(tx, { projectId, type, data }, { except: id })
  }

  const sending = createSending({
    ...{ database, secrets, routing, sinkContext, bodies, log, registry },
    ...{ retryDelaysMs, disableAfterMs, limits, announceDisabled },
  })

  const keepHouse = async () => {
    let nextMs = hourMs
    try {
      await deleteExpired(database, sending.emitter, retentionDays)
      await sending.deleteExpired(cutOff(retentionDays))
    } catch (error) {
      log.error({ err: error }, 'cannot clean up events; retrying in a minute')
      nextMs = keepHouseAgainMs
    }
    if (!isStopped) housekeeping = setTimeout(() => void keepHouse(), nextMs).unref()
  }

  return {
    ...sending.emitter,
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
    wake: sending.wake,
    async start(processes) {
      isStopped = false
      await keepHouse()
      if (logged) logUpkeep = startLogUpkeep({ ...logged, database, retentionDays, registry })
      await sending.start(processes)
    },
    async stop() {
      isStopped = true
      clearTimeout(housekeeping)
      announcements.stop()
      await logUpkeep?.stop()
      await sending.stop()
      await routing.close()
    },
  }
}

/** Deletes messages and counts that have been kept long enough. */
async function deleteExpired(
  database: Database,
  emitter: Emitter,
  retentionDays: number,
): Promise<void> {
  const olderThan = cutOff(retentionDays)
  await database.asOwner(async (client) => {
    for (const table of store.expiringTables) {
      await keepPartitions(database.through(client), table, { olderThan })
    }
  })
  const db = database.everything
  await store.cancelOrphans(db)
  await inBatches((atMost) => store.forgetDeleted(db, { before: olderThan, atMost }))
  for (const { destinationId, projectId, isDeleted } of await findExpiring(db, olderThan)) {
    const before = isDeleted ? undefined : olderThan
    const own = database.tenant(projectId)
    await inBatches((atMost) => removeOldest(own, { destinationId, before, atMost }))
  }
  await reportLagging({ database, emitter }, { retentionDays, now: getNow() })
  await inBatches((atMost) => removeReplays(db, { before: olderThan, atMost }))
}
