import { closeClient } from '@platform/kernel/db/close-client'
import { repeatUntil } from '@platform/kernel/values/repeat-until'
import type { Logger } from 'pino'
import { lockClasses } from '@platform/kernel/db/advisory-locks'
import { vanishesAfterMs, type Database } from '@platform/kernel/db/database'
import { answeredSoon } from '@platform/kernel/db/answered-soon'
import { isUnlocked, mayJudge, standsStill } from '@platform/kernel/jobs/standing-still'
import { earliestId } from '@platform/kernel/db/new-id'
import { takeOver } from './hot-store.ts'

/**
 * Registration of a sender. Each sending process gets a number that is never reused, and holds a
 * session lock on it: when the process dies, PostgreSQL releases the lock with the connection, and
 * the next sender that checks queues the deliveries of the dead one. A sender without heartbeats is
 * considered dead. Deliveries carry the number of their holder and are recorded only under it, so a
 * paused process cannot finish what another has taken over.
 * A process that is cut off from the database does not notice a take-over. It therefore sends
 * nothing unless its last contact is so recent that PostgreSQL cannot have closed the connection.
 * Deliveries held since the commit are not indexed by holder, because that would cost an index
 * entry each. Instead the sender records its low-water mark: the oldest event that it may still
 * hold.
 */
export interface Registration {
  /** Current number of this process. */
  number: number
  /** Events older than this are not held. */
  lowWater: string
  /** Reports whether this process is certainly the only sender of what it holds. */
  isSure(): boolean
  stop(): Promise<void>
}

const lockClass = lockClasses.senders
const beatEveryMs = 2_500
/** Less than PostgreSQL's timeout for a silent machine: see `vanishesAfterMs`. */
const sureForMs = vanishesAfterMs - 500
/** Maximum duration of transactions whose events may be held from the start. */
const leewayMs = 30_000

export interface RegistrationPorts {
  /** Returns the oldest event held in memory. */
  oldestHeld(): string | undefined
  /** Called when others have taken over what was held under the former number. */
  lost(): void
  /** Called when the process is sure again. */
  sureAgain(): void
  /** Called when deliveries of a dead sender have been queued. */
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
      await beating.ended
      await client
        .query('delete from senders where number = $1', [registration.number])
        // Another sender takes over, as after a crash.
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

  /**
   * Continues under another number. Transactions of this process may still commit deliveries under
   * the former one, which is therefore swept as after a crash, even if others have forgotten it.
   */
  const startAnew = async () => {
    ports.lost()
    await client.query(
      `insert into senders (number, low_water, ended_time, sweep_time) overriding system value
         values ($1, $2, now(), now())
       on conflict (number) do update set ended_time = now(), sweep_time = now()`,
      [registration.number, registration.lowWater],
    )
    await enroll()
  }

  /**
   * Continues under the same number after the connection broke, unless it was taken over in the
   * meantime.
   */
  const resume = async () => {
    await closeClient(client)
    client = await database.dedicated()
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${lockClass}, number) as locked from senders
        where number = $1 and ended_time is null`,
      [registration.number],
    )
    if (rows[0]?.locked) return
    log.warn(
      { sender: registration.number },
      'another process took over the deliveries of this one',
    )
    await startAnew()
  }

  const beat = async () => {
    registration.lowWater = currentLowWater()
    const beganAt = Date.now()
    const { rows } = await client.query<{ number: number; is_dead: boolean }>({
      name: 'beat',
      text: `with mine as (
          update senders s set low_water = $2, beat_time = now()
            from (select number, beat_time from senders where number = $1) before
           where s.number = before.number and s.ended_time is null
          returning s.number, ${mayJudge('before.beat_time')} as may_judge)
        select number, false as is_dead from mine union all
        select s.number, true from senders s
         where s.number <> $1 and case when s.ended_time is not null then s.sweep_time <= now()
           else exists (select from mine where may_judge)
           and ${standsStill('s.beat_time')} or ${isUnlocked(lockClass, 's.number')} end`,
      values: [registration.number, registration.lowWater],
      ...answeredSoon,
    })
    if (!rows.some((row) => !row.is_dead)) {
      await startAnew()
    }
    const wasSure = isSure()
    heardAt = beganAt
    if (!wasSure) ports.sureAgain()
    for (const { number } of rows.filter((row) => row.is_dead)) {
      const count = await takeOver(client, number)
      if (count === 0) continue
      log.info(
        { sender: number, deliveries: count },
        'took over the deliveries of a sender that ended',
      )
      ports.tookOver(count)
    }
  }

  try {
    await enroll()
    await beat()
  } catch (error) {
    await closeClient(client)
    throw error
  }
  const beating = repeatUntil(
    stopping.signal,
    async () => {
      try {
        await beat()
      } catch (error) {
        log.warn({ err: error }, 'the liveness connection of this sender broke; reopening it')
        await resume().catch((failure: unknown) => {
          log.warn({ err: failure }, 'it could not be opened; retrying')
        })
      }
      return beatEveryMs
    },
    { firstInMs: beatEveryMs },
  )
  return registration
}
