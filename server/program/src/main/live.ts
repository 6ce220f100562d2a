import { projectCallers, type OperationDefinition } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { createWatchers, dataAt } from './process/watchers.ts'

/** Not an operation of the contract, because its reply does not end. Access treats it like one. */
const watched = {
  id: 'watch',
  method: 'GET',
  path: '/live/{projectIdOrName}',
  tag: 'Projects',
  summary: 'Stream changes of a project',
  callers: projectCallers,
  permission: 'installation:read',
  success: 200,
  reply: null,
} as const satisfies OperationDefinition

/**
 * Server-sent events with the kinds of resources of a project that have changed, without content,
 * which readers then request. So a stream reveals nothing that its reader could not request, and a
 * slow reader uses little memory. After an interruption, readers request everything again.
 */
export function liveRoutes(
  api: Api,
  { database, log }: { database: Database; log: Logger },
): { stop(): Promise<void> } {
  const watchers = createWatchers(database, log)
  const stopping = new AbortController()

  api.http.get<{ Params: { projectIdOrName: string } }>(
    '/live/:projectIdOrName',
    { config: { isUnlimited: true } },
    async (request, reply) => {
      const { projectIdOrName } = request.params
      const names = { projectIdOrName }
      const { project, callerId, access } = await api.admit(watched, request, reply, names)
      // A reply that is already closed emits no further `close` event.
      if (reply.raw.destroyed) return reply.hijack()
      const watcher = {
        orgId: project.orgId,
        callerId,
        response: reply.raw,
        missed: new Set<string>(),
        // Until the stream is open.
        isFull: true,
      }
      watchers.enter(project.id, watcher)
      reply.hijack()
      // Of a time after entering: what changed before it is in the lists, all else is reported.
      const position = await database.replica?.position()
      if (reply.raw.destroyed) {
        watchers.leave(project.id, watcher)
        return reply
      }
      reply.raw
        .writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        })
        .on('drain', () => {
          watcher.isFull = false
          watchers.resume(watcher)
        })
        // The stream is closed next; the watcher has gone.
        .on('error', () => {})
      const opening = `retry: 1000\n\nevent: open\ndata: ${dataAt(position)}\n\n`
      watcher.isFull = !reply.raw.write(opening)
      watchers.resume(watcher)

      const end = () => reply.raw.end()
      const stopWatching = access.watch({
        onWithdrawn: end,
        // Also keeps proxies from closing the idle connection.
        onAllowed() {
          if (!watcher.isFull) watcher.isFull = !reply.raw.write(': still here\n\n')
        },
      })
      stopping.signal.addEventListener('abort', end, { once: true })
      reply.raw.on('close', () => {
        stopWatching()
        stopping.signal.removeEventListener('abort', end)
        watchers.leave(project.id, watcher)
      })
      return reply
    },
  )
  return {
    async stop() {
      stopping.abort()
      await watchers.stop()
    },
  }
}
