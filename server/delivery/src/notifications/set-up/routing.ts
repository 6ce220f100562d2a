import { type DestinationId, isId, type MessageType, type ProjectId } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from '@platform/kernel/db/database'
import { startListening, type Listening } from '@platform/kernel/db/listen'
import { afterCommit } from '@platform/kernel/db/transaction'
import type { Tables } from '@platform/kernel/db/tables'
import { channel, type pulledPayload, type queuedPayload, type replayPayload } from '../channel.ts'
import * as store from './store.ts'

export type DestinationRow = Selectable<Tables['destinations']>

/** The routes of one project, compiled for look-up. */
export interface ProjectRoutes {
  /** Destinations by event type, each once, however many topics lead to it. */
  byType: ReadonlyMap<MessageType, readonly DestinationRow[]>
  byId: ReadonlyMap<DestinationId, DestinationRow>
  /** Returns the destination of the builder with this name or ID. */
  named(nameOrId: string): DestinationRow | undefined
  /** Returns the destinations of a customer that receive messages of this type about the customer. */
  ofCustomer(groupRef: string | undefined, type: MessageType): readonly DestinationRow[]
}

/** Caches the routes of projects, and is notified of changes by all processes. */
export interface Routing {
  /**
   * Returns the routes, loaded with this handle if they are not cached. What a transaction sees may
   * be outdated, so it is not cached.
   */
  of(db: Db, projectId: ProjectId): Promise<ProjectRoutes>
  /** Returns the routes if they are cached, without waiting. */
  known(projectId: ProjectId): ProjectRoutes | undefined
  /** Clears the cache in this process after its own change. */
  forget(projectId: ProjectId): void
  /** Registers a callback for announced deliveries, replays or messages, with what follows the word. */
  on(
    word: typeof queuedPayload | typeof replayPayload | typeof pulledPayload,
    callback: (rest: string) => void,
  ): Promise<void>
  /**
   * Announces queued deliveries to all processes after their commit, immediately or with others. A
   * lost announcement delays them by five seconds, until the watch for due work finds them.
   */
  announceQueued(projectId: ProjectId): void
  close(): Promise<void>
}

/** Minimum interval between announcements: each wakes every sender. */
const announceEveryMs = 20

export function createRouting(database: Database, log: Logger): Routing {
  const projects = new Map<ProjectId, Promise<ProjectRoutes>>()
  const loaded = new Map<ProjectId, ProjectRoutes>()
  const querying = new WeakMap<Db, Map<ProjectId, Promise<ProjectRoutes>>>()
  const callbacks = new Map<string, (rest: string) => void>()
  let listening: Listening | undefined
  let announcing: NodeJS.Timeout | undefined
  /** A project with deliveries that the next announcement includes. */
  let unannounced: ProjectId | undefined

  const announce = async (projectId: ProjectId): Promise<void> => {
    try {
      await store.notifyCommitted(database.tenant(projectId))
    } catch (error) {
      log.warn({ err: error }, 'cannot announce queued deliveries')
    }
  }
  const announceQueued = (projectId: ProjectId): void => {
    if (announcing) {
      unannounced = projectId
      return
    }
    announcing = setTimeout(() => {
      announcing = undefined
      if (unannounced) announceQueued(unannounced)
    }, announceEveryMs)
    unannounced = undefined
    void announce(projectId)
  }

  const forget = (projectId: ProjectId) => {
    projects.delete(projectId)
    loaded.delete(projectId)
  }
  const forgetAll = () => {
    projects.clear()
    loaded.clear()
  }

  /** Changes are missed while nobody listens, so nothing is cached until then. */
  const ensureListening = (): Promise<void> => {
    listening ??= startListening(database, channel, {
      heard(payload) {
        const [word = ''] = payload.split(' ', 1)
        const callback = callbacks.get(word)
        if (callback) callback(payload.slice(word.length + 1))
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

  /** Many events that a transaction emits at the same time need one query. */
  const queryIn = (tx: Db, projectId: ProjectId): Promise<ProjectRoutes> => {
    const ofTransaction = querying.get(tx) ?? new Map<ProjectId, Promise<ProjectRoutes>>()
    querying.set(tx, ofTransaction)
    const existing = ofTransaction.get(projectId)
    if (existing) return existing
    const asked = query(tx, projectId).finally(() => ofTransaction.delete(projectId))
    ofTransaction.set(projectId, asked)
    afterCommit(tx, () => remember(projectId))
    return asked
  }

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

  /** Caches the routes for later; until then they are loaded each time. */
  const remember = (projectId: ProjectId) => {
    // The next reader loads them again and reports the failure.
    load(database.tenant(projectId), projectId).catch(() => {})
  }

  return {
    async of(db, projectId) {
      const routes = loaded.get(projectId)
      if (routes) return routes
      if (!db.isTransaction) return load(db, projectId)
      return queryIn(db, projectId)
    },
    known: (projectId) => loaded.get(projectId),
    forget,
    on(word, callback) {
      callbacks.set(word, callback)
      return ensureListening()
    },
    announceQueued,
    async close() {
      clearTimeout(announcing)
      if (unannounced) await announce(unannounced)
      await listening?.stop()
    },
  }
}

function compile({
  destinations,
  routes,
  settings,
}: Awaited<ReturnType<typeof store.loadRoutes>>): ProjectRoutes {
  const byId = new Map(destinations.map((destination) => [destination.id, destination]))
  const own = new Map(
    destinations.flatMap((one) => (one.customerRef === null ? [[one.id, one]] : [])),
  )
  const byCustomer = Map.groupBy(
    destinations.filter(
      ({ customerRef, type }) => customerRef !== null && settings?.types.includes(type),
    ),
    ({ customerRef }) => customerRef,
  )
  const allowed = new Set<MessageType>(settings?.eventTypes)
  const byType = new Map<MessageType, DestinationRow[]>()
  for (const { eventType, destinationId } of routes) {
    const destination = own.get(destinationId)
    const sameType = byType.get(eventType) ?? []
    if (destination && !sameType.includes(destination)) sameType.push(destination)
    byType.set(eventType, sameType)
  }
  const byName = new Map([...own.values()].map((destination) => [destination.name, destination]))
  return {
    byType,
    byId,
    named: (nameOrId) => own.get(nameOrId as DestinationId) ?? byName.get(nameOrId),
    ofCustomer: (groupRef, type) =>
      groupRef === undefined || !allowed.has(type)
        ? []
        : (byCustomer.get(groupRef) ?? []).filter(({ eventTypes }) =>
            eventTypes?.some((chosen) => chosen === type),
          ),
  }
}
