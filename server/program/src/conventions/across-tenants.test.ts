// @module-tag across-tenants
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverPackages } from '../../../../scripts/server-packages.ts'
import { parts } from '../domains.ts'
import { newId } from '@platform/kernel/db/new-id'
import { givenTwoTenants, type TwoTenants } from '@platform/testing/two-tenants'
import { exportsOfParts } from './exports-of-parts.ts'
import type { Trial } from '@platform/testing/trial'

const sources = serverPackages.map((name) => new URL(`../../../${name}/src/`, import.meta.url))

describe('the list', () => {
  /** Declarations that receive a view of all tenants, or use a connection directly. */
  const outside =
    /\b(?:AcrossTenants|AnyView|Kysely<Tables>|poolConfig|pg\.(?:ClientBase|PoolClient|Client))\b|(?:database\??\.|\{ )everything\b|\.(?:connect|dedicated|through)\(|\bclient\.query\b/
  const statement =
    /\bsql(?:`|<)|\bsendStatement\(|\.(?:selectFrom|updateTable|insertInto|deleteFrom|query|executeQuery)(?:\(|<)/
  const declaration = /^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/

  const files = sources
    .flatMap((source) =>
      globSync('**/*.ts', { cwd: source.pathname }).map((file) => ({ file, source })),
    )
    .filter(
      ({ file }) =>
        !/\.test\.ts$|testing|provocations|tenant-trials|^conventions\/|^db\//.test(file) &&
        // Writes to the database of a builder.
        !file.includes('sinks/postgres/'),
    )
    .map(({ file, source }) => ({ file, text: readFileSync(new URL(file, source), 'utf8') }))

  /** Text of each declaration in the file. */
  function splitDeclarations(text: string): Map<string, string> {
    const bodies = new Map<string, string>()
    let current = ''
    for (const line of text.split('\n')) {
      current = declaration.exec(line)?.[1] ?? current
      if (!/^import|^\s*(?:\/?\*|\/\/)/.test(line)) {
        bodies.set(current, `${bodies.get(current) ?? ''}${line}\n`)
      }
    }
    return bodies
  }

  it('contains exactly the statements across tenants', () => {
    const found = files.flatMap(({ file, text }) =>
      [...splitDeclarations(text)]
        .filter(([, body]) => outside.test(body) && statement.test(body))
        .map(([name]) => `${file} ${name}`),
    )

    expect(found.toSorted()).toEqual(Object.keys(listStatements()).toSorted())
  })

  it('includes handles in routes and transactions', () => {
    const inRoutes = files.filter(
      ({ file, text }) => file.endsWith('routes.ts') && statement.test(text),
    )
    const bare = files.filter(({ text }) => /\.transaction\(\)/.test(text))

    expect(inRoutes.map(({ file }) => file)).toEqual([])
    expect(bare.map(({ file }) => file)).toEqual([])
  })
})

const listStatements = (): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap(({ acrossTenants = {} }) =>
      Object.entries(acrossTenants).flatMap(([file, statements]) =>
        Object.entries(statements).map(([name, reason]) => [`${file} ${name}`, reason]),
      ),
    ),
  )

const trials: Record<string, Trial> = Object.assign(
  {},
  ...(await exportsOfParts<Record<string, Trial>>('tenant-trials.ts', /Trials$/)),
)

describe('with two tenants who have data', () => {
  let world: TwoTenants
  beforeAll(async () => {
    world = await givenTwoTenants()
  })
  afterAll(() => world.close())

  it('has rows of both in every table with tenants', async () => {
    const [mine, theirs] = await Promise.all([world.mine.rows(), world.theirs.rows()])

    expect(Object.keys(mine).length).toBeGreaterThan(30)
    expect(Object.keys(mine)).toEqual(Object.keys(theirs))
  })

  it('isolates every table with tenants', async () => {
    const { mine, theirs, database } = world
    const { rows: tables } = await sql<{ name: string; isIsolated: boolean }>`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isIsolated"
        from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and a.attname in ('project_id', 'org_id', 'tenant_id')
       group by 1, 2`.execute(database.everything)
    const open = tables.filter(({ isIsolated }) => !isIsolated).map(({ name }) => name)
    const whole = await mine.rows()
    const seen = await mine.rows(database.tenant(theirs.projectId))
    const seenByOrg = await mine.rows(database.tenant(theirs.org.id))

    expect(open).toEqual([])
    for (const table of Object.keys(whole)) {
      expect([table, seen[table], seenByOrg[table]]).toEqual([table, undefined, undefined])
    }
  })

  it('scopes an idempotency key to its tenant', async () => {
    const { api, mine, theirs } = world
    const builder = await api.builder({ orgId: mine.org.id, role: 'owner' })
    await api.database.everything
      .insertInto('memberships')
      .values({ id: newId('mem'), orgId: theirs.org.id, builderId: builder.id, role: 'owner' })
      .execute()
    const send = (projectId: string) =>
      api.call('POST', `/v1/projects/${projectId}/topics`, {
        token: builder.token,
        headers: { 'idempotency-key': 'of a person' },
        body: { name: 'once' },
      })

    const replies = [
      await send(mine.projectId),
      await send(mine.projectId),
      await send(theirs.projectId),
    ]

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 422])
    expect(replies[1]!.body).toEqual(replies[0]!.body)
    expect(replies[2]!.body.type).toMatch(/idempotency-key-reused$/)
    expect((await theirs.rows())['topics']).toHaveLength(1)
  })

  it('has a trial for each statement of the list', () => {
    expect(Object.keys(trials).toSorted()).toEqual(Object.keys(listStatements()).toSorted())
  })

  it.each(Object.entries(trials))('%s', async (_name, { kind, given, act }) => {
    const { mine, theirs } = world
    const tried = { ...world, all: world.database.everything }
    const prepared = await given(tried)
    const before = await Promise.all([mine.rows(), theirs.rows()])

    const answer = await act(tried, prepared as never)

    const after = await Promise.all([mine.rows(), theirs.rows()])
    expect(after[1]).toEqual(before[1])
    if (kind === 'changes') expect(after[0]).not.toEqual(before[0])
    if (kind === 'finds') {
      const found = new Set((answer as { projectId: string }[]).map(({ projectId }) => projectId))
      expect(found).toEqual(new Set([mine.projectId, theirs.projectId]))
    } else {
      const answerText = JSON.stringify(answer ?? null, (_key, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      )
      for (const id of identifying(theirs)) expect(answerText).not.toContain(id)
      if (kind === 'reads')
        expect(identifying(mine).some((id) => answerText.includes(id))).toBe(true)
    }
  })
})

/** IDs of which a reply about the tenant contains one. */
const identifying = ({ name, projectId, org, owner, destinationId }: TwoTenants['mine']) => [
  projectId,
  org.id,
  owner.id,
  destinationId,
  owner.email,
  `"${name}"`,
]
