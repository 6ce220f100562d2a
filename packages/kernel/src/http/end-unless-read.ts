import type { ServerResponse } from 'node:http'

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
const countTakenBytes = ({ socket }: ServerResponse) =>
  socket ? socket.bytesWritten - socket.writableLength : 0
