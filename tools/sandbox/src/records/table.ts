/** Value of a cell. Times are epoch milliseconds; calendar dates are `YYYY-MM-DD`. */
export type Value = string | number | boolean | null | { readonly [part: string]: Value }

export type Values = Record<string, Value>

/** Computes a cell of a seeded row from its index. */
export type Generate = (index: number) => Value

/**
 * The records of one object. Seeded rows are not stored: each cell is computed from the row's index
 * on demand, so a million rows cost nothing until they are changed.
 */
export class RecordTable {
  readonly #generated: ReadonlyMap<string, Generate>
  readonly #derived: ReadonlyMap<string, Generate>
  readonly #changes = new Map<number, Values>()
  readonly #deletedAt = new Map<number, number>()
  readonly #forgotten = new Set<number>()
  readonly #seededRows: number
  #rows: number
  #version = 0

  /** `derived` cells are computed from other cells of the row, in created and seeded rows. */
  constructor(options: {
    seededRows: number
    generated: ReadonlyMap<string, Generate>
    derived?: ReadonlyMap<string, Generate>
  }) {
    this.#seededRows = options.seededRows
    this.#rows = options.seededRows
    this.#generated = options.generated
    this.#derived = options.derived ?? new Map()
  }

  /** Number of rows ever created, including deleted ones; indexes run from 0 to this number. */
  get rows(): number {
    return this.#rows
  }

  /** Increases with every change; search results are valid for one version. */
  get version(): number {
    return this.#version
  }

  read(index: number, column: string): Value {
    const derive = this.#derived.get(column)
    if (derive) return derive(index)

    const changed = this.#changes.get(index)?.[column]
    if (changed !== undefined) return changed
    return index < this.#seededRows ? (this.#generated.get(column)?.(index) ?? null) : null
  }

  /**
   * Returns a reader of one column, which determines the source of values once instead of per row.
   */
  reader(column: string): Generate {
    const derive = this.#derived.get(column)
    if (derive) return derive

    const generate = this.#generated.get(column)
    const changes = this.#changes
    const seededRows = this.#seededRows
    return (index) => {
      const changed = changes.size > 0 ? changes.get(index)?.[column] : undefined
      if (changed !== undefined) return changed
      return generate && index < seededRows ? generate(index) : null
    }
  }

  insert(values: Values): number {
    const index = this.#rows
    this.#rows += 1
    this.#changes.set(index, { ...values })
    this.#version += 1
    return index
  }

  update(index: number, values: Values): void {
    this.#changes.set(index, { ...this.#changes.get(index), ...values })
    this.#version += 1
  }

  /** Returns what was written to the row so far; pass it to `setChanges` to undo later writes. */
  getChanges(index: number): Values | undefined {
    return this.#changes.get(index)
  }

  setChanges(index: number, changes: Values | undefined): void {
    if (changes) this.#changes.set(index, changes)
    else this.#changes.delete(index)
    this.#version += 1
  }

  delete(index: number, at: number): void {
    this.#deletedAt.set(index, at)
    this.#version += 1
  }

  restore(index: number): void {
    this.#deletedAt.delete(index)
    this.#version += 1
  }

  getDeletionTime(index: number): number | undefined {
    return this.#deletedAt.size === 0 ? undefined : this.#deletedAt.get(index)
  }

  /** Undoes an insert. Its index is not used again. */
  forget(index: number): void {
    this.#forgotten.add(index)
    this.#changes.delete(index)
    this.#version += 1
  }

  /** Reports whether such a row ever existed, deleted or not. */
  has(index: number): boolean {
    return index >= 0 && index < this.#rows && !this.#forgotten.has(index)
  }

  isLive(index: number): boolean {
    return this.has(index) && this.getDeletionTime(index) === undefined
  }

  /** Returns the indexes of matching rows, in order of creation. */
  select(passes: (index: number) => boolean, options: { deleted?: boolean } = {}): number[] {
    const found: number[] = []
    for (let index = 0; index < this.#rows; index += 1) {
      if (!options.deleted && this.#deletedAt.size > 0 && this.#deletedAt.has(index)) continue
      if (this.#forgotten.size > 0 && this.#forgotten.has(index)) continue
      if (passes(index)) found.push(index)
    }
    return found
  }

  /** Returns the first existing row that matches. */
  find(passes: (index: number) => boolean): number | undefined {
    for (const index of this.liveFrom(0)) if (passes(index)) return index
    return undefined
  }

  /** Yields the indexes of existing rows from an index on. */
  *liveFrom(start: number): Generator<number> {
    for (let index = start; index < this.#rows; index += 1) {
      if (this.getDeletionTime(index) === undefined && !this.#forgotten.has(index)) yield index
    }
  }

  /** Returns the indexes of deleted rows, in order of creation. */
  listDeleted(): number[] {
    return [...this.#deletedAt.keys()].toSorted((a, b) => a - b)
  }
}
