import { getNowMs } from '@platform/kernel/values'
import { fieldMarker, objectMarker, planColumns } from './plan-columns.ts'
import type { RecordRow } from './rows.ts'
import {
  WarehouseError,
  type DescribedTable,
  type Warehouse,
  type WarehouseTable,
} from './warehouse.ts'

/** How long a table is taken to be as it was found. Other processes add columns as well. */
const maxAgeMs = 60_000
/** How often a name is chosen, if another process takes it. */
const maxTries = 3

type PlannedRow = Pick<RecordRow, 'values'>

/** Tables of a warehouse, created and widened as messages need them. */
export class WarehouseTables {
  readonly #warehouse: Warehouse
  readonly #known = new Map<string, { table: WarehouseTable; foundAt: number }>()

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse
  }

  /** Forgets what is known: something else has changed the table. */
  forget(objectName: string): void {
    this.#known.delete(objectName)
  }

  /**
   * Returns the table of an object with all columns that the rows can have.
   * @throws WarehouseError if only tables of its names exist that the platform has not created
   */
  async prepare(
    objectName: string,
    rows: readonly PlannedRow[],
    signal: AbortSignal,
  ): Promise<WarehouseTable> {
    const known = this.#known.get(objectName)
    if (known && getNowMs() - known.foundAt < maxAgeMs && !this.#plan(known.table, rows)) {
      return known.table
    }
    for (let tries = 1; tries <= maxTries; tries++) {
      const { table, free } = await this.#find(objectName, signal)
      const changes = this.#plan(table, rows)
      if (table && !changes) return this.#remember(objectName, table)
      if (table && changes) {
        await this.#warehouse.change(table.name, changes, signal)
      } else {
        await this.#warehouse.create(free, objectName, changes?.added ?? [], signal)
      }
      const { table: changed } = await this.#find(objectName, signal)
      // Values of a column whose name another process has just taken have their place for now.
      if (changed) return this.#remember(objectName, changed)
    }
    throw refuseName(this.#warehouse.listTableNames(objectName)[0] ?? objectName)
  }

  /** Adds and widens columns of an object's table for fields that may have values. It is not created. */
  async addFields(
    objectName: string,
    fields: NonNullable<RecordRow['values']>,
    signal: AbortSignal,
  ): Promise<void> {
    const { table } = await this.#find(objectName, signal)
    const changes = table && this.#plan(table, [{ values: fields }])
    if (changes) await this.#warehouse.change(table.name, changes, signal)
    this.forget(objectName)
  }

  #plan(table: WarehouseTable | undefined, rows: readonly PlannedRow[]) {
    return planColumns(table, rows, this.#warehouse.rules)
  }

  #remember(objectName: string, table: WarehouseTable): WarehouseTable {
    this.#known.set(objectName, { table, foundAt: getNowMs() })
    return table
  }

  /** Returns the table of an object, or the name that it can have. */
  async #find(
    objectName: string,
    signal: AbortSignal,
  ): Promise<{ table: WarehouseTable | undefined; free: string }> {
    const names = this.#warehouse.listTableNames(objectName)
    const tables = await this.#warehouse.describe(names, signal)
    const found = tables.find(({ comment }) => comment === objectMarker(objectName))
    if (found) return { table: toTable(found), free: found.name }
    for (const name of names) {
      const taken = tables.find((table) => table.name === name)
      if (!taken) return { table: undefined, free: name }
      // Names of two objects can be folded to one; whatever else has the name is not touched.
      if (!taken.comment?.startsWith(objectMarker(''))) throw refuseName(name)
    }
    throw refuseName(names[0] ?? objectName)
  }
}

function toTable({ name, columns }: DescribedTable): WarehouseTable {
  const prefix = fieldMarker('')
  return {
    name,
    columns: new Map(
      columns.flatMap(({ name: column, type, comment }) =>
        comment?.startsWith(prefix)
          ? [[comment.slice(prefix.length), { name: column, type }] as const]
          : [],
      ),
    ),
    taken: new Set(columns.map((column) => column.name)),
  }
}

const refuseName = (name: string) =>
  new WarehouseError({
    ...{ succeeded: false, class: 'refused' },
    detail: `The table ${name} already exists, and was not created by the platform. Rename it, or choose another place for the destination.`,
  })
