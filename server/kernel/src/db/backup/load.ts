import pg from 'pg'
import { createDay, type PartitionedTable } from '../partitions.ts'
import type { Database } from '../database.ts'
import { BackupError, type ArchivedTable, type Frame, type BackupManifest } from './archive.ts'
import { copyIn } from './copy.ts'
import { qualifyTableName, dumpedSchemas } from './dump.ts'

/**
 * Fills the tables, whose schema matches the backup, in one transaction.
 * @throws BackupError if the number of rows differs from that in the backup
 */
export async function loadDatabase(
  database: Database,
  frames: AsyncGenerator<Frame>,
  {
    partitioned,
    onTable,
  }: {
    partitioned: PartitionedTable[]
    onTable?: (done: number, total: number) => void
  },
): Promise<{ rows: number; manifest: BackupManifest }> {
  return database.asOwner(async (owner) => {
    const { value: first } = (await frames.next()) as IteratorYieldResult<Frame>
    if (first?.type !== 'M') throw new BackupError('The backup does not begin with its manifest.')
    const { manifest } = first
    for (const table of partitioned) {
      for (const day of manifest.days[table.name] ?? []) {
        await createDay(database.through(owner), table, day)
      }
    }

    await owner.query('begin')
    await makeRoom(owner)
    const filled = await fillTables(owner, frames, (done) => onTable?.(done, manifest.tables))
    await owner.query('set constraints all immediate')
    for (const { isForced, table } of filled.tables) {
      await owner.query(`alter table ${qualifyTableName(table)} enable trigger user`)
      if (isForced)
        await owner.query(`alter table ${qualifyTableName(table)} force row level security`)
    }
    await owner.query('commit')
    return { rows: filled.rows, manifest }
  })
}

/** Removes rows that migrations and a server without an owner have inserted. */
async function makeRoom(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname || '.' || c.relname <> all($2)`,
    [
      dumpedSchemas,
      // The last table is empty and rejects truncation even by its owner.
      [
        'public.kysely_migration',
        'public.tenant_key',
        'graphile_worker.migrations',
        'public.audit_log',
      ],
    ],
  )
  await owner.query(`truncate ${rows.map(qualifyTableName).join(', ')}`)
}

async function fillTables(
  owner: pg.ClientBase,
  frames: AsyncGenerator<Frame>,
  onTable: (done: number) => void,
) {
  const tables: { table: ArchivedTable; isForced: boolean }[] = []
  let rows = 0
  for await (const frame of frames) {
    if (frame.type === 'S') {
      for (const { schema, name, lastValue } of frame.sequences) {
        await owner.query('select setval($1::regclass, $2::bigint)', [
          qualifyTableName({ schema, name }),
          lastValue,
        ])
      }
    }
    if (frame.type !== 'T') continue
    const { table } = frame
    tables.push({ table, isForced: await openTable(owner, table) })
    const columns = table.columns.map(pg.escapeIdentifier).join(', ')
    const end = { rows: 0 }
    const found = await copyIn(
      owner,
      `copy ${qualifyTableName(table)} (${columns}) from stdin`,
      rowsUntilEnd(frames, end),
    )
    if (found !== end.rows) {
      throw new BackupError(`${table.name} has ${found} rows instead of ${end.rows}.`)
    }
    rows += found
    onTable(tables.length)
  }
  return { tables, rows }
}

/**
 * Disables triggers and row-level security of the table: triggers ran when the rows were first
 * written, and `copy` does not support policies. Both are enabled again before the transaction
 * commits.
 */
async function openTable(owner: pg.ClientBase, table: ArchivedTable): Promise<boolean> {
  const { rows } = await owner.query<{ isForced: boolean }>(
    `select relforcerowsecurity as "isForced" from pg_class where oid = to_regclass($1)`,
    [qualifyTableName(table)],
  )
  if (!rows[0]) {
    throw new BackupError(
      `The backup contains the table ${table.name}, which this version does not have: restore it with the version that created it.`,
    )
  }
  await owner.query(`alter table ${qualifyTableName(table)} disable trigger user`)
  if (rows[0].isForced) {
    await owner.query(`alter table ${qualifyTableName(table)} no force row level security`)
  }
  return rows[0].isForced
}

async function* rowsUntilEnd(frames: AsyncGenerator<Frame>, end: { rows: number }) {
  for (;;) {
    const { done, value } = await frames.next()
    if (done) throw new BackupError('The backup ends within a table.')
    if (value.type === 'E') {
      end.rows = value.rows
      return
    }
    if (value.type === 'D') yield value.rows
  }
}
