/** How long a stream is avoided after an attempt without an acknowledgement. */
const avoidedForMs = 10_000

/** Decides in which of the streams to store new entries. */
export interface StreamChoice {
  /** Returns this stream, or while it does not acknowledge, the next one that does. */
  choose(own: number): number
  acknowledged(stream: number): void
  failed(stream: number): void
}

/**
 * A stream whose leader is gone elects another one within four to nine seconds, and needs as long
 * again if two nodes stand for election at the same time. The other streams have leaders of their
 * own meanwhile.
 */
export function createStreamChoice(streams: number, now = () => performance.now()): StreamChoice {
  const avoidedUntil = Array.from({ length: streams }, () => -Infinity)
  return {
    choose(own) {
      const inTurn = avoidedUntil.map((_, nth) => (own + nth) % streams)
      return inTurn.find((stream) => now() >= avoidedUntil[stream]!) ?? own
    },
    acknowledged(stream) {
      avoidedUntil[stream] = -Infinity
    },
    failed(stream) {
      avoidedUntil[stream] = now() + avoidedForMs
    },
  }
}
