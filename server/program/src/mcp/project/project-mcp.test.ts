import { hash, randomBytes } from 'node:crypto'
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import * as contract from '@platform/contract'
import { AgentCapability, Capability, type ProjectRole } from '@platform/contract'
import { capabilitiesOfProjectRole } from '@platform/contract'
import { givenTenant, publicUrl } from '@platform/testing/test-api'
import { givenWorld, worldManifest, type World } from '@platform/testing/world'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Perform } from './project-tool.ts'
import { projectTools } from './tools.ts'

const redirectUri = 'https://agent.example/callback'
const resource = `${publicUrl}/mcp/v1/project`
const sha256 = (text: string) => hash('sha256', text, 'base64url')

let world: World
let origin: string
beforeAll(async () => {
  world = await givenWorld()
  origin = await world.api.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

/** Requests reach the server at its local address. */
const localFetch: typeof fetch = (url, init) =>
  fetch((url instanceof Request ? url.url : String(url)).replace(publicUrl, origin), init)

const form = (path: string, parameters: Record<string, string>) =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(parameters) }).then(
    async (reply) => ({ status: reply.status, body: await reply.json() }),
  )

async function register(
  body: object = { client_name: 'Test agent', redirect_uris: [redirectUri] },
) {
  return world.api.call('POST', '/oauth/register', { body })
}

async function givenRequest(changes: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const clientId = changes['client_id'] ?? (await register()).body.client_id
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    state: 'state',
    resource,
    ...changes,
  }
  const given = Object.entries(request).filter((entry): entry is [string, string] => !!entry[1])
  return { verifier, clientId: String(clientId), request: String(new URLSearchParams(given)) }
}

const connect = (body: object, token?: string) =>
  world.send(contract.connectAgent, { body, ...(token && { as: { token } }) })

const codeIn = (link: string) => new URL(link).searchParams.get('code') ?? ''

/** An agent with its tokens, connected by the owner unless others do. */
async function givenAgent({
  capabilities = [] as AgentCapability[],
  token = undefined as string | undefined,
} = {}) {
  const { request, clientId, verifier } = await givenRequest()
  const { status, body, text } = await connect({ request, capabilities }, token)
  expect(status, text).toBe(201)
  const exchange = () =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      code: codeIn(body.link),
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource,
    })
  const { body: tokens } = await exchange()
  return { id: body.agent.id as string, clientId, tokens: tokens as OAuthTokens, exchange }
}

const rpc = (
  credential: { token?: string; apiKey?: string },
  method: string,
  params: object = {},
) =>
  world.api.call('POST', '/mcp/v1/project', {
    ...credential,
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: { accept: 'application/json, text/event-stream' },
  })
const toolsFor = async (credential: { token?: string; apiKey?: string }) =>
  ((await rpc(credential, 'tools/list')).body.result?.tools ?? []).map(
    ({ name }: { name: string }) => name,
  ) as string[]
const callTool = async (token: string, name: string, args: object = {}) =>
  (await rpc({ token }, 'tools/call', { name, arguments: args })).body.result
