import { catalogue, overlayCatalogue } from '@platform/connectors'
import type { ConnectionId } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { must } from '@platform/kernel/values'
import {
  givenTenant,
  publicUrl as httpUrl,
  testApi,
  type TestApi,
} from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { openProvider } from '../../provider/open-provider.ts'
import { makeKeys, standInStore } from '../testing/stand-in-store.ts'

const publicUrl = 'https://platform.test'
const provider = 'wooCommerceSignIn'

let api: TestApi
let store: Awaited<ReturnType<typeof standInStore>>
let acme: Awaited<ReturnType<typeof givenTenant>>

beforeAll(async () => {
  store = await standInStore()
  const shipped = must(catalogue[provider], provider)
  const steps = JSON.stringify(shipped.authSteps).replaceAll('https://{{workspace}}', store.url)
  const atStandIn = overlayCatalogue(catalogue, {
    [provider]: { baseURL: `${store.url}/wp-json/wc/v3`, authSteps: JSON.parse(steps) as object },
  })
  api = await testApi(await testDatabase(), { catalogue: atStandIn })
  Object.assign(api.services, { publicUrl })
  acme = await givenTenant(api)
})
afterAll(async () => {
  store.close()
  await api.close()
  await api.database.close()
})
beforeEach(() => {
  store.keys.clear()
  store.state.permissions = 'read_write'
  store.state.post = async (url, body, contentType) => {
    expect(url.origin).toBe(publicUrl)
    return post(url.pathname, body, contentType)
  }
})

let groups = 0

const start = (groupRef = `group-${++groups}`) =>
  api.call('POST', '/v1/custom-auth/connect', {
    apiKey: acme.full.key,
    body: {
      projectIdOrName: acme.project.id,
      provider,
      groupRef,
      consumerRef: 'ana',
      providerMetadata: { workspace: { value: 'shop.example.com', source: 'input' } },
    },
  })

async function post(path: string, body: string, contentType = 'application/json') {
  const { statusCode } = await api.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': contentType },
    payload: body,
  })
  return statusCode
}

/** Opens the page of the store in a browser that begins. */
async function begin(groupRef?: string) {
  const { body } = await start(groupRef)
  const { url, sessionId } = body.redirect as { url: string; sessionId: string }
  const path = new URL(url).pathname
  const opened = await api.call('GET', path)
  const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? ''
  const page = new URL(String(opened.headers.location))
  return { page, path, cookie, sessionId }
}

const openStore = async (page: URL) =>
  (await (await fetch(page)).json()) as { grant: string; deny: string }

/** Allows access in the store, which posts its keys and names where the browser returns to. */
async function allow(page: URL) {
  const { grant } = await openStore(page)
  const granted = await fetch(store.url + grant, { redirect: 'manual' })
  return { status: granted.status, back: granted.headers.get('location') ?? '' }
}

const comeBack = (back: string, cookie?: string) => {
  const { pathname, search } = new URL(back)
  return api.call('GET', pathname + search, { headers: cookie === undefined ? {} : { cookie } })
}

const readSession = async (sessionId: string) =>
  (
    await api.call('GET', `/v1/projects/${acme.project.id}/connect-sessions/${sessionId}`, {
      apiKey: acme.full.key,
    })
  ).body

const listConnections = async (groupRef: string) =>
  (
    await api.call('GET', `/v1/projects/${acme.project.id}/connections?groupRef=${groupRef}`, {
      apiKey: acme.full.key,
    })
  ).body as { id: ConnectionId; status: string }[]

const readPosted = (page: URL) => new URL(must(page.searchParams.get('callback_url'), 'URL'))

