import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Connection, ProviderApp } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

/** What the server of a customer answers to token requests, by its name. */
const refusals = new Map<string, string>()
const provider = createServer((request, response) => {
  const [, customer = ''] = /^\/(\w+)\/token$/.exec(request.url ?? '') ?? []
  const error = refusals.get(customer)
  const reply = error ? { error } : { access_token: `access-of-${customer}`, expires_in: 3600 }
  request.resume().on('end', () => response.writeHead(error ? 401 : 200).end(JSON.stringify(reply)))
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${getPort(provider)}`
  const entry = (place: string) => ({
    displayName: 'Orchard',
    authType: 'oauth2',
    baseURL: origin,
    trustedDomains: ['http://127.0.0.1'],
    metadata: { input: [{ name: 'workspace', displayName: 'Workspace' }] },
    oauth2Opts: {
      grantType: 'authorizationCode',
      authURL: `${origin}/authorize`,
      tokenURL: `${origin}/${place}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: false,
    },
    oauth2Dialect: { clientAuthentication: 'body' },
  })
  platform = await testPlatform({
    env: {
      PLATFORM_PROVIDERS: JSON.stringify({
        orchard: entry('{{workspace}}'),
        grove: entry('everybody'),
      }),
    },
  })
})
afterAll(async () => {
  await platform.close()
  provider.close()
})
beforeEach(() => refusals.clear())

async function addApp(name: string, externalRef: string) {
  const app = await platform.call<ProviderApp>('POST', '/v1/{p}/provider-apps', {
    ...{ provider: name, externalRef, clientId: `client-${externalRef}`, clientSecret: 'secret' },
  })
  const path = `/v1/{p}/provider-apps/${app.id}`
  return {
    isRefused: async () => (await platform.call<ProviderApp>('GET', path)).refusal !== undefined,
    change: (clientSecret: string) =>
      platform.call('PATCH', path, { updateMask: ['clientSecret'], providerApp: { clientSecret } }),
    remove: () => platform.call('DELETE', `${path}?force=true`),
  }
}

async function connect(name: string, workspace: string) {
  const connection = await platform.call<Connection>('POST', '/v1/{p}/connections:generate', {
    ...{ provider: name, groupRef: `${name}-${workspace}`, consumerRef: 'hank' },
    providerMetadata: { workspace: { value: workspace, source: 'input' } },
    oauth2AuthorizationCode: {
      accessToken: { token: 'imported' },
      refreshToken: { token: `refresh-of-${workspace}` },
      scopes: [],
    },
  })
  expect(connection).toMatchObject({ id: expect.any(String) })
  const path = `/v1/{p}/connections/${connection.id}`
  return {
    renew: () => platform.call('GET', `${path}?refresh=force`),
    show: () => platform.call<Connection>('GET', path),
  }
}

it('takes no word of a server that a customer names for what the provider says of the app', async () => {
  const app = await addApp('orchard', 'one')
  const [globex, mallory] = [
    await connect('orchard', 'globex'),
    await connect('orchard', 'mallory'),
  ]
  await globex.renew()
  refusals.set('mallory', 'invalid_client')

  await mallory.renew()

  expect(await mallory.show()).toMatchObject({ refreshFailure: { kind: 'oauthClient' } })
  expect(await app.isRefused()).toBe(false)
  expect(await globex.show()).not.toHaveProperty('refreshFailure')

  // Now the servers of all customers answer alike, with the secret that was changed last.
  await app.change('wrong')
  refusals.set('globex', 'invalid_client')
  await globex.renew()
  expect(await app.isRefused()).toBe(true)
  await app.remove()
})

it('takes a provider at its word, except where an account may not be open to the client', async () => {
  const app = await addApp('grove', 'two')
  const [globex, mallory] = [await connect('grove', 'globex'), await connect('grove', 'mallory')]
  await globex.renew()

  refusals.set('everybody', 'unauthorized_client')
  await mallory.renew()
  const isRefusedForOne = await app.isRefused()
  refusals.set('everybody', 'invalid_client')
  await mallory.renew()

  expect([isRefusedForOne, await app.isRefused()]).toEqual([false, true])
})

it('reports a sign-in that the server of a customer rejects to this customer alone', async () => {
  const app = await addApp('orchard', 'three')
  const globex = await connect('orchard', 'initech')
  await globex.renew()
  refusals.set('mallory', 'invalid_client')

  const began = await platform.call<string>('POST', '/v1/oauth-connect', {
    ...{ projectIdOrName: 'test', provider: 'orchard', groupRef: 'mallory', consumerRef: 'mal' },
    providerMetadata: { workspace: { value: 'mallory', source: 'input' } },
  })
  const page = await fetch(began, { redirect: 'manual' })
  const state = new URL(page.headers.get('location') ?? '').searchParams.get('state')
  const cookie = page.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const returned = await fetch(`${platform.url}/callbacks/v1/oauth?code=1&state=${state}`, {
    headers: { cookie },
  })

  expect(await returned.text()).toContain('does not accept this app')
  expect(await app.isRefused()).toBe(false)
  expect(await platform.call('GET', '/v1/{p}/connect-problems')).toEqual([])
})
