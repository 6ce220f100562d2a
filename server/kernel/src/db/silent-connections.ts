import { Socket } from 'node:net'
import type pg from 'pg'
import { SharedRuns } from '../values/shared-runs.ts'

/** How long a connection in use may be silent before PostgreSQL is asked on another one. */
const silentAfterMs = 10_000

/** A connection in use. */
interface Silence {
  bytesRead: number
  sinceMs: number
}

const countReadBytes = ({ connection: { stream } }: pg.PoolClient): number =>
  stream instanceof Socket ? stream.bytesRead : 0

/**
 * Ends connections on which a statement waits for a PostgreSQL that does not answer: one that hangs, or
 * that a network failure has cut off. TCP would report this after fifteen minutes, or never. A statement
 * that only takes long is left alone while PostgreSQL answers others.
 */
export function endSilentConnections(
  pools: readonly pg.Pool[],
  {
    isAnswering,
    afterMs = silentAfterMs,
  }: { isAnswering: () => Promise<boolean>; afterMs?: number | undefined },
): { stop(): void } {
  const used = new Map<pg.PoolClient, Silence>()
  const asking = new SharedRuns()
  let timer: NodeJS.Timeout | undefined

  const look = async () => {
    const now = performance.now()
    const silent: [pg.PoolClient, Silence][] = []
    for (const [client, silence] of used) {
      const bytesRead = countReadBytes(client)
      if (bytesRead !== silence.bytesRead) used.set(client, { bytesRead, sinceMs: now })
      else if (now - silence.sinceMs >= afterMs) silent.push([client, silence])
    }
    if (silent.length === 0 || (await asking.share('answer', isAnswering))) return
    for (const [client, silence] of silent) {
      // It may have been released, or have answered.
      if (used.get(client) !== silence || countReadBytes(client) !== silence.bytesRead) continue
      client.connection.stream.destroy(
        new Error('Connection terminated: the database does not respond.'),
      )
    }
  }
  const leave = (client: pg.PoolClient) => {
    used.delete(client)
    if (used.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  for (const pool of pools) {
    pool.on('acquire', (client) => {
      used.set(client, { bytesRead: countReadBytes(client), sinceMs: performance.now() })
      timer ??= setInterval(() => void look(), afterMs / 2).unref()
    })
    pool.on('release', (_error, client) => leave(client))
    pool.on('remove', (client) => leave(client))
  }
  return { stop: () => clearInterval(timer) }
}
