import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import { toCamelCase } from './snake-case.ts'

/** A connection of the pool, or one outside of it that nobody takes back. */
export type Client = Pick<pg.PoolClient, 'query'> &
  Partial<Pick<pg.PoolClient, 'release'>> & {
    /** What `@types/pg` does not say of the driver's client. */
    connection?: { stream: Writable }
  }

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
 * is most of what a look-up by key costs it. Columns come back in camelCase.
 */
export class PreparedConnection implements DatabaseConnection {
  readonly #client: Client
  /** Told once nobody uses it any more. */
  onRelease: (() => void) | undefined
  #isOfNoUse = false
  #ahead: string | undefined

  constructor(client: Client) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#send(sql, parameters)
      // A COMMIT of what has failed before is answered with ROLLBACK: the driver looks for it.
      if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] }
      return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      // A newer version of the server has changed a table: plans of this connection are of no use.
      if ((error as { code?: string }).code === '0A000') this.discard()
      throw tracedTo(error as Error, new Error('sent'))
    }
  }

  /**
   * Sends it together with the next statement, and waits for neither before the other. Only for what
   * fails with the connection alone.
   */
  sendAhead(sql: string): void {
    this.#ahead = sql
  }

  #send(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const ahead = this.#ahead
    if (ahead === undefined) return this.#write(sql, parameters)
    this.#ahead = undefined
    const { stream } = this.#client.connection ?? {}
    stream?.cork()
    this.#write(ahead, []).catch(() => this.discard())
    const answer = this.#write(sql, parameters)
    stream?.uncork()
    return answer
  }

  #write(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = new Statement(sql, parameters, (error, result) =>
        error ? reject(error) : resolve(result),
      )
      if (parameters.length > 0) query.name = nameOf(sql)
      this.#client.query(query)
    })
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read page by page, not streamed.')
  }

  /** Has the connection ended, not handed out again, once it is released. */
  discard(): void {
    this.#isOfNoUse = true
  }

  release(): void {
    this.#client.release?.(this.#isOfNoUse)
    this.onRelease?.()
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** What `@types/pg` does not say of the driver's class: https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/query.js */
const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Callback,
) => pg.Submittable & {
  name: string | undefined
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
}

class Statement extends Query {
  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    for (const field of message.fields) field.name = toCamelCase(field.name)
    super.handleRowDescription(message)
  }
}

/** Has the error tell who sent the statement: of itself it knows the driver's part of the way. */
function tracedTo(error: Error, { stack }: Error): Error {
  error.stack += `\n${stack?.split('\n').slice(1).join('\n')}`
  return error
}
