// @module-tag closed-sign-up
import { expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { createHttpServer } from '@platform/kernel/http'
import { testApi } from '@platform/testing/test-api'
import { givenDatabase } from '@platform/testing/test-database'
import { createBuilderWithPassword } from '@platform/tenancy/sign-in/create-builder'
import { createSetupToken } from './setup.ts'
import { setupRoutes } from './setup-routes.ts'
import { getFirst, must } from '@platform/kernel/values'

const choices = { email: 'Ana@acme.test', name: 'Ana', org: 'Acme', password: 'long enough here' }

async function givenServer() {
  const database = await givenDatabase()
  const http = createHttpServer()
  setupRoutes(http, database)
  onTestFinished(() => http.close())
  return {
    database,
    get: (token: string) => http.inject(`/setup?token=${token}`),
    post: (fields: Record<string, string>) =>
      http.inject({
        method: 'POST',
        url: '/setup',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
  }
}

it('creates the first owner, who can then sign in', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')

  const page = await get(token)
  const { statusCode, headers } = await post({ token, ...choices })

  expect(page.body).toContain('Set up the platform')
  expect(page.body).toMatch(/name="org"[^>]*autofocus/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect([statusCode, headers.location]).toEqual([303, '/'])
  const api = await testApi(database)
  onTestFinished(() => api.close())
  const signedIn = await api.call('POST', '/auth/sign-in/email', {
    body: { email: 'ana@acme.test', password: choices.password },
  })
  expect(signedIn.status).toBe(200)
  const roles = await database.everything.selectFrom('memberships').select('role').execute()
  expect(roles).toEqual([{ role: 'owner' }])
})

it('works once, with any of the links', async () => {
  const { database, get, post } = await givenServer()
  const tokens = [await createSetupToken(database), await createSetupToken(database)] as string[]

  const replies = await Promise.all(
    tokens.map((token, index) => post({ ...choices, token, email: `p${index}@acme.test` })),
  )

  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410])
  expect((await get(getFirst(tokens))).statusCode).toBe(410)
  expect(await createSetupToken(database)).toBeUndefined()
})

it('rejects invented and expired links', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')
  await sql`update setup_links set expire_time = now() - interval '1 second'`.execute(
    database.everything,
  )

  const replies = [await get('made-up'), await get(token), await post({ token, ...choices })]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([410, 410, 410])
  expect(await database.everything.selectFrom('builders').selectAll().execute()).toEqual([])
})

it('reports missing values and keeps the link valid', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')

  const { statusCode, body } = await post({ token, ...choices, name: '<Ana>', password: 'short' })

  expect(statusCode).toBe(400)
  expect(body).toMatch(
    /id="password"[^>]*aria-invalid="true"[^>]*>\s*<p[^>]*role="alert">Use at least 10 characters/,
  )
  expect(body.match(/aria-invalid/g)).toHaveLength(1)
  expect(body).toContain('&lt;Ana&gt;')
  expect((await get(token)).statusCode).toBe(200)
})

it('does not take over an account with a verified address', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')
  await createBuilderWithPassword(database.everything, {
    email: 'ana@acme.test',
    password: 'of somebody else',
    name: 'Ana',
  })

  const { statusCode } = await post({ token, ...choices })

  expect(statusCode).toBe(400)
  expect((await get(token)).statusCode).toBe(200)
})

it('stays valid while no organization has an owner', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')
  const api = await testApi(database)
  onTestFinished(() => api.close())
  await api.builder({ email: 'eve@guest.test' })

  const page = await get(token)
  const another = await createSetupToken(database)
  const { statusCode } = await post({ token, ...choices })

  expect([page.statusCode, statusCode]).toEqual([200, 303])
  expect(another).toBeDefined()
  expect(await createSetupToken(database)).toBeUndefined()
})

it('becomes invalid as soon as an organization has an owner', async () => {
  const { database, get, post } = await givenServer()
  const token = must(await createSetupToken(database), 'setup token')
  const api = await testApi(database)
  onTestFinished(() => api.close())
  const { id: ownerId } = await api.builder()
  await api.org({ ownerId })

  const replies = [await get(token), await post({ token, ...choices })]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([410, 410])
  const owners = await database.everything.selectFrom('memberships').select('builderId').execute()
  expect(owners).toEqual([{ builderId: ownerId }])
})
