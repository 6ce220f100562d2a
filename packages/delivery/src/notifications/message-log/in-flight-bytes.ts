import { MessageLogError } from './message-log.ts'

interface Waiting {
  bytes: number
  begin: () => void
}

interface Share {
  bytes: number
  waiting: Set<Waiting>
}

/**
 * Limits the bytes that wait for the log and divides them among projects. A project gets
 * more while more is free than it uses, so some remain for others, however slow the log is. Of the
 * waiting projects, the one with the fewest bytes is served first; it waits for a limited time.
 */
export function createInFlightBytes({ max, patienceMs }: { max: number; patienceMs: number }) {
  const shares = new Map<string, Share>()
  let used = 0

  const getShare = (projectId: string): Share => {
    let share = shares.get(projectId)
    if (!share) shares.set(projectId, (share = { bytes: 0, waiting: new Set() }))
    return share
  }

  /** An entry that is larger than all together is alone. */
  const isFreeFor = (share: Share, bytes: number) => used === 0 || share.bytes + bytes <= max - used

  const take = (share: Share, bytes: number) => {
    share.bytes += bytes
    used += bytes
  }

  const forgetIfIdle = (projectId: string, share: Share) => {
    if (share.bytes === 0 && share.waiting.size === 0) shares.delete(projectId)
  }

  const admitWaiting = () => {
    for (;;) {
      let next: Share | undefined
      for (const share of shares.values()) {
        if (share.waiting.size > 0 && share.bytes < (next?.bytes ?? Infinity)) next = share
      }
      const [first] = next?.waiting ?? []
      if (!next || !first || !isFreeFor(next, first.bytes)) return
      next.waiting.delete(first)
      take(next, first.bytes)
      first.begin()
    }
  }

  const leave = (projectId: string, bytes: number) => {
    const share = getShare(projectId)
    share.bytes -= bytes
    used -= bytes
    // A project that was just served comes after others with as few bytes.
    shares.delete(projectId)
    shares.set(projectId, share)
    admitWaiting()
    forgetIfIdle(projectId, share)
  }

  return {
    /** Resolves when the project may send these bytes, with the function that releases them. */
    async enter(projectId: string, bytes: number): Promise<() => void> {
      const share = getShare(projectId)
      if (share.waiting.size === 0 && isFreeFor(share, bytes)) take(share, bytes)
      else {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const waiting: Waiting = { bytes, begin: resolve }
        share.waiting.add(waiting)
        const timer = setTimeout(() => {
          share.waiting.delete(waiting)
          forgetIfIdle(projectId, share)
          reject(
            new MessageLogError(
              'busy',
              `The message log did not answer earlier requests of ${projectId} within ${patienceMs / 1000} seconds. Check the disks and the network of its nodes.`,
            ),
          )
        }, patienceMs)
        await promise.finally(() => clearTimeout(timer))
      }
      return () => leave(projectId, bytes)
    },
  }
}
