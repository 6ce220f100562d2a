import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { FindSlotTenant } from '@platform/kernel/admission'
import type { Database } from '@platform/kernel/db/database'
import type { UsedMessageLog } from '../notifications.ts'
import { openJetStreamLog } from './jetstream-log.ts'
import { openLateLog, type LateLog } from './late-log.ts'
import { findForeignStreams, identifyDatabase } from './log-store.ts'
import { spareDays } from './log-upkeep.ts'
import { findUnencrypted } from './log-url.ts'
import { MessageLogError } from './message-log.ts'

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
  const name = await nameOfStreams(database, wanted)
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
      isForeign: async () => (await findForeignStreams(database.everything)).length > 0,
    },
  )
  const streams = Array.from({ length: streamCount }, (_, nth) => `${name}-${nth}`)
  return { log, streams, use }
}

/** Rejects streams of another database: its entries would be removed as unknown ones. */
async function nameOfStreams(database: Database, wanted: string | undefined): Promise<string> {
  const { identity, stream } = await identifyDatabase(database.everything)
  const digest = createHash('sha256').update(identity).digest('hex')
  const own = wanted ?? `platform-${digest.slice(0, 12)}`
  const used = stream?.replace(/-\d+$/, '')
  if (used === undefined || used === own) return own
  throw new MessageLogError(
    'settings',
    `The database is a copy: its messages are in the streams ${used} of the message log, which belong to the database that it was copied from. If that one is not used any more, set PLATFORM_LOG_NAME=${used}.`,
  )
}
