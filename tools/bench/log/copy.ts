import type pg from 'pg'

/** What `pg` passes to a query that implements its own protocol. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Writes rows in PostgreSQL's text format in one `COPY`. */
export function copyInto(client: pg.ClientBase, text: string, rows: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: Error | undefined
  client.query({
    submit: (connection: CopyConnection) => connection.query(text),
    handleCopyInResponse(connection: CopyConnection) {
      connection.sendCopyFromChunk(Buffer.from(rows))
      connection.endCopyFrom()
    },
    handleCommandComplete() {},
    handleError(error: Error) {
      failure = error
    },
    handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
  } as never)
  return promise
}
