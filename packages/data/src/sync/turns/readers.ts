import { sleep } from '@platform/kernel/values/sleep'
import type { ProjectId } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { startListening } from '@platform/kernel/db/listen'
import type { Processes } from '@platform/kernel/jobs/processes'
import { readQueueChannel } from './line.ts'
import * as store from './store.ts'

/** A read's time with this process. */
export interface Turn extends store.Turn {
  /** In whose name it holds the turn. */
  runner: number
  /** The process is shutting down: the read ends at the next safe point. */
  stopping: AbortSignal
  /** Whether the read may take another page, or others have waited long enough. */
  mayGoOn(): boolean
  /** Waits for the provider until stopped. During long waits, another read gets the slot. */
  waitFor<T>(answer: Promise<T>): Promise<T>
}

/** What comes after a turn. */
export type TurnEnd =
  | { do: 'end' }
  /** It goes to the end of the line, or comes back at this time. */
  | { do: 'wait'; until?: Date }
  /** It is another's now, or nobody's. */
  | { do: 'leave' }

export interface Readers {
  stop(): Promise<void>
}

export interface ReadersOptions {
  /** Reads at a time; those that wait for a provider do not count. */
  places: number
  takeTurn(turn: Turn): Promise<TurnEnd>
}

/** After so long a read lets others have its place, if all places are taken. */
const sliceMs = 1_000
/** A provider that takes longer to answer than this is waited for beside the places. */
const shortWaitMs = 250
/** So many times the places may be open altogether, those that wait included. */
const mostWaiting = 8
/** Polling interval for due turns and lost notifications. */
const lookEveryMs = 5_000
/** When the table could not be asked. */
const againMs = 1_000

type Counts = Map<ProjectId, number>

function count(counts: Counts, projectId: ProjectId, by: 1 | -1): void {
  const next = (counts.get(projectId) ?? 0) + by
  if (next === 0) counts.delete(projectId)
  else counts.set(projectId, next)
}

const held = (counts: Counts, most: number): ProjectId[] =>
  [...counts].filter(([, number]) => number >= most).map(([id]) => id)

/**
 * Reads, a few at a time, so that nobody waits for the slowest.
 *
 * Reads stand in a line in the table. Whenever a place is free the fairest of them is taken; it gives
 * the place back after a while, or as soon as it has to wait. A provider that does not answer holds
 * no place, and no project may hold them all.
 */
export async function startReaders(
  database: Database,
  processes: Processes,
  log: Logger,
  { places, takeTurn }: ReadersOptions,
): Promise<Readers> {
  const stopping = new AbortController()
  const share = Math.max(1, Math.ceil(places * 0.75))
  const running = new Set<Promise<void>>()
  /** How many reads of a project have a place, and how many are under way altogether. */
  const active: Counts = new Map()
  const open: Counts = new Map()
  let busy = 0
  /** Somebody is due who finds no place. */
  let othersWait = false
  let wake = Promise.withResolvers<void>()

  const occupy = (projectId: ProjectId, by: 1 | -1) => {
    busy += by
    count(active, projectId, by)
    if (by === -1) wake.resolve()
  }

  const run = async (taken: store.Turn, runner: number): Promise<void> => {
    const { projectId } = taken
    const beganAt = performance.now()
    occupy(projectId, 1)
    count(open, projectId, 1)
    const turn: Turn = {
      ...taken,
      runner,
      stopping: stopping.signal,
      mayGoOn: () =>
        !stopping.signal.aborted && !(othersWait && performance.now() - beganAt >= sliceMs),
      async waitFor(answer) {
        let isAside = false
        const timer = setTimeout(() => {
          isAside = true
          occupy(projectId, -1)
        }, shortWaitMs)
        const stopped = Promise.withResolvers<never>()
        const giveUp = () => stopped.reject(new Error('The process is shutting down.'))
        stopping.signal.addEventListener('abort', giveUp, { once: true })
        try {
          return await Promise.race([answer, stopped.promise])
        } finally {
          stopping.signal.removeEventListener('abort', giveUp)
          clearTimeout(timer)
          if (isAside) occupy(projectId, 1)
        }
      },
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
      count(open, projectId, -1)
      occupy(projectId, -1)
    }
  }

  /** Turns that could not be given back because the database was away. */
  const leftBehind: (store.Turn & { runner: number })[] = []
  const giveBack = async () => {
    for (let turn = leftBehind[0]; turn; turn = leftBehind[0]) {
      await store.releaseTurn(database.tenant(turn.projectId), { ...turn, dueTime: new Date() })
      leftBehind.shift()
    }
  }

  /** Claims as many turns as there are free slots; returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const free = Math.min(places - busy, places * mostWaiting - running.size)
    if (free <= 0) return false
    const runner = processes.key()
    const sated = [...new Set([...held(active, share), ...held(open, (places * mostWaiting) / 2)])]
    const turns = await store.claimTurns(database.everything, { runner, places: free, sated })
    for (const turn of turns) {
      const work = run(turn, runner)
      running.add(work)
      void work.then(() => running.delete(work))
    }
    return turns.length > 0
  }

  /** Takes what is due; answers how long to look at nothing then, unless somebody wakes. */
  const look = async (): Promise<number> => {
    const due = await store.nextDueTime(database.everything)
    const inMs = due ? due.getTime() - Date.now() : Infinity
    othersWait = inMs <= 0
    if (inMs > 0) return Math.min(lookEveryMs, inMs + 10)
    // Who is due and was passed over is looked at when a place becomes free.
    return (await claim()) ? 0 : lookEveryMs
  }

  const work = async () => {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers()
      let idleMs = againMs
      try {
        await giveBack()
        idleMs = await look()
      } catch (error) {
        log.warn({ err: error }, 'cannot list due reads; retrying')
      }
      const timeUp = new AbortController()
      await Promise.race([
        wake.promise,
        sleep(idleMs, AbortSignal.any([stopping.signal, timeUp.signal])),
      ])
      timeUp.abort()
    }
  }

  processes.onEnded({
    async release(tx, keys) {
      await store.releaseTurnsOf(tx, keys)
    },
    released: () => wake.resolve(),
  })
  await store.releaseOrphans(database.everything)
  const listening = startListening(database, readQueueChannel, {
    heard: () => wake.resolve(),
    opened: () => wake.resolve(),
  })
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
      await Promise.all(running)
      await listening.stop()
    },
  }
}