const refresh = (clientId: string, refreshToken = '') =>
  form('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  })
const getStatus = async (credential: { token?: string; apiKey?: string }) =>
  (await rpc(credential, 'tools/list')).status

it('connects the official client by OAuth, from the first rejected request on', async () => {
  let client: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let opened: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:3456/callback',
    clientMetadata: { client_name: 'Claude', redirect_uris: ['http://localhost:3456/callback'] },
    clientInformation: () => client,
    saveClientInformation: (saved) => void (client = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
  }
  const url = new URL(`${origin}/mcp/v1/project`)
  const open = { fetch: localFetch, authProvider: provider }

  const rejected = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  // The client addresses the server by its public URL, as the metadata do.
  const first = await auth(provider, {
    serverUrl: resource,
    fetchFn: localFetch,
    resourceMetadataUrl: new URL(
      `${publicUrl}/.well-known/oauth-protected-resource/mcp/v1/project`,
    ),
  })
  const query = opened?.search.slice(1) ?? ''
  const asked = await world.must(contract.getAgentRequest, { query: { request: query } })
  const { body } = await connect({ request: query, capabilities: [] })
  const back = new URL(body.link)
  const second = await auth(provider, {
    serverUrl: resource,
    authorizationCode: codeIn(body.link),
    fetchFn: localFetch,
  })
  const agent = new Client({ name: 'test', version: '1.0.0' })
  await agent.connect(new StreamableHTTPClientTransport(new URL(resource), open))
  const { structuredContent } = await agent.callTool({ name: 'get_status', arguments: {} })

  expect(rejected.status).toBe(401)
  expect(rejected.headers.get('www-authenticate')).toContain(
    `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp/v1/project"`,
  )
  expect([first, second]).toEqual(['REDIRECT', 'AUTHORIZED'])
  expect(opened?.pathname).toBe('/connect-agent')
  expect(opened?.searchParams.get('resource')).toBe(resource)
  expect(asked.body).toMatchObject({
    name: 'Claude',
    host: 'localhost',
    isLocal: true,
    capabilities: ['read', 'observe'],
  })
  expect(back.origin + back.pathname).toBe('http://localhost:3456/callback')
  expect(back.searchParams.get('iss')).toBe(publicUrl)
  expect(agent.getServerVersion()).toMatchObject({ name: 'platform', version: '2.14.0' })
  expect(structuredContent).toMatchObject({ integrations: [{ name: 'crm' }] })
})

/** What clients register and ask for, as they document it or as others have recorded it. */
const publicClients = [
  {
    client: 'Claude',
    // Registers as confidential, and is answered that it is public.
    registers: {
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'read observe',
    },
    continuesAt: ['https://claude.ai/api/mcp/auth_callback'],
    asks: { scope: 'claudeai read observe deploy' },
  },
  {
    client: 'Claude Code',
    registers: {
      redirect_uris: ['http://localhost:3118/callback'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    },
    continuesAt: ['http://localhost:3118/callback', 'http://localhost:54212/callback'],
    asks: { resource: `${resource}/`, prompt: 'consent' },
  },
  {
    client: 'Cursor',
    registers: {
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      token_endpoint_auth_method: 'none',
    },
    continuesAt: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    asks: {},
  },
  {
    client: 'Visual Studio Code',
    registers: {
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    },
    continuesAt: ['http://127.0.0.1:59656/', 'https://vscode.dev/redirect'],
    asks: { scope: 'read observe' },
  },
  {
    client: 'Codex',
    registers: { redirect_uris: ['http://127.0.0.1:37819/callback/x'], scope: 'read' },
    continuesAt: ['http://127.0.0.1:41022/callback/x'],
    asks: { resource: undefined },
  },
]

it.each(
  publicClients.flatMap(({ continuesAt, ...one }) => continuesAt.map((at) => ({ ...one, at }))),
)('connects $client, which continues at $at', async ({ client, registers, at, asks }) => {
  const registered = await register({
    client_name: client,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...registers,
  })
  const clientId = registered.body.client_id
  const asked = { client_id: clientId, redirect_uri: at, ...asks }
  const { request, verifier } = await givenRequest(asked)

  const shown = await world.send(contract.getAgentRequest, { query: { request } })
  const { body } = await connect({ request, capabilities: [] })
  const token = await form('/oauth/token', {
    grant_type: 'authorization_code',
    code: codeIn(body.link),
    client_id: clientId,
    redirect_uri: at,
    code_verifier: verifier,
    ...('resource' in asks && asks.resource && { resource: asks.resource }),
  })
  const names = await toolsFor({ token: token.body.access_token })

  expect(registered.body).toMatchObject({ token_endpoint_auth_method: 'none', client_name: client })
  expect(registered.body).not.toHaveProperty('client_secret')
  expect(shown.status, shown.text).toBe(200)
  expect(shown.body.name).toBe(client)
  expect(body.link.startsWith(at)).toBe(true)
  expect(names).toContain('get_status')
})

it('rejects an unknown client with the error after which clients register again', async () => {
  const { tokens } = await givenAgent()
  const ask = (clientId: string) => refresh(clientId, tokens.refresh_token)

  const replies = [await ask(''), await ask('agent_made-up'), await ask('claude')]

  expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
    replies.map(() => [401, 'invalid_client']),
  )
})

describe('a request to connect', () => {
  it.each([
    ['unknown client', { client_id: 'agent_made-up' }, 'not registered'],
    ['another redirect URI', { redirect_uri: 'https://agent.example/other' }, 'not one that'],
    ['redirect URI with a suffix', { redirect_uri: `${redirectUri}.evil.example` }, 'not one that'],
    [
      'redirect URI with a user',
      { redirect_uri: 'https://agent.example@evil.example/callback' },
      'user name',
    ],
    ['redirect URI with a fragment', { redirect_uri: `${redirectUri}#x` }, 'fragment'],
    ['redirect URI with a path up', { redirect_uri: `${redirectUri}/../x` }, 'not one that'],
    [
      'redirect URI with a backslash',
      { redirect_uri: 'https://agent.example\\@evil.example/' },
      'backslash',
    ],
    ['script as redirect URI', { redirect_uri: 'javascript:alert(1)' }, 'https'],
    ['no redirect URI', { redirect_uri: undefined }, 'redirect URI'],
    ['no PKCE', { code_challenge: undefined }, 'PKCE'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'PKCE'],
    ['implicit flow', { response_type: 'token' }, 'response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'resource'],
    [
      'a client document at a private address',
      { client_id: 'https://169.254.169.254/client.json' },
      'could not be read',
    ],
  ])('is rejected and redirects nowhere: %s', async (_what, changes, reason) => {
    const { request } = await givenRequest(changes)

    const asked = await world.send(contract.getAgentRequest, { query: { request } })
    const connected = await connect({ request, capabilities: [] })

    expect([asked.status, connected.status]).toEqual([400, 400])
    expect(asked.body.detail).toContain(reason)
    expect(asked.text).not.toContain('denialUrl')
  })

  it('with a parameter twice is rejected', async () => {
    const { request } = await givenRequest()

    const { status, body } = await connect({
      request: `${request}&redirect_uri=https://evil.example/`,
      capabilities: [],
    })

    expect([status, body.detail]).toEqual([400, expect.stringContaining('more than once')])
  })

  it('grants no more than the builder may do', async () => {
    const { request } = await givenRequest()
    const asMember = (capabilities: string[]) =>
      connect({ request, capabilities }, world.member.token)

    expect((await asMember(['deploy'])).status).toBe(403)
    expect((await asMember(['read:records'])).status).toBe(403)
    expect((await asMember(['read:secrets'])).status).toBe(400)
    expect((await asMember([])).status).toBe(201)
    const stranger = await world.api.builder()
    expect((await connect({ request, capabilities: [] }, stranger.token)).status).toBe(404)
    const byKey = await world.send(contract.connectAgent, {
      body: { request, capabilities: [] },
      as: { apiKey: world.tenant.full.key },
    })
    expect(byKey.status).toBe(401)
  })
})

describe('registrations', () => {
  it.each([
    ['http://evil.example/callback'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['https://agent.example/#x'],
    ['https://user:password@agent.example/'],
    ['//agent.example/'],
    ['http://localhost.evil.example/'],
    ['http://127.0.0.1@evil.example/'],
    [''],
  ])('are refused with the redirect URI %s', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] })

    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it.each([
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:49152/callback', 200],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:49152/other', 400],
    ['http://[::1]/callback', 'http://[::1]:5000/callback', 200],
    ['com.example.app:/oauth', 'com.example.app:/oauth', 200],
    ['https://agent.example:444/callback', 'https://agent.example/callback', 400],
  ])('of %s allow %s: %s', async (registered, uri, status) => {
    const { body } = await register({ redirect_uris: [registered] })
    const { request } = await givenRequest({ client_id: body.client_id, redirect_uri: uri })

    const asked = await world.send(contract.getAgentRequest, { query: { request } })

    expect(asked.status, asked.text).toBe(status)
  })

  it('store nothing, however many there are', async () => {
    const selectRows = async () => {
      const { rows } = await sql<{ rows: string }>`select (select count(*) from agents)
        + (select count(*) from agent_tokens) as rows`.execute(world.api.database.everything)
      return rows
    }
    const before = await selectRows()

    const replies = await Promise.all(Array.from({ length: 50 }, () => register()))

    expect(replies.every(({ status }) => status === 201)).toBe(true)
    expect(await selectRows()).toEqual(before)
    const huge = await register({
      redirect_uris: Array.from(
        { length: 10 },
        (_, at) => `https://a.example/${at}${'x'.repeat(1500)}`,
      ),
    })
    expect(huge.status).toBe(400)
  })

  it('show a name on one line', async () => {
    const { body } = await register({
      client_name: `Claude\n\u202e${'x'.repeat(300)}`,
      redirect_uris: [redirectUri],
    })

    expect(body.client_name).toMatch(/^Claude x{1,60}$/)
    expect(body.client_name).toHaveLength(60)
  })
})

