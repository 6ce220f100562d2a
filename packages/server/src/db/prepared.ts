import type { Compilable, CompiledQuery } from 'kysely'
import type { AnyView, Db } from './database.ts'

/** Stands for a value while a statement is written. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_values, name) => new Placeholder(String(name)) })

/**
 * A statement of one row that is written at its first use, later only given its values: to write
 * one takes the process longer than to send it. For hot paths; `write` must use each value as a
 * parameter, not look at it.
 */
export function prepared<Values extends object, Row, View extends AnyView = Db>(
  write: (db: View, values: Values) => Compilable<Row>,
): (db: View, values: Values) => Promise<Row | undefined> {
  let written: CompiledQuery<Row> | undefined
  return async (db, values) => {
    written ??= write(db, placeholders as Values).compile()
    const parameters = written.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...written, parameters })
    return rows[0]
  }
}
