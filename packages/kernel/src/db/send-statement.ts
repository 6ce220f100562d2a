import type pg from 'pg'

/**
 * Sends a statement without reading its rows. Uses the driver's callback API: with promises, sent
 * data survives minor garbage collections, and a thousand batches a second fill the heap.
 */
export const sendStatement = (client: pg.ClientBase, statement: pg.QueryConfig): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null) => (error ? reject(error) : resolve()))
  })
