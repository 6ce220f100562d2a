import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Database, Db } from './database.ts'
import { afterCommit } from './transaction.ts'

/** What of a project can be watched. */
export type Changing = 'deliveries' | 'operations'

/** The channel on which processes announce in which projects something has changed. */
export const changesChannel = 'changes'

type Listener = (projectId: ProjectId, what: Changing) => void
const listeners = new Set<Listener>()

/** Something of the project has changed; with a transaction, once that has committed. */
export function notifyChange(what: Changing, projectId: ProjectId, db?: Db): void {
  const callListeners = () => {
    for (const listener of listeners) listener(projectId, what)
  }
  if (db?.isTransaction) afterCommit(db, callListeners)
  else callListeners()
}

/** Minimum interval between notifications; a busy process adds one statement in that time. */
const atMostEveryMs = 1_000
/** What one notification holds (PostgreSQL takes 8,000 bytes); more than that is sent as everything. */
const mostAtOnce = 150

/** Notifies all processes of the changes of this one, many by one statement. */
export function startNotifying(database: Database, onError: (error: unknown) => void) {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const gathered = waiting
    waiting = new Set()
    const payload = gathered.size > mostAtOnce ? '*' : [...gathered].join(' ')
    // Whoever watches looks again by themselves before long.
    notify(database.everything, payload).catch(onError)
  }
  const listener: Listener = (projectId, what) => {
    waiting.add(`${what}:${projectId}`)
    timer ??= setTimeout(flush, atMostEveryMs).unref()
  }
  listeners.add(listener)
  return {
    stop() {
      listeners.delete(listener)
      clearTimeout(timer)
    },
  }
}

const notify = (db: AcrossTenants, payload: string) =>
  sql`select pg_notify(${changesChannel}, ${payload})`.execute(db)
