import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { ResultEntry } from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import { emptyDatabase } from '@platform/testing/test-database'
import type { SinkEvent } from '../event.ts'

/** A message with records, whose ID sorts after that of earlier ones. */
export const givenRecords = (
  result: readonly Partial<ResultEntry>[],
  {
    objectName = 'contact',
    type = 'read',
  }: { objectName?: string; type?: 'read' | 'subscribe' } = {},
): SinkEvent => ({
  id: newId('evt'),
  projectId: 'proj_1',
  type,
  body: JSON.stringify({
    ...{ action: type, projectId: 'proj_1', provider: 'salesforce', groupRef: 'globex' },
    ...{ installationId: 'inst_1', objectName, operationId: 'op_1', result },
  }),
})

/** A message that announces changed fields. */
export const givenSchemaChange = (result: object, objectName = 'contact'): SinkEvent => ({
  id: newId('evt'),
  projectId: 'proj_1',
  type: 'schema.watch',
  body: JSON.stringify({
    ...{ action: 'schema.watch', projectId: 'proj_1', provider: 'salesforce' },
    ...{ groupRef: 'globex', installationId: 'inst_1', objectName, result },
  }),
})

interface Comments {
  table: string | null
  columns: Map<string, string>
}

/** How the statements of a warehouse are written for PostgreSQL. */
export interface Translation {
  /** Types by their names there. */
  types: Readonly<Record<string, string>>
  /** Replaced in turn in everything but comments. */
  replaced: readonly (readonly [RegExp, string])[]
  /** Returns the contents of a literal. */
  readLiteral(literal: string): string
}

const literal = String.raw`('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*")`
const comment = String.raw`\s+(?:COMMENT =?\s*${literal}|OPTIONS\(description=${literal}\))`
const anyComment = new RegExp(comment, 'g')
const columnComment = new RegExp(String.raw`(["\`])([^"\`]+)\1 [\w()]+${comment}`, 'g')
const tableComment = new RegExp(`${comment}$`)

/**
 * Runs what a warehouse is sent in PostgreSQL: tables and merges are standard SQL, whose types, quotes and
 * functions are translated. Comments are kept beside.
 */
export async function givenStatements({ types, replaced, readLiteral }: Translation) {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  const client = new pg.Pool({ connectionString, max: 1 })
  client.on('error', () => {})
  onTestFinished(() => client.end())
  const comments = new Map<string, Comments>()

  const translate = (statement: string) => {
    let text = statement.replaceAll(anyComment, '')
    for (const [pattern, by] of replaced) text = text.replaceAll(pattern, by)
    return text
  }

  const keepComments = (name: string, statement: string) => {
    const known = comments.get(name) ?? { table: null, columns: new Map() }
    comments.set(name, known)
    for (const [, , column = '', text, other] of statement.matchAll(columnComment)) {
      if (!known.columns.has(column)) known.columns.set(column, readLiteral(text ?? other ?? ''))
    }
    const [, text, other] = tableComment.exec(statement) ?? []
    if (statement.startsWith('CREATE')) known.table ??= readLiteral(text ?? other ?? '')
  }

  return {
    /** Creates or changes a table. */
    async define(name: string, statement: string): Promise<void> {
      await client.query(translate(statement))
      keepComments(name, statement)
    },
    /** Stores rows of JSON. */
    merge: (statement: string, rows: string) => client.query(translate(statement), [rows]),
    /** Returns the columns of tables: table, its comment, column, its type and its comment. */
    async describe(names: readonly string[]): Promise<(string | null)[][]> {
      const { rows } = await client.query<{ table: string; name: string; type: string }>(
        `select table_name as table, column_name as name, data_type as type
           from information_schema.columns where table_name = any($1) order by ordinal_position`,
        [names],
      )
      return rows.map(({ table, name, type }) => [
        ...[table, comments.get(table)?.table ?? null, name],
        ...[types[type] ?? type, comments.get(table)?.columns.get(name) ?? null],
      ])
    },
    /** Returns rows of a table by names of columns in lower case. */
    async list(table: string): Promise<Record<string, unknown>[]> {
      const existing = await client.query<{ exists: boolean }>(
        'select to_regclass($1) is not null as exists',
        [`"${table}"`],
      )
      if (!existing.rows[0]?.exists) return []
      const { rows } = await client.query<Record<string, unknown>>(`select * from "${table}"`)
      return rows
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]),
          ),
        )
        .toSorted((a, b) => (String(a['_record_id']) < String(b['_record_id']) ? -1 : 1))
    },
  }
}
