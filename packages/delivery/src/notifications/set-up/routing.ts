import { type DestinationId, isId, type MessageType, type ProjectId } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from '@platform/kernel/db/database'
import { startListening, type Listening } from '@platform/kernel/db/listen'
import { afterCommit } from '@platform/kernel/db/transaction'
import type { NotificationTables } from '@platform/kernel/db/tables/notifications'
import { channel, queuedPayload, replayPayload } from '../channel.ts'
import * as store from './store.ts'

export type DestinationRow = Selectable<NotificationTables['destinations']>

/** The routes of one project, compiled for look-up. */
export interface ProjectRoutes {
  /** Where events of a type go: each destination once, however many topics lead there. */
  byType: ReadonlyMap<MessageType, readonly DestinationRow[]>
  byId: ReadonlyMap<DestinationId, DestinationRow>
  /** The destination of this name or ID. */
  named(nameOrId: string): DestinationRow | undefined
}

/** Knows the routes of every project that is asked for, and learns of changes from all processes. */
export interface Routing {
  /**
   * By this handle, where they are not known yet. What a transaction sees may be older than the last
   * change, so that is not remembered.
   */
  of(db: Db, projectId: ProjectId): Promise<ProjectRoutes>
  /** Returns the routes if they are cached, without waiting. */
  known(projectId: ProjectId): ProjectRoutes | undefined
  /** Forgets what was known, in this process: after a change that it made itself. */
  forget(projectId: ProjectId): void
  /** Calls back when a process announces queued deliveries or a replay. */
  on(payload: typeof queuedPayload | typeof replayPayload, callback: () => void): Promise<void>
  close(): Promise<void>
}

export function createRouting(database: Database, log: Logger): Routing {
  const projects = new Map<ProjectId, Promise<ProjectRoutes>>()
  const loaded = new Map<ProjectId, ProjectRoutes>()
  const callbacks = new Map<string, () => void>()
  let listening: Listening | undefined

  const forget = (projectId: ProjectId) => {
    projects.delete(projectId)
    loaded.delete(projectId)
  }
  const forgetAll = () => {
    projects.clear()
    loaded.clear()
  }

  /** What changes while nobody listens is missed, so everything is read again until then. */
  const ensureListening = (): Promise<void> => {
    listening ??= startListening(database, channel, {
      heard(payload) {
        const callback = callbacks.get(payload)
        if (callback) callback()
        else if (isId('proj', payload)) forget(payload)
      },
      opened: forgetAll,
      lost: forgetAll,
      failed: (error) => log.warn({ err: error }, 'cannot listen for changed routes; retrying'),
    })
    return listening.attempted()
  }

  const query = async (db: Db, projectId: ProjectId): Promise<ProjectRoutes> =>
    compile(await store.loadRoutes(db, projectId))

  const load = async (db: Db, projectId: ProjectId): Promise<ProjectRoutes> => {
    await ensureListening()
    const loading = projects.get(projectId) ?? query(db, projectId)
    projects.set(projectId, loading)
    try {
      const routes = await loading
      const isCurrent = projects.get(projectId) === loading
      if (isCurrent && listening?.isOpen()) loaded.set(projectId, routes)
      else if (isCurrent) projects.delete(projectId)
      return routes
    } catch (error) {
      if (projects.get(projectId) === loading) projects.delete(projectId)
      throw error
    }
  }

  /** For the next time; until then they are read again. */
  const remember = (projectId: ProjectId) => {
    // Who needs them reads them again, and meets the failure.
    load(database.tenant(projectId), projectId).catch(() => {})
  }

  return {
    async of(db, projectId) {
      const routes = loaded.get(projectId)
      if (routes) return routes
      if (!db.isTransaction) return load(db, projectId)
      afterCommit(db, () => remember(projectId))
      return query(db, projectId)
    },
    known: (projectId) => loaded.get(projectId),
    forget,
    on(payload, callback) {
      callbacks.set(payload, callback)
      return ensureListening()
    },
    async close() {
      await listening?.stop()
    },
  }
}

function compile({
  destinations,
  routes,
}: Awaited<ReturnType<typeof store.loadRoutes>>): ProjectRoutes {
  const byId = new Map(destinations.map((destination) => [destination.id, destination]))
  const byType = new Map<MessageType, DestinationRow[]>()
  for (const { eventType, destinationId } of routes) {
    const destination = byId.get(destinationId)
    const sameType = byType.get(eventType) ?? []
    if (destination && !sameType.includes(destination)) sameType.push(destination)
    byType.set(eventType, sameType)
  }
  const byName = new Map(destinations.map((destination) => [destination.name, destination]))
  return {
    byType,
    byId,
    named: (nameOrId) => byId.get(nameOrId as DestinationId) ?? byName.get(nameOrId),
  }
}
