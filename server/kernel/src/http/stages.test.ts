import { operation } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createAccess } from '../access/create-access.ts'
import { directory } from '../../../program/src/main/directory.ts'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import { createSecrets, parseMasterKeys } from '../secrets/secrets.ts'
import { testDatabase } from '@platform/testing/test-database'
import { createApi } from './api.ts'
import { createHttpServer } from './server.ts'

const Thing = z.object({ id: z.string(), name: z.string() })
const shared = { tag: 'Projects', summary: 'x', callers: [], success: 200, reply: Thing } as const
const params = z.object({ thingId: z.string() })
const body = z.object({ name: z.string() })
const getThing = operation({
  ...shared,
  id: 'getThing',
  method: 'GET',
  path: '/t/{thingId}',
  params,
})
const patchThing = operation({
  ...shared,
  id: 'patchThing',
  method: 'PATCH',
  path: '/t/{thingId}',
  params,
  body,
})
const putThing = operation({
  ...shared,
  id: 'putThing',
  method: 'PUT',
  path: '/t/{thingId}',
  params,
  body,
})
const keyedPut = operation({ ...putThing, id: 'keyedPut', path: '/t/{thingId}:keyed', keyed: true })
const sendThing = operation({ ...shared, id: 'sendThing', method: 'POST', path: '/t', body })

let database: Database
let http: ReturnType<typeof createHttpServer>
/** The stages that ran, and what a stage does besides its work. */
const ran: string[] = []
let meanwhile: Partial<Record<'prepare' | 'carryOut' | 'conclude', () => unknown>> = {}

beforeAll(async () => {
  database = await testDatabase()
  await database.asOwner((owner) =>
    owner.query(
      `create table things (id text primary key, name text not null);
       grant all on things to platform_tenants, platform_everything`,
    ),
  )
  const secrets = createSecrets(database, parseMasterKeys(Buffer.alloc(32).toString('base64')))
  const access = createAccess(database, directory, {
    ownIssuer: undefined as never,
    outsideIssuers: [],
  })
  http = createHttpServer({ publicUrl: 'http://platform.test' })
  const api = createApi(http, database, access, { secrets })

  const passing = async (stage: keyof typeof meanwhile, db: { isTransaction: boolean }) => {
    ran.push(db.isTransaction ? `${stage} within` : stage)
    await meanwhile[stage]?.()
  }
  api.serve(getThing, async ({ db, params: { thingId } }) => {
    const { rows } = await sql<z.infer<typeof Thing>>`
      select id, name from things where id = ${thingId}`.execute(db)
    if (!rows[0]) throw new Problem('event-not-found')
    return rows[0]
  })
  for (const update of [patchThing, putThing, keyedPut]) {
    api.serve(update, {
      prepare: async ({ db, body: { name } }) => {
        await passing('prepare', db)
        return name.toUpperCase()
      },
      carryOut: async ({ db, params: { thingId } }, name) => {
        await passing('carryOut', db)
        await sql`update things set name = ${name} where id = ${thingId}`.execute(db)
        return { id: thingId, name }
      },
    })
  }
  api.serve(sendThing, {
    prepare: ({ db }) => passing('prepare', db),
    carryOut: async ({ db, body: { name } }) => {
      await passing('carryOut', db)
      const id = crypto.randomUUID()
      await sql`insert into things values (${id}, ${name})`.execute(db)
      return { id }
    },
    conclude: async ({ db, body: { name } }, { id }) => {
      await passing('conclude', db)
      return { id, name }
    },
  })
  await http.ready()
})
afterAll(async () => {
  await http.close()
  await database.close()
})
beforeEach(() => {
  ran.length = 0
  meanwhile = {}
})

