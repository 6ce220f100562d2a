import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Connection } from '@platform/contract'
import { catalogue } from '@platform/connectors'
import { getPort } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshCredentials } from './refresh-token.ts'

/** Token requests of the shop, and the status of its replies. */
let sent: URLSearchParams[] = []
let status = 200
/** Tokens that calls are accepted with. */
let valid: string[] = []
const shop = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (!request.url?.endsWith('/access_token')) {
      const token = String(request.headers['x-shopify-access-token'])
      return void response.writeHead(valid.includes(token) ? 200 : 401).end('{}')
    }
    sent.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    const reply = { access_token: 'expiring', refresh_token: 'rt', expires_in: 3600 }
    const refusal = { error: 'invalid_grant' }
    response.writeHead(status).end(JSON.stringify(status === 200 ? reply : refusal))
  })
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${getPort(shop)}`
  const shopify = (from: string) => ({
    baseURL: origin,
    oauth2Opts: { tokenURL: `${origin}/admin/oauth/access_token` },
    oauth2Dialect: { expiryExchange: { ...catalogue.shopify?.oauth2?.expiryExchange, from } },
    trustedDomains: ['http://127.0.0.1'],
  })
  const providers = { shopify: shopify('2026-01-01') }
  platform = await testPlatform({ env: { PLATFORM_PROVIDERS: JSON.stringify(providers) } })
  await platform.call('POST', '/v1/{p}/provider-apps', {
    provider: 'shopify',
    clientId: 'client',
    clientSecret: 's3cret',
    scopes: ['read_orders'],
  })
})
afterAll(async () => {
  await platform.close()
  shop.close()
})
beforeEach(() => {
  sent = []
  status = 200
  valid = ['lasting', 'expiring']
})

let groups = 0
const importShop = (more: object = {}) =>
  platform.call<Connection & { id: `conn_${string}` }>('POST', '/v1/{p}/connections:generate', {
    provider: 'shopify',
    groupRef: `shop-${++groups}`,
    consumerRef: 'peter',
    providerMetadata: { workspace: { value: 'acme', source: 'input' } },
    oauth2AuthorizationCode: { accessToken: { token: 'lasting' }, ...more },
  })

const use = (connectionId: `conn_${string}`, more: object = {}) =>
  freshCredentials(platform.services, platform.database.tenant(platform.projectId), {
    connectionId,
    ...more,
  })

it('exchanges an imported token that does not expire when it is used, once', async () => {
  const { id } = await importShop()

  const all = await Promise.all(Array.from({ length: 5 }, () => use(id)))
  await use(id)

  expect(sent.map((form) => Object.fromEntries(form))).toEqual([
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'lasting',
      subject_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      expiring: '1',
      client_id: 'client',
      client_secret: 's3cret',
    },
  ])
  for (const { tokens } of all as { tokens: object }[]) {
    expect(tokens).toMatchObject({ accessToken: 'expiring', refreshToken: 'rt' })
  }
})

it('refreshes the exchanged token, and leaves tokens that expire alone', async () => {
  const { id } = await importShop()
  const { id: expiring } = await importShop({ refreshToken: { token: 'rt-own' } })
  await use(id)
  sent = []

  await use(id, { force: true })
  await use(expiring)

  expect(sent.map((form) => form.get('grant_type'))).toEqual(['refresh_token'])
})

it('uses a token on whose exchange is refused, and tries again later', async () => {
  const { id } = await importShop()
  status = 400

  const used = [await use(id), await use(id)]
  const forced = await use(id, { force: true }).catch((error: unknown) => error)
  const refused = sent.length
  const connection = await platform.call('GET', `/v1/{p}/connections/${id}`)
  status = 200
  await platform.database.everything
    .updateTable('connections')
    .set({ refreshRetryTime: null })
    .where('id', '=', id)
    .execute()
  const later = await use(id)

  expect(used).toMatchObject([
    { tokens: { accessToken: 'lasting' } },
    { tokens: { accessToken: 'lasting' } },
  ])
  expect(forced).toMatchObject({ failure: 'unavailable' })
  expect(refused).toBe(2)
  expect(connection).toMatchObject({ status: 'created' })
  expect(later).toMatchObject({ tokens: { accessToken: 'expiring' } })
})

it('ends a connection whose token neither calls nor the exchange accept', async () => {
  const { id } = await importShop()
  status = 400

  const refusal = await use(id, { refusedToken: 'lasting' }).catch((error: unknown) => error)

  expect(refusal).toMatchObject({ failure: 'credentials' })
  expect(await platform.call('GET', `/v1/{p}/connections/${id}`)).toMatchObject({
    status: 'bad_credentials',
  })
})
