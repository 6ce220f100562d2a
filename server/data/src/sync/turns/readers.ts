import {
  type Repeating,
  getNow,
  getNowMs,
  repeatUntil,
  untilWokenMs,
} from '@platform/kernel/values'
import type { OperationId } from '@platform/contract'
import type { Logger } from 'pino'
import {
  AccountLimits,
  FairSlots,
  HeldSlot,
  type SlotTenants,
  waitOutside,
} from '@platform/kernel/admission'
import type { Database } from '@platform/kernel/db/database'
import { startListening } from '@platform/kernel/db/listen'
import type { Processes } from '@platform/kernel/jobs/processes'
import * as store from './store.ts'

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
  options: ReadersOptions,
): Promise<Readers> {
  return new QueueReaders({ database, processes, log }, options)
}

type ClaimedTurn = store.Turn & { runner: number }

class QueueReaders implements Readers {
  private readonly parts: { database: Database; processes: Processes; log: Logger }
  private readonly options: ReadersOptions
  private readonly stopping = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly slots: FairSlots
  private readonly accounts: AccountLimits
  /** Reads that wait for a provider. */
  private readonly lent = new Set<OperationId>()
  /** Turns that could not be released because the database was unavailable. */
  private readonly leftBehind: ClaimedTurn[] = []
  /** Whether a due read finds no slot. */
  private othersWait = false
  private working: Repeating | undefined
  private readonly ends: (() => void | Promise<void>)[]

  constructor(
    parts: { database: Database; processes: Processes; log: Logger },
    options: ReadersOptions,
  ) {
    this.parts = parts
    this.options = options
    const { database, processes } = parts
    const { places } = options
    const wake = () => this.working?.wake()
    this.slots = new FairSlots({ slots: places, maxLent: places * maxLentPerSlot })
    this.accounts = new AccountLimits({ maxOpen: maxOpenOfConnection, onRelief: wake })
    processes.onEnded({
      async release(tx, ended) {
        await store.releaseTurns(
          tx,
          ended.map(({ key }) => key),
        )
      },
      async releaseOrphans(db) {
        if (await store.releaseOrphans(db)) wake()
      },
      released: wake,
    })
    const listening = startListening(database, store.readQueueChannel, {
      heard: wake,
      opened: wake,
    })
    const unwatch = database.dueWork.add({
      name: 'readTurns',
      dueTime: store.nextTurn,
      wake,
      failed: (error) => this.logFailure(error),
    })
    this.working = repeatUntil(this.stopping.signal, () => this.work())
    this.ends = [
      unwatch,
      () => this.working?.ended,
      async () => void (await Promise.all(this.running)),
      () => listening.stop(),
    ]
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (const end of this.ends) await end()
  }

  private async work(): Promise<number> {
    try {
      await this.releaseLeftBehind()
      return await this.look()
    } catch (error) {
      this.logFailure(error)
      return againMs
    }
  }

  private logFailure(error: unknown): void {
    this.parts.log.warn({ err: error }, 'cannot list due reads; retrying')
  }

  /** Claims due turns; returns when to check again unless woken. */
  private async look(): Promise<number> {
    const { everything } = this.parts.database
    const { dueTime } = (await store.nextTurn(everything).executeTakeFirst()) ?? {}
    const inMs = dueTime ? dueTime.getTime() - getNowMs() : Infinity
    this.othersWait = inMs <= 0
    if (inMs > 0) return inMs < lookEveryMs ? inMs + 10 : untilWokenMs
    // Due reads that were skipped are checked when a slot becomes free.
    return (await this.claim()) ? 0 : lookEveryMs
  }

  /** Claims as many turns as there are free slots; returns whether there may be more. */
  private async claim(): Promise<boolean> {
    const { slots, accounts, running } = this
    const { tenants } = this.options
    const free = slots.countFree()
    if (free === 0) return false
    const runner = this.parts.processes.key()
    const { projects, orgs } = slots.listSated()
    const turns = await store.claimTurns(this.parts.database.everything, {
      runner,
      places: free,
      listProjectsAtLimit: {
        projects: [...projects, ...orgs.flatMap(tenants.listProjects)],
        connections: accounts.listSated(),
      },
      lent: [...this.lent],
    })
    for (const turn of turns) {
      const work = this.run({ ...turn, runner })
      running.add(work)
      void work.then(() => running.delete(work))
    }
    return turns.length > 0
  }

  private async run(claimed: ClaimedTurn): Promise<void> {
    const slot = this.slots.occupy(this.options.tenants.find(claimed.projectId))
    const account = this.accounts.open(claimed.connectionId)
    const held = new HeldSlot({
      lend: () => {
        slot.lend()
        this.lent.add(claimed.operationId)
        this.working?.wake()
      },
      takeBack: () => {
        this.lent.delete(claimed.operationId)
        slot.takeBack()
      },
    })
    try {
      await this.takeTurn(claimed, {
        ...claimed,
        places: this.options.places,
        stopping: this.stopping.signal,
        mayGoOn: this.limitTime(),
        waitFor: (answer) =>
          waitOutside(account.note(untilStopped(answer, this.stopping.signal)), [held]),
      })
    } finally {
      account.close()
      slot.release()
      this.working?.wake()
    }
  }

  private limitTime(): () => boolean {
    const beganAt = performance.now()
    return () =>
      !this.stopping.signal.aborted && !(this.othersWait && performance.now() - beganAt >= sliceMs)
  }

  private async takeTurn(claimed: ClaimedTurn, turn: Turn): Promise<void> {
    const { operationId, projectId } = claimed
    const db = this.parts.database.tenant(projectId)
    try {
      const end = await this.options.takeTurn(turn)
      if (end.do === 'end') await store.endTurn(db, claimed)
      if (end.do === 'wait') {
        await store.releaseTurn(db, { ...claimed, dueTime: end.until ?? getNow() })
      }
    } catch (error) {
      this.parts.log.error({ err: error, operationId }, 'a read was interrupted')
      const dueTime = getNow(lookEveryMs)
      await store
        .releaseTurn(db, { ...claimed, dueTime })
        .catch(() => this.leftBehind.push(claimed))
    }
  }

  private async releaseLeftBehind(): Promise<void> {
    const { leftBehind } = this
    for (let turn = leftBehind[0]; turn; turn = leftBehind[0]) {
      const db = this.parts.database.tenant(turn.projectId)
      await store.releaseTurn(db, { ...turn, dueTime: getNow() })
      leftBehind.shift()
    }
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
