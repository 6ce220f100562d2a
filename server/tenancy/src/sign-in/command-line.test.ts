import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { createBuilderWithPassword } from './create-builder.ts'

let api: TestApi
let cookie: string
beforeAll(async () => {
  api = await testApi(await testDatabase())
  const [email, password] = ['ana@acme.test', 'correct horse battery']
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Ana' })
  const reply = await api.call('POST', '/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: publicUrl },
  })
  cookie = getCookie(reply)
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const getCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';', 1)[0])
    .join('; ')

const newSecret = () => randomBytes(32).toString('base64url')
const hashText = (text: string) => hash('sha256', text, 'base64url')

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call('POST', `/auth/command-line/${path}`, { body, headers })
/** Requests of the browser in which Ana is signed in. */
const inBrowser = (path: string, body: object) => post(path, body, { cookie, origin: publicUrl })

async function startSignIn(port?: number) {
  const secret = newSecret()
  const { body } = await post('start', { challenge: hashText(secret), name: 'laptop', port })
  return { secret, id: body.id as string, code: body.code as string, url: body.url as string }
}
const callWaiting = (id: string, headers: Record<string, string> = { cookie }) =>
  api.call('GET', `/auth/command-line/waiting?id=${id}`, { headers })

it('signs in a command line confirmed in the browser, with a separate session', async () => {
  const { id, secret, code, url } = await startSignIn(4999)

  const shown = await callWaiting(id)
  const { body: agreed } = await inBrowser('let-in', { id })
  const reply = await post('finish', { id, grant: agreed.grant, secret }, { 'user-agent': 'cli' })
  const token = await api.call('GET', '/auth/token', { headers: { cookie: getCookie(reply) } })
  const info = await api.call('GET', '/v1/my-info', { token: token.body.token })
  const sessions = await api.call('GET', '/auth/list-sessions', { headers: { cookie } })

  expect(url).toBe(`${publicUrl}/command-line?login=${id}`)
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  expect(shown.body).toMatchObject({ code, name: 'laptop' })
  expect(agreed.port).toBe(4999)
  expect(reply.body).toEqual({ email: 'ana@acme.test' })
  expect(info.body.builder.primaryEmail).toBe('ana@acme.test')
  expect(sessions.body.map(({ userAgent }: { userAgent: string }) => userAgent)).toContain('cli')
})

it('gives no access to a stranger whose request is confirmed', async () => {
  const { id, secret } = await startSignIn()

  const { body: agreed } = await inBrowser('let-in', { id })
  const withoutGrant = await post('finish', { id, grant: newSecret(), secret })
  const withoutSecret = await post('finish', { id, grant: agreed.grant, secret: newSecret() })
  const owner = await post('finish', { id, grant: agreed.grant, secret })

  for (const reply of [withoutGrant, withoutSecret]) {
    expect(reply.status).toBe(400)
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  expect(owner.status).toBe(200)
})

it('ends with the session that has confirmed it, and with no other', async () => {
  const [email, password] = ['eve@acme.test', 'correct horse battery']
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Eve' })
  const signIn = async () => {
    const body = { email, password }
    const reply = await api.call('POST', '/auth/sign-in/email', {
      ...{ body, headers: { origin: publicUrl } },
    })
    return { cookie: getCookie(reply), origin: publicUrl }
  }
  const confirm = async (browser: Record<string, string>) => {
    const { id, secret } = await startSignIn()
    const { body: agreed } = await post('let-in', { id }, browser)
    return () => post('finish', { id, grant: agreed.grant, secret })
  }
  const [thief, own] = [await signIn(), await signIn()]
  const [finishThief, finishOwn] = [await confirm(thief), await confirm(own)]

  await api.call('POST', '/auth/revoke-other-sessions', { body: {}, headers: own })

  expect((await finishThief()).status).toBe(400)
  expect((await finishOwn()).status).toBe(200)
})

it.each<[string, Record<string, string>, number]>([
  ['a caller without a session', { origin: publicUrl }, 401],
  ['a page of another origin', { origin: 'https://evil.example' }, 403],
])('cannot be confirmed by %s', async (who, headers, status) => {
  const { id } = await startSignIn()

  const own = who.startsWith('a page') ? { cookie, ...headers } : headers
  const reply = await post('let-in', { id }, own)

  expect(reply.status).toBe(status)
  expect((await callWaiting(id)).status).toBe(200)
})

it('is hidden without sign-in', async () => {
  const { id } = await startSignIn()

  expect((await callWaiting(id, {})).status).toBe(401)
})

it('works once, and only until it expires', async () => {
  const once = await startSignIn()
  const { body: agreed } = await inBrowser('let-in', { id: once.id })
  const again = await inBrowser('let-in', { id: once.id })
  const finish = () => post('finish', { id: once.id, grant: agreed.grant, secret: once.secret })
  const finished = await Promise.all([finish(), finish(), finish()])

  const late = await startSignIn()
  await sql`update auth.verification set "expiresAt" = now()
            where "identifier" = ${`command-line:${late.id}`}`.execute(api.database.everything)

  expect(again.status).toBe(400)
  expect(finished.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await inBrowser('let-in', { id: late.id })).status).toBe(400)
})

it('is deleted when denied', async () => {
  const { id } = await startSignIn(4999)

  const { body } = await inBrowser('turn-away', { id })

  expect(body).toEqual({ port: 4999 })
  expect((await inBrowser('let-in', { id })).body.detail).toContain('platform login')
})

it('accepts only loopback redirects and a valid challenge', async () => {
  const challenge = hashText('x')
  const begin = (body: object) => post('start', { challenge, name: 'x', ...body })

  expect((await begin({ port: 80 })).status).toBe(400)
  expect((await begin({ port: 'evil.example' })).status).toBe(400)
  expect((await begin({ challenge: '' })).status).toBe(400)
})
