import { repeatUntil, untilWokenMs, type Repeating } from '@platform/kernel/values/repeat-until'
import type { ProjectId } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { startListening } from '@platform/kernel/db/listen'
import type { Processes } from '@platform/kernel/jobs/processes'
import { readQueueChannel } from './line.ts'
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
  takeTurn(turn: Turn): Promise<TurnEnd>
}

/** Time slice of a read while all slots are used. */
const sliceMs = 1_000
/** While a provider takes longer than this to answer, the read does not count. */
const shortWaitMs = 250
/** Maximum number of open reads including waiting ones, as a multiple of the slots. */
const mostWaiting = 8
/** Delay of a read that was interrupted, and of the next check while due reads find no slot. */
const lookEveryMs = 5_000
/** Retry interval when the database is unavailable. */
const againMs = 1_000

type Counts = Map<ProjectId, number>

function count(counts: Counts, projectId: ProjectId, by: 1 | -1): void {
  const next = (counts.get(projectId) ?? 0) + by
  if (next === 0) counts.delete(projectId)
  else counts.set(projectId, next)
}

const held = (counts: Counts, most: number): ProjectId[] =>
  [...counts].filter(([, number]) => number >= most).map(([id]) => id)

/** Counts the reads of this process that have a slot, and those that are open, waiting ones included. */
function countSlots(places: number) {
  const active: Counts = new Map()
  const open: Counts = new Map()
  const share = Math.max(1, Math.ceil(places * 0.75))
  let busy = 0
  return {
    occupy(projectId: ProjectId, by: 1 | -1) {
      busy += by
      count(active, projectId, by)
    },
    countOpen: (projectId: ProjectId, by: 1 | -1) => count(open, projectId, by),
    free: (running: number) => Math.min(places - busy, places * mostWaiting - running),
    /** Projects that have their share. */
    sated: () => [...new Set([...held(active, share), ...held(open, (places * mostWaiting) / 2)])],
  }
}

/**
 * Runs queued reads with a limited number of slots. Whenever a slot is free, the fairest read takes
 * it, and releases it after a time slice or when it has to wait. A provider that does not answer
 * occupies no slot, and no project can occupy all.
 */
export async function startReaders(
  database: Database,
  processes: Processes,
  log: Logger,
  { places, takeTurn }: ReadersOptions,
): Promise<Readers> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const slots = countSlots(places)
  /** Whether a due read finds no slot. */
  let othersWait = false
  let working: Repeating | undefined

  const occupy = (projectId: ProjectId, by: 1 | -1) => {
    slots.occupy(projectId, by)
    if (by === -1) working?.wake()
  }

  const run = async (taken: store.Turn, runner: number): Promise<void> => {
    const { projectId } = taken
    const beganAt = performance.now()
    occupy(projectId, 1)
    slots.countOpen(projectId, 1)
    const turn: Turn = {
      ...taken,
      runner,
      places,
      stopping: stopping.signal,
      mayGoOn: () =>
        !stopping.signal.aborted && !(othersWait && performance.now() - beganAt >= sliceMs),
      waitFor: (answer) => waitAside(answer, stopping.signal, (by) => occupy(projectId, by)),
    }
    try {
      const end = await takeTurn(turn)
      if (end.do === 'end') await store.endTurn(database.tenant(projectId), { ...taken, runner })
      if (end.do === 'wait') {
        const dueTime = end.until ?? new Date()
        await store.releaseTurn(database.tenant(projectId), { ...taken, runner, dueTime })
      }
    } catch (error) {
      log.error({ err: error, operationId: taken.operationId }, 'a read was interrupted')
      const dueTime = new Date(Date.now() + lookEveryMs)
      await store
        .releaseTurn(database.tenant(projectId), { ...taken, runner, dueTime })
        .catch(() => leftBehind.push({ ...taken, runner }))
    } finally {
      slots.countOpen(projectId, -1)
      occupy(projectId, -1)
    }
  }

  /** Turns that could not be released because the database was unavailable. */
  const leftBehind: (store.Turn & { runner: number })[] = []
  const giveBack = async () => {
    for (let turn = leftBehind[0]; turn; turn = leftBehind[0]) {
      await store.releaseTurn(database.tenant(turn.projectId), { ...turn, dueTime: new Date() })
      leftBehind.shift()
    }
  }

  /** Claims as many turns as there are free slots; returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const free = slots.free(running.size)
    if (free <= 0) return false
    const runner = processes.key()
    const turns = await store.claimTurns(database.everything, {
      runner,
      places: free,
      sated: slots.sated(),
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
    const inMs = dueTime ? dueTime.getTime() - Date.now() : Infinity
    othersWait = inMs <= 0
    if (inMs > 0) return inMs < lookEveryMs ? inMs + 10 : untilWokenMs
    // Due reads that were skipped are checked when a slot becomes free.
    return (await claim()) ? 0 : lookEveryMs
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'cannot list due reads; retrying')
  const work = async (): Promise<number> => {
    try {
      await giveBack()
      return await look()
    } catch (error) {
      failed(error)
      return againMs
    }
  }

  processes.onEnded({
    async release(tx, ended) {
      await store.releaseTurnsOf(
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
    failed,
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

/**
 * Waits for a provider's answer until the process stops. After a moment the read gives up its slot, and
 * takes it again with the answer.
 */
async function waitAside<Answer>(
  answer: Promise<Answer>,
  stopping: AbortSignal,
  occupy: (by: 1 | -1) => void,
): Promise<Answer> {
  let isAside = false
  const timer = setTimeout(() => {
    isAside = true
    occupy(-1)
  }, shortWaitMs)
  const stopped = Promise.withResolvers<never>()
  const giveUp = () => stopped.reject(new Error('The process is shutting down.'))
  stopping.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([answer, stopped.promise])
  } finally {
    stopping.removeEventListener('abort', giveUp)
    clearTimeout(timer)
    if (isAside) occupy(1)
  }
}
