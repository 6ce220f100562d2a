import type { DestinationLane, ProjectShare } from './destination-lanes.ts'

/**
 * Divides the slots for concurrent requests among projects. A project gets another one while more are free
 * than it uses, so some remain for others, however many receivers of one project hang. A free slot goes to
 * the project that uses the fewest.
 */
export function createSendingPlaces({ maxInFlight }: { maxInFlight: number }) {
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
    take(lane: DestinationLane) {
      lane.inFlight++
      lane.share.inFlight++
      inFlight++
    },
    free(lane: DestinationLane) {
      lane.inFlight--
      lane.share.inFlight--
      inFlight--
    },
    waitFor(lane: DestinationLane) {
      if (!lane.isReady) lane.share.ready.push(lane)
      lane.isReady = true
      waiting.add(lane.share)
    },
    /** Removes and returns the lane that gets the next place; undefined if none can have one. */
    next(): DestinationLane | undefined {
      for (;;) {
        let share: ProjectShare | undefined
        for (const one of waiting) {
          if (one.inFlight < (share?.inFlight ?? Infinity)) share = one
        }
        if (!share || !isFreeFor(share)) return undefined
        const lane = share.ready.shift()
        waiting.delete(share)
        if (share.ready.length > 0) waiting.add(share)
        if (!lane) continue
        lane.isReady = false
        return lane
      }
    },
  }
}
