import { CompiledQuery, type Compilable } from 'kysely'
import type { AnyView, Db } from './database.ts'
import { goesAhead, isPlannedAnew } from './prepared-connection.ts'

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
