import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient } from '../client.ts'

/**
 * Thrown for a pooler that shares sessions: tenant and role are set per session and would apply to
 * every connection that gets the session, so tenants would see one another's rows.
 */
export class SharedSessionsError extends Error {
  override name = 'SharedSessionsError'

  constructor(options?: ErrorOptions) {
    super(
      'A connection pooler shares PostgreSQL sessions between connections. Configure session pooling (PgBouncer: pool_mode = session), or connect without the pooler.',
      options,
    )
  }
}

/** Time limit of the check; a pooler with too few sessions blocks connections. */
const triesForMs = 10_000
const tries = 3

/**
 * Reports whether the process ID reported to the connection differs from that of the session, as
 * behind a pooler.
 */
export async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // A member of the driver's client that `@types/pg` does not declare.
  return rows[0]?.pid !== (client as { processID?: number }).processID
}

/**
 * Rejects a pooler that shares sessions. A finding is certain: another connection got the session,
 * or the connection lost it. Not finding one is no proof if all other sessions are in constant use.
 * @throws SharedSessionsError
 */
export async function mustKeepSessions(connect: () => Promise<pg.Client>): Promise<void> {
  const opened: pg.Client[] = []
  const given = new AbortController()
  const open = async () => {
    const client = await connect()
    opened.push(client)
    if (given.signal.aborted) await closeClient(client)
    return client
  }
  const trying = isShared(open)
  // It may reject while nothing awaits it.
  trying.catch(() => {})
  try {
    const none = sleep(triesForMs, false, { signal: given.signal })
    if (await Promise.race([trying, none])) throw new SharedSessionsError()
  } finally {
    given.abort()
    await Promise.all(opened.map(closeClient))
  }
}

async function isShared(open: () => Promise<pg.Client>): Promise<boolean> {
  const mine = randomUUID()
  const idle = await open()
  await idle.query("select set_config('platform.session', $1, false)", [mine])
  const others = [await open(), await open()]
  const hears = async (client: pg.Client) => {
    const { rows } = await client.query<{ marker: string | null }>(
      "select current_setting('platform.session', true) as marker",
    )
    return rows[0]?.marker === mine
  }
  for (let tried = 0; tried < tries; tried++) {
    const holding: pg.Client[] = []
    let isWithOther = false
    // Each connection keeps a session, so that a pooler that rotates them reaches the marked one.
    for (const other of others) {
      isWithOther = await hears(other)
      if (isWithOther) break
      await other.query('begin')
      holding.push(other)
      isWithOther = await hears(other)
      if (isWithOther) break
      if (!(await hears(idle))) return true
    }
    for (const other of holding) await other.query('rollback')
    // An answer proves that the connection was open: its session was not released.
    if (!(await hears(idle)) || isWithOther) return true
  }
  return false
}
