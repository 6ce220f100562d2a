import type { DestinationId, ProjectId } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { pulledPayload } from '../channel.ts'
import type { Routing } from '../set-up/routing.ts'
import { notifyPulled } from '../set-up/store.ts'

/** Wakes those who wait for messages of a `pull` destination, in all processes. */
export interface Announcements {
  /** Call it after messages are stored. Other processes hear of it with others, soon after. */
  announce(projectId: ProjectId, destinationId: DestinationId): void
  /** Calls back once messages are stored, until the returned function is called. */
  listen(destinationId: DestinationId, callback: () => void): () => void
  /** Wakes everybody: nobody is to wait any more. */
  stop(): void
  isStopped(): boolean
}

/** Minimum interval between notifications of other processes. */
const announceEveryMs = 50
/** PostgreSQL allows 8,000 bytes; the other destinations are announced next. */
const maxAtOnce = 200

export function createAnnouncements(
  database: Pick<Database, 'tenant'>,
  routing: Routing,
  log: Logger,
): Announcements {
  const listeners = new Map<DestinationId, Set<() => void>>()
  const unannounced = new Map<DestinationId, ProjectId>()
  let timer: NodeJS.Timeout | undefined
  let isListening = false
  let isStopped = false

  const wake = (id: DestinationId) => {
    for (const callback of listeners.get(id) ?? []) callback()
  }

  const notify = () => {
    timer = undefined
    const batch = [...unannounced].slice(0, maxAtOnce)
    const [first] = batch
    if (!first) return
    for (const [id] of batch) unannounced.delete(id)
    const ids = batch.map(([id]) => id)
    notifyPulled(database.tenant(first[1]), ids).catch((error: unknown) =>
      // They look again after some seconds.
      log.warn({ err: error }, 'cannot announce messages to fetch'),
    )
    timer = setTimeout(notify, announceEveryMs).unref()
  }

  return {
    announce(projectId, destinationId) {
      wake(destinationId)
      unannounced.set(destinationId, projectId)
      if (!timer) notify()
    },
    listen(destinationId, callback) {
      if (!isListening) {
        isListening = true
        void routing.on(pulledPayload, (ids) => {
          for (const id of ids.split(' ')) wake(id as DestinationId)
        })
      }
      const own = listeners.get(destinationId) ?? new Set()
      listeners.set(destinationId, own.add(callback))
      return () => {
        own.delete(callback)
        if (own.size === 0 && listeners.get(destinationId) === own) listeners.delete(destinationId)
      }
    },
    stop() {
      isStopped = true
      for (const id of listeners.keys()) wake(id)
    },
    isStopped: () => isStopped,
  }
}
