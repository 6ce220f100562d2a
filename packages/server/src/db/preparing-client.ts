import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/**
 * Names of statements, the same on every connection. They come from the code, so there are few;
 * what a list of varying length makes of one is capped.
 */
const names = new Map<string, string>()
const mostNames = 1000
const longestText = 8000

function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= mostNames || sql.length > longestText) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

/**
 * Has PostgreSQL parse and plan a statement once for each connection instead of every time, which
 * is most of what a look-up by key costs it.
 */
export function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isOutdated = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    const name = parameters.length > 0 ? nameOf(sql) : undefined
    try {
      return await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
    } catch (error) {
      // A newer version of the server has changed a table: plans of this connection are of no use.
      isOutdated ||= (error as { code?: string }).code === '0A000'
      throw error
    }
  }
  return {
    query: query as (
      sql: string,
      parameters: readonly unknown[],
    ) => Promise<PostgresQueryResult<any>>,
    release: () => client.release(isOutdated),
  } as PostgresPoolClient
}
