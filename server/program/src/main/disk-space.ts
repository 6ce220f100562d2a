import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Database } from '@platform/kernel/db/database'
import { findEmbeddedPostgres } from '@platform/kernel/db/postgres'
import type { Services } from '@platform/kernel/services'
import { repeatUntil } from '@platform/kernel/values'
import { type Space, watchSpace } from './metrics.ts'
import type { Settings } from './settings/settings.ts'

export interface DiskSpace {
  /** Reports whether writes are rejected to leave PostgreSQL enough space to work and restart. */
  isNearlyFull(): boolean
  stop(): Promise<void>
}

const lookEveryMs = 5_000
const maxReservedBytes = 512 * 1024 ** 2
/** For small disks. */
const reservedShare = 0.05

/** Reports whether the remaining space is reserved for PostgreSQL. */
export const isReserve = ({ freeBytes, totalBytes }: Space): boolean =>
  freeBytes < Math.min(maxReservedBytes, totalBytes * reservedShare)

/**
 * Watches the disk of the database: of the embedded PostgreSQL, or of another one whose size is set
 * by `PLATFORM_DATABASE_DISK_BYTES`. Otherwise only its operator can see how full it is.
 */
export async function watchDiskSpace(
  settings: Settings,
  { database, registry, log }: { database: Database; registry: Registry; log: Services['log'] },
): Promise<DiskSpace> {
  const measure = await makeMeasure(settings, database)
  watchSpace(measure ?? (async () => undefined), registry)
  if (!measure) return { isNearlyFull: () => false, stop: async () => {} }

  let isFull = false
  const look = async () => {
    const space = await measure()
    if (!space) return
    const wasFull = isFull
    isFull = isReserve(space)
    if (isFull && !wasFull) log.error(space, 'the disk is nearly full: writes are refused')
    if (wasFull && !isFull) log.info(space, 'the disk has room again: writes are accepted')
  }
  await look()
  const stopping = new AbortController()
  const watching = repeatUntil(
    stopping.signal,
    async () => {
      await look()
      return lookEveryMs
    },
    { firstInMs: lookEveryMs, ref: false },
  )
  return {
    isNearlyFull: () => isFull,
    async stop() {
      stopping.abort()
      await watching.ended
    },
  }
}

type Measure = () => Promise<Space | undefined>

async function makeMeasure(
  { DATABASE_URL, PLATFORM_DATA, PLATFORM_DATABASE_DISK_BYTES: totalBytes }: Settings,
  database: Database,
): Promise<Measure | undefined> {
  const folder = join(resolve(PLATFORM_DATA), 'postgres')
  const isEmbedded =
    DATABASE_URL === undefined || DATABASE_URL === (await findEmbeddedPostgres(folder))
  if (isEmbedded) return () => measureSpace(folder)
  if (totalBytes === undefined) return undefined
  return async () => {
    const asked = sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`
    // Other requests report that the database is unavailable.
    const reply = await asked.execute(database.everything).catch(() => undefined)
    const bytes = reply?.rows[0]?.bytes
    return bytes === undefined ? undefined : { freeBytes: totalBytes - Number(bytes), totalBytes }
  }
}

async function measureSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
