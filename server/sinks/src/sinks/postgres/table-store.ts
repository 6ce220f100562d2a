import { getFirst } from '@platform/kernel/values'
import type { DatabaseClient } from './connections.ts'
import { listIdentifiers, quoteName } from '../tables/identifiers.ts'
import {
  alterTable,
  createEventsTable,
  createTable,
  eventsMarker,
  planTable,
  quoteText,
  type ObjectTable,
} from './plan-table.ts'
import { fieldMarker, objectMarker } from '../tables/plan-columns.ts'
import type { RecordRow } from '../tables/rows.ts'

/** A table of this name belongs to somebody else. */
export class ForeignTableError extends Error {
  override name = 'ForeignTableError'
}

const eventsTable = 'events'

const toMarker = (objectName: string | undefined): string =>
  objectName === undefined ? eventsMarker : objectMarker(objectName)

/** Tables of a destination, created and widened as messages need them. */
export class TableStore {
  readonly #schema: string
  readonly #begin: string
  readonly #known = new Map<string, ObjectTable>()

  constructor({
    schema,
    begin,
  }: {
    schema: string
    /** Statements that begin a transaction with its time limits. */
    begin: string
  }) {
    this.#schema = schema
    this.#begin = begin
  }

  toPath({ name }: Pick<ObjectTable, 'name'>): string {
    return `${quoteName(this.#schema)}.${quoteName(name)}`
  }

  /** Forgets what is known: something else has changed the tables. */
  forget(): void {
    this.#known.clear()
  }

  /** Reports whether the rows need a table or column that is not known to exist. */
  mustChange(objectName: string | undefined, rows: readonly RecordRow[]): boolean {
    const known = this.#known.get(toMarker(objectName))
    return known === undefined || planTable(known, rows) !== undefined
  }

  /**
   * Returns the table of an object with all columns that the rows need, or that of events.
   * @throws ForeignTableError if a table of its name exists that the platform has not created
   */
  async prepare(
    client: DatabaseClient,
    objectName: string | undefined,
    rows: readonly RecordRow[],
  ): Promise<ObjectTable> {
    const marker = toMarker(objectName)
    const known = this.#known.get(marker)
    if (known && !planTable(known, rows)) return known
    const names =
      objectName === undefined
        ? [eventsTable]
        : listIdentifiers(objectName).filter((name) => name !== eventsTable)
    const found = await this.#find(client, marker, names)
    if (found) this.#known.set(marker, found)
    if (found && !planTable(found, rows)) return found
    const changed = await this.#change(client, { objectName, marker, names, rows })
    this.#known.set(marker, changed)
    return changed
  }

  /** Adds and widens columns of an object's table for fields that may have values. It is not created. */
  async addFields(
    client: DatabaseClient,
    objectName: string,
    fields: NonNullable<RecordRow['values']>,
  ): Promise<void> {
    const rows = [{ values: fields }]
    const marker = toMarker(objectName)
    const names = listIdentifiers(objectName).filter((name) => name !== eventsTable)
    const found = await this.#find(client, marker, names)
    if (!found || !planTable(found, rows)) return
    this.#known.set(marker, await this.#change(client, { objectName, marker, names, rows }))
  }

  /** Creates or changes a table in a transaction. Others that do so with this schema wait. */
  async #change(
    client: DatabaseClient,
    {
      objectName,
      marker,
      names,
      rows,
    }: {
      objectName: string | undefined
      marker: string
      names: readonly string[]
      rows: readonly Pick<RecordRow, 'values'>[]
    },
  ): Promise<ObjectTable> {
    await client.send(`${this.#begin};
      select pg_catalog.pg_advisory_xact_lock(hashtextextended(${quoteText(`platform ${this.#schema}`)}, 0))`)
    let table = await this.#find(client, marker, names)
    const changes = planTable(table, rows)
    const path = this.toPath({ name: table?.name ?? (await this.#chooseName(client, names)) })
    if (!table) {
      const isEvents = objectName === undefined
      await client.send(
        [
          ...(await this.#createSchema(client)),
          ...(isEvents ? createEventsTable(path) : createTable(path, objectName)),
        ].join(';'),
      )
    }
    if (changes && objectName !== undefined) await client.send(alterTable(path, changes).join(';'))
    table = await this.#find(client, marker, names)
    await client.send('commit')
    if (!table) throw new Error(`The table ${path} was removed.`)
    return table
  }

  async #createSchema(client: DatabaseClient): Promise<string[]> {
    const { rows } = await client.query<{ exists: boolean }>(
      'select exists (select from pg_catalog.pg_namespace where nspname = $1) as exists',
      [this.#schema],
    )
    // Creating it, even if it exists, needs a right that the role may not have.
    return getFirst(rows).exists ? [] : [`create schema ${quoteName(this.#schema)}`]
  }

  async #chooseName(client: DatabaseClient, names: readonly string[]): Promise<string> {
    const { rows } = await client.query<{ name: string; marker: string | null }>(
      `select c.relname as name, pg_catalog.obj_description(c.oid, 'pg_class') as marker
         from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relname = any($2)`,
      [this.#schema, names],
    )
    for (const name of names) {
      const taken = rows.find((row) => row.name === name)
      if (!taken) return name
      // Names of two objects can be folded to one; whatever else has the name is not touched.
      if (!taken.marker?.startsWith(objectMarker(''))) throw this.#isForeign(name)
    }
    throw this.#isForeign(getFirst(names))
  }

  #isForeign(name: string): ForeignTableError {
    return new ForeignTableError(
      `${this.toPath({ name })} already exists, and was not created by the platform. Rename it, or choose another schema for the destination.`,
    )
  }

  async #find(
    client: DatabaseClient,
    marker: string,
    names: readonly string[],
  ): Promise<ObjectTable | undefined> {
    const { rows } = await client.query<{
      table: string
      oid: string
      count: number
      name: string
      type: string
      comment: string | null
    }>(
      `select c.relname as "table", c.oid::text, c.relnatts as count, a.attname as name,
              pg_catalog.format_type(a.atttypid, -1) as type,
              pg_catalog.col_description(c.oid, a.attnum) as comment
         from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         join pg_catalog.pg_attribute a on a.attrelid = c.oid
        where n.nspname = $1 and c.relname = any($2) and c.relkind in ('r', 'p')
          and pg_catalog.obj_description(c.oid, 'pg_class') = $3
          and a.attnum > 0 and not a.attisdropped
        order by a.attnum`,
      [this.#schema, names, marker],
    )
    const [first] = rows
    if (!first) return undefined
    const prefix = fieldMarker('')
    const columns = rows.flatMap(({ name, type, comment }) =>
      comment?.startsWith(prefix) ? [[comment.slice(prefix.length), { name, type }] as const] : [],
    )
    return {
      name: first.table,
      oid: first.oid,
      columnCount: first.count,
      columns: new Map(columns),
      taken: new Set(rows.map(({ name }) => name)),
    }
  }
}
