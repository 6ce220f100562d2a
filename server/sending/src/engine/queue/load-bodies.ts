import type { DestinationId, EventId } from '@platform/contract'
import type { Logger } from 'pino'
import { isInLog, type MessageBodies } from '@platform/delivery/notifications/message-log/bodies'
import type { ClaimedMessage } from './hot-store.ts'
import { getNowMs } from '@platform/kernel/values'

/** Reads the bodies of claimed messages from the message log. */
export interface BodyLoader {
  /** Reads bodies without blocking others; `loaded`, `gone` or `failed` follows for each message. */
  load(messages: readonly ClaimedMessage[]): void
  /**
   * Returns before when no more messages of the destination are to be claimed: it has one batch at a
   * time, so that their bodies fit into memory. Zero if they may be claimed.
   */
  notBefore(destinationId: DestinationId): number
  /** Gives up what is being read. */
  stop(): void
}

interface BodyLoaderPorts {
  loaded(messages: ClaimedMessage[]): void
  /** The log does not contain the body any more. */
  gone(message: ClaimedMessage): void
  failed(messages: readonly ClaimedMessage[], until: number): void
}

/** Delay after the log did not answer. */
const againMs = 5_000

export function createBodyLoader(
  bodies: MessageBodies,
  ports: BodyLoaderPorts,
  log: Logger,
): BodyLoader {
  const batches = new Set<readonly ClaimedMessage[]>()
  const busy = new Set<DestinationId>()
  const pausedUntil = new Map<DestinationId, number>()

  const giveUp = (batch: readonly ClaimedMessage[]) => {
    const until = getNowMs() + againMs
    for (const { destinationId } of batch) pausedUntil.set(destinationId, until)
    ports.failed(batch, until)
  }

  const load = async (destinationId: DestinationId, batch: readonly ClaimedMessage[]) => {
    let found: Map<EventId, string> | undefined
    try {
      found = await bodies.of(batch.map(({ event }) => event))
    } catch (error) {
      log.warn({ err: error, destinationId }, 'cannot read messages from the message log; retrying')
    }
    // Given up meanwhile.
    if (!batches.delete(batch)) return
    busy.delete(destinationId)
    if (!found) return giveUp(batch)
    pausedUntil.delete(destinationId)
    const loaded: ClaimedMessage[] = []
    for (const message of batch) {
      const body = found.get(message.event.id)
      if (body === undefined) ports.gone(message)
      else {
        message.event.body = body
        loaded.push(message)
      }
    }
    ports.loaded(loaded)
  }

  return {
    load(messages) {
      for (const [destinationId, batch] of Map.groupBy(messages, (one) => one.destinationId)) {
        busy.add(destinationId)
        batches.add(batch)
        void load(destinationId, batch)
      }
    },
    notBefore(destinationId) {
      if (busy.has(destinationId)) return Infinity
      return pausedUntil.get(destinationId) ?? 0
    },
    stop() {
      for (const batch of batches) giveUp(batch)
      batches.clear()
      busy.clear()
    },
  }
}

/** Divides claimed messages into those with their body and those whose body is in the log. */
export function divideByBody(messages: readonly ClaimedMessage[]) {
  const inLog = messages.filter(({ event }) => isInLog(event))
  return { inLog, others: messages.filter(({ event }) => !isInLog(event)) }
}
