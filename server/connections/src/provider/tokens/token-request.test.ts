import { createServer } from 'node:http'
import type { ProviderOAuth2, ProviderError } from '@platform/connector'
import { catalogue, getEntryFile, overlayCatalogue } from '@platform/connectors'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from '@platform/kernel/egress'
import { getPort, must } from '@platform/kernel/values'
import { getCausingCall } from '../call/provider-call.ts'
import { requestTokens } from './token-request.ts'

const server = createServer((_request, reply) =>
  reply.writeHead(answer.status, answer.headers).end(answer.text),
)
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
let answer: { status: number; text: string; headers: Record<string, string> }
let url: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${getPort(server)}/`
})

afterAll(async () => {
  server.close().closeAllConnections()
  await egress.close()
})

const client = { clientId: 'id', clientSecret: 's3cr/t words' }
const grants = {
  refresh: { grant_type: 'refresh_token', refresh_token: 'rt-1234' },
  code: { grant_type: 'authorization_code', code: 'code-1234', code_verifier: 'v3rifier' },
  clientCredentials: { grant_type: 'client_credentials' },
  password: { grant_type: 'password', username: 'ada', password: 'pa55word' },
}

/** Returns the exchanges of a provider's tokens at other URLs. */
function exchangingAt(provider: string, at: (name: 'exchange' | 'renewal') => string) {
  const { exchange, renewal } = catalogue[provider]?.oauth2?.longLivedTokens ?? {}
  return {
    ...(exchange && {
      longLivedTokens: {
        exchange: { ...exchange, url: at('exchange') },
        ...(renewal && { renewal: { ...renewal, url: at('renewal') } }),
      },
    }),
  }
}

/** Requests tokens from a provider with this reply, and returns the failure. */
async function failing(
  status: number,
  body: unknown,
  {
    provider = 'hubspot',
    grant = grants.refresh,
    headers = {},
  }: { provider?: string; grant?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<ProviderError | undefined> {
  answer = { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
  const overlaid = overlayCatalogue(catalogue, {
    [provider]: {
      baseURL: url,
      oauth2Opts: { tokenURL: url },
      oauth2Dialect: exchangingAt(provider, () => url),
    },
  })
  const entry = must(overlaid[provider], provider)
  const request = { entry, client, values: { workspace: 'acme' }, grant, now: new Date() }
  return requestTokens(egress.forTenant('operator'), request).then(
    () => undefined,
    (error: unknown) => error as ProviderError,
  )
}

/** - `own`: over where the client is the end user's own one, the builder's to mend where it is not */
type Meaning = 'over' | 'own' | 'outage'

const rejected = { error: 'invalid_grant', error_description: 'expired' }

/** Meaning of each reply of a token endpoint, from any provider. */
const answers: [status: number, body: unknown, Meaning][] = [
  [400, rejected, 'over'],
  [401, rejected, 'over'],
  [403, rejected, 'over'],
  [200, rejected, 'over'],
  // segmentio/action-destinations#2300
  [400, { ...rejected, error_description: 'token request is already being processed' }, 'outage'],
  [400, { ...rejected, error_description: 'Internal failure, try again later.' }, 'outage'],
  [401, { error: 'bad_refresh_token' }, 'over'],
  [400, { error: { code: 'invalid_grant', message: 'nested' } }, 'over'],
  [401, { error: 'invalid_client' }, 'own'],
  [400, { error: 'invalid_client', error_description: 'invalid client credentials' }, 'own'],
  [400, { error: 'unauthorized_client' }, 'own'],
  [403, '<html>Forbidden by the proxy</html>', 'outage'],
  [404, '<html>Not here</html>', 'outage'],
  [401, '<html>invalid_grant</html>', 'outage'],
  [401, '', 'outage'],
  [400, '{"half":', 'outage'],
  [400, 'null', 'outage'],
  [400, [], 'outage'],
  [400, { error: 'invalid_request' }, 'outage'],
  [400, { error: 'unsupported_grant_type' }, 'outage'],
  [400, { error: 'temporarily_unavailable' }, 'outage'],
  [400, { error: 'rate_limit_exceeded' }, 'outage'],
  [400, { error: { code: 190, message: 'odd' } }, 'outage'],
  [403, { message: 'Forbidden' }, 'outage'],
  [407, '<html>Proxy authentication required</html>', 'outage'],
  [429, rejected, 'outage'],
  [500, rejected, 'outage'],
  [503, { error: 'invalid_client' }, 'outage'],
  [502, '<html>Bad gateway</html>', 'outage'],
  [200, '<html>Sign in to the network</html>', 'outage'],
  [200, {}, 'outage'],
]

describe.each(Object.entries(grants))('asked by %s', (scheme, grant) => {
  const isOwnClient = scheme === 'clientCredentials' || scheme === 'password'

  it.each(answers)('maps %i %j to: %s', async (status, body, meaning) => {
    const isOver = meaning === 'over' || (meaning === 'own' && isOwnClient)

    expect(await failing(status, body, { grant })).toMatchObject({
      failure: isOver ? 'credentials' : 'unavailable',
      isBuildersToMend: meaning === 'own' && !isOwnClient,
    })
  })
})

it('logs the headers of a failed call without secrets', async () => {
  const headers = { 'content-type': 'application/json', 'set-cookie': 'a=rt-1234' }

  const call = must(getCausingCall(await failing(400, rejected, { headers })), 'call')

  expect(call).toMatchObject({
    ...{ method: 'POST', status: 400 },
    heads: {
      url,
      requestHeaders: { accept: 'application/json' },
      responseHeaders: { 'content-type': 'application/json', 'set-cookie': '…' },
    },
  })
  expect(JSON.stringify(call)).not.toMatch(/rt-1234|s3cr/)
})

it('maps provider-specific error codes only for their provider', async () => {
  const listCodes = (what: 'grantEndedBy' | 'clientRefusedBy', { name }: { name: string }) =>
    must(catalogue[name]?.oauth2, name)[what satisfies keyof ProviderOAuth2]
  const plain = 'asana'
  const own = Object.values(catalogue).flatMap(({ info, oauth2 }) =>
    oauth2
      ? (['grantEndedBy', 'clientRefusedBy'] as const).flatMap((what) =>
          listCodes(what, info)
            .filter((code) => !listCodes(what, { name: plain }).includes(code))
            .map((code) => ({ provider: info.name, what, code })),
        )
      : [],
  )

  expect(own.map(({ provider, code }) => `${provider} ${code}`)).toEqual(
    expect.arrayContaining([
      'salesforce inactive_user',
      'salesforce invalid_app_access',
      'hubspot bad_client_secret',
      'google deleted_client',
      'microsoft interaction_required',
      'zoho invalid_code',
    ]),
  )
  for (const { provider, what, code } of own) {
    const problem = await failing(400, { error: code }, { provider })
    expect(problem, `${provider} ${code}`).toMatchObject(
      what === 'grantEndedBy' ? { failure: 'credentials' } : { isBuildersToMend: true },
    )
    expect(await failing(400, { error: code }, { provider: plain })).toMatchObject({
      failure: 'unavailable',
      isBuildersToMend: false,
    })
  }
})

it("reads error codes of HubSpot's format", async () => {
  const ended = await failing(400, { status: 'BAD_REFRESH_TOKEN', message: 'gone' })
  const wrong = await failing(400, { status: 'BAD_CLIENT_SECRET', message: 'mismatch' })

  expect(ended).toMatchObject({
    failure: 'credentials',
    message: 'HubSpot answered 400 (BAD_REFRESH_TOKEN: gone).',
  })
  expect(wrong).toMatchObject({ failure: 'unavailable', isBuildersToMend: true })
})

it("reports a rejected OAuth client to the builder and keeps the user's grant", async () => {
  const refusal = await failing(401, { error: 'invalid_client' })

  expect(refusal?.message).toBe(
    'HubSpot answered 401 (invalid_client). The provider rejects the project’s OAuth client. Fix its provider app.',
  )
})

it('retries at the time given by the provider', async () => {
  expect(await failing(429, {}, { headers: { 'retry-after': '90' } })).toMatchObject({
    failure: 'unavailable',
    retryAfterMs: 90_000,
  })
})

it.each(Object.entries(grants))(
  'removes secrets that the provider echoes: %s',
  async (_scheme, grant) => {
    const sent = { ...grant, secret: client.clientSecret }
    const echo = `bad: ${new URLSearchParams(sent).toString()} ${JSON.stringify(sent)} ${encodeURIComponent(client.clientSecret)}\n\u0000\ud800${'x'.repeat(9999)}`

    const problem = must(
      await failing(400, { error: 'invalid_grant', error_description: echo }, { grant }),
      'refusal',
    )

    for (const secret of ['rt-1234', 'code-1234', 'v3rifier', 'pa55word', 's3cr', 'words'])
      expect(problem.message).not.toContain(secret)
    expect(problem.message.length).toBeLessThan(400)
    expect(problem.message).not.toMatch(/\p{Cc}|\p{Cs}/u)
  },
)

it.each([
  ['https://globex.acme.com', 'globex'],
  ['https://evil.test/globex', undefined],
  [`https://${'x'.repeat(5_000)}.acme.com`, undefined],
  ['https://the-very-token-it-gave-0817.acme.com', undefined],
])('captures the pattern from %s: %s', async (api_url, captured) => {
  const access_token = 'the-very-token-it-gave-0817'
  answer = { status: 200, headers: {}, text: JSON.stringify({ access_token, api_url }) }
  const otherFields = [
    {
      name: 'subdomain',
      displayName: 'Subdomain',
      path: 'api_url',
      capture: String.raw`^https://([^.]+)\.acme\.com$`,
    },
  ]
  const { hubspot } = overlayCatalogue(catalogue, {
    hubspot: { baseURL: url, oauth2Opts: { tokenURL: url, tokenMetadataFields: { otherFields } } },
  })
  const entry = must(hubspot, 'hubspot')

  const reply = await requestTokens(egress.forTenant('operator'), {
    entry,
    client,
    values: {},
    grant: grants.code,
    now: new Date(),
  })

  expect(reply.captured['subdomain']).toBe(captured)
})

