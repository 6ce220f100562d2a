import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient } from './close-client.ts'

/**
 * The tenant and role set in a session apply to every connection that gets the session. Tenants
 * would see one another's rows.
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

/** What is found within it is found: a pooler with too few sessions keeps connections waiting. */
const triesForMs = 10_000
const tries = 3

/** A pooler reports another process ID to a connection than PostgreSQL reports in the session. */
export async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // A member of the driver's client that `@types/pg` does not declare.
  return rows[0]?.pid !== (client as { processID?: number }).processID
}

/**
 * Refuses a pooler that shares sessions. What it finds is certain: one connection's session is with
 * another, or is not with it any more. What it does not find may yet be so, where all sessions but
 * one are in use all the time.
 *
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
  // It may fail when it is left alone.
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
    // Each holds a session, so that a pooler which hands them out in turn comes to the marked one.
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
    // Answered, it was open all the time: the session is not one that it has left.
    if (!(await hears(idle)) || isWithOther) return true
  }
  return false
}