describe('keys that a store posts', () => {
  it('become a connection when the browser that began returns', async () => {
    const { page, cookie } = await begin('globex')

    const { back } = await allow(page)
    const pending = await listConnections('globex')
    const returned = await comeBack(back, cookie)

    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      app_name: 'Acme',
      scope: 'read_write',
      user_id: expect.stringMatching(/^csn_/),
    })
    expect(pending).toEqual([])
    expect(returned.status).toBe(200)
    const [connection] = await listConnections('globex')
    const db = api.database.tenant(acme.project.id)
    const { client } = await openProvider(api.services, db, must(connection, 'connection').id)
    const reply = await client.request({ path: '/data/currencies/current' })
    expect(reply.status).toBe(200)
  })

  it('are not readable in the session', async () => {
    const { page } = await begin()
    await allow(page)

    const [row] = await api.database.everything
      .selectFrom('connectSessions')
      .select('customAuth')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()

    const [key] = [...store.keys.keys()]
    expect(must(row?.customAuth, 'progress').toString('latin1')).not.toContain(must(key, 'key'))
  })

  it('never become a connection of the browser that leads somebody else to the page', async () => {
    const { page, cookie, sessionId } = await begin('stranger')
    const { back } = await allow(page)

    // The one who began claims the keys, and the browser that allowed it returns at the same time.
    const claim = comeBack(back, cookie)
    const victim = await comeBack(back)
    const claimed = await claim

    expect([victim.status, claimed.status]).toEqual([400, 400])
    expect(await listConnections('stranger')).toEqual([])
    expect(await readSession(sessionId)).toMatchObject({
      status: 'failed',
      errorCode: 'other_browser',
    })
  })

  it('are forgotten after a return in another browser', async () => {
    const { page, cookie } = await begin('late')
    const { back } = await allow(page)

    const victim = await comeBack(back)
    const claimed = await comeBack(back, cookie)

    expect([victim.status, claimed.status]).toEqual([400, 400])
    expect(await listConnections('late')).toEqual([])
  })

  it('are claimed by no return before they arrive', async () => {
    const { page, cookie } = await begin('early')
    const { deny } = await openStore(page)

    const claimed = await comeBack(deny.replace('success=0', 'success=1'), cookie)
    const { status } = await allow(page)

    expect(claimed.status).toBe(400)
    expect(claimed.text).toContain('without its keys')
    expect(status).toBe(401)
    expect(store.keys.size).toBe(0)
    expect(await listConnections('early')).toEqual([])
  })

  it('are not taken without access', async () => {
    const { page, cookie, sessionId } = await begin()
    const { deny } = await openStore(page)

    const denied = await comeBack(deny, cookie)

    expect(denied.text).toContain('You did not allow access.')
    expect(await readSession(sessionId)).toMatchObject({ errorCode: 'access_denied' })
  })

  it('of another store are refused by the entered one', async () => {
    const { page, cookie, sessionId } = await begin('mixed')
    const { back } = await allow(page)
    store.keys.clear()

    const returned = await comeBack(back, cookie)

    expect(returned.status).toBe(400)
    expect(await listConnections('mixed')).toEqual([])
    expect(await readSession(sessionId)).toMatchObject({ status: 'failed' })
  })
})

