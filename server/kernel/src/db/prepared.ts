import { type DatabaseConnection, type QueryResult, CompiledQuery, type Compilable } from 'kysely'
import type pg from 'pg'
import { must } from '../values/must.ts'
import { isOfStalePlan } from './errors.ts'
import { SharedSessionsError } from './schema/keeps-sessions.ts'
import { Statement } from './statement.ts'
import type { AnyView, Db } from './database.ts'

/** A connection of the pool, or a dedicated one without a pool. */
export type ReleasableClient = Pick<pg.PoolClient, 'query'> &
  Partial<Pick<pg.PoolClient, 'release'>>

/**
 * Names of prepared statements, identical on every connection. Statements come from the code, so
 * there are few. Of statements that differ only in the length of a list, some get a name, so that
 * tenants' lists do not exhaust the names.
 */
const names = new Map<string, string>()
/**
 * A plan with a list takes 170 kB of PostgreSQL's memory per connection: 85 MB at most with this
 * limit.
 */
const maxNames = 500
const maxTextLength = 8000

/** How many names belong to statements that differ only in the lengths of lists. */
const namesOfAlike = new Map<string, number>()
const maxAlike = 16
const list = /\$\d+(?:(?:, |\), \()\$\d+)+/g

function nameStatement(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= maxNames || sql.length > maxTextLength) return known
  const alike = sql.replaceAll(list, '$')
  const named = namesOfAlike.get(alike) ?? 0
  if (named >= maxAlike) return undefined
  namesOfAlike.set(alike, named + 1)
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

/** The tenant whose rows a session sees. */
interface Tenant {
  id: string
  /** Value of `platform.tenant`: the ID, with its proof if the role requires one. */
  setting: string
}

/** Sets the tenant, only in the session that the connection started with. */
const setTenant = `select set_config('platform.tenant', case when pg_backend_pid() = $2::int then $1
  else concat('another session than ', $2::int)::int::text end, false)`

/**
 * A connection that prepares each statement once, because parsing and planning are most of the cost
 * of a look-up by key. Columns are returned in camelCase.
 */
export class PreparedConnection implements DatabaseConnection {
  readonly #client: ReleasableClient
  /** Called when the connection is released. */
  onRelease: (() => void) | undefined
  #isOfNoUse = false
  #ahead: Statement[] = []
  #isInTransaction = false
  #plansAllAnew = false
  /** The error that failed the transaction; later statements are rejected without a reason. */
  #stalePlan: unknown
  /** Process ID of the session: another session has another tenant. */
  #session: number | undefined
  #tenant: Tenant | undefined
  /**
   * Whether the session has the setting: `open` until the transaction commits, because a rollback
   * reverts it.
   */
  #isTenantSet: 'no' | 'open' | 'yes' = 'no'

  constructor(client: ReleasableClient) {
    this.#client = client
  }

