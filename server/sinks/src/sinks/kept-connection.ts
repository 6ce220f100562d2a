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

  async #find(signal: AbortSignal): Promise<Connection> {
    for (;;) {
      const opening = (this.#opening ??= this.#connect(signal))
      let connection: Connection | undefined
      try {
        connection = await opening
        if (connection.isUsable) return connection
      } finally {
        // Another call may have opened the next one already.
        if (!connection?.isUsable && this.#opening === opening) this.#opening = undefined
      }
      signal.throwIfAborted()
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
