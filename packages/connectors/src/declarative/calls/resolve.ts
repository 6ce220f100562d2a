import { ProviderError } from '@platform/connector'
import type { RowColumn } from '../reading/columns.ts'
import { asMutation } from '../graphql.ts'
import { parseIdTemplate, type IdTemplate } from './ids.ts'
import { findLocatorPlaces, type LocatorPlaces } from './locator.ts'
import type { Declaration, ObjectRules } from '../schema/entry.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import type { ReadRules } from '../schema/read-rules.ts'
import type { WriteRules } from '../schema/write-rules.ts'

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], null | undefined> }

/** Rules for reading one object, including inherited defaults. */
export interface Reading extends Omit<
  Present<ReadRules>,
  'changes' | 'path' | 'paging' | 'records'
> {
  path: string
  paging: PagingRules
  records: string
  /** Present if the ID consists of several values. */
  ids?: IdTemplate
  /** Format of the replies, if they are not JSON. */
  format?: 'csv' | 'jsonl'
  nullText?: string
  /** Columns of the records, if an earlier reply contained them. */
  knownColumns?: RowColumn[]
  /** Value of the parent that the list is below. */
  below?: string
  /** Present if records are read by more than their IDs. */
  locatorPlaces?: LocatorPlaces
}

export type Written = 'create' | 'update' | 'delete'

/** Rules for one type of write. */
export type ResolvedWrite = Present<WriteRules> & {
  method: NonNullable<WriteRules['method']>
  path: string
  /** Present if the ID consists of several values, which the path contains. */
  ids?: IdTemplate
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const

/** `null` removes a rule. */
function mergeLayers<T extends object>(...layers: readonly (T | null | undefined)[]): Present<T> {
  const all: Record<string, unknown> = Object.assign({}, ...layers)
  for (const [name, value] of Object.entries(all)) {
    if (value === null || value === undefined) delete all[name]
  }
  return all as Present<T>
}

export interface ResolvedObject {
  name: string
  displayName: string
  rules: ObjectRules
  /** Whether the list is not declared but named by its path. */
  isByPath: boolean
  base: string
  read: Reading | undefined
  /** Rules for reading only changed records. */
  changes: Reading | undefined
  writes: Partial<Record<Written, ResolvedWrite>>
}

/** Reports whether the provider filters by modification time or includes it in records. */
export const reportsModificationTimes = ({ changes }: Pick<ResolvedObject, 'changes'>): boolean =>
  changes?.since !== undefined ||
  changes?.updated !== undefined ||
  changes?.window?.byChange === true

export class ResolvedObjects {
  readonly #declaration: Declaration
  readonly #resolved = new Map<string, ResolvedObject>()

  constructor(declaration: Declaration) {
    this.#declaration = declaration
  }

  get names(): string[] {
    return Object.keys(this.#declaration.objects ?? {})
  }

  /** Whether the defaults are sufficient to read an undeclared list. */
  get readsByPath(): boolean {
    return this.#resolve('/', this.#byPath('/'), true).read !== undefined
  }

  /** Base URLs of objects that do not use the provider's. */
  get bases(): string[] {
    const all = Object.values(this.#declaration.objects ?? {})
    return [...new Set(all.flatMap(({ base }) => base ?? []))]
  }

  /** Throws `bad-request` for an object that the entry does not have. */
  get(name: string): ResolvedObject {
    const known = this.#resolved.get(name)
    if (known) return known
    const { objects = {} } = this.#declaration
    const isByPath = !Object.hasOwn(objects, name) && isListPath(name)
    const rules = Object.hasOwn(objects, name)
      ? objects[name]
      : isByPath
        ? this.#byPath(name)
        : undefined
    if (!rules) {
      throw new ProviderError(
        'bad-request',
        `The catalogue has no object ${name} for this provider.`,
      )
    }
    const object = this.#resolve(name, rules, isByPath)
    if (!isByPath) this.#resolved.set(name, object)
    return object
  }

  /** Rules of an object that is named by its path, or by that of a table. */
  #byPath(name: string): ObjectRules {
    const { sql } = this.#declaration.defaults?.read ?? {}
    if (!sql) return { displayName: name, read: { path: name } }
    if (name !== '/' && !isTable(name)) {
      throw new ProviderError('bad-request', `${name} is not the name of a table, such as /orders.`)
    }
    const statement = sql.statement.replaceAll('{object}', () => name.slice(1))
    return { displayName: name, read: { sql: { ...sql, statement } } }
  }

  #resolve(name: string, rules: ObjectRules, isByPath: boolean): ResolvedObject {
    const { defaults = {} } = this.#declaration
    const { changes, ...own } = rules.read ?? {}
    const { changes: defaultChanges, ...shared } = defaults.read ?? {}
    const read = rules.read && asReading(mergeLayers<ReadRules>(shared, own))
    const writing = (type: Written): ResolvedWrite | undefined => {
      if (!rules[type]) return undefined
      const rule = mergeLayers<WriteRules>(defaults[type], rules[type])
      if (rule.path === undefined) return undefined
      const ids = read?.ids && { ids: read.ids }
      return rule.graphql
        ? { ...rule, ...ids, ...asMutation(rule.graphql, rule.recordId), path: rule.path }
        : { ...rule, ...ids, path: rule.path, method: rule.method ?? methods[type] }
    }
    const whenChanged = changes ?? defaultChanges
    const writes = Object.fromEntries(
      (['create', 'update', 'delete'] as const).flatMap((type) => {
        const sending = writing(type)
        return sending ? [[type, sending]] : []
      }),
    )
    return {
      name,
      displayName: rules.displayName ?? toTitle(name),
      rules,
      isByPath,
      base: rules.base ?? '',
      read,
      changes:
        read && (whenChanged ? asReading(mergeLayers<ReadRules>(shared, own, whenChanged)) : read),
      writes,
    }
  }
}

/** Returns undefined without a path or the location of the records. */
function asReading(rule: Present<ReadRules>): Reading | undefined {
  const { path, records, id, paging = { style: 'none' } } = rule
  if (path === undefined || records === undefined) return undefined
  const ids = parseIdTemplate(id)
  const locatorPlaces = findLocatorPlaces(rule.byId)
  return {
    ...rule,
    path,
    records,
    paging,
    ...(ids && { ids }),
    ...(locatorPlaces && { locatorPlaces }),
  }
}

/** Any path may be read like the entry's other objects, without guarantee. */
const isListPath = (name: string) =>
  name.length <= 200 && /^\/[\w./-]+$/.test(name) && !/\/\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(name)

const isTable = (name: string) => /^\/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name)

/** Formats a name: `kases` → `Kases`, `customer_groups` → `Customer groups`. */
function toTitle(name: string): string {
  const words = name
    .replaceAll(/[_./-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
