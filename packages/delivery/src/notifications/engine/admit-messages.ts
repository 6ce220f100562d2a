import { createLanes, overheadBytes, sizeOf, wantedIn } from './destination-lanes.ts'
import { allowance } from './pressure.ts'
import type { Sender, SenderPorts, SenderSettings } from './sender.ts'

/** Admits messages to the memory of the sender, and frees it. */
export function admitMessages(
  ports: SenderPorts,
  settings: SenderSettings,
  lanes: ReturnType<typeof createLanes>,
  isStopped: () => boolean,
): Pick<Sender, 'reserve' | 'isCrowded' | 'release' | 'room'> {
  return {
    reserve(message) {
      const lane = lanes.of(message.destinationId, message.event.projectId)
      const size = sizeOf(message)
      // A half-open circuit allows a single probe.
      const isBroken =
        lane.pressure.openUntil > 0 &&
        (lane.count > 0 || allowance(lane.pressure, ports.now()) === 0)
      if (isStopped() || isBroken) return false
      if (lanes.fitting(lane, size) < 1) return false
      lanes.weigh(lane, 1, size)
      return true
    },
    isCrowded(destinationId) {
      // Based on its own usage: only those who send to a slow receiver wait for it.
      return (lanes.known(destinationId)?.bytes ?? 0) * 4 > settings.maxBytes
    },
    release(released) {
      let isHungry = false
      for (const message of released) {
        const lane = lanes.of(message.destinationId, message.event.projectId)
        lanes.weigh(lane, -1, -sizeOf(message))
        if (lane.count === 0 && lane.pressure.failuresInARow === 0 && lane.inFlight === 0) {
          if (lane.pressure.limit <= settings.pressure.start) lanes.forget(lane)
        }
        isHungry ||= lane.count * 2 < wantedIn(lane)
      }
      if (lanes.isRelieved() || isHungry) ports.hungry()
    },
    room({ destinationId, projectId }) {
      const lane = lanes.of(destinationId, projectId)
      if (isStopped() || lanes.isFull(lane)) return { room: 0, notBefore: 0 }
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: lane.pressure.openUntil }
      if (lane.pressure.openUntil > 0) return { room: Math.max(0, 1 - lane.count), notBefore: 0 }
      const size = lane.count > 0 ? lane.bytes / lane.count : overheadBytes
      const fitting = lanes.fitting(lane, size)
      return { room: Math.max(0, Math.min(fitting, wantedIn(lane) - lane.count)), notBefore: 0 }
    },
  }
}
