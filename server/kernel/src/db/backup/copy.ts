import { once } from 'node:events'
import type pg from 'pg'

declare module 'pg' {
  /** Members that `@types/pg` does not declare. */
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** Yields the bytes of a `copy … to stdout` in chunks, with back-pressure. */
export async function* copyOut(
  client: pg.ClientBase,
  statement: string,
): AsyncGenerator<Buffer, number> {
  const query = new CopyQuery(statement)
  client.query(query)
  for (;;) {
    const chunk = await query.next()
    if (!chunk) return query.rows
    yield chunk
  }
}

/** Sends bytes to a `copy … from stdin` and returns the number of rows. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const query = new CopyQuery(statement)
  client.query(query)
  const connection = await query.listening.promise
  try {
    for await (const chunk of chunks) {
      if (query.hasEnded) break
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) {
        await Promise.race([once(connection.stream, 'drain'), query.ended.promise])
      }
    }
  } catch (error) {
    connection.sendCopyFail('The rows are truncated.')
    // The error that ended the rows is reported, not PostgreSQL's reply to it.
    await query.ended.promise.catch(() => {})
    throw error
  }
  connection.endCopyFrom()
  await query.ended.promise
  return query.rows
}

const atLeast = 64 * 1024
const atMost = 1024 * 1024

/**
 * Implements the interface that `pg` requires of a query:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY
 */
class CopyQuery implements pg.Submittable {
  rows = 0
  hasEnded = false
  readonly ended = Promise.withResolvers<void>()
  /** Resolves to the connection when PostgreSQL is ready for rows. */
  readonly listening = Promise.withResolvers<pg.Connection>()
  readonly #statement: string
  #connection: pg.Connection | undefined
  #parts: Buffer[] = []
  #bytes = 0
  #arrived = Promise.withResolvers<void>()

  constructor(statement: string) {
    this.#statement = statement
    // Rejects pending readers, if there are any.
    for (const { promise } of [this.ended, this.listening]) promise.catch(() => {})
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  /** Returns the next received chunk; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#bytes < atLeast && !this.hasEnded) {
      this.#arrived = Promise.withResolvers<void>()
      await this.#arrived.promise
    }
    const chunk = Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    this.#connection?.stream.resume()
    if (chunk.length > 0) return chunk
    await this.ended.promise
    return undefined
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.listening.resolve(connection)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // The parser reuses its buffer.
    this.#parts.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > atMost) connection.stream.pause()
    if (this.#bytes >= atLeast) this.#arrived.resolve()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#end()
    this.ended.resolve()
  }

  handleError(error: Error): void {
    this.#end()
    this.listening.reject(error)
    this.ended.reject(error)
  }

  #end() {
    this.hasEnded = true
    this.#arrived.resolve()
  }
}
