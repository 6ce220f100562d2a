import {
  createDestinationQueues,
  overheadBytes,
  getMessageBytes,
  countClaimable,
} from '../queue/destination-queues.ts'
import { allowance } from './pressure.ts'
import type { Sender, SenderPorts, SenderSettings } from './sender.ts'

/** Admits messages to the memory of the sender, and frees it. */
export function admitMessages(
  ports: SenderPorts,
  settings: SenderSettings,
  queues: ReturnType<typeof createDestinationQueues>,
  isStopped: () => boolean,
): Pick<Sender, 'reserve' | 'isCrowded' | 'release' | 'room'> {
  return {
    reserve(message) {
      const queue = queues.of(message.destinationId, message.event.projectId)
      const size = getMessageBytes(message)
      // A half-open circuit allows a single probe.
      const isBroken =
        queue.pressure.openUntil > 0 &&
        (queue.count > 0 || allowance(queue.pressure, ports.now()) === 0)
      if (isStopped() || isBroken) return false
      if (queues.fitting(queue, size) < 1) return false
      queues.weigh(queue, 1, size)
      return true
    },
    isCrowded(destinationId) {
      // Based on its own usage: only those who send to a slow receiver wait for it.
      return (queues.known(destinationId)?.bytes ?? 0) * 4 > settings.maxBytes
    },
    release(released) {
      let isHungry = false
      for (const message of released) {
        const queue = queues.of(message.destinationId, message.event.projectId)
        queues.weigh(queue, -1, -getMessageBytes(message))
        if (queue.count === 0 && queue.pressure.failuresInARow === 0 && queue.inFlight === 0) {
          if (queue.pressure.limit <= settings.pressure.start) queues.forget(queue)
        }
        isHungry ||= queue.count * 2 < countClaimable(queue)
      }
      if (queues.isRelieved() || isHungry) ports.hungry()
    },
    room({ destinationId, projectId }) {
      const queue = queues.of(destinationId, projectId)
      if (isStopped() || queues.isFull(queue)) return { room: 0, notBefore: 0 }
      const allowed = allowance(queue.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: queue.pressure.openUntil }
      if (queue.pressure.openUntil > 0) return { room: Math.max(0, 1 - queue.count), notBefore: 0 }
      const size = queue.count > 0 ? queue.bytes / queue.count : overheadBytes
      const fitting = queues.fitting(queue, size)
      return {
        room: Math.max(0, Math.min(fitting, countClaimable(queue) - queue.count)),
        notBefore: 0,
      }
    },
  }
}
