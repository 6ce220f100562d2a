import type { UsableConnection } from './bare-connection.ts'

const maxIdleMs = 60_000

/** Keeps a connection open for the next call, and opens another one after it has ended. */
export class KeptConnection<Connection extends UsableConnection> {
  readonly #connect: (signal: AbortSignal) => Promise<Connection>
  #opening: Promise<Connection> | undefined
  #users = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(connect: (signal: AbortSignal) => Promise<Connection>) {
    this.#connect = connect
  }

  /** Ends the connection if the signal is aborted first: its replies would belong to nobody. */
  async use<T>(signal: AbortSignal, run: (connection: Connection) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle)
    this.#users++
    try {
      const connection = await this.#find(signal)
      const end = () => connection.destroy(signal.reason as Error)
      signal.addEventListener('abort', end)
      try {
        signal.throwIfAborted()
        return await run(connection)
      } finally {
        signal.removeEventListener('abort', end)
      }
    } finally {
      this.#users--
      if (this.#users === 0) this.#rest()
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#users === 0) this.#rest()
  }

  /** One that ends as soon as it is open is returned as it is: its use fails with the reason. */
  async #find(signal: AbortSignal): Promise<Connection> {
    const existing = this.#opening
    if (existing) {
      const connection = await existing
      if (connection.isUsable) return connection
      signal.throwIfAborted()
      // Another call may have opened the next one already.
      if (this.#opening === existing) this.#opening = undefined
    }
    const opening = (this.#opening ??= this.#connect(signal))
    try {
      return await opening
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined
      throw error
    }
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#isClosed) this.#end()
    else this.#idle = setTimeout(() => this.#end(), maxIdleMs).unref()
  }

  #end(): void {
    const opening = this.#opening
    this.#opening = undefined
    // What was never open needs no end.
    opening?.then(
      (connection) => connection.end(),
      () => {},
    )
  }
}
