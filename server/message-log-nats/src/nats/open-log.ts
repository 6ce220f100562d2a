import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { FindSlotTenant } from '@platform/kernel/admission'
import type { Database } from '@platform/kernel/db/database'
import type { UsedMessageLog } from '@platform/delivery/notifications/notifications'
import { openJetStreamLog } from './jetstream-log.ts'
import { openLateLog, type LateLog } from '@platform/delivery/notifications/message-log/late-log'
import {
  hasForeignStreams,
  nameStreams,
  spareDays,
} from '@platform/delivery/notifications/message-log/database-streams'
import { findUnencrypted } from './log-url.ts'

export interface LogOptions {
  url: string
  systemUrl: string
  /** Undefined to keep the limit of existing streams, or to derive it from the space of the nodes. */
  maxBytes: number | undefined
  /** Name of the streams, if it is not that of the database. */
  name: string | undefined
  use: 'on' | 'drain'
  retentionDays: number
}

export interface OpenedMessageLog extends UsedMessageLog {
  log: LateLog
}

/** More streams have more leaders, which are distributed over the nodes. */
const streamCount = 3
const dayMs = 24 * 3_600_000

/**
 * Opens the log of a database. Its streams are named after the database, so that several share a
 * cluster.
 * @throws MessageLogError if the settings are wrong
 */
export async function openDatabaseLog(
  { url, systemUrl, maxBytes, name: wanted, use, retentionDays }: LogOptions,
  {
    database,
    logger,
    registry = new Registry(),
    findTenant,
  }: {
    database: Database
    logger: Logger
    registry?: Registry
    findTenant?: FindSlotTenant | undefined
  },
): Promise<OpenedMessageLog> {
  const name = await nameStreams(database, wanted)
  const open =
    findUnencrypted('PLATFORM_LOG', url) ?? findUnencrypted('PLATFORM_LOG_SYSTEM', systemUrl)
  if (open) logger.warn(open)
  const log = await openLateLog(
    () =>
      openJetStreamLog({
        ...{ url, systemUrl, name, maxBytes },
        streams: streamCount,
        keepMs: (retentionDays + spareDays) * dayMs,
        maxBytesInFlight: 64_000_000,
        findTenant,
        patienceMs: 15_000,
        checkEveryMs: 60_000,
      }),
    {
      ...{ registry, logger, isEncrypted: open === undefined },
      isForeign: () => hasForeignStreams(database),
    },
  )
  const streams = Array.from({ length: streamCount }, (_, nth) => `${name}-${nth}`)
  return { log, streams, use }
}
