// @module-tag database-roles
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue, dequeue } from '../jobs/enqueue.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '../values/must.ts'
import type { Db } from './database.ts'
import { newId } from './new-id.ts'
import { inTransaction } from './transaction.ts'

// What an injected statement of a tenant could reach: every relation of the database.

let api: TestApi
let mine: Awaited<ReturnType<typeof givenTenant>>
let others: Awaited<ReturnType<typeof givenTenant>>
let relations: { name: string; isWritable: boolean }[]
beforeAll(async () => {
  api = await testApi(await testDatabase())
  mine = await givenTenant(api)
  others = await givenTenant(api)
  const { rows } = await sql<(typeof relations)[number]>`
    select format('%I.%I', n.nspname, c.relname) as name,
           c.relkind in ('r', 'p') as "isWritable"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`.execute(api.database.everything)
  relations = rows
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const asMine = () => api.database.tenant(mine.project.id)
const asMyOrg = () => api.database.tenant(mine.org.id)

/** The rows that the statement finds, or the reason of its rejection. */
async function tryStatement(
  db: Db,
  statement: string,
): Promise<{ rows: string[] } | { refused: string }> {
  // Rolls the statement back.
  class Undone extends Error {
    readonly rows: string[]
    constructor(rows: string[]) {
      super()
      this.rows = rows
    }
  }
  return inTransaction(db, async (tx) => {
    const { rows } = await sql.raw<{ row: string }>(statement).execute(tx)
    throw new Undone(rows.map(({ row }) => row))
  }).catch((error: unknown) => {
    if (error instanceof Undone) return { rows: error.rows }
    return { refused: String(error) }
  })
}

/** Numbers of processes, which reveal nothing about tenants. */
const ofNobody = ['public.senders']

describe.each([
  ['a project', asMine],
  ['an organization', asMyOrg],
])('a statement in the view of %s', (_whose, view) => {
  it('reaches only tables with row-level security', async () => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
         and has_schema_privilege(n.oid, 'usage')
         and not (c.relrowsecurity and c.relforcerowsecurity
           and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))
         and format('%I.%I', n.nspname, c.relname) in (${sql.join(relations.map(({ name }) => name))})`.execute(
      view(),
    )

    expect(rows.map(({ name }) => name)).toEqual(ofNobody)
  })

  it('neither reads nor changes rows of others in any table', async () => {
    const ofOthers = [
      others.org.id,
      others.project.id,
      others.owner.id,
      others.owner.email,
      others.project.name,
    ]
    const theirs = `strpos(t::text, any_of_them.name) > 0`
    const named = `(select unnest(array[${ofOthers.map((name) => `'${name}'`).join()}]) as name) any_of_them`
    const hasTheirs = `exists (select from ${named} where ${theirs})`
    expect(relations.length).toBeGreaterThan(80)
    const columnsOf = new Map(
      (
        await sql<{ name: string; column: string }>`
          select distinct on (1) format('%I.%I', n.nspname, c.relname) as name, quote_ident(attname) as column
            from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
           where attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`.execute(
          api.database.everything,
        )
      ).rows.map(({ name, column }) => [name, column]),
    )

    const reached: unknown[] = []
    let theirRows = 0
    for (const { name, isWritable } of relations) {
      const column = must(columnsOf.get(name), `column of ${name}`)
      const statements = [
        `select t::text as row from ${name} t where ${hasTheirs}`,
        ...(isWritable
          ? [
              `update ${name} t set ${column} = ${column} where ${hasTheirs} returning t::text as row`,
              `delete from ${name} t where ${hasTheirs} returning t::text as row`,
            ]
          : []),
      ]
      for (const statement of statements) {
        const outcome = await tryStatement(view(), statement)
        const isRefused = 'refused' in outcome && outcome.refused.includes('permission denied')
        if (!isRefused && (!('rows' in outcome) || outcome.rows.length > 0)) {
          reached.push({ statement, ...outcome })
        }
      }
      const seen = await tryStatement(api.database.everything as never, statements[0] ?? '')
      if ('rows' in seen && seen.rows.length > 0) theirRows++
    }

    expect(reached).toEqual([])
    // The statement had rows to find.
    expect(theirRows).toBeGreaterThan(5)
  })

  it('cannot create tenants or people', async () => {
    for (const statement of [
      `insert into organizations (id, label, default_team_id) values ('org_1', 'x', 'team_1')`,
      `insert into builders (id, idp_provider, idp_ref, primary_email) values ('bld_1', 'x', 'x', 'x')`,
      `insert into published_packages select * from published_packages`,
      `delete from organizations returning id as row`,
    ]) {
      expect([statement, await tryStatement(view(), statement)]).toEqual([
        statement,
        { refused: expect.stringContaining('permission denied') },
      ])
    }
  })
})

it('is compared with the rows by a proof in the plan of the statement', async () => {
  const { rows } = await sql<{ name: string }>`
    select p.polrelid::regclass::text as name from pg_policy p
     where p.polname = 'tenant' and pg_get_expr(p.polqual, p.polrelid) not like '%tenancy.proven%'`.execute(
    api.database.everything,
  )

  // A function would start an executor for each table of each statement.
  expect(rows).toEqual([])
})

describe('the jobs of a tenant', () => {
  const theirJob = { projectId: '', installationId: newId('inst') }
  const key = `watch-schema:${theirJob.installationId}`
  beforeAll(async () => {
    theirJob.projectId = others.project.id
    await inTransaction(api.database.tenant(others.project.id), (tx) =>
      enqueue(tx, 'watch-schema', theirJob as never, { key, runAt: new Date('2100-01-01') }),
    )
  })
  const jobs = async () => {
    const { rows } = await sql<{ key: string; payload: { projectId: string } }>`
      select key, payload from graphile_worker._private_jobs order by id`.execute(
      api.database.everything,
    )
    return rows
  }

  /** The statements of a process of the previous version. */
  const enqueueByLibrary = (tx: Db, payload: object, jobKey: string) =>
    sql`select graphile_worker.add_job('watch-schema', payload := ${JSON.stringify(payload)}::json,
      run_at := null::timestamptz, max_attempts := 25, job_key := ${jobKey}, queue_name := 'q',
      job_key_mode := 'replace')`.execute(tx)
  const dequeueByLibrary = (tx: Db, jobKey: string) =>
    sql`select graphile_worker.remove_job(${jobKey})`.execute(tx)

  it.each<
    [
      string,
      (tx: Db, own: object, ownKey: string) => Promise<unknown>,
      (tx: Db, ownKey: string) => Promise<unknown>,
    ]
  >([
    [
      'this version',
      (tx: Db, own: object, ownKey: string) =>
        enqueue(tx, 'watch-schema', own as never, { key: ownKey }),
      dequeue,
    ],
    ['the former version', enqueueByLibrary, dequeueByLibrary],
  ])('can be enqueued and removed only by the tenant, in %s', async (_, add, remove) => {
    const own = { projectId: mine.project.id, installationId: newId('inst') }
    const ownKey = `watch-schema:${own.installationId}`

    await inTransaction(asMine(), (tx) => add(tx, own, ownKey))
    await inTransaction(asMine(), (tx) => add(tx, own, ownKey))
    const enqueued = (await jobs()).map((job) => job.key)
    await inTransaction(asMine(), (tx) => remove(tx, ownKey))

    expect(enqueued).toEqual([key, ownKey])
    expect((await jobs()).map((job) => job.key)).toEqual([key])
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'in the name of another',
      () => inTransaction(asMine(), (tx) => enqueue(tx, 'watch-schema', theirJob as never)),
    ],
    [
      'in the place of one of another',
      () =>
        inTransaction(asMine(), (tx) =>
          enqueue(
            tx,
            'watch-schema',
            { projectId: mine.project.id, installationId: newId('inst') },
            { key },
          ),
        ),
    ],
    [
      'of no project',
      () => inTransaction(asMine(), (tx) => enqueue(tx, 'watch-schema', {} as never)),
    ],
    ['that takes back one of another', () => inTransaction(asMine(), (tx) => dequeue(tx, key))],
    [
      'by the library itself',
      () => sql`select graphile_worker.add_job('watch-schema')`.execute(asMine()),
    ],
    [
      'in the name of another by the library itself',
      () => enqueueByLibrary(asMine(), theirJob, 'new'),
    ],
    [
      'in the place of one of another by the library itself',
      () => enqueueByLibrary(asMine(), { projectId: mine.project.id }, key),
    ],
    ['that the library itself takes back from another', () => dequeueByLibrary(asMine(), key)],
    [
      'that unlocks those of all',
      () => sql`select graphile_worker.force_unlock_workers(array['x'])`.execute(asMine()),
    ],
  ])('are none %s', async (_which, attempt) => {
    const before = await jobs()

    await expect(attempt()).rejects.toThrow(/another tenant|permission denied/)

    expect(await jobs()).toEqual(before)
  })
})
