import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { closeClient } from '../db/client.ts'
import { vanishesAfterMs, type AcrossTenants, type Database } from '../db/database.ts'
import { repeatUntil } from '../values/sleep.ts'
import * as registry from './process-registry.ts'
import { endDead, releaseAll } from './take-over.ts'

export { isHeldByNobody, type MessageLogUse } from './process-registry.ts'

/**
 * Default interval of heartbeats and of checks for ended processes. PostgreSQL notices a death when the
 * connection closes; a stalled process is noticed by its missing heartbeats.
 */
const defaultBeatEveryMs = 2_500
/** Less than PostgreSQL's timeout for a silent machine: see `vanishesAfterMs`. */
const sureForMs = vanishesAfterMs - 500
/** Interval of the search for orphans, one of which scans all claims. */
const sweepEveryMs = 60_000
/** Interval of that search while processes end. */
const sweepSoonMs = 15_000
/** How long after the end of a process its claims may appear. */
const unrestMs = 120_000

/** This process, registered as alive. */
export interface Processes {
  /** The ID under which this process locks jobs. */
  workerId: string
  /** Returns the current number of this process, which changes if its connection breaks. */
  key(): number
  /**
   * Reports whether this process is certainly registered. A process that is cut off from the database
   * does not notice that others take over, so its last contact must be so recent that PostgreSQL cannot
   * have closed the connection.
   */
  isSure(): boolean
  /** Holds deliveries under a number, until the returned function is called. */
  hold(ports: HoldingPorts): Promise<() => Promise<void>>
  onEnded(successor: Successor): void
  stop(): Promise<void>
}

/**
 * A component that holds deliveries in memory. Unlike the key, its number stays the same when a broken
 * connection is replaced in time.
 */
export interface HoldingPorts {
  /** Returns the lowest ID of an event of which a delivery may be held. */
  lowWater(): string
  /** Called with each new number. Others have taken over what was held under the one before. */
  numbered(holder: number): void
  /** Called when the process is sure again. */
  sureAgain(): void
}

/** A component that takes over from ended processes. */
export interface Successor {
  /**
   * Releases what the processes held. Called again, ever less often, for two minutes: a session of a
   * dead process may still claim or commit.
   */
  release(tx: AcrossTenants, ended: readonly registry.EndedProcess[]): Promise<void>
  /**
   * Releases what is held under numbers that no process has. Called when the heir is added, and
   * regularly: a process without this heir may have removed another.
   */
  releaseOrphans?(db: AcrossTenants): Promise<void>
  /** Called when released work is available to this process. */
  released(): void
}

/**
 * Registers this process as alive, and reassigns the work of dead processes: jobs, reads,
 * subscriptions and deliveries. Each process has a row and a session lock. When it dies, PostgreSQL
 * releases the lock with the connection, and the next process that checks marks the row as ended and
 * releases what the process held. A process that is stopped or stuck in a loop keeps its connection:
 * it is considered dead after `stillForMs` without a heartbeat. If it continues later, its row has
 * ended, and everything it claims or writes under its former numbers is rejected.
 */
