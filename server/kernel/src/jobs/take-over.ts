import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import * as registry from './process-registry.ts'
import type { Successor } from './processes.ts'

interface Own {
  registration: registry.ProcessRegistration
  workerId: string
  /** Its former keys. */
  keys: readonly number[]
  /** Whether a component has started that has not seen ended processes. */
  hasNewSuccessor: boolean
}

interface Ended {
  key: number
  /** Whether this is the last search for what it claimed or committed late. */
  isLast: boolean
}

/**
 * Marks dead processes as ended, claims those that are due for another search, and unlocks their jobs.
 * graphile-worker would keep these locked for hours.
 */
export async function endDead(
  database: Database,
  { registration, workerId, keys, hasNewSuccessor, log }: Own & { log: Logger },
): Promise<{ ended: Ended[]; isNew: boolean }> {
  return inTransaction(database.everything, async (tx) => {
    const ended = await registry.claimEnded(tx, { key: registration.key, all: hasNewSuccessor })
    const dead = ended.filter(({ isNew }) => isNew).flatMap(({ workerIds }) => workerIds)
    // The replies to claims of this process were lost with its connection.
    await registry.unlockJobs(tx, keys.length > 0 ? [workerId, ...dead] : dead)
    if (dead.length > 0) log.info({ workers: dead }, 'took over the jobs of a process that ended')
    // A process that loses its connection takes jobs until it is registered again, and may die before.
    const late = ended.filter(({ isNew }) => !isNew).flatMap(({ workerIds }) => workerIds)
    const workers = late.length > 0 ? await registry.findUnregistered(tx, late) : []
    const count = await registry.unlockJobs(tx, workers)
    if (count > 0) log.info({ workers, count }, 'unlocked jobs that a process took before it ended')
    return { ended, isNew: ended.some(({ isNew }) => isNew) }
  })
}

/**
 * Releases what ended processes and former selves of this one held. A failure concerns one heir: the
 * next search repeats it. Returns whether all succeeded.
 */
export async function releaseAll(
  database: Database,
  successors: readonly Successor[],
  { keys, ended, log }: { keys: readonly number[]; ended: readonly Ended[]; log: Logger },
): Promise<boolean> {
  const db = database.everything
  const former = keys.map((key) => ({ key, holder: null, lowWater: null }))
  let isComplete = true
  for (const successor of successors) {
    try {
      await inTransaction(db, async (tx) => {
        const locked = await registry.lockEnded(
          tx,
          ended.map(({ key }) => key),
        )
        const all = [...former, ...locked]
        if (all.length > 0) await successor.release(tx, all)
      })
      successor.released()
    } catch (error) {
      isComplete = false
      log.warn({ err: error }, 'cannot release what an ended process held; retrying')
    }
  }
  const last = ended.filter(({ isLast }) => isLast).map(({ key }) => key)
  if (isComplete && last.length > 0) await registry.forgetEnded(db, last)
  return isComplete
}
