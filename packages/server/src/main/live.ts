import type { ServerResponse } from 'node:http'
import { projectCallers, type OperationDefinition, type ProjectId } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Access } from '@platform/kernel/access/access'
import { changesChannel } from '@platform/kernel/db/changes'
import type { Database } from '@platform/kernel/db/database'
import { startListening, type Listening } from '@platform/kernel/db/listen'
import type { Api } from '@platform/kernel/http/api'
import { Problem } from '@platform/kernel/problems/problem'

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

/** Interval at which a watcher's access is checked again. */
const checkMs = 3_000
/** Maximum number of streams of one project per process. */
const mostOfProject = 200
/** Maximum number of streams of one person or key, so that nobody uses up those of others. */
const mostOfCaller = 20

interface Watcher {
  /** Person or key of the stream. */
  callerId: string
  response: ServerResponse
  /** Changes that a slow reader has missed: at most one of each kind. */
  missed: Set<string>
  isFull: boolean
}

const tooManyWatch = (detail: string) =>
  new Problem('too-many-requests', { detail, retryAfter: new Date(Date.now() + 60_000) })

/**
 * Server-sent events with the kinds of resources of a project that have changed, without content,
 * which readers then request. So a stream reveals nothing that its reader could not request, and a
 * slow reader uses little memory. After an interruption, readers request everything again.
 */
export function liveRoutes(
  api: Api,
  { database, access, log }: { database: Database; access: Access; log: Logger },
): { stop(): Promise<void> } {
  const watchers = new Map<ProjectId, Set<Watcher>>()
  const stopping = new AbortController()
  let listening: Listening | undefined
  const endings = new Set<Promise<unknown>>()

  const send = (watcher: Watcher, whats: Iterable<string>) => {
    for (const what of whats) watcher.missed.add(what)
    if (watcher.isFull || watcher.missed.size === 0) return
    const text = [...watcher.missed].map((what) => `event: ${what}\ndata: {}\n\n`).join('')
    watcher.missed.clear()
    watcher.isFull = !watcher.response.write(text)
  }
  const notifyAll = (whats: readonly string[]) => {
    for (const ofProject of watchers.values()) for (const one of ofProject) send(one, whats)
  }
  const heard = (payload: string) => {
    if (payload === '*') return notifyAll(['deliveries', 'operations'])
    for (const change of payload.split(' ')) {
      const [what = '', projectId = ''] = change.split(':')
      for (const one of watchers.get(projectId as ProjectId) ?? []) send(one, [what])
    }
  }

  /** One connection for all watchers of this process, opened while there are any. */
  const listen = () => {
    listening ??= startListening(database, changesChannel, {
      heard,
      // Earlier changes may have been missed.
      opened: () => notifyAll(['deliveries', 'operations']),
      failed: (error) => log.warn({ err: error }, 'cannot listen for changes; retrying'),
    })
  }
  const endListening = () => {
    if (!listening) return
    const ending: Promise<unknown> = listening.stop().then(() => endings.delete(ending))
    endings.add(ending)
    listening = undefined
  }

  const enter = (projectId: ProjectId, watcher: Watcher) => {
    const ofProject = watchers.get(projectId) ?? new Set()
    const mine = [...ofProject].filter(({ callerId }) => callerId === watcher.callerId)
    if (mine.length >= mostOfCaller) {
      throw tooManyWatch(
        `You already have ${mostOfCaller} open streams of this project. Close a tab or a stream.`,
      )
    }
    if (ofProject.size >= mostOfProject) {
      throw tooManyWatch(`The project already has ${mostOfProject} open streams.`)
    }
    watchers.set(projectId, ofProject.add(watcher))
    listen()
  }
  const leave = (projectId: ProjectId, watcher: Watcher) => {
    const ofProject = watchers.get(projectId)
    ofProject?.delete(watcher)
    if (ofProject?.size === 0) watchers.delete(projectId)
    if (watchers.size === 0) endListening()
  }

  /**
   * Reports whether the caller still has access: the session may have ended, or a role or key may
   * have been revoked.
   */
  const mayStill = async (request: FastifyRequest, names: { projectIdOrName: string }) => {
    const caller = await access.authenticate(request, watched)
    await access.project(caller, watched, names)
  }

  api.http.get<{ Params: { projectIdOrName: string } }>(
    '/live/:projectIdOrName',
    { config: { isUnlimited: true } },
    async (request, reply) => {
      const { projectIdOrName } = request.params
      const names = { projectIdOrName }
      const { project, callerId } = await api.admit(watched, request, reply, names)
      // A reply that is already closed emits no further `close` event.
      if (reply.raw.destroyed) return reply.hijack()
      const watcher = {
        callerId,
        response: reply.raw,
        missed: new Set<string>(),
        isFull: false,
      }
      enter(project.id, watcher)
      reply.hijack()
      reply.raw
        .writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        })
        .on('drain', () => {
          watcher.isFull = false
          send(watcher, [])
        })
        // The stream is closed next; the watcher has gone.
        .on('error', () => {})
      watcher.isFull = !reply.raw.write('retry: 1000\n\nevent: open\ndata: {}\n\n')

      const check = setInterval(() => {
        mayStill(request, names).then(
          // Also keeps proxies from closing the idle connection.
          () => watcher.isFull || (watcher.isFull = !reply.raw.write(': still here\n\n')),
          () => reply.raw.end(),
        )
      }, checkMs)
      const end = () => reply.raw.end()
      stopping.signal.addEventListener('abort', end, { once: true })
      reply.raw.on('close', () => {
        clearInterval(check)
        stopping.signal.removeEventListener('abort', end)
        leave(project.id, watcher)
      })
      return reply
    },
  )
  return {
    async stop() {
      stopping.abort()
      endListening()
      await Promise.all(endings)
    },
  }
}