it('captures the client ID that Deel expects in a header of each call', async () => {
  answer = { status: 200, headers: {}, text: JSON.stringify({ access_token: 'token' }) }
  const { deel } = overlayCatalogue(catalogue, {
    deel: { baseURL: url, oauth2Opts: { tokenURL: url } },
  })
  const entry = must(deel, 'deel')

  const reply = await requestTokens(egress.forTenant('operator'), {
    entry,
    client,
    values: {},
    grant: grants.code,
    now: new Date(),
  })

  expect(reply.captured).toEqual({ clientId: client.clientId })
  expect(getEntryFile(must(catalogue['deel'], 'deel'))?.headers).toEqual({
    'x-client-id': '{{clientId}}',
  })
})

describe('a token that is exchanged for one that lives longer', () => {
  const lastsDays = { access_token: 'lasts-60-days', token_type: 'bearer', expires_in: 5_184_000 }

  /** Returns what Instagram's entry requests of a server with these replies by path. */
  async function requestFrom(
    provider: 'instagram' | 'meta',
    grant: Record<string, string>,
    replies: Record<string, unknown>,
  ) {
    const requests: string[] = []
    const vendor = createServer((request, reply) => {
      const address = must(request.url, 'URL')
      requests.push(`${request.method} ${address}`)
      const found = replies[new URL(address, url).pathname]
      reply.writeHead(found ? 200 : 400, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(found ?? { error: { message: 'Session has expired', code: 190 } }))
    })
    vendor.listen(0, '127.0.0.1')
    await new Promise((resolve) => vendor.once('listening', resolve))
    onTestFinished(() => vendor.close().closeAllConnections())
    const here = `http://127.0.0.1:${getPort(vendor)}`
    const overlaid = overlayCatalogue(catalogue, {
      [provider]: {
        baseURL: here,
        oauth2Opts: { tokenURL: `${here}/token` },
        oauth2Dialect: exchangingAt(provider, (name) => `${here}/${name}`),
      },
    })
    const entry = must(overlaid[provider], provider)
    const given = { entry, client, values: {}, grant, now: new Date() }
    const reply = await requestTokens(egress.forTenant('operator'), given).catch(
      (error: unknown) => error as ProviderError,
    )
    return { requests, reply }
  }

  it.each([
    ['flat', { access_token: 'lasts-an-hour', user_id: '17', permissions: 'business_basic' }],
    ['below data', { data: [{ access_token: 'lasts-an-hour' }] }],
  ])('is renewed by itself, for Instagram (%s)', async (_shape, first) => {
    const { requests, reply } = await requestFrom('instagram', grants.code, {
      '/token': first,
      '/exchange': lastsDays,
    })

    expect(requests).toEqual([
      'POST /token',
      'GET /exchange?grant_type=ig_exchange_token&access_token=lasts-an-hour&client_secret=s3cr%2Ft+words',
    ])
    expect(reply).toMatchObject({
      tokens: { accessToken: 'lasts-60-days', refreshToken: 'lasts-60-days' },
    })
  })

  it('is exchanged again before it ends', async () => {
    const grant = { grant_type: 'refresh_token', refresh_token: 'lasts-60-days' }
    const next = { ...lastsDays, access_token: 'lasts-60-more' }
    const { requests, reply } = await requestFrom('instagram', grant, { '/renewal': next })

    expect(requests).toEqual([
      'GET /renewal?grant_type=ig_refresh_token&access_token=lasts-60-days',
    ])
    expect(reply).toMatchObject({ tokens: { refreshToken: 'lasts-60-more' } })
  })

  it('needs a new sign-in when the provider no longer knows it', async () => {
    const grant = { grant_type: 'refresh_token', refresh_token: 'lasts-60-days' }
    const { reply } = await requestFrom('instagram', grant, {})

    expect(reply).toMatchObject({ failure: 'credentials' })
    expect(JSON.stringify([reply, getCausingCall(reply)])).not.toContain('lasts-60-days')
  })

  it('ends after its time, for Meta', async () => {
    const { requests, reply } = await requestFrom('meta', grants.code, {
      '/token': { access_token: 'lasts-two-hours', expires_in: 7200 },
      '/exchange': lastsDays,
    })

    expect(requests[1]).toBe(
      'GET /exchange?grant_type=fb_exchange_token&fb_exchange_token=lasts-two-hours&client_id=id&client_secret=s3cr%2Ft+words',
    )
    expect(reply).toMatchObject({ tokens: { accessToken: 'lasts-60-days' } })
    expect(reply).not.toHaveProperty('tokens.refreshToken')
  })
})
