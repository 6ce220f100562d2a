import { repeatUntil, untilWokenMs, type Repeating } from '@platform/kernel/values/repeat-until'
import type { OperationId } from '@platform/contract'
import type { Logger } from 'pino'
import { AccountLimits } from '@platform/kernel/admission/account-limits'
import { FairSlots } from '@platform/kernel/admission/fair-slots'
import type { SlotTenants } from '@platform/kernel/admission/slot-tenants'
import { HeldSlot, waitOutside } from '@platform/kernel/admission/wait-outside'
import type { Database } from '@platform/kernel/db/database'
import { startListening } from '@platform/kernel/db/listen'
import type { Processes } from '@platform/kernel/jobs/processes'
import { readQueueChannel } from './line.ts'
import * as store from './store.ts'
import { getNow, getNowMs } from '@platform/kernel/values/database-clock'

/** A read's time slice in this process. */
export interface Turn extends store.Turn {
  /** Number of the process that holds the turn. */
  runner: number
  /** Number of slots of this process. */
  places?: number
  /** Aborted when the process shuts down: the read ends at the next safe point. */
  stopping: AbortSignal
  /** Reports whether the read may take another page, or others have waited long enough. */
  mayGoOn(): boolean
  /** Waits for the provider until stopped. During long waits, another read gets the slot. */
  waitFor<T>(answer: Promise<T>): Promise<T>
}

/** Outcome of a turn. */
export type TurnEnd =
  | { do: 'end' }
  /** Move to the end of the queue, or return at this time. */
  | { do: 'wait'; until?: Date }
  /** Another process has the turn, or it no longer exists. */
  | { do: 'leave' }

export interface Readers {
  stop(): Promise<void>
}

export interface ReadersOptions {
  /** Maximum number of concurrent reads, not counting those that wait for a provider. */
  places: number
  tenants: SlotTenants
  takeTurn(turn: Turn): Promise<TurnEnd>
}

/** Time slice of a read while all slots are used. */
const sliceMs = 1_000
/** Maximum number of reads that wait for a provider, as a multiple of the slots. */
const maxLentPerSlot = 200
/** Reads of a connection that are open at a time while the provider answers; otherwise one. */
const maxOpenOfConnection = 20
/** Delay of a read that was interrupted, and of the next check while due reads find no slot. */
const lookEveryMs = 5_000
/** Retry interval when the database is unavailable. */
const againMs = 1_000

/**
 * Runs queued reads with a limited number of slots. Whenever a slot is free, the fairest read takes
 * it, and releases it after a time slice or when it has to wait. A provider that does not answer
 * occupies no slot, and neither a project nor an organization can occupy all. An account that does not
 * answer has one read open, and its others wait in the queue.
 */