describe('the URL that a store posts to', () => {
  const makePostedKeys = (session: string, more: object = {}) =>
    JSON.stringify({
      key_id: 1,
      user_id: session,
      ...makeKeys(),
      key_permissions: 'read_write',
      ...more,
    })

  it('works once, and only for its session', async () => {
    const { page, sessionId } = await begin()
    const other = await begin()
    const { pathname } = readPosted(page)
    const secret = pathname.slice(pathname.lastIndexOf('/') + 1)

    const wrongs = [
      await post(pathname.replace(secret, 'x'.repeat(secret.length)), makePostedKeys(sessionId)),
      await post(pathname.replace(secret, ''), makePostedKeys(sessionId)),
      await post(pathname.replace(sessionId, other.sessionId), makePostedKeys(other.sessionId)),
      await post(pathname.replace(sessionId, 'csn_unknown'), makePostedKeys('csn_unknown')),
      await post(pathname.replace(sessionId, 'conn_1'), makePostedKeys('conn_1')),
    ]
    const first = await post(pathname, makePostedKeys(sessionId))
    const second = await post(pathname, makePostedKeys(sessionId))

    expect(wrongs.every((status) => status === 404)).toBe(true)
    expect([first, second]).toEqual([200, 404])
  })

  it.each([
    ['keys of another user', { user_id: 'csn_other' }],
    ['keys that can only read', { key_permissions: 'read' }],
    ['a key of another form', { consumer_key: 'ck_1' }],
    ['a secret with more behind it', { consumer_secret: `cs_${'a'.repeat(40)}\r\nx: y` }],
    ['a key that is an object', { consumer_key: { ck: 1 } }],
    ['no secret', { consumer_secret: undefined }],
  ])('rejects %s', async (_what, more) => {
    const { page, sessionId } = await begin()
    const { pathname } = readPosted(page)

    const rejected = await post(pathname, makePostedKeys(sessionId, more))
    const right = await post(pathname, makePostedKeys(sessionId))

    expect([rejected, right]).toEqual([404, 200])
  })

  it('rejects what is not a small JSON object', async () => {
    const { page, sessionId } = await begin()
    const { pathname } = readPosted(page)

    const statuses = [
      await post(pathname, '{"half'),
      await post(pathname, 'null'),
      await post(pathname, '[]'),
      await post(pathname, 'a=b', 'application/x-www-form-urlencoded'),
      await post(pathname, makePostedKeys(sessionId, { more: 'x'.repeat(20_000) })),
    ]

    expect(statuses).toEqual([404, 404, 404, 415, 413])
  })

  it('ends with the session, and with the page that is opened again', async () => {
    const { page, path, cookie, sessionId } = await begin()
    const again = await api.call('GET', path, { headers: { cookie } })
    const next = readPosted(new URL(String(again.headers.location)))
    const replaced = await post(readPosted(page).pathname, makePostedKeys(sessionId))
    await api.database.everything
      .updateTable('connectSessions')
      .set({ expireTime: new Date(Date.now() - 1000) })
      .where('id', '=', sessionId as `csn_${string}`)
      .execute()

    const expired = await post(next.pathname, makePostedKeys(sessionId))

    expect([replaced, expired]).toEqual([404, 404])
  })

  it('is not given to a store without https', async () => {
    Object.assign(api.services, { publicUrl: httpUrl })

    const { status, body } = await start()

    Object.assign(api.services, { publicUrl })
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining('posts its keys to https only'),
    ])
  })
})

describe('a server with the shipped entry', () => {
  let own: TestApi
  let tenant: Awaited<ReturnType<typeof givenTenant>>
  beforeAll(async () => {
    own = await testApi(await testDatabase())
    Object.assign(own.services, { publicUrl })
    tenant = await givenTenant(own)
  })
  afterAll(async () => {
    await own.close()
    await own.database.close()
  })

  const startAt = (workspace: string) =>
    own.call('POST', '/v1/custom-auth/connect', {
      apiKey: tenant.full.key,
      body: {
        projectIdOrName: tenant.project.id,
        provider,
        groupRef: 'g',
        consumerRef: 'c',
        providerMetadata: { workspace: { value: workspace, source: 'input' } },
      },
    })

  it.each(['shop.wpcomstaging.com', 'http://shop.wpcomstaging.com:8080/x'])(
    'sends people who enter %s to the store with https',
    async (workspace) => {
      const { body } = await startAt(workspace)

      const opened = await own.call('GET', new URL(String(body.redirect.url)).pathname)
      expect(opened.headers.location).toMatch(
        /^https:\/\/shop\.wpcomstaging\.com(?::8080)?\/wc-auth\/v1\/authorize\?/,
      )
    },
  )

  it.each([
    'http://shop.example.com',
    'shop.example.com',
    '127.0.0.1',
    'localhost:4000',
    '169.254.169.254',
    '[::1]',
    'shop.wordpress.com@evil.test',
    'evil.test/#.wordpress.com',
    'wordpress.com.evil.test',
  ])('sends nobody to %s, which it does not trust', async (workspace) => {
    const { status, body } = await startAt(workspace)

    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('orkspace')])
  })
})