async function call(
  method: 'POST' | 'PATCH' | 'PUT' | 'GET',
  url: string,
  headers: Record<string, string> = {},
) {
  const payload = method === 'GET' ? {} : { payload: { name: 'a' } }
  const reply = await http.inject({ method, url, headers, ...payload })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

const sendCall = (key?: string) =>
  call('POST', '/t', key === undefined ? {} : { 'idempotency-key': key })

async function givenThing(): Promise<string> {
  const id = crypto.randomUUID()
  await sql`insert into things values (${id}, 'old')`.execute(database.everything)
  return `/t/${id}`
}

it('opens a transaction only around the change', async () => {
  const { status } = await sendCall(crypto.randomUUID())

  expect([status, ...ran]).toEqual([200, 'prepare', 'carryOut within', 'conclude'])
})

it('runs the stages without a key too', async () => {
  const { status, body: thing } = await sendCall()

  expect([status, thing.name, ...ran]).toEqual([200, 'a', 'prepare', 'carryOut within', 'conclude'])
})

it('runs nothing for a key with a stored reply', async () => {
  const key = crypto.randomUUID()
  const first = await sendCall(key)
  ran.length = 0

  const second = await sendCall(key)

  expect(ran).toEqual([])
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotency-replayed']).toBe('true')
})

it('resumes with the conclusion if only that failed', async () => {
  const key = crypto.randomUUID()
  meanwhile.conclude = () => {
    throw new Problem('provider-unavailable', { detail: 'It did not respond.' })
  }
  const failed = await sendCall(key)
  meanwhile = {}

  const first = await sendCall(key)
  const second = await sendCall(key)

  expect([failed.status, first.status]).toEqual([502, 200])
  expect(ran).toEqual(['prepare', 'carryOut within', 'conclude', 'conclude'])
  expect(second.body).toEqual(first.body)
})

it('lets only one request conclude a key at a time', async () => {
  const key = crypto.randomUUID()
  const ended = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  meanwhile.conclude = () => {
    reached.resolve()
    return ended.promise
  }
  const first = sendCall(key)
  await reached.promise
  meanwhile = {}

  const early = await sendCall(key)
  // Its process is alive, although its heartbeat is late.
  await database.everything
    .updateTable('idempotencyKeys')
    .set({ leaseExpireTime: new Date(Date.now() - 1000) })
    .execute()
  const late = await sendCall(key)
  ended.resolve()

  expect([early.status, late.status, (await first).status]).toEqual([409, 409, 200])
  expect(early.body.type).toMatch('idempotency-key-in-use')
  expect((await sendCall(key)).headers['idempotency-replayed']).toBe('true')
  expect(ran.filter((stage) => stage.startsWith('carryOut'))).toHaveLength(1)
})

it('returns the reply of the concurrent request with the same key', async () => {
  const key = crypto.randomUUID()
  let first: Awaited<ReturnType<typeof sendCall>> | undefined
  meanwhile.prepare = async () => {
    meanwhile = {}
    first = await sendCall(key)
    throw new Problem('installation-exists', { detail: 'It is there already.' })
  }

  const second = await sendCall(key)

  expect([first?.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first?.body)
})

it('accepts a key on PUT operations that declare it', async () => {
  const url = await givenThing()
  const headers = { 'idempotency-key': crypto.randomUUID() }

  const first = await call('PUT', `${url}:keyed`, headers)
  const second = await call('PUT', `${url}:keyed`, headers)
  const other = await call('PUT', `${await givenThing()}:keyed`, headers)

  expect([first.status, second.status, other.status]).toEqual([200, 200, 422])
  expect(second.headers['idempotency-replayed']).toBe('true')
})

it.each(['PATCH', 'PUT'] as const)(
  'checks the precondition of a %s before calling out',
  async (method) => {
    const url = await givenThing()
    const { headers } = await call('GET', url)
    const etag = String(headers.etag)

    const first = await call(method, url, { 'if-match': etag })
    const second = await call(method, url, { 'if-match': etag })

    expect([first.status, second.status]).toEqual([200, 412])
    expect(ran).toEqual(['prepare', 'carryOut within'])
  },
)

it('checks the precondition again after calling out', async () => {
  const url = await givenThing()
  const { headers } = await call('GET', url)
  meanwhile.prepare = () => sql`update things set name = 'another'`.execute(database.everything)

  const reply = await call('PATCH', url, { 'if-match': String(headers.etag) })

  expect(reply.status).toBe(412)
  expect((await call('GET', url)).body.name).toBe('another')
})
