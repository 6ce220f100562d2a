import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { ReceivingRoom } from '@platform/kernel/egress'
import pg from 'pg'
import { ArrivingReply } from '../arriving-reply.ts'

declare module 'pg' {
  interface Client {
    readonly connectionParameters: { options: string | undefined }
  }
}

/** Connections of one process to one destination. */
const maxConnections = 2
const maxIdleMs = 10_000
/** PostgreSQL answers writes with little; the descriptions of all tables are larger. */
const maxReplyBytes = 32 * 1024 * 1024
/** Between writes, PostgreSQL sends notices and parameters, such as at its shutdown. */
const maxIdleBytes = 64 * 1024
const lookEveryMs = 20

/** Where and as whom to sign in. */
export interface DatabaseLogin {
  host: string
  port: number
  database: string
  user: string
  password: string
  tls: ConnectionOptions | false
}

/** The database did not answer in time. */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
}

/** A connection to the builder's database. */
export class DatabaseClient {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #arriving: ArrivingReply
  #maxBytesRead = 0
  #firstByte = 0
  isBroken = false

  constructor(client: pg.Client, socket: Socket, room: ReceivingRoom) {
    this.#client = client
    this.#socket = socket
    this.#arriving = new ArrivingReply(room, () => this.destroy())
    const markBroken = () => (this.isBroken = true)
    client.on('error', markBroken).on('end', markBroken)
    this.#expectAtMost(maxIdleBytes)
    const timer = setInterval(() => {
      if (socket.bytesRead > this.#maxBytesRead) this.destroy()
      else this.#arriving.hold(socket.bytesRead - this.#firstByte, client.connection.stream)
    }, lookEveryMs).unref()
    socket.once('close', () => clearInterval(timer))
  }

  #expectAtMost(bytes: number): void {
    this.#firstByte = this.#socket.bytesRead
    this.#maxBytesRead = this.#firstByte + bytes
  }

  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
    return this.#client.query<Row>(text, values)
  }

  /** Sends statements in one round trip, and returns the rows of the last one. */
  async send<Row extends pg.QueryResultRow>(statements: string): Promise<Row[]> {
    const results: pg.QueryResult<Row> | pg.QueryResult<Row>[] =
      await this.#client.query<Row>(statements)
    return [results].flat().at(-1)?.rows ?? []
  }

  /** Ends it at once if it waits for longer, or receives more than any answer has. */
  async within<T>(deadline: AbortSignal, run: () => Promise<T>): Promise<T> {
    const end = () => this.destroy()
    this.#expectAtMost(maxReplyBytes)
    deadline.addEventListener('abort', end)
    try {
      deadline.throwIfAborted()
      return await run()
    } finally {
      this.#expectAtMost(maxIdleBytes)
      this.#arriving.release()
      deadline.removeEventListener('abort', end)
    }
  }

  destroy(): void {
    this.isBroken = true
    this.#socket.destroy()
    this.#arriving.release()
  }

  /** Ends it politely; whoever does not answer is left. */
  close(): void {
    const timer = setTimeout(() => this.destroy(), 1_000)
    this.#client.end().then(
      () => clearTimeout(timer),
      () => this.destroy(),
    )
  }
}

/** The connections of a destination: few, opened when needed and ended when idle. */
export class DatabaseConnections {
  readonly #open: (deadline: AbortSignal) => Promise<DatabaseClient>
  readonly #idle: { client: DatabaseClient; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #isClosed = false

  constructor(open: (deadline: AbortSignal) => Promise<DatabaseClient>) {
    this.#open = open
  }

  /** Runs with a connection, which is ended if that fails. */
  async use<T>(deadline: AbortSignal, run: (client: DatabaseClient) => Promise<T>): Promise<T> {
    await this.#enter(deadline)
    let client: DatabaseClient | undefined
    try {
      const used = (client = this.#takeIdle() ?? (await this.#open(deadline)))
      return await used.within(deadline, () => run(used))
    } finally {
      if (client) this.#putBack(client)
      this.#leave()
    }
  }

  /** Ends idle connections now, and others after use. */
  close(): void {
    this.#isClosed = true
    for (const { client, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      client.close()
    }
  }

  async #enter(deadline: AbortSignal): Promise<void> {
    deadline.throwIfAborted()
    if (this.#busy < maxConnections) {
      this.#busy++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        deadline.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        const place = this.#waiting.indexOf(begin)
        if (place >= 0) this.#waiting.splice(place, 1)
        reject(deadline.reason)
      }
      this.#waiting.push(begin)
      deadline.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives the place to whoever waits. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy--
  }

  #takeIdle(): DatabaseClient | undefined {
    for (;;) {
      const found = this.#idle.pop()
      if (!found) return undefined
      clearTimeout(found.timer)
      if (!found.client.isBroken) return found.client
    }
  }

  #putBack(client: DatabaseClient): void {
    if (client.isBroken || this.#isClosed) return client.close()
    const idle = {
      client,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(idle), 1)
        client.close()
      }, maxIdleMs).unref(),
    }
    this.#idle.push(idle)
  }
}

/** Signs in through an open socket. */
export async function signInToDatabase(
  socket: Socket,
  { host, port, database, user, password, tls, room }: DatabaseLogin & { room: ReceivingRoom },
  deadline: AbortSignal,
): Promise<DatabaseClient> {
  const client = new pg.Client({
    ...{ host, port, database, user, ssl: tls },
    // An empty one would be replaced by that of the server's own environment.
    password: () => password,
    ...{ application_name: 'integration platform', client_encoding: 'UTF8' },
    stream: () => asUnconnected(socket),
  })
  // `PGOPTIONS` of the server's own environment is not meant for this database.
  client.connectionParameters.options = undefined
  const opened = new DatabaseClient(client, socket, room)
  try {
    await opened.within(deadline, () => client.connect())
  } catch (error) {
    // The driver keeps the socket open where it gives up itself, such as without a password.
    opened.destroy()
    throw error
  }
  return opened
}

/** The driver connects its stream itself, and this one is connected. */
const asUnconnected = (socket: Socket): Socket =>
  Object.assign(socket, {
    connect() {
      process.nextTick(() => socket.emit('connect'))
      return socket
    },
  })
