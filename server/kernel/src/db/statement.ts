import type { Writable } from 'node:stream'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { toCamelCase } from './dialect.ts'

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** Members of the driver's connection that `@types/pg` does not declare. */
interface Wire {
  stream: Writable
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string }): void
  bind(portal: { portal: string; statement: string; values: unknown[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}

/** PostgreSQL has no text with NUL, which a provider's may contain. Half surrogate pairs are replaced as well. */
const toStorable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/**
 * Members of the driver's class that `@types/pg` does not declare:
 * https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/query.js
 */
const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback?: Callback,
) => {
  text: string
  values: readonly unknown[]
  submit(wire: Wire): Error | null
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, wire: Wire): void
}

/** Column descriptions by statement name, received once per connection. */
const described = new WeakMap<Wire, Map<string, pg.FieldDef[]>>()

/**
 * A statement for PostgreSQL. Named ones are parsed and planned once per connection. Queued
 * statements are sent in the same message. Columns are returned in camelCase.
 */
export class Statement extends Query {
  /** Name of the prepared statement; empty if sent as text. */
  readonly name: string
  /** Whether this message asked PostgreSQL to prepare it, or a queued one, under its name. */
  hasPrepared = false
  readonly #ahead: readonly Statement[]
  #completed = 0

  constructor(
    text: string,
    values: readonly unknown[],
    {
      name = '',
      ahead = [],
      callback,
    }: { name?: string | undefined; ahead?: readonly Statement[]; callback?: Callback } = {},
  ) {
    super(text, values, callback)
    this.name = name
    this.#ahead = ahead
  }

  /** Sends one message with one sync: statements after a failed one are not executed. */
  override submit(wire: Wire): Error | null {
    if (this.name === '' && this.values.length === 0 && this.#ahead.length === 0) {
      return super.submit(wire)
    }
    const all = [...this.#ahead, this]
    let values: unknown[][]
    try {
      values = all.map((one) => one.values.map((value) => toStorable(prepareValue(value))))
    } catch (error) {
      return error as Error
    }
    wire.stream.cork()
    for (const [at, one] of all.entries()) {
      if (one.#mustBeParsed(wire)) this.hasPrepared = true
      one.#send(wire, values[at] ?? [], { isLast: one === this })
    }
    wire.sync()
    wire.stream.uncork()
    return null
  }

  #mustBeParsed({ parsedStatements, submittedNamedStatements }: Wire): boolean {
    return !(this.name in parsedStatements) && !(this.name in submittedNamedStatements)
  }

  #send(wire: Wire, values: unknown[], { isLast }: { isLast: boolean }): void {
    const { name, text } = this
    if (name === '' || this.#mustBeParsed(wire)) {
      wire.parse({ text, name })
      if (name !== '') wire.submittedNamedStatements[name] = text
    }
    wire.bind({ portal: '', statement: name, values })
    if (isLast) {
      const fields = described.get(wire)?.get(name)
      if (fields) super.handleRowDescription({ fields })
      else wire.describe({ type: 'P', name: '' })
    }
    wire.execute({ portal: '' })
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    for (const field of fields) field.name = toCamelCase(field.name)
    super.handleRowDescription({ fields })
    this.#fields = fields
  }

  #fields: pg.FieldDef[] | undefined

  /** Rows of queued statements are ignored. */
  override handleDataRow(message: object): void {
    if (this.#completed === this.#ahead.length) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#completed++ < this.#ahead.length) return
    super.handleCommandComplete(message, wire)
    if (this.name === '' || !this.#fields) return
    const known = described.get(wire) ?? new Map<string, pg.FieldDef[]>()
    described.set(wire, known.set(this.name, this.#fields))
  }
}