export async function watchProcesses(
  database: Database,
  log: Logger,
  {
    messageLog = 'off',
    beatEveryMs = defaultBeatEveryMs,
  }: { messageLog?: registry.MessageLogUse | undefined; beatEveryMs?: number } = {},
): Promise<Processes> {
  const stopped = new AbortController()
  const workerId = `pool-${randomUUID()}`
  const successors: Successor[] = []
  /** Earlier keys of this process, from before its connection broke or others took over. */
  const former: number[] = []
  const contact = createContact()
  let hasNewSuccessor = false
  let sweepsAt = 0
  let unrestUntil = performance.now() + unrestMs
  let releasing: Promise<void> | undefined

  const enroll = async (before?: registry.ProcessRegistration) => {
    const beganAt = readClocks()
    const registered = await registry.registerProcess(
      database,
      { workerId, lowWater: contact.lowWater(), messageLog },
      before,
    )
    contact.heard(beganAt, registered.holder)
    return registered
  }
  let registration = await enroll()

  const beat = async () => {
    const beganAt = readClocks()
    const row = await registry.beat(registration.client, {
      key: registration.key,
      lowWater: contact.lowWater(),
    })
    if (!row) {
      contact.lost()
      throw new Error('Another process took over the work of this one.')
    }
    registration.holder = row.holder
    contact.heard(beganAt, row.holder)
    return row.hasEnded
  }

  const reopen = async () => {
    await closeClient(registration.client)
    const { key } = registration
    registration = await enroll(registration)
    // What was claimed under the former key would otherwise stay claimed.
    former.push(key)
    unrestUntil = performance.now() + unrestMs
  }

  /** Runs beside the heartbeats, which must not wait for it. */
  const release = async (hasEnded: boolean) => {
    if (hasEnded || hasNewSuccessor || former.length > 0) {
      const keys = [...former]
      const own = { registration, workerId, keys, hasNewSuccessor }
      hasNewSuccessor = false
      const { ended, isNew } = await endDead(database, { ...own, log })
      if (isNew) unrestUntil = performance.now() + unrestMs
      if (await releaseAll(database, successors, { keys, ended, log }))
        former.splice(0, keys.length)
    }
    const now = performance.now()
    if (now < sweepsAt) return
    sweepsAt = now + (now < unrestUntil ? sweepSoonMs : sweepEveryMs)
    await releaseOrphans(database, successors, log)
  }

  const watching = repeatUntil(stopped.signal, async () => {
    try {
      const hasEnded = await beat()
      releasing ??= release(hasEnded)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'cannot take over from a process that ended; retrying'),
        )
        .finally(() => (releasing = undefined))
    } catch (error) {
      log.warn({ err: error }, 'the liveness connection of this process broke; reopening it')
      await reopen().catch((failure: unknown) =>
        log.warn({ err: failure }, 'it could not be opened; retrying'),
      )
    }
    return beatEveryMs
  })

  return {
    workerId,
    key: () => registration.key,
    isSure: contact.isSure,
    async hold(ports) {
      const numbered = contact.hold(ports)
      watching.wake()
      await numbered
      return async () => {
        contact.holdNothing()
        // If it fails, others take over nothing, as after a crash.
        await registry.holdNothing(registration).catch(() => {})
      }
    },
    onEnded(successor) {
      successors.push(successor)
      hasNewSuccessor = true
      sweepsAt = 0
      watching.wake()
    },
    async stop() {
      stopped.abort()
      await watching.ended
      await releasing
      await closeClient(registration.client)
    },
  }
}

async function releaseOrphans(
  database: Database,
  successors: readonly Successor[],
  log: Logger,
): Promise<void> {
  for (const successor of successors) {
    await successor
      .releaseOrphans?.(database.everything)
      .catch((error: unknown) => log.warn({ err: error }, 'cannot release orphans; retrying'))
  }
}

interface Clocks {
  /** It can be set while the process runs. */
  wallMs: number
  /** It stands still while the machine is suspended. */
  monotonicMs: number
}

const readClocks = (): Clocks => ({ wallMs: Date.now(), monotonicMs: performance.now() })
const never: Clocks = { wallMs: -Infinity, monotonicMs: -Infinity }

/** Keeps when this process was last in contact with the database, and its number there. */
function createContact() {
  let heardAt = never
  let holding: { ports: HoldingPorts; number?: number; numbered: () => void } | undefined
  const isSure = () => {
    const now = readClocks()
    return Math.max(now.wallMs - heardAt.wallMs, now.monotonicMs - heardAt.monotonicMs) < sureForMs
  }
  return {
    isSure,
    lowWater: () => holding?.ports.lowWater() ?? null,
    heard(beganAt: Clocks, holder: number | null) {
      const wasSure = isSure()
      if (holding && holder !== null && holder !== holding.number) {
        holding.number = holder
        holding.ports.numbered(holder)
        holding.numbered()
      }
      heardAt = beganAt
      if (!wasSure) holding?.ports.sureAgain()
    },
    lost() {
      heardAt = never
    },
    /** Resolves when there is a number. */
    hold: (ports: HoldingPorts) =>
      new Promise<void>((numbered) => {
        holding = { ports, numbered }
      }),
    holdNothing() {
      holding = undefined
    },
  }
}
