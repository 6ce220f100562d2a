import { readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import type { AcrossTenants } from './database.ts'
import { migrations } from './migrations/index.ts'

// Processes of the version before go on beside this one, so they must be able to read and write what
// they always did. A release writes the fixture anew: `WRITE_FORMER_SCHEMA=1 npm test -- former-schema`.

interface Column {
  type: string
  isNullable: boolean
  hasDefault: boolean
}

interface Schema {
  migrations: string[]
  /** By table and name. */
  columns: Record<string, Column>
}

const fixture = new URL('former-schema.json', import.meta.url)

async function columnsOf(db: AcrossTenants): Promise<Schema['columns']> {
  const { rows } = await sql<Column & { name: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as name,
           format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
           a.atthasdef or a.attidentity <> '' as "hasDefault"
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped
     order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, ...column }) => [name, column]))
}

const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'))

/** What a process that knows the former columns cannot do any more. */
function misfits(former: Schema['columns'], present: Schema['columns']): string[] {
  const tables = new Set(Object.keys(former).map(tableOf))
  const lost = Object.entries(former).flatMap(([name, column]) => {
    const now = present[name]
    if (!now) return [`${name} is gone`]
    return [
      now.type !== column.type && `${name} was ${column.type} and is ${now.type}`,
      column.isNullable && !now.isNullable && `${name} takes no null any more`,
      column.hasDefault && !now.hasDefault && !now.isNullable && `${name} has no default any more`,
    ].filter((misfit) => misfit !== false)
  })
  const wanted = Object.entries(present)
    .filter(([name]) => !(name in former) && tables.has(tableOf(name)))
    .filter(([, column]) => !column.isNullable && !column.hasDefault)
    .map(([name]) => `${name} is new and wants a value`)
  return [...lost, ...wanted]
}

it('keeps everything in the schema that the previous version uses', async () => {
  const { everything } = await givenDatabase()
  const columns = await columnsOf(everything)
  if (process.env['WRITE_FORMER_SCHEMA']) {
    const schema: Schema = { migrations: Object.keys(migrations), columns }
    await writeFile(fixture, `${JSON.stringify(schema, undefined, 2)}\n`)
  }

  const former = JSON.parse(await readFile(fixture, 'utf8')) as Schema
  const breaking = Object.entries(migrations).filter(
    ([name, { breaksVersionBefore }]) => breaksVersionBefore && !former.migrations.includes(name),
  )

  // Such a migration is one that the version before does not start beside.
  expect(breaking.length > 0 ? [] : misfits(former.columns, columns)).toEqual([])
})

it('detects changes that the previous version cannot work with', async () => {
  const database = await givenDatabase()
  const former = await columnsOf(database.everything)
  await database.asOwner((owner) =>
    owner.query(`
      alter table organizations drop column default_team_id;
      alter table organizations add later text not null;
      alter table organizations add harmless text;
      update projects set update_time = now();
      alter table projects alter column update_time set not null;
      alter table projects alter column frontend_keys drop default;
      alter table projects alter column name type varchar(80)`),
  )

  const found = misfits(former, await columnsOf(database.everything))

  expect(found).toEqual([
    'public.organizations.default_team_id is gone',
    'public.projects.frontend_keys has no default any more',
    'public.projects.name was text and is character varying(80)',
    'public.projects.update_time takes no null any more',
    'public.organizations.later is new and wants a value',
  ])
})
