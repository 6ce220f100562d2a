import { closeClient } from '@platform/kernel/db/close-client'
import { sleep } from '@platform/kernel/values/sleep'
import type { Logger } from 'pino'
import { lockClasses } from '@platform/kernel/db/advisory-locks'
import { vanishesAfterMs, type Database } from '@platform/kernel/db/database'
import { answeredSoon } from '@platform/kernel/db/answered-soon'
import { mayJudge, standsStill } from '@platform/kernel/jobs/standing-still'
import { earliestId } from '@platform/kernel/db/new-id'
import { takeOver } from './hot-store.ts'

/**
 * Who holds which deliveries.
 *
 * Each process that sends registers as a sender and gets a number that never comes again. A session
 * lock on that number shows that it lives: when the process dies, PostgreSQL drops the lock with
 * the connection, and whichever sender looks next queues what the dead one held. One that stands
 * still is taken for dead by its silence. A delivery carries
 * the number of its holder and is only recorded under it, so a process that was merely paused cannot
 * finish what another has taken over.
 *
 * A process that is cut off from the database learns of no take-over. It sends nothing unless it has
 * been heard so lately that PostgreSQL cannot have given it up.
 *
 * What a sender holds since the commit is not indexed by holder, as that would cost every delivery
 * an index entry. Instead the sender records its low-water mark: the oldest event that it may still hold.
 */
export interface Registration {
  /** The number under which this process takes deliveries now. */
  number: number
  /** Nothing older than this may be held. */
  lowWater: string
  /** Whether this process can still be the only one that sends what it holds. */
  isSure(): boolean
  stop(): Promise<void>
}

const lockClass = lockClasses.senders
const beatEveryMs = 2_500
/** Less than PostgreSQL's timeout for a silent machine: see `vanishesAfterMs`. */
const sureForMs = vanishesAfterMs - 500
/** Events of transactions that take this long can still be held from the start. */
const leewayMs = 30_000

export interface RegistrationPorts {
  /** The oldest event that is held in memory. */
  oldestHeld(): string | undefined
  /** What was held under the former number now belongs to others. */
  lost(): void
  /** After a time in which it was not sure, it is. */
  sureAgain(): void
  /** Deliveries of a dead sender have been queued. */
  tookOver(count: number): void
}

export async function register(
  database: Database,
  ports: RegistrationPorts,
  log: Logger,
): Promise<Registration> {
  const stopping = new AbortController()
  let client = await database.dedicated()
  let heardAt = -Infinity
  const isSure = () => Date.now() - heardAt < sureForMs
  const registration: Registration = {
    number: 0,
    lowWater: '',
    isSure,
    async stop() {
      stopping.abort()
      await beating
      await client
        .query('delete from senders where number = $1', [registration.number])
        // Another sender takes over, as from one that has died.
        .catch(() => {})
      await closeClient(client)
    },
  }

  const currentLowWater = () => {
    const recent = earliestId('evt', Date.now() - leewayMs)
    const held = ports.oldestHeld()
    return held !== undefined && held < recent ? held : recent
  }

  const enroll = async () => {
    const lowWater = currentLowWater()
    const { rows } = await client.query<{ number: number }>(
      `with n as (insert into senders (low_water, beat_time) values ($1, now()) returning number)
       select number, pg_advisory_lock(${lockClass}, number) from n`,
      [lowWater],
    )
    Object.assign(registration, { number: rows[0]!.number, lowWater })
  }

  /** After the connection broke: goes on under the same number, unless it was taken over meanwhile. */
  const resume = async () => {
    await closeClient(client)
    client = await database.dedicated()
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${lockClass}, number) as locked from senders where number = $1`,
      [registration.number],
    )
    if (rows[0]?.locked) return
    log.warn(
      { sender: registration.number },
      'another process took over the deliveries of this one',
    )
    ports.lost()
    await enroll()
  }

  const beat = async () => {
    registration.lowWater = currentLowWater()
    const beganAt = Date.now()
    const { rows } = await client.query<{ number: number; is_dead: boolean }>({
      name: 'beat',
      text: `with mine as (
          update senders s set low_water = $2, beat_time = now()
            from (select number, beat_time from senders where number = $1) before
           where s.number = before.number
          returning s.number, ${mayJudge('before.beat_time')} as may_judge)
        select number, false as is_dead from mine union all
        select s.number, true from senders s
         where s.number <> $1 and (exists (select from mine where may_judge)
           and ${standsStill('s.beat_time')} or not exists (
           select from pg_locks l
            where l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = s.number
              and l.database = (select oid from pg_database where datname = current_database())))`,
      values: [registration.number, registration.lowWater],
      ...answeredSoon,
    })
    if (!rows.some((row) => !row.is_dead)) {
      ports.lost()
      await enroll()
    }
    const wasSure = isSure()
    heardAt = beganAt
    if (!wasSure) ports.sureAgain()
    for (const { number } of rows.filter((row) => row.is_dead)) {
      const count = await takeOver(client, number)
      log.info(
        { sender: number, deliveries: count },
        'took over the deliveries of a sender that ended',
      )
      if (count > 0) ports.tookOver(count)
    }
  }

  try {
    await enroll()
    await beat()
  } catch (error) {
    await closeClient(client)
    throw error
  }
  const beating = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(beatEveryMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        await beat()
      } catch (error) {
        log.warn({ err: error }, 'the liveness connection of this sender broke; reopening it')
        await resume().catch((failure: unknown) => {
          log.warn({ err: failure }, 'it could not be opened; retrying')
        })
      }
    }
  })()
  return registration
}
