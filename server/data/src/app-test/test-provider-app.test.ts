import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ProviderAppTest } from '@platform/contract'
import { catalogue as shippedCatalogue, overlayCatalogue } from '@platform/connectors'
import { sandboxApps, sandboxProviders, sandboxScopes, startSandbox } from '@platform/sandbox'
import { getPort, must } from '@platform/kernel/values'
import { signInBy } from '@platform/testing/browser'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { describe, expect, it, onTestFinished } from 'vitest'

const contacts = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: email
        - objectName: deals
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: dealname
    write:
      objects:
        - objectName: companies
`

type Provider = 'salesforce' | 'hubspot'

/** Creates an app of its own, and returns functions to sign in through it and to test it. */
async function givenApp(
  provider: Provider,
  {
    scopes = provider === 'hubspot' ? sandboxScopes.hubspot : ['api', 'refresh_token'],
    ...client
  }: { scopes?: string[]; clientId?: string; clientSecret?: string } = {},
) {
  const platform = await givenPlatform({
    sourceYaml: provider === 'hubspot' ? contacts : manifest,
  })
  const { call } = platform
  const { id } = await call<{ id: string }>('POST', '/v1/{p}/provider-apps', {
    provider,
    externalRef: 'tested',
    ...sandboxApps[provider],
    ...client,
    scopes,
  })
  return {
    ...platform,
    providerAppId: id,
    /** Signs in through the app as its builder would. */
    async signIn(): Promise<string> {
      const url = await call<string>('POST', '/v1/oauth-connect', {
        projectIdOrName: 'test',
        provider,
        providerAppId: id,
        groupRef: 'app-test',
        consumerRef: 'app-test',
      })
      await signInBy(url)
      const [made] = await call<{ id: string }[]>('GET', '/v1/{p}/connections?groupRef=app-test')
      return must(made, 'connection').id
    },
    test: (body: object = {}) =>
      call<ProviderAppTest>('POST', `/v1/{p}/provider-apps/${id}:test`, body),
  }
}

const listStatuses = ({ steps }: ProviderAppTest) =>
  steps.map(({ step, objectName, status }) => [step, objectName, status].filter(Boolean).join(' '))

const findStep = ({ steps }: ProviderAppTest, name: string, objectName?: string) =>
  must(
    steps.find((one) => one.step === name && one.objectName === objectName),
    name,
  )

it('passes only after a sign-in, a refresh and a read of each object', async () => {
  const { test, signIn, hubspot } = await givenApp('hubspot')

  const before = await test()
  await hubspot.settings({ rotateRefreshTokens: true })
  const connectionId = await signIn()
  const after = await test({ connectionId })

  expect(before.status).toBe('incomplete')
  expect(listStatuses(before)).toEqual([
    'authorizeURL passed',
    'redirectURI passed',
    'clientCredentials passed',
    'scopes skipped',
    'refreshToken skipped',
    'readObject contacts skipped',
    'readObject deals skipped',
  ])
  expect(after.steps.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(after.status).toBe('passed')
  expect(findStep(after, 'refreshToken').detail).toContain('The new refresh token is stored.')
  // The rotated token is the stored one.
  expect((await test({ connectionId })).status).toBe('passed')
})

it('distinguishes a wrong secret from a wrong code, and recognizes an unknown client', async () => {
  const wrongSecret = await givenApp('hubspot', { clientSecret: 'wrong' })
  const unknown = await givenApp('salesforce', { clientId: 'unknown' })

  const ofSecret = await wrongSecret.test()
  const ofClient = await unknown.test()

  expect(listStatuses(ofSecret).slice(0, 3)).toEqual([
    'authorizeURL passed',
    'redirectURI passed',
    'clientCredentials failed',
  ])
  expect(findStep(ofSecret, 'clientCredentials').remedy).toContain('Enter the client ID and secret')
  expect(ofClient.status).toBe('failed')
  expect(findStep(ofClient, 'authorizeURL')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('client identifier invalid'),
    remedy: expect.stringContaining('Compare the client ID'),
  })
})

it('names the scopes that the sign-in did not grant, per object', async () => {
  const { test, signIn } = await givenApp('hubspot', {
    scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.companies.read'],
  })

  const result = await test({ connectionId: await signIn() })

  expect(result.status).toBe('failed')
  const scopes = findStep(result, 'scopes')
  expect(scopes.status).toBe('failed')
  expect(scopes.detail).toContain('deals: crm.objects.deals.read')
  expect(scopes.detail).toContain('companies: crm.objects.companies.write')
  expect(scopes.detail).not.toContain('contacts:')
  expect(findStep(result, 'readObject', 'contacts')).toMatchObject({ status: 'passed' })
  expect(findStep(result, 'readObject', 'deals')).toMatchObject({
    status: 'failed',
    remedy: expect.stringContaining('crm.objects.deals.read'),
  })
})

it('fails without a refresh token', async () => {
  const { test, signIn } = await givenApp('salesforce', { scopes: ['api'] })

  const result = await test({ connectionId: await signIn() })

  expect(result.status).toBe('failed')
  expect(findStep(result, 'refreshToken')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('no refresh token'),
    remedy: expect.stringContaining('refresh_token'),
  })
})

it('fails if the refresh fails, without affecting other connections', async () => {
  const { test, signIn, connect, control, call } = await givenApp('salesforce')
  const bystander = await connect('globex')
  const connectionId = await signIn()
  await control.addFault({ effect: 'refresh-revoked', match: { pathRegex: '/token' }, times: 3 })

  const result = await test({ connectionId })

  expect(result.status).toBe('failed')
  expect(findStep(result, 'refreshToken')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('Salesforce answered'),
  })
  const [other] = await call<{ id: string; status: string }[]>(
    'GET',
    '/v1/{p}/connections?groupRef=globex',
  )
  expect(other).toMatchObject({ id: bystander.id, status: bystander.status })
})

it('recognizes a redirect URI that is not registered', async () => {
  const sandbox = await startSandbox({ seed: { contacts: 1 } })
  onTestFinished(() => sandbox.close())
  const overlay = sandboxProviders(sandbox)

  const results = [await testAt(overlay, 'salesforce'), await testAt(overlay, 'hubspot')]

  expect(results).toHaveLength(2)
  for (const result of results) {
    expect(result.status).toBe('failed')
    expect(listStatuses(result).slice(0, 3)).toEqual([
      'authorizeURL passed',
      'redirectURI failed',
      'clientCredentials passed',
    ])
    expect(findStep(result, 'redirectURI').remedy).toContain('Copy the redirect URI exactly')
  }
})

it('rejects a connection of another app', async () => {
  const { test, connect } = await givenApp('salesforce')
  const { id } = await connect('globex')

  expect(await test({ connectionId: id })).toMatchObject({ status: 400 })
})

describe('the client ID and secret', () => {
  const { clientId, clientSecret } = sandboxApps.hubspot
  const right = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  it.each([
    ['are accepted by Basic', 'basic', right, 'invalid_grant', 401, 'passed'],
    ['are rejected by Basic', 'basic', 'other', 'invalid_grant', 401, 'failed'],
    ['are accepted in the body', 'body', clientSecret, 'bad_verification_code', 400, 'passed'],
    ['are rejected in the body', 'body', 'other', 'bad_verification_code', 400, 'failed'],
    ['are open where the code is checked first', 'body', '', 'invalid_grant', 400, 'skipped'],
  ])('%s', async (_title, clientAuthentication, accepted, ofCode, ofClient, status) => {
    const url = await givenServer((reply, request, body) => {
      const sent = request.headers.authorization ?? body
      const isClient = accepted === '' || sent.endsWith(accepted)
      reply
        .writeHead(isClient ? 400 : ofClient, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: isClient ? ofCode : 'invalid_client' }))
    })
    const oauth2Opts = { authURL: `${url}/authorize`, tokenURL: `${url}/token` }
    const oauth2Dialect = { clientAuthentication }

    const result = await testAt({ hubspot: { oauth2Opts, oauth2Dialect } })

    expect(findStep(result, 'clientCredentials')).toMatchObject({ status })
    expect(result.status).not.toBe('passed')
  })
})

describe('with a hostile provider', () => {
  it.each<[string, (reply: ServerResponse) => void, string, RegExp]>([
    ['that never answers', () => {}, 'failed', /did not answer within 10 seconds/],
    [
      'with a page of 50 MB',
      (reply) => {
        reply.writeHead(200, { 'content-type': 'text/html' })
        let sent = 0
        const more = () => {
          if (sent++ < 50) reply.write('x'.repeat(1024 * 1024), more)
          else reply.end()
        }
        more()
      },
      'skipped',
      /too large/,
    ],
    [
      'that leads to a private address',
      (reply) => reply.writeHead(302, { location: 'http://10.0.0.1/authorize' }).end(),
      'skipped',
      /same page/,
    ],
    [
      'whose redirects never end',
      (reply) => reply.writeHead(302, { location: '/authorize' }).end(),
      'failed',
      /redirects too often/,
    ],
    [
      'whose page is made of open tags',
      (reply) => reply.writeHead(200).end('<script'.repeat(100_000)),
      'skipped',
      /same page/,
    ],
  ])('%s, the test ends', async (_title, answer, status, detail) => {
    const url = await givenServer(answer)
    const oauth2Opts = { authURL: `${url}/authorize`, tokenURL: `${url}/token` }

    const result = await testAt({ hubspot: { oauth2Opts } })

    expect(findStep(result, 'authorizeURL')).toMatchObject({
      status,
      detail: expect.stringMatching(detail),
    })
    expect(result.status).not.toBe('passed')
  })

  it('at a private address, no request is sent', async () => {
    const oauth2Opts = { authURL: 'http://10.0.0.1/authorize', tokenURL: 'http://10.0.0.1/token' }

    const result = await testAt({ hubspot: { oauth2Opts } })

    for (const step of ['authorizeURL', 'clientCredentials']) {
      expect(findStep(result, step)).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining('10.0.0.1 is not a public address'),
        remedy: expect.stringContaining('PLATFORM_ALLOW_CIDR'),
      })
    }
  })
})

type Answer = (reply: ServerResponse, request: IncomingMessage, body: string) => void

/** Starts a provider that answers every request alike, and returns its URL. */
async function givenServer(answer: Answer): Promise<string> {
  const server = createServer((request, reply) => {
    void text(request).then((body) => answer(reply, request, body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${getPort(server)}`
}

/** Tests an app of a provider whose entry is changed. The redirect URI is not at this machine. */
async function testAt(
  overlay: Parameters<typeof overlayCatalogue>[1],
  provider: Provider = 'hubspot',
): Promise<ProviderAppTest> {
  const catalogue = overlayCatalogue(shippedCatalogue, overlay)
  const api = await testApi(await testDatabase(), { catalogue })
  onTestFinished(async () => {
    await api.close()
    await api.database.close()
  })
  const { project, full } = await givenTenant(api)
  const path = `/v1/projects/${project.id}/provider-apps`
  const { body } = await api.call('POST', path, {
    apiKey: full.key,
    body: { provider, scopes: sandboxScopes[provider], ...sandboxApps[provider] },
  })
  const tested = await api.call('POST', `${path}/${body.id}:test`, { apiKey: full.key, body: {} })
  return tested.body as ProviderAppTest
}
