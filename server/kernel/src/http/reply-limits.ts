import type { Server } from 'node:http'
import { finished } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  freeBytes,
  NoFreeMemoryError,
  ReplyMemory,
  type ReceivingRoom,
  type ReplyRoom,
} from '../egress/reply-memory.ts'
import { Problem } from '../problems/problem.ts'
import { getNow } from '../values/database-clock.ts'
import { must } from '../values/must.ts'
import { getSlotTenant } from './input/body-limits.ts'
import { countTakenBytes } from './request-end.ts'

export interface ReplyMemorySettings {
  /** Maximum size of all long replies in memory; an eighth of the heap by default. */
  replyBytes?: number
  /** How long a long reply waits for memory. */
  replyPatienceMs?: number
  /** When a reply that its caller reads slowly is cut off if others wait for its memory. */
  replySlowAfterMs?: number
}

const memories = new WeakMap<Server, ReplyMemory>()
const rooms = new WeakMap<FastifyRequest, ReceivingRoom>()

/** Interval at which it is looked how much of a reply has been taken. */
const lookEveryMs = 1_000

/**
 * Limits the memory of all long replies of a process that their callers have not read, and divides it
 * among organizations and projects like that of bodies.
 */
export function limitReplyMemory(
  http: FastifyInstance,
  {
    replyBytes = getHeapStatistics().heap_size_limit / 8,
    replyPatienceMs = 5_000,
    replySlowAfterMs,
  }: ReplyMemorySettings = {},
): void {
  memories.set(
    http.server,
    new ReplyMemory({
      bytes: replyBytes,
      patienceMs: replyPatienceMs,
      slowAfterMs: replySlowAfterMs,
    }),
  )
  http.addHook('onSend', async (request, reply, payload) => {
    // Bytes are those of documents, which all of their readers share.
    if (typeof payload !== 'string' || payload.length <= freeBytes) return payload
    await reserveReply(request, reply, payload.length)
    endIfSlow(must(rooms.get(request), 'memory'), reply)
    return payload
  })
}

/**
 * Waits until there is memory for a reply of this size, which it occupies until it has been read. Call it
 * before the reply is loaded.
 * @throws Problem `unavailable`
 */
export async function reserveReply(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): Promise<void> {
  const room = rooms.get(request) ?? openRoom(request, reply)
  rooms.set(request, room)
  await reserve(room, bytes)
  if (reply.raw.destroyed) room.release()
}

/** Opens memory for the parts of a reply without end, of which one at a time is in memory. */
export function openReplyRoom(
  request: FastifyRequest,
  reply: FastifyReply,
): { grow(bytes: number): Promise<void>; release(): void } {
  const room = openRoom(request, reply)
  return {
    grow: (bytes) => reserve(room, bytes),
    release: () => room.release(),
  }
}

async function reserve(room: ReplyRoom, bytes: number): Promise<void> {
  try {
    await room.grow(bytes)
  } catch (error) {
    if (!(error instanceof NoFreeMemoryError)) throw error
    throw new Problem('unavailable', {
      detail: 'The reply was not sent: too many long replies wait to be read.',
      retryAfter: getNow(error.retryAfterMs),
    })
  }
}

function openRoom(request: FastifyRequest, reply: FastifyReply): ReceivingRoom {
  const memory = must(memories.get(request.server.server), 'memory for replies')
  const room = memory.open(getSlotTenant(request), 'this server')
  finished(reply.raw, () => room.release())
  return room
}

/** Ends a reply that is read too slowly while others wait for its memory. */
function endIfSlow(room: ReceivingRoom, { raw }: FastifyReply): void {
  room.receive(() => raw.destroy())
  let taken = countTakenBytes(raw)
  const timer = setInterval(() => {
    const takenNow = countTakenBytes(raw)
    room.arrive(takenNow - taken)
    taken = takenNow
  }, lookEveryMs).unref()
  finished(raw, () => clearInterval(timer))
}
