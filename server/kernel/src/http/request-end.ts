import type { FastifyReply } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { sleep } from '../values/sleep.ts'

/** Returns a signal that aborts for this reason when the caller closes the connection before the reply is complete. */
export function watchDeparture({ raw }: FastifyReply, reason?: Error): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort(reason)
  }
  if (raw.closed) look()
  else raw.once('close', look)
  return gone.signal
}

/** Longer bodies are not worth their transmission: the connection is closed instead. */
const maxDiscardedBytes = 16 * 1024 * 1024
const maxDiscardingMs = 3_000

/**
 * Reads the rest of a rejected body, for at most three seconds. A connection that is closed with unread
 * bytes is reset, and a proxy that still sends them answers 502 in place of the reply.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? Number.NaN)
  const isOver = request.complete || request.readableEnded || request.destroyed
  if (isOver || !(bytes <= maxDiscardedBytes)) return
  const done = new AbortController()
  request.unpipe().resume()
  // A caller that is gone needs no reply.
  const read = finished(request, { writable: false, signal: done.signal }).catch(() => {})
  await Promise.race([read, sleep(maxDiscardingMs, done.signal)])
  done.abort()
}

/**
 * Minimum number of bytes that an active reader takes in half of the stall time, even on a slow
 * network.
 */
const leastBytes = 32 * 1024

const watched = new WeakSet<ServerResponse>()

/**
 * Closes the connection of a reply whose caller does not read it: less than 32 KiB of the pending
 * bytes were taken in each half of the stall time. Sent bytes cannot be recalled, so the body is
 * incomplete. If called several times for a reply, the first stall time applies.
 */
export function endUnlessRead(
  reply: ServerResponse,
  { stallMs, onEnd }: { stallMs: number; onEnd(): void },
): void {
  if (watched.has(reply)) return
  watched.add(reply)
  let takenBefore = countTakenBytes(reply)
  let isBlocked = false
  const timer = setInterval(() => {
    const taken = countTakenBytes(reply)
    const wasBlocked = isBlocked
    isBlocked = reply.writableLength > 0 && taken - takenBefore < leastBytes
    takenBefore = taken
    if (!isBlocked || !wasBlocked) return
    onEnd()
    reply.destroy()
  }, stallMs / 2)
  timer.unref()
  reply.once('close', () => clearInterval(timer))
}

/** Bytes acknowledged by the caller's side of the connection. */
export const countTakenBytes = ({ socket }: ServerResponse) =>
  socket ? socket.bytesWritten - socket.writableLength : 0
