import type { ProviderResponse } from '@platform/connector'
import { getAtDotPath, setAtDotPath } from '../declarative/calls/dot-path.ts'
import type { SpecOperation } from './facts.ts'
import { usualMaximum, getMaxPageSize, type VendorRecord, vendorRejection } from './vendor-pages.ts'

const conditionForm = String.raw`[\w.]+ (?:[<>]?=|[<>]|IN|LIKE) (?:'[^']*'|\([^()]*\))`

const statementForm = new RegExp(
  String.raw`^SELECT \* FROM (\w+)(?: WHERE (${conditionForm}(?: AND ${conditionForm})*))?(?: STARTPOSITION (\d+))?(?: MAXRESULTS (\d+))?$`,
)

/** A page of the records of the entity that a statement selects. */
export function pageOfStatement(
  all: readonly VendorRecord[],
  text: string,
  { active, names: replyNames = {} }: NonNullable<SpecOperation['statement']>,
): Partial<ProviderResponse> & { status: number } {
  const [, entity, where = '', start = '1', size = '100'] = statementForm.exec(text) ?? []
  if (entity === undefined) return vendorRejection(`The statement ${text} is invalid.`)
  const hides = active.includes(entity) && !where.includes('Active IN (true, false)')
  const known = hides ? all.slice(0, all.length / 2) : all
  const from = Number(start) - 1
  const records = known.slice(from, from + Math.min(Number(size), usualMaximum))
  return {
    status: 200,
    body: {
      QueryResponse: {
        ...(records.length > 0 && {
          [replyNames[entity] ?? entity]: records.map(({ fields }) => fields),
          startPosition: Number(start),
          maxResults: records.length,
        }),
      },
    },
  }
}

/** A page of the rows that a query selects: those after a value, in its order. */
export function pageOfQuery(
  all: readonly VendorRecord[],
  { list, next = [] }: SpecOperation,
  {
    sql,
    body,
    query,
  }: {
    sql: NonNullable<SpecOperation['sql']>
    body: Record<string, unknown>
    query: Readonly<Record<string, string>>
  },
): Partial<ProviderResponse> & { status: number } {
  const statement = String(getAtDotPath(body, sql.in))
  if (!/^SELECT .+ FROM \w+(?: WHERE .+)? ORDER BY \S+$/.test(statement)) {
    return vendorRejection(`The query is invalid: ${statement}`)
  }
  const start = statement.indexOf(`${sql.column} > `)
  const last = start < 0 ? -1 : Number.parseInt(statement.slice(start + sql.column.length + 3), 10)
  const size = Number(query['limit'] ?? query['$top'] ?? usualMaximum)
  const left = all.filter(({ id }) => Number(id) > last)
  const reply = {
    ...(next.includes('hasMore') && {
      hasMore: left.length > Math.min(size, getMaxPageSize(undefined)),
    }),
  }
  setAtDotPath(
    reply,
    list ?? '',
    left.slice(0, Math.min(size, getMaxPageSize(undefined))).map(({ fields }) => fields),
  )
  return { status: 200, body: reply }
}