  /**
   * Switches to a tenant. The setting is sent in one message with the next statement, which is not
   * executed if the setting fails. On a new connection it is sent immediately.
   */
  async serve(tenant: Tenant): Promise<void> {
    if (this.#tenant?.id === tenant.id && this.#isTenantSet === 'yes') return
    this.#tenant = tenant
    this.#isTenantSet = 'no'
    if (this.#session !== undefined) return
    const { rows } = await this.#submit(
      "select pg_backend_pid() as pid, set_config('platform.tenant', $1, false)",
      [tenant.setting],
    )
    const [session] = rows as { pid: number }[]
    this.#session = must(session, 'session').pid
    this.#isTenantSet = 'yes'
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    if (goesAhead in query && this.#isInTransaction) {
      this.sendAhead(sql, parameters)
      return { rows: [] }
    }
    if (plansAllAnew in query) {
      this.#plansAllAnew = true
      return { rows: [] }
    }
    try {
      const name = isPlannedAnew in query ? undefined : this.#nameOf(sql)
      const { command, rowCount, rows } = await this.#send(sql, parameters, name)
      if (this.#isTenantSet === 'open') this.#isTenantSet = this.#isTenantSetAfter(command)
      // A COMMIT of a failed transaction is answered with ROLLBACK, which the driver checks.
      if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] }
      return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      if (this.#isTenantSet === 'open') this.#isTenantSet = 'no'
      if (isOfAnotherSession(error as pg.DatabaseError)) {
        this.discard()
        throw new SharedSessionsError({ cause: error })
      }
      if (isOfStalePlan(error)) {
        // Its other plans are as old.
        this.discard()
        // An open transaction has failed and must be repeated as a whole, which `inTransaction`
        // does.
        if (!this.#isInTransaction && !(isPlannedAnew in query)) {
          return this.executeQuery(Object.assign({ ...query }, { [isPlannedAnew]: true }))
        }
        this.#stalePlan = error
      }
      const isRefusedAfter = (error as { code?: string }).code === '25P02'
      const reason = isRefusedAfter ? (this.#stalePlan ?? error) : error
      throw traceTo(reason as Error, new Error('sent'))
    }
  }

  #nameOf(sql: string): string | undefined {
    return this.#plansAllAnew ? undefined : nameStatement(sql)
  }

  /** Sends `begin` together with the first statement. */
  begin(isolationLevel: string): void {
    this.#isInTransaction = true
    this.sendAhead(`begin${isolationLevel}`)
  }

  endTransaction(): void {
    this.#isInTransaction = false
    this.#plansAllAnew = false
    this.#stalePlan = undefined
  }

  /**
   * Queues a statement that is sent together with the next one. If it fails, the next one is not
   * executed and fails with the same error.
   */
  sendAhead(sql: string, parameters: readonly unknown[] = []): void {
    this.#ahead.push(new Statement(sql, parameters, { name: this.#nameOf(sql) }))
  }

  /** Drops queued statements: the next statement must run whether or not they succeed. */
  forgetAhead(): void {
    this.#ahead = []
  }

  async #send(
    sql: string,
    parameters: readonly unknown[],
    name: string | undefined,
  ): Promise<pg.QueryResult> {
    if (this.#mustSetTenant(sql))
      await this.#setTenant({ withNext: parameters.length > 0 || sql === 'commit' })
    const ahead = this.#ahead
    if (ahead.length > 0) this.#ahead = []
    if (parameters.length > 0) return this.#submit(sql, parameters, name, ahead)
    if (sql === 'commit') return this.#submit(sql, parameters, sql, ahead)
    // The text may contain several statements, which cannot be prepared.
    const before = ahead.map((one) => this.#submit(one.text, one.values))
    const answers = await Promise.all([...before, this.#submit(sql, parameters)])
    return must(answers.at(-1), 'answer')
  }

  /** A transaction that did nothing, or that failed, ends without the setting. */
  #mustSetTenant(sql: string): boolean {
    if (!this.#tenant || this.#isTenantSet !== 'no' || sql === 'rollback') return false
    return sql !== 'commit' || (this.#begins() && this.#ahead.length > 1)
  }

  #begins(): boolean {
    return this.#ahead[0]?.text.startsWith('begin') === true
  }

  async #setTenant({ withNext }: { withNext: boolean }): Promise<void> {
    const values = [must(this.#tenant, 'tenant').setting, this.#session]
    if (withNext) {
      const statement = new Statement(setTenant, values, { name: 'set-tenant' })
      this.#ahead.splice(this.#begins() ? 1 : 0, 0, statement)
      this.#isTenantSet = 'open'
      return
    }
    // A text without values may contain several statements, which would run even if the setting in
    // the same message failed.
    await this.#submit(setTenant, values, 'set-tenant')
    this.#isTenantSet = 'yes'
  }

  #isTenantSetAfter(command: string): 'no' | 'open' | 'yes' {
    if (command === 'ROLLBACK') return 'no'
    return this.#isInTransaction && command !== 'COMMIT' ? 'open' : 'yes'
  }

  #submit(
    sql: string,
    parameters: readonly unknown[],
    name?: string,
    ahead: readonly Statement[] = [],
  ): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const statement = new Statement(sql, parameters, {
        name,
        ahead,
        callback: (error, result) => {
          if (!error) return resolve(result)
          // It is unknown which of several statements PostgreSQL has prepared.
          if (statement.hasPrepared && ahead.length > 0) this.discard()
          return reject(error)
        },
      })
      this.#client.query(statement as never)
    })
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read page by page, not streamed.')
  }

