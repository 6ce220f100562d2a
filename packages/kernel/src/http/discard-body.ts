import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { sleep } from '../values/sleep.ts'

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