describe('a code', () => {
  it('is rejected without the verifier, from another client and for another address', async () => {
    const { request, clientId, verifier } = await givenRequest()
    const { body } = await connect({ request, capabilities: [] })
    const exchange = (changes: Record<string, string>) =>
      form('/oauth/token', {
        grant_type: 'authorization_code',
        code: codeIn(body.link),
        client_id: clientId,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changes,
      })
    const { body: other } = await register({ redirect_uris: [redirectUri] })

    const tries = [
      await exchange({ code_verifier: 'x'.repeat(43) }),
      await exchange({ code_verifier: '' }),
      await exchange({ client_id: other.client_id }),
      await exchange({ redirect_uri: 'https://evil.example/' }),
      await exchange({ resource: 'https://other.example/mcp' }),
      await exchange({ grant_type: 'client_credentials' }),
      await exchange({ grant_type: 'refresh_token', refresh_token: codeIn(body.link) }),
    ]
    const own = await exchange({})

    expect(tries.map((reply) => reply.body.error)).toEqual([
      'invalid_grant',
      'invalid_grant',
      'invalid_grant',
      'invalid_grant',
      'invalid_target',
      'unsupported_grant_type',
      'invalid_grant',
    ])
    expect(own.status).toBe(200)
    expect(await getStatus({ token: codeIn(body.link) })).toBe(401)
  })

  it('used twice disconnects the agent', async () => {
    const { tokens, exchange, clientId } = await givenAgent()
    expect(await getStatus({ token: tokens.access_token })).toBe(200)

    const again = await exchange()

    expect(again.body.error).toBe('invalid_grant')
    expect(await getStatus({ token: tokens.access_token })).toBe(401)
    expect((await refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
    const { body: audit } = await world.must(contract.listAuditLog, {
      query: { action: 'disconnectAgent' },
    })
    expect(audit[0].actor.id).toBe(world.tenant.owner.id)
  })

  it('expires after a minute', async () => {
    const { request, clientId, verifier } = await givenRequest()
    const { body } = await connect({ request, capabilities: [] })
    await expireTokens(body.agent.id)

    const { body: reply } = await form('/oauth/token', {
      grant_type: 'authorization_code',
      code: codeIn(body.link),
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })

    expect(reply.error).toBe('invalid_grant')
  })
})

const expireTokens = (agentId: string, kind?: 'access') =>
  world.api.database.everything
    .updateTable('agentTokens')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('agentId', '=', agentId as contract.AgentId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()

describe('tokens', () => {
  it('expire during a session, and are renewed by the refresh token', async () => {
    const { id, tokens, clientId } = await givenAgent()
    expect(await getStatus({ token: tokens.access_token })).toBe(200)
    await expireTokens(id, 'access')
    world.api.access.forget()

    const expired = await rpc({ token: tokens.access_token }, 'tools/list')
    const renewed = await refresh(clientId, tokens.refresh_token)

    expect(expired.status).toBe(401)
    expect(expired.headers['www-authenticate']).toContain('error="invalid_token"')
    expect(renewed.body).toMatchObject({ expires_in: 900, scope: 'read observe' })
    expect(await getStatus({ token: renewed.body.access_token })).toBe(200)
  })

  it('can be renewed twice within seconds; a later repetition disconnects the agent', async () => {
    const { id, tokens, clientId } = await givenAgent()
    const first = await refresh(clientId, tokens.refresh_token)
    const repeated = await refresh(clientId, tokens.refresh_token)
    await world.api.database.everything
      .updateTable('agentTokens')
      .set({ useTime: new Date(Date.now() - 11_000) })
      .where('agentId', '=', id as contract.AgentId)
      .where('useTime', 'is not', null)
      .execute()

    const stolen = await refresh(clientId, tokens.refresh_token)

    expect([first.status, repeated.status, stolen.status]).toEqual([200, 200, 400])
    expect(await getStatus({ token: first.body.access_token })).toBe(401)
    expect((await refresh(clientId, repeated.body.refresh_token)).status).toBe(400)
  })

  it('are accepted by the MCP server of the project alone, which accepts no others', async () => {
    const { tokens } = await givenAgent({ capabilities: ['deploy'] })
    const token = tokens.access_token
    const callApi = (path: string) => world.api.call('GET', path, { token })
    const end = await world.tenant.consumerToken({ groupRef: 'globex', consumerRef: 'hank' })

    const elsewhere = [
      await callApi(`/v1/projects/${world.tenant.project.id}`),
      await callApi('/v1/projects'),
      await callApi('/v1/my-info'),
      await world.api.call('POST', '/mcp/v1?groupRef=globex', { token, body: {} }),
    ]
    const others = [
      await getStatus({ token: end }),
      await getStatus({ token: world.tenant.owner.token }),
      await getStatus({ token: tokens.refresh_token ?? '' }),
      await getStatus({ token: 'plat_agent_made-up' }),
      await getStatus({}),
      await getStatus({ apiKey: world.tenant.frontend.key }),
    ]

    expect(elsewhere.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(others).toEqual([401, 401, 401, 401, 401, 403])
  })

  it('show nothing of another organization', async () => {
    const rival = await givenTenant(world.api)
    const { body: deployed } = await world.must(contract.listIntegrations)
    const { request, clientId, verifier } = await givenRequest()
    const { body } = await world.send(contract.connectAgent, {
      params: { projectIdOrName: rival.project.id },
      body: { request, capabilities: ['deploy', 'read:records'] },
      as: { token: rival.owner.token },
    })
    const { body: tokens } = await form('/oauth/token', {
      grant_type: 'authorization_code',
      code: codeIn(body.link),
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    const call = (name: string, args: object) => callTool(tokens.access_token, name, args)

    const seen = [
      await call('list_installations', {}),
      await call('get_integration', { integrationIdOrName: deployed[0].id }),
      await call('explain_installation', { installationId: world.ids['installationId'] }),
      await call('get_operation', { operationId: world.ids['operationId'] }),
      await call('search_logs', { projectIdOrName: world.tenant.project.id }),
      await call('sample_records', {
        integrationId: 'crm',
        objectName: 'Contact',
        groupRef: 'globex',
        fieldNames: 'LastName',
      }),
    ]

    expect(seen[0].structuredContent).toEqual({ items: [] })
    expect(seen.slice(1).map(({ isError }) => isError)).toEqual(seen.slice(1).map(() => true))
    expect(JSON.stringify(seen)).not.toContain('Globex')
    const listed = await world.send(contract.listAgents, {
      params: { projectIdOrName: rival.project.id },
    })
    expect(listed.status).toBe(404)
  })
})

describe('tools', () => {
  it.each(AgentCapability.options.map((capability) => [capability]))(
    'of the capability %s are shown with it only',
    async (capability) => {
      const agent = await givenAgent({ capabilities: [capability] })
      const granted: string[] = ['read', 'observe', capability]

      const names = await toolsFor({ token: agent.tokens.access_token })

      const allowed = projectTools.filter(({ capabilities }) =>
        capabilities.every((one) => granted.includes(one)),
      )
      expect(names).toEqual(allowed.map(({ name }) => name))
      expect(allowed.some(({ capabilities }) => capabilities.includes(capability))).toBe(true)
      const denied = projectTools.find((tool) => !allowed.includes(tool))
      const refused = await callTool(agent.tokens.access_token, denied!.name)
      expect(refused.structuredContent.error.type).toBe('permission-missing')
    },
  )

  it('follow the role of the builder: viewers read no records, builders without a role nothing', async () => {
    const person = await world.api.builder({ orgId: world.tenant.org.id })
    const setRole = (role: ProjectRole | undefined) =>
      world.must(contract.updateMembership, {
        params: { builderId: person.id },
        body: {
          role: 'limited',
          projectRoles: role ? { [world.tenant.project.id]: role } : {},
        },
      })
    await setRole('admin')
    const capabilities = AgentCapability.options
    const { tokens } = await givenAgent({ capabilities, token: person.token })
    const token = tokens.access_token
    const sample = () =>
      callTool(token, 'sample_records', {
        integrationId: 'crm',
        objectName: 'Contact',
        groupRef: 'globex',
        fieldNames: 'LastName',
      })

    const asAdmin = await sample()
    await setRole('viewer')
    const asViewer = await sample()
    const names = await toolsFor({ token })
    await setRole(undefined)
    const asNobody = await rpc({ token }, 'tools/list')
    await world.must(contract.removeMembership, { params: { builderId: person.id } })

    expect(asAdmin.isError).toBe(false)
    expect(asViewer.structuredContent.error.type).toBe('permission-missing')
    expect(names).toEqual(
      projectTools
        .filter((tool) =>
          tool.capabilities.every((one) => capabilitiesOfProjectRole.viewer.includes(one)),
        )
        .map(({ name }) => name),
    )
    expect(asNobody.status).toBe(403)
    expect(await getStatus({ token })).toBe(403)
  })

  it.each([...Capability.options, 'full'] as const)(
    'are those of the scope %s for a key, which can call no others',
    async (scope) => {
      const scopes = scope === 'full' ? [scope] : [...new Set(['read', scope])]
      const { body: key } = await world.must(contract.createApiKey, {
        body: { label: scope, scopes },
      })
      const granted: readonly string[] = scope === 'full' ? Capability.options : scopes
      const allowed = projectTools.filter(({ capabilities }) =>
        capabilities.every((one) => granted.includes(one)),
      )

      const names = await toolsFor({ apiKey: key.key })
      const others = projectTools.filter((tool) => !allowed.includes(tool))
      const refused = await Promise.all(
        others.map(async ({ name }) => {
          const { body } = await rpc({ apiKey: key.key }, 'tools/call', { name, arguments: {} })
          return body.result.structuredContent.error.type
        }),
      )

      expect(names).toEqual(allowed.map(({ name }) => name))
      expect(refused).toEqual(others.map(() => 'permission-missing'))
    },
  )

  it('are nobody’s with a key that lacks `read`, or is limited to integrations', async () => {
    const statusWith = async (body: object) => {
      const { body: key } = await world.must(contract.createApiKey, {
        body: { label: 'Limited', ...body },
      })
      return getStatus({ apiKey: key.key })
    }

    // The tools concern the project as a whole.
    expect(await statusWith({ scopes: ['full'], integrationIds: ['crm'] })).toBe(403)
    expect(await statusWith({ scopes: ['observe', 'deploy'] })).toBe(403)
  })

  it.each(contract.ProjectRole.options)(
    'are those of the role %s for an agent with every permission',
    async (role) => {
      const person = await world.api.builder({ orgId: world.tenant.org.id })
      const become = (its: ProjectRole) =>
        world.must(contract.updateMembership, {
          params: { builderId: person.id },
          body: { role: 'limited', projectRoles: { [world.tenant.project.id]: its } },
        })
      await become('admin')
      const { tokens } = await givenAgent({
        capabilities: AgentCapability.options,
        token: person.token,
      })
      await become(role)

      const names = await toolsFor({ token: tokens.access_token })

      const granted = AgentCapability.options.filter((one) =>
        capabilitiesOfProjectRole[role].includes(one),
      )
      expect(names).toEqual(
        projectTools
          .filter((tool) => tool.capabilities.every((one) => granted.some((has) => has === one)))
          .map(({ name }) => name),
      )
    },
  )

  it('show the headers of provider calls only if asked', async () => {
    const call = {
      ...{ method: 'GET', url: 'https://acme.test/books', status: 200, durationMs: 9, attempt: 1 },
      ...{ requestHeaders: { accept: '*/*' }, responseHeaders: { date: 'now' } },
    }
    const entry = { severity: 'error', message: { msg: 'Read.', call } }
    const health = { state: 'failing' }
    const installation = { id: 'inst_1', integrationId: 'int_1', health, objects: {} }
    const perform: Perform = async ({ id }) =>
      id === 'listLogs' ? [entry] : id === 'find' ? [installation] : installation
    const callForText = async (name: string, input: object) => {
      const tool = projectTools.find((one) => one.name === name)!
      return JSON.stringify((await tool.call(perform, { ...input })).data)
    }

    const texts = [
      await callForText('search_logs', {}),
      await callForText('search_logs', { headers: true }),
      await callForText('explain_installation', { installationId: 'inst_1' }),
    ]

    expect(texts.map((text) => text.includes('Headers'))).toEqual([false, true, false])
    for (const text of texts) expect(text).toContain('"status":200')
  })

  it('page long lists and correct wrong calls', async () => {
    const { tokens } = await givenAgent()
    const call = (name: string, args: object = {}) => callTool(tokens.access_token, name, args)

    const unknown = await call('search_logs', { severty: 'error' })
    const wrong = await call('search_logs', { severity: 'bad' })
    const missing = await call('explain_installation')
    const nothing = await call('explain_installation', { installationId: 'inst_x' })
    const logs = await call('search_logs', { severity: 'error' })

    expect(unknown.structuredContent.error.issues[0].detail).toContain('severity')
    expect(wrong.structuredContent.error.type).toBe('invalid-input')
    expect(missing.structuredContent.error.issues[0].name).toBe('installationId')
    expect(nothing.structuredContent.error.remedy).toContain('list_installations')
    expect(logs.structuredContent.items).toEqual([])
  })

  it('deploy only after consent, and record the builder and the agent', async () => {
    const { tokens } = await givenAgent({ capabilities: ['deploy'] })
    const sourceYaml = worldManifest.replace("'0 0 1 1 *'", "'30 * * * *'")

    const dry = await callTool(tokens.access_token, 'dry_run_manifest', { sourceYaml })
    const deployed = await callTool(tokens.access_token, 'deploy_manifest', { sourceYaml })

    expect(dry.structuredContent).toMatchObject({
      integrations: [{ name: 'crm', change: 'update', installations: 1 }],
    })
    expect(deployed.structuredContent.items).toMatchObject([{ name: 'crm', change: 'updated' }])
    const { body } = await world.must(contract.listAuditLog, {
      query: { action: 'batchUpsertIntegrations' },
    })
    expect(body[0]).toMatchObject({
      actor: { id: world.tenant.owner.id, label: `${world.tenant.owner.email} (Test agent)` },
      target: '/mcp/v1/project/tools/deploy_manifest',
    })
  })
})

describe('the list of agents', () => {
  it('shows builders their own, and those who manage keys all, until they are disconnected', async () => {
    const owners = await givenAgent()
    const members = await givenAgent({ token: world.member.token })
    const as = { token: world.member.token }
    const idsFor = async (by: object = {}) =>
      (await world.must(contract.listAgents, by)).body.map(({ id }: { id: string }) => id)
    const disconnect = async (agentId: string, by: object = {}) =>
      (await world.send(contract.disconnectAgent, { params: { agentId }, ...by })).status

    const own = await idsFor({ as })
    const all = await idsFor()
    const theirs = await disconnect(owners.id, { as })
    const mine = await disconnect(members.id, { as })
    const byOwner = await disconnect(owners.id)

    expect(own).toContain(members.id)
    expect(own).not.toContain(owners.id)
    expect(all).toEqual(expect.arrayContaining([owners.id, members.id]))
    expect([theirs, mine, byOwner]).toEqual([404, 204, 204])
    expect(await getStatus({ token: owners.tokens.access_token })).toBe(401)
    expect((await refresh(members.clientId, members.tokens.refresh_token)).status).toBe(400)
  })

  it('lets a client disconnect itself, and no other', async () => {
    const { tokens, clientId } = await givenAgent()
    const revoke = (by: string) =>
      form('/oauth/revoke', { token: tokens.refresh_token ?? '', client_id: by })
    const { body: other } = await register()

    const byOther = await revoke(other.client_id)
    const still = await getStatus({ token: tokens.access_token })
    const own = await revoke(clientId)

    expect([byOther.status, still, own.status]).toEqual([200, 200, 200])
    expect(await getStatus({ token: tokens.access_token })).toBe(401)
  })
})
