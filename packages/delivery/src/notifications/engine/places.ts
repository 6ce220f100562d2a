import type { DestinationQueue, ProjectShare } from './destination-queues.ts'

/**
 * Divides the slots for concurrent requests among projects. A project gets another one while more are free
 * than it uses, so some remain for others, however many receivers of one project hang. A free slot goes to
 * the project that uses the fewest.
 */
export function createSendingSlots({ maxInFlight }: { maxInFlight: number }) {
  /**
   * Projects with lanes that wait for a slot; of those with as few slots, the first is served
   * first.
   */
  const waiting = new Set<ProjectShare>()
  let inFlight = 0

  const isFreeFor = (share: ProjectShare) => share.inFlight < maxInFlight - inFlight

  return {
    inFlight: () => inFlight,
    isFreeFor,
    take(queue: DestinationQueue) {
      queue.inFlight++
      queue.share.inFlight++
      inFlight++
    },
    free(queue: DestinationQueue) {
      queue.inFlight--
      queue.share.inFlight--
      inFlight--
    },
    waitFor(queue: DestinationQueue) {
      if (!queue.isReady) queue.share.ready.push(queue)
      queue.isReady = true
      waiting.add(queue.share)
    },
    /** Removes and returns the lane that gets the next place; undefined if none can have one. */
    next(): DestinationQueue | undefined {
      for (;;) {
        let share: ProjectShare | undefined
        for (const one of waiting) {
          if (one.inFlight < (share?.inFlight ?? Infinity)) share = one
        }
        if (!share || !isFreeFor(share)) return undefined
        const queue = share.ready.shift()
        waiting.delete(share)
        if (share.ready.length > 0) waiting.add(share)
        if (!queue) continue
        queue.isReady = false
        return queue
      }
    },
  }
}
