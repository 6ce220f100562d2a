import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Database, Db } from './database.ts'
import { afterCommit } from './transaction.ts'

/** Kinds of records that can be watched in a project. */
export type Changing = 'deliveries' | 'operations'

/** Channel on which processes announce the projects with changes. */
export const changesChannel = 'changes'

type Listener = (projectId: ProjectId, what: Changing) => void
const listeners = new Set<Listener>()

/** Announces a change in the project; within a transaction, after its commit. */
export function notifyChange(what: Changing, projectId: ProjectId, db?: Db): void {
  const callListeners = () => {
    for (const listener of listeners) listener(projectId, what)
  }
  if (db?.isTransaction) afterCommit(db, callListeners)
  else callListeners()
}

/** Minimum interval between notifications; a busy process adds one statement in that time. */
const atMostEveryMs = 1_000
/**
 * Maximum number of projects in one notification (PostgreSQL allows 8,000 bytes). If exceeded, all
 * projects are announced.
 */
const maxAtOnce = 150

/** Notifies all processes of the changes of this process, many per statement. */
export function startNotifying(database: Database, onError: (error: unknown) => void) {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const gathered = waiting
    waiting = new Set()
    const payload = gathered.size > maxAtOnce ? '*' : [...gathered].join(' ')
    // Watchers poll periodically as well.
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