export async function startReaders(
  database: Database,
  processes: Processes,
  log: Logger,
  { places, tenants, takeTurn }: ReadersOptions,
): Promise<Readers> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const slots = new FairSlots({ slots: places, maxLent: places * maxLentPerSlot })
  const accounts = new AccountLimits({
    maxOpen: maxOpenOfConnection,
    onRelief: () => working?.wake(),
  })
  /** Reads that wait for a provider. */
  const lent = new Set<OperationId>()
  /** Whether a due read finds no slot. */
  let othersWait = false
  let working: Repeating | undefined

  const run = async (taken: store.Turn, runner: number): Promise<void> => {
    const { projectId, connectionId } = taken
    const beganAt = performance.now()
    const slot = slots.occupy(tenants.find(projectId))
    const account = accounts.open(connectionId)
    const listHeld = new HeldSlot({
      lend() {
        slot.lend()
        lent.add(taken.operationId)
        working?.wake()
      },
      takeBack() {
        lent.delete(taken.operationId)
        slot.takeBack()
      },
    })
    const turn: Turn = {
      ...taken,
      runner,
      places,
      stopping: stopping.signal,
      mayGoOn: () =>
        !stopping.signal.aborted && !(othersWait && performance.now() - beganAt >= sliceMs),
      waitFor: (answer) =>
        waitOutside(account.note(untilStopped(answer, stopping.signal)), [listHeld]),
    }
    try {
      const end = await takeTurn(turn)
      if (end.do === 'end') await store.endTurn(database.tenant(projectId), { ...taken, runner })
      if (end.do === 'wait') {
        const dueTime = end.until ?? getNow()
        await store.releaseTurn(database.tenant(projectId), { ...taken, runner, dueTime })
      }
    } catch (error) {
      log.error({ err: error, operationId: taken.operationId }, 'a read was interrupted')
      const dueTime = getNow(lookEveryMs)
      await store
        .releaseTurn(database.tenant(projectId), { ...taken, runner, dueTime })
        .catch(() => leftBehind.push({ ...taken, runner }))
    } finally {
      account.close()
      slot.release()
      working?.wake()
    }
  }

  /** Turns that could not be released because the database was unavailable. */
  const leftBehind: (store.Turn & { runner: number })[] = []
  const releaseClaimed = async () => {
    for (let turn = leftBehind[0]; turn; turn = leftBehind[0]) {
      await store.releaseTurn(database.tenant(turn.projectId), { ...turn, dueTime: getNow() })
      leftBehind.shift()
    }
  }

  /** Claims as many turns as there are free slots; returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const free = slots.countFree()
    if (free === 0) return false
    const runner = processes.key()
    const listProjectsAtLimit = slots.listSated()
    const turns = await store.claimTurns(database.everything, {
      runner,
      places: free,
      listProjectsAtLimit: {
        projects: [
          ...listProjectsAtLimit.projects,
          ...listProjectsAtLimit.orgs.flatMap(tenants.listProjects),
        ],
        connections: accounts.listSated(),
      },
      lent: [...lent],
    })
    for (const turn of turns) {
      const work = run(turn, runner)
      running.add(work)
      void work.then(() => running.delete(work))
    }
    return turns.length > 0
  }

  /** Claims due turns; returns when to check again unless woken. */
  const look = async (): Promise<number> => {
    const { dueTime } = (await store.nextTurn(database.everything).executeTakeFirst()) ?? {}
    const inMs = dueTime ? dueTime.getTime() - getNowMs() : Infinity
    othersWait = inMs <= 0
    if (inMs > 0) return inMs < lookEveryMs ? inMs + 10 : untilWokenMs
    // Due reads that were skipped are checked when a slot becomes free.
    return (await claim()) ? 0 : lookEveryMs
  }

  const logFailure = (error: unknown) => log.warn({ err: error }, 'cannot list due reads; retrying')
  const work = async (): Promise<number> => {
    try {
      await releaseClaimed()
      return await look()
    } catch (error) {
      logFailure(error)
      return againMs
    }
  }

  processes.onEnded({
    async release(tx, ended) {
      await store.releaseTurns(
        tx,
        ended.map(({ key }) => key),
      )
    },
    async releaseOrphans(db) {
      if (await store.releaseOrphans(db)) working?.wake()
    },
    released: () => working?.wake(),
  })
  const listening = startListening(database, readQueueChannel, {
    heard: () => working?.wake(),
    opened: () => working?.wake(),
  })
  const unwatch = database.dueWork.add({
    name: 'readTurns',
    dueTime: store.nextTurn,
    wake: () => working?.wake(),
    failed: logFailure,
  })
  working = repeatUntil(stopping.signal, work)
  return {
    async stop() {
      stopping.abort()
      unwatch()
      await working?.ended
      await Promise.all(running)
      await listening.stop()
    },
  }
}

/** Waits for a provider's answer until the process stops. */
async function untilStopped<Answer>(
  answer: Promise<Answer>,
  stopping: AbortSignal,
): Promise<Answer> {
  const stopped = Promise.withResolvers<never>()
  const giveUp = () => stopped.reject(new Error('The process is shutting down.'))
  stopping.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([answer, stopped.promise])
  } finally {
    stopping.removeEventListener('abort', giveUp)
  }
}
