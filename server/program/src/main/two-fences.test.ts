// @module-tag separate-networks
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '@platform/testing/test-database'
import { getPort } from '@platform/kernel/values'
import { createTenant } from './bootstrap.ts'
import { startPlatform } from './platform.ts'
import { readSettings } from './settings/settings.ts'

const here = '127.0.0.0/8'
const elsewhere = '10.9.9.0/24'

/** Requests to a server on this machine, by single sign-on and by a tenant's webhook. */
async function requestWith(settings: Record<string, string>) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = `http://127.0.0.1:${getPort(server)}`
  const database = await testDatabase()
  const platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_SSO_ISSUER: own,
      PLATFORM_SSO_CLIENT_ID: 'id',
      PLATFORM_SSO_CLIENT_SECRET: 'secret',
      ...settings,
    }),
  )
  onTestFinished(async () => {
    await platform.stop()
    await database.close()
    server.close().closeAllConnections()
  })
  const names = { org: 'Acme', project: 'test', owner: 'owner@acme.test' }
  const { apiKey } = await createTenant(platform.database, names)
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const reply = await fetch(platform.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return JSON.stringify(await reply.json())
  }
  const bySignIn = await post(
    '/auth/sign-in/social',
    { origin: String(platform.url) },
    { provider: 'sso', callbackURL: '/' },
  )
  const byTenant = await post(
    '/v1/projects/test/destinations',
    { 'x-api-key': apiKey },
    { name: 'hook', type: 'webhook', metadata: { url: `${own}/hook` } },
  )
  return { asked, bySignIn, byTenant }
}

it("allows single sign-on the operator's networks, but not tenants", async () => {
  const { asked, byTenant } = await requestWith({
    PLATFORM_ALLOW_CIDR: elsewhere,
    PLATFORM_OPERATOR_ALLOW_CIDR: here,
  })

  expect(asked).toEqual(['/.well-known/openid-configuration'])
  expect(byTenant).toContain('127.0.0.1 is not a public address')
})

it('allows tenants their networks, but not single sign-on', async () => {
  const { asked, bySignIn, byTenant } = await requestWith({
    PLATFORM_ALLOW_CIDR: here,
    PLATFORM_OPERATOR_ALLOW_CIDR: elsewhere,
  })

  expect(asked).toEqual([])
  expect(bySignIn).toContain('PLATFORM_OPERATOR_ALLOW_CIDR')
  expect(byTenant).toContain('"id":"dest_')
})