  /** Closes the connection on release instead of returning it to the pool. */
  discard(): void {
    this.#isOfNoUse = true
  }

  release(): void {
    this.#client.release?.(this.#isOfNoUse)
    this.onRelease?.()
  }
}

/**
 * Reports whether a pooler switched the connection to another session, which may lack its prepared
 * statements.
 */
const isOfAnotherSession = ({ code, message }: pg.DatabaseError) =>
  code === '26000' || (code === '22P02' && message.includes('another session than'))

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Marks a statement without a result that is sent together with the next one. */
const goesAhead = Symbol('goes ahead')

/** Marks a statement that is not prepared. */
const isPlannedAnew = Symbol('is planned anew')

/** Marks the start of a transaction in which no statement is prepared. */
export const plansAllAnew = Symbol('plans all anew')

/**
 * Adds the caller to the stack of the error, which otherwise contains only frames of the driver.
 */
function traceTo(error: Error, { stack }: Error): Error {
  error.stack += `\n${stack?.split('\n').slice(1).join('\n')}`
  return error
}

/** Placeholder for a value while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_values, name) => new Placeholder(String(name)) })

/**
 * Compiles a statement of one row at its first use and later only binds its values, because
 * compiling takes longer than sending. For hot paths. `write` must use each value as a parameter
 * and must not inspect it.
 */
export function prepareRow<Values extends object, Row, View extends AnyView = Db>(
  write: (db: View, values: Values) => Compilable<Row>,
): (db: View, values: Values) => Promise<Row | undefined> {
  const fill = filler(write)
  return async (db, values) => (await db.executeQuery<Row>(fill(db, values))).rows[0]
}

/**
 * Prepares a statement without a result that is sent together with the next one of its transaction,
 * at the latest with the commit, which fails if it fails. Outside a transaction it is sent
 * immediately.
 */
export function prepareAhead<Values extends object, View extends AnyView = Db>(
  write: (db: View, values: Values) => Compilable,
): (tx: View, values: Values) => Promise<void> {
  const fill = filler(write)
  return async (tx, values) => {
    await tx.executeQuery(Object.assign(fill(tx, values), { [goesAhead]: true }))
  }
}

/** Sends a statement without a result in the same way, compiled each time. */
export async function executeAhead(tx: AnyView, statement: Compilable): Promise<void> {
  await tx.executeQuery(Object.assign({ ...statement.compile() }, { [goesAhead]: true }))
}

/** Sends a statement of constant text together with the next one of its transaction. */
export async function sendAhead(
  tx: AnyView,
  text: string,
  parameters: readonly unknown[],
): Promise<void> {
  const statement = CompiledQuery.raw(text, [...parameters])
  await tx.executeQuery(Object.assign({ ...statement }, { [goesAhead]: true }))
}

function filler<Values extends object, Row, View extends AnyView>(
  write: (db: View, values: Values) => Compilable<Row>,
) {
  let written: CompiledQuery<Row> | undefined
  return (db: View, values: Values): CompiledQuery<Row> => {
    written ??= write(db, placeholders as Values).compile()
    const parameters = written.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return { ...written, parameters }
  }
}

/**
 * Runs the query with a plan for its values. Prepared statements soon get a generic plan, which is
 * wrong for tenants with many rows.
 */
export async function findByValues<Row>(
  db: AnyView,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  const anew = { ...statement, [isPlannedAnew]: true }
  return (await db.executeQuery<Row>(anew)).rows
}
