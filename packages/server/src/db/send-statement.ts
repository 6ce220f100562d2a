import type pg from 'pg'

/**
 * Sends a statement whose rows nobody needs. By the driver's callback: behind its promise, what was
 * sent outlives the quick collections of garbage, and batches a thousand times a second fill the heap.
 */
export const sendStatement = (client: pg.ClientBase, statement: pg.QueryConfig): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null) => (error ? reject(error) : resolve()))
  })
