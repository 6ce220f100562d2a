import type { Socket } from 'node:net'
import { freeBytes } from '@platform/kernel/egress'

/** A connection that can be kept for the next call. */
export interface UsableConnection {
  /** Whether another request can be sent. */
  readonly isUsable: boolean
  /** Ends at once. What waits for a reply is rejected with the reason. */
  destroy(reason?: Error): void
  /** Ends as the protocol asks for. Nothing is being sent. */
  end(): void
}

/** The server violated its protocol, or speaks another one. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/**
 * A connection of a protocol other than HTTP, through a socket that egress opened. Parts of replies that
 * have not fully arrived are kept, up to 64 kB, which no reply here exceeds.
 */
export abstract class BareConnection implements UsableConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #receivedBytes = 0
  #ended: Error | undefined

  protected constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy(new Error('The server closed the connection.')))
  }

  get isUsable(): boolean {
    return !this.#ended
  }

  destroy(reason = new Error('The connection was closed.')): void {
    if (this.#ended) return
    this.#ended = reason
    this.#socket.destroy()
    this.#received = Buffer.alloc(0)
    this.#receivedBytes = 0
    this.fail(reason)
  }

  end(): void {
    this.destroy()
  }

  /** Reads one reply from the bytes; returns its length, 0 if more must arrive. Throws on violations. */
  protected abstract read(bytes: Buffer): number

  /** Rejects what waits for replies. */
  protected abstract fail(reason: Error): void

  /** Throws why the connection has ended, if it has. */
  protected mustBeUsable(): void {
    if (this.#ended) throw this.#ended
  }

  protected write(bytes: Buffer | string): void {
    if (!this.#ended) this.#socket.write(bytes)
  }

  /** Sends what was written, and ends without waiting for a reply. */
  protected endAfterWriting(): void {
    if (this.#ended) return
    this.#ended = new Error('The connection was closed.')
    // A server that reads no further does not keep the socket.
    this.#socket.end(() => this.#socket.destroy())
    this.#socket.setTimeout(5_000, () => this.#socket.destroy())
  }

  /** Sends everything that is written meanwhile in as few packets as possible. */
  protected writeTogether(run: () => void): void {
    this.#socket.cork()
    try {
      run()
    } finally {
      this.#socket.uncork()
    }
  }

  #receive(chunk: Buffer): void {
    // Chunks have up to 64 kB, and stay beside what was kept before.
    this.#keep(chunk)
    let start = 0
    try {
      while (!this.#ended) {
        const length = this.read(this.#received.subarray(start, this.#receivedBytes))
        if (length === 0) break
        start += length
      }
    } catch (error) {
      return this.destroy(error as Error)
    }
    if (this.#ended) return
    this.#received.copyWithin(0, start, this.#receivedBytes)
    this.#receivedBytes -= start
    if (this.#receivedBytes > freeBytes) {
      this.destroy(new ProtocolError(`The server sent a reply of more than ${freeBytes} bytes.`))
    }
  }

  /** Adds to what was received, in one piece: a chunk can be a single byte. */
  #keep(chunk: Buffer): void {
    const bytes = this.#receivedBytes + chunk.length
    if (bytes > this.#received.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#received.length, 1024))
      this.#received.copy(larger, 0, 0, this.#receivedBytes)
      this.#received = larger
    }
    chunk.copy(this.#received, this.#receivedBytes)
    this.#receivedBytes = bytes
  }
}

/** First bytes of TLS alerts and handshakes, and of HTTP. */
export function describeOtherProtocol(bytes: Buffer, kind: string): ProtocolError {
  if (bytes[0] === 0x15 || bytes[0] === 0x16) {
    return new ProtocolError(`The ${kind} server requires TLS: remove sslMode.`)
  }
  if (bytes.toString('latin1', 0, 4) === 'HTTP') {
    return new ProtocolError(`An HTTP server answers, and no ${kind} server.`)
  }
  return new ProtocolError(`What answers is no ${kind} server.`)
}
