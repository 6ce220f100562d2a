import type { ServerResponse } from 'node:http'
import type { ProjectId } from '@platform/contract'
import { FairSlots, type FairSlot } from '@platform/kernel/admission'
import type { Logger } from 'pino'
import { changesChannel } from '@platform/kernel/db/changes'
import type { Database } from '@platform/kernel/db/database'
import { startListening, type Listening } from '@platform/kernel/db/listen'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values'

/** Maximum number of streams per process, which organizations share. */
const maxStreams = 2_000
/** Maximum number of streams of one project per process. */
const maxPerProject = 200
/** Maximum number of streams of one person or key, so that nobody uses up those of others. */
const maxPerCaller = 20

/** An open stream. */
export interface Watcher {
  orgId: string
  /** Person or key of the stream. */
  callerId: string
  response: ServerResponse
  /** Changes that a slow reader has missed: at most one of each kind. */
  missed: Set<string>
  isFull: boolean
}

const tooManyWatch = (detail: string) =>
  new Problem('too-many-requests', { detail, retryAfter: getNow(60_000) })

/** Returns the data of a message: the position from which lists show what it reports. */
export const dataAt = (position: string | undefined): string =>
  JSON.stringify(position === undefined ? {} : { position })

export interface Watchers {
  /** Adds a stream; rejects it if there are too many. */
  enter(projectId: ProjectId, watcher: Watcher): void
  leave(projectId: ProjectId, watcher: Watcher): void
  /** Sends the changes that a slow reader has missed. */
  resume(watcher: Watcher): void
  stop(): Promise<void>
}

/** Sends the changes of a project to all of its streams. */
export function createWatchers(
  database: Database,
  log: Logger,
  { slots = maxStreams }: { slots?: number } = {},
): Watchers {
  const streams = new FairSlots({ slots })
  const held = new Map<Watcher, FairSlot>()
  const watchers = new Map<ProjectId, Set<Watcher>>()
  /** Position that shows all changes heard so far. */
  let position: string | undefined
  let listening: Listening | undefined
  const endings = new Set<Promise<unknown>>()

  const send = (watcher: Watcher, whats: Iterable<string>) => {
    for (const what of whats) watcher.missed.add(what)
    if (watcher.isFull || watcher.missed.size === 0) return
    const data = dataAt(position)
    const text = [...watcher.missed].map((what) => `event: ${what}\ndata: ${data}\n\n`).join('')
    watcher.missed.clear()
    watcher.isFull = !watcher.response.write(text)
  }
  const notifyAll = (whats: readonly string[]) => {
    for (const ofProject of watchers.values()) for (const one of ofProject) send(one, whats)
  }
  const hear = (payload: string) => {
    if (payload === '*') return notifyAll(['deliveries', 'operations'])
    for (const change of payload.split(' ')) {
      const [what = '', projectId = ''] = change.split(':')
      for (const one of watchers.get(projectId as ProjectId) ?? []) send(one, [what])
    }
  }

  /** Changes are reported with a position that shows them. */
  const parseHeard = async (payload: string) => {
    position = await database.replica?.position()
    hear(payload)
  }

  /** One connection for all watchers of this process, opened while there are any. */
  const listen = () => {
    listening ??= startListening(database, changesChannel, {
      heard: (payload) => void parseHeard(payload),
      // Earlier changes may have been missed.
      opened: () => void parseHeard('*'),
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
    if (mine.length >= maxPerCaller) {
      throw tooManyWatch(
        `You already have ${maxPerCaller} open streams of this project. Close a tab or a stream.`,
      )
    }
    if (ofProject.size >= maxPerProject) {
      throw tooManyWatch(`The project already has ${maxPerProject} open streams.`)
    }
    const slot = streams.tryAcquire({ org: watcher.orgId, project: projectId })
    if (!slot) throw tooManyWatch('The organization already has too many open streams.')
    held.set(watcher, slot)
    watchers.set(projectId, ofProject.add(watcher))
    listen()
  }
  const leave = (projectId: ProjectId, watcher: Watcher) => {
    const ofProject = watchers.get(projectId)
    ofProject?.delete(watcher)
    held.get(watcher)?.release()
    held.delete(watcher)
    if (ofProject?.size === 0) watchers.delete(projectId)
    if (watchers.size === 0) endListening()
  }

  return {
    enter,
    leave,
    resume: (watcher) => send(watcher, []),
    async stop() {
      endListening()
      await Promise.all(endings)
    },
  }
}
