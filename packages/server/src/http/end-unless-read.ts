import type { ServerResponse } from 'node:http'

/** What a caller who reads takes in half of the stall time at least, however slow its network is. */
const leastBytes = 32 * 1024

const watched = new WeakSet<ServerResponse>()

/**
 * Cuts off a reply whose caller does not read it: of what waits for the caller, less than 32 KiB was
 * taken in each half of the stall time. What has been passed on cannot be taken back, so the connection ends before
 * the body does. Of several stall times of one reply the first counts.
 */
export function endUnlessRead(
  reply: ServerResponse,
  { stallMs, onEnd }: { stallMs: number; onEnd(): void },
): void {
  if (watched.has(reply)) return
  watched.add(reply)
  let takenBefore = takenOf(reply)
  let isBlocked = false
  const timer = setInterval(() => {
    const taken = takenOf(reply)
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

/** Bytes that the caller's end of the connection has taken over. */
const takenOf = ({ socket }: ServerResponse) =>
  socket ? socket.bytesWritten - socket.writableLength : 0
