import { once } from 'node:events'
import type { Writable } from 'node:stream'
import * as contract from '@platform/contract'
import type {
  OperationDefinition,
  ProjectId,
  PulledMessage,
  PulledMessages,
} from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { openReplyRoom } from '@platform/kernel/http/reply-limits'
import { watchDeparture } from '@platform/kernel/http/request-end'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values'
import type { Notifications } from '../notifications.ts'
import { requirePulled } from './pull-consumers.ts'
import { openReader, takeSlot, waitForMessages } from './pull-messages.ts'

/** Not an operation of the contract, because its reply does not end. Access treats it like one. */
const streamed = {
  ...contract.readsNotifications,
  id: 'streamMessages',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/messages/stream',
  summary: 'Stream messages of a pull destination',
  params: contract.pullMessages.params,
  query: contract.pullMessages.query.pick({ after: true, consumer: true }),
  success: 200,
  reply: null,
} as const satisfies OperationDefinition

/** Messages of one part. Each connection holds one part at a time. */
const maxInPart = 100
/** Interval after which an idle connection gets a comment, so that proxies keep it open. */
const heartbeatMs = 15_000
const stillHere = Buffer.from(': still here\n\n')
/** Interval after which it is looked for messages again: an announcement may be lost. */
const lookAgainMs = 5_000
/** A reader that takes nothing for this time is disconnected, and resumes where it was. */
const maxStalledMs = 60_000

/** Serves the messages of `pull` destinations as server-sent events. */
export function streamRoutes(api: Api, notifications: Notifications): void {
  api.http.get<{ Params: { projectIdOrName: string; destination: string } }>(
    streamed.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    { config: { isUnlimited: true } },
    async (request, reply) => {
      const names = request.params
      const { caller, project, db, access } = await api.admit(streamed, request, reply, names)
      const { consumer, after } = readQuery(request.query)
      const resumed = readLastEventId(request.headers['last-event-id'])
      const row = await requirePulled(db, names.destination)
      const room = openReplyRoom(request, reply)
      const reader = await openReader(notifications, db, row, {
        consumer,
        after: resumed ?? after,
        limit: maxInPart,
        reserve: (bytes) => room.grow(bytes),
        isForPerson: caller.kind === 'builder',
      })
      const slot = takeSlot(notifications.waiting, { org: project.orgId, project: project.id })
      if (!slot) throw tooManyReaders(project.id)
      // Problems are replied as usual, until the stream is open.
      let part: PulledMessages | undefined = await reader.next().catch((error: unknown) => {
        slot.release()
        throw error
      })
      const { raw } = reply.hijack()
      const signal = watchDeparture(reply)
      let isWithdrawn = false
      const stopWatching = access.watch({ onWithdrawn: () => (isWithdrawn = true) })
      try {
        raw.on('error', () => {
          // The connection closes next.
        })
        raw.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        })
        await writeOrEnd(raw, 'retry: 1000\n\n')
        let writtenAtMs = performance.now()
        for (;;) {
          const next = waitForMessages(notifications.announcements, row, signal)
          try {
            part ??= await reader.next()
            if (isWithdrawn || signal.aborted) return reply
            const events = toEvents(part)
            const isIdle = performance.now() - writtenAtMs >= heartbeatMs
            if (isIdle && events.length === 0) events.push(stillHere)
            for (const bytes of events) {
              await writeOrEnd(raw, bytes)
              writtenAtMs = performance.now()
            }
            part = { ...part, messages: [] }
            room.release()
            if (next.isStopped) return reply
            if (!part.hasMore) await next.within(lookAgainMs)
            part = undefined
            await notifications.looks.share(`destination ${row.id}`, () =>
              requirePulled(db, row.id),
            )
          } finally {
            next.stop()
          }
        }
      } catch (error) {
        if (!(error instanceof Problem || error instanceof StalledReader || signal.aborted))
          request.log.warn({ err: error }, 'cannot stream messages')
        return reply
      } finally {
        stopWatching()
        slot.release()
        raw.end()
      }
    },
  )
}

function readQuery(query: unknown): { consumer?: string | undefined; after?: string | undefined } {
  const { data, error } = streamed.query.strict().safeParse(query)
  if (data) return data
  throw invalidInput(
    ...error.issues.map(({ path, message }) => ({
      in: 'query' as const,
      name: path.join('.'),
      detail: message,
    })),
  )
}

function readLastEventId(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  const text = String(header)
  if (/^\d{1,15}$/.test(text)) return text
  throw invalidInput({
    in: 'header',
    name: 'Last-Event-ID',
    value: text.slice(0, 100),
    detail: 'Use the ID of an event of this stream.',
  })
}

/** Of messages that several readers are sent. */
const written = new WeakMap<readonly PulledMessage[], Buffer>()

/** Returns a part as events. Without messages, its position is an event of which readers only keep the ID. */
function toEvents({ messages, cursor, expired }: PulledMessages): Buffer[] {
  const parts: Buffer[] = []
  if (expired > 0) parts.push(Buffer.from(`event: expired\ndata: ${expired}\n\n`))
  if (messages.length > 0) parts.push(writeMessages(messages))
  if (messages.length > 0 && messages.at(-1)?.cursor !== cursor)
    parts.push(Buffer.from(`id: ${cursor}\n\n`))
  return parts
}

function writeMessages(messages: readonly PulledMessage[]): Buffer {
  const known = written.get(messages)
  if (known) return known
  const texts = messages.map(
    (message) => `id: ${message.cursor}\ndata: ${JSON.stringify(message)}\n\n`,
  )
  const bytes = Buffer.from(texts.join(''))
  written.set(messages, bytes)
  return bytes
}

class StalledReader extends Error {}

/** Writes the bytes, and waits until the reader has taken it. Ends a connection whose reader takes nothing. */
export async function writeOrEnd(
  stream: Writable,
  bytes: string | Uint8Array,
  stalledMs = maxStalledMs,
): Promise<void> {
  if (stream.write(bytes)) return
  try {
    await once(stream, 'drain', { signal: AbortSignal.timeout(stalledMs) })
  } catch (cause) {
    stream.destroy()
    throw new StalledReader('The reader takes nothing.', { cause })
  }
}

const retryInMs = 5_000

const tooManyReaders = (projectId: ProjectId) =>
  new Problem('unavailable', {
    detail: `Too many connections wait for messages of ${projectId}.`,
    retryAfter: getNow(retryInMs),
  })
