import type { Duplex } from 'node:stream'
import { freeBytes, type ReceivingRoom } from '@platform/kernel/egress'

/** Memory of a reply that arrives by a bare connection. While there is none, nothing is read. */
export class ArrivingReply {
  readonly #room: Pick<ReceivingRoom, 'grow' | 'release' | 'heldBytes'>
  readonly #fail: (error: Error) => void
  #isWaiting = false
  #isReleased = false

  constructor(
    room: Pick<ReceivingRoom, 'grow' | 'release' | 'heldBytes'>,
    fail: (error: Error) => void,
  ) {
    this.#room = room
    this.#fail = fail
  }

  /** Reads on from the stream once this number of bytes may be in memory. */
  hold(bytes: number, stream: Pick<Duplex, 'pause' | 'resume'>): void {
    this.#isReleased = false
    if (this.#isWaiting || bytes <= freeBytes || bytes <= this.#room.heldBytes) return
    this.#isWaiting = true
    stream.pause()
    this.#room.grow(bytes).then(
      () => {
        this.#isWaiting = false
        if (this.#isReleased) this.#room.release()
        stream.resume()
      },
      (error: Error) => {
        this.#isWaiting = false
        this.#fail(error)
      },
    )
  }

  release(): void {
    this.#isReleased = true
    this.#room.release()
  }
}
