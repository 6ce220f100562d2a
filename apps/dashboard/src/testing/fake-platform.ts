import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { byHealth, capabilityWords, type Schemas } from '@platform/client'
import { monthsAgo } from '../app/notifications/queries.ts'
import { dashboardFolder, dashboardSecurityPolicy } from '../build.ts'
import { apiKey, approvalRecords, makeAttempts, fakeRecords, type Records } from './fake-records.ts'
import { text as textOf } from 'node:stream/consumers'

/** A logo as the catalogue has them: one outline in one colour, within the reply. */
const squareLogo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#ff5c35" d="M2 2h20v20H2zM7 7v10h10V7z" fill-rule="evenodd"/></svg>')}`

export const ana = { email: 'ana@lumen.example', password: 'correct horse battery staple' }

/** Another person with an account. */
export const ben = { email: 'ben@lumen.example', password: 'staple battery horse correct' }

export interface FakePlatform {
  url: string
  records: Records
  /** Restores the initial data, and ends every session. */
  reset: () => void
  /** Starts a session and returns its cookie. */
  createSessionCookie: () => { name: string; value: string }
  /** Requests to the API and sign-in, such as `GET /v1/projects`. */
  calls: string[]
  /** Requires this mailed code with the password, as after many wrong ones. */
  askForMailCode: (code: string) => void
  /** Ends every session, as the server may at any time. */
  endSessions: () => void
  /** Sets the lifetime of tokens; 15 minutes initially. */
  letTokensLive: (seconds: number) => void
  /** Rejects tokens issued so far. */
  refuseTokens: () => void
  /** Answers requests below the path with 503 until called without arguments. */
  fail: (path?: string) => void
  /** Rejects the next change because of one input. */
  refuse: (issue: { name: string; detail: string }) => void
  /**
   * Publishes a change to open streams, and accepts streams from then on; before, they are
   * rejected.
   */
  publish: (what: string) => void
  /** Returns the number of open streams. */
  watching: () => number
  /** Ends all streams, and opens none until the next change is published, as during a restart. */
  endStreams: () => void
  close: () => Promise<void>
}

interface Call {
  path: string
  query: URLSearchParams
  body: Record<string, any>
}

/**
 * Simulates a platform for one person in memory: pages, sign-in, and the API that the dashboard
 * uses.
 */
export async function startFakePlatform(): Promise<FakePlatform> {
  const records = fakeRecords()
  const calls: string[] = []
  let sessions = 0
  let signedIn = ana.email
  let firstGoodToken = 1
  let tokens = 0
  let tokenSeconds = 900
  let failing: string | undefined
  let isLive = false
  let refused: { name: string; detail: string } | undefined
  const streams = new Set<ServerResponse>()
  let mailCode: string | undefined

  const auth = (method: string, path: string, request: IncomingMessage, body: Call['body']) => {
    const isSignedIn = request.headers.cookie === `session=${sessions}`
    if (path === '/auth/sign-in/email' && method === 'POST') {
      if (mailCode !== undefined && body['code'] !== mailCode) {
        const context = { code: 'MAIL_CODE_NEEDED' }
        return { status: 401, body: { ...problem(401, path), context } }
      }
      const person = [ana, ben].find(({ email }) => email === body['email'])
      if (!person || body['password'] !== person.password) {
        return { status: 401, body: { ...problem(401, path), detail: 'Invalid email or password' } }
      }
      sessions += 1
      signedIn = person.email
      return { status: 200, body: {}, cookie: `session=${sessions}` }
    }
    if (path === '/auth/sign-out' && method === 'POST') {
      sessions += 1
      return { status: 200, body: { success: true } }
    }
    const takesPassword = path === '/auth/change-password' || path === '/auth/two-factor/enable'
    if (takesPassword && mailCode !== undefined && body['code'] !== mailCode) {
      const context = { code: 'MAIL_CODE_NEEDED' }
      const detail = 'Too many wrong passwords for this address.'
      return { status: 403, body: { ...problem(403, path), detail, context } }
    }
    if (path in signInReplies) return { status: 200, body: signInReplies[path] }
    if (path !== '/auth/token' || !isSignedIn) return { status: 401, body: {} }
    tokens += 1
    const payload = { sub: signedIn, n: tokens, exp: Math.floor(Date.now() / 1000) + tokenSeconds }
    return { status: 200, body: { token: `x.${btoa(JSON.stringify(payload))}.x` } }
  }

  const isAllowed = (request: IncomingMessage) => {
    const payload = request.headers.authorization?.split('.')[1]
    return payload !== undefined && JSON.parse(atob(payload)).n >= firstGoodToken
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const method = request.method ?? 'GET'
    const path = url.pathname
    if (path === '/addresses.json') return sendReply(response, 200, fakeAddresses)
    if (path === '/schemas/platform.yaml.json') return sendReply(response, 200, fakeManifestSchema)
    if (path === '/provider-names.json') return sendReply(response, 200, { hubspot: 'HubSpot' })
    if (path.startsWith('/live/')) {
      calls.push(`${method} ${path}`)
      if (!isLive || !isAllowed(request)) return sendReply(response, 404, problem(404, path))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: open\ndata: {}\n\n')
      response.on('close', () => streams.delete(response))
      return void streams.add(response)
    }
    const isApi = /^\/(v1|read|auth)\//.test(path)
    if (!isApi) return void sendFile(path, response)

    calls.push(`${method} ${path}${url.search}`)
    void readBody(request).then((body) => {
      if (refused && method !== 'GET') {
        const issues = [{ in: 'body', value: '', ...refused }]
        refused = undefined
        return sendReply(response, 400, { ...problem(400, path), issues })
      }
      if (path.startsWith('/auth/')) {
        const { status, body: reply, cookie } = auth(method, path, request, body)
        if (cookie) response.setHeader('set-cookie', `${cookie}; HttpOnly; SameSite=Lax; Path=/`)
        return sendReply(response, status, reply)
      }
      if (failing && path.startsWith(failing)) return sendReply(response, 503, problem(503, path))
      if (!isAllowed(request)) return sendReply(response, 401, problem(401, path))
      const reply = answerCall(records, `${method} ${path}`, {
        path,
        query: url.searchParams,
        body,
      })
      if (reply === undefined) return sendReply(response, 404, problem(404, path))
      if (isFakeProblem(reply)) return sendReply(response, reply.status, reply)
      if (typeof reply === 'object' && reply !== null && 'uninstalled' in reply) {
        response.setHeader('platform-uninstalled', String(reply.uninstalled))
      }
      if (!Array.isArray(reply)) return sendReply(response, 200, reply)

      const pageSize = Number(url.searchParams.get('pageSize') ?? 200)
      const from = Number(url.searchParams.get('pageToken') ?? 0)
      if (from + pageSize < reply.length) {
        url.searchParams.set('pageToken', String(from + pageSize))
        response.setHeader('link', `<${url.href}>; rel="next"`)
      }
      return sendReply(response, 200, reply.slice(from, from + pageSize))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const address = server.address()
  if (typeof address !== 'object' || !address)
    throw new Error('The server is not listening on a port.')

  const endSessions = () => {
    sessions += 1
    firstGoodToken = tokens + 1
  }

  const endStreams = () => {
    isLive = false
    for (const stream of streams) stream.end()
    streams.clear()
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    records,
    calls,
    reset: () => {
      Object.assign(records, fakeRecords())
      calls.length = 0
      endSessions()
      tokenSeconds = 900
      failing = refused = mailCode = undefined
      endStreams()
    },
    createSessionCookie: () => {
      sessions += 1
      signedIn = ana.email
      return { name: 'session', value: String(sessions) }
    },
    askForMailCode: (code) => (mailCode = code),
    endSessions,
    letTokensLive: (seconds) => (tokenSeconds = seconds),
    refuseTokens: () => (firstGoodToken = tokens + 1),
    fail: (path) => (failing = path),
    refuse: (issue) => (refused = issue),
    publish: (what) => {
      isLive = true
      for (const stream of streams) stream.write(`event: ${what}\ndata: {}\n\n`)
    },
    watching: () => streams.size,
    endStreams,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Public URLs, which differ from where tests reach the server. */
export const fakeAddresses = {
  redirectUri: 'https://integrations.lumen.example/callbacks/v1/oauth',
  customRedirectUri: 'https://integrations.lumen.example/callbacks/v1/custom-auth/default',
  registry: 'https://integrations.lumen.example/npm',
}

/** A part of the schema of `platform.yaml`. */
const fakeManifestSchema = {
  properties: {
    specVersion: { const: '1.0.0' },
    integrations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          displayName: { type: 'string', description: 'Name shown to end users.' },
          module: { type: 'string', description: 'Module of the provider.' },
        },
      },
    },
  },
}

/** A message with two records, whose customer allows their view as `records.supportAccess` says. */
function event(
  { project, supportAccess }: Records,
  path: string,
  id: string,
  { child, query }: { child: string | undefined; query: URLSearchParams },
) {
  const of = { groupRef: 'team-1', groupName: 'Northwind', objectName: 'contacts' }
  if (child === undefined) {
    return {
      ...{ id, projectId: project.id, type: 'read', deliveries: [], ...of, numRecords: 2 },
      recordsOmitted: supportAccess ? 'viewSeparately' : 'supportAccessOff',
      body: { action: 'read', resultInfo: { type: 'inline', numRecords: 2 } },
    }
  }
  if (!supportAccess) {
    return { ...problem(403, path), type: 'http://fake/problems/support-access-off' }
  }
  const record = (recordId: string, email: string) => ({
    fields: { email },
    raw: { id: recordId, properties: { email, lifecyclestage: 'lead' } },
  })
  const list = [record('101', 'ana@northwind.example'), record('102', 'ben@northwind.example')]
  if (child === 'previous-record') {
    const isFirst = query.get('position') === '0'
    const previous = {
      eventId: 'evt_1',
      createTime: new Date(Date.now() - 3_600_000).toISOString(),
      record: record('101', 'ana@old.example'),
    }
    return { eventId: id, ...of, searchedMessages: 7, ...(isFirst && { previous }) }
  }
  const createTime = new Date().toISOString()
  return {
    ...{ eventId: id, ...of, createTime },
    records: list.map((one, position) => ({
      position,
      recordId: one.raw.id,
      bytes: 120,
      record: one,
    })),
  }
}

/** The current records of an object: two, and a deleted one if asked for. */
function listKept({ supportAccess }: Records, path: string, query: URLSearchParams) {
  if (!supportAccess) {
    return { ...problem(403, path), type: 'http://fake/problems/support-access-off' }
  }
  const updateTime = new Date(Date.now() - 3_600_000).toISOString()
  const kept = (id: string, email: string) => ({
    ...{ id, updateTime, bytes: 120 },
    record: { id, fields: { email }, raw: { id, email } },
  })
  const deleted = { id: '103', updateTime, bytes: 0, deleted: true }
  const isFirst = query.get('pageToken') === null
  const first = [
    kept('101', 'ana@northwind.example'),
    ...(query.get('includeDeleted') === 'true' ? [deleted] : []),
  ]
  return {
    ...{ groupRef: 'team-1', objectName: 'contact', keptSince: updateTime },
    results: isFirst ? first : [kept('102', 'ben@northwind.example')],
    pagination: isFirst ? { done: false, nextPageToken: 'more' } : { done: true },
  }
}

/** Returns the reply to a request; lists in full, before pagination. */
function answerCall(records: Records, name: string, { path, query, body }: Call): unknown {
  const { project } = records
  const base = '/v1/projects/'
  if (name === 'GET /v1/my-info') return myInfo(records)
  if (name === 'GET /v1/projects') return [project]
  const [, provider] = /^GET \/v1\/providers\/(\w+)$/.exec(name) ?? []
  if (name === 'GET /v1/providers' || provider !== undefined) {
    const oauth2Opts = { grantType: 'authorizationCode' }
    const search = { operators: { equals: false } }
    const support = {
      read: true,
      write: true,
      delete: false,
      subscribe: false,
      proxy: true,
      search,
    }
    const about = { authType: 'oauth2', baseURL: 'https://api.example', support }
    const scopeMappings = { '.default': 'https://graph.microsoft.com/.default' }
    const all: Record<string, object> = {
      hubspot: {
        ...about,
        name: 'hubspot',
        displayName: 'HubSpot',
        oauth2Opts,
        proof: { read: 'spec', write: 'samples' },
        signInEvidence: {
          source: 'vendor documentation',
          date: '2026-11-28',
          page: 'https://developers.hubspot.example/scopes',
        },
        urlsOverridden: true,
        labels: { category: 'CRM' },
        media: { regular: { iconURL: squareLogo } },
        rateLimits: [{ calls: 100, perSeconds: 10, sharedBy: 'account' }],
        scopes: {
          grantedBy: 'request',
          signIn: ['oauth'],
          byObject: {
            contacts: {
              read: ['crm.objects.contacts.read'],
              write: ['crm.objects.contacts.write'],
            },
          },
        },
        app: {
          consoleURL: 'https://developers.hubspot.example/',
          steps: ['Upload a project with the CLI.'],
          limits: [{ what: 'Accounts of an unlisted app', value: '25' }],
        },
        signInErrors: [
          {
            code: 'BAD_CLIENT_ID',
            cause: 'The client is unknown.',
            remedy: 'Correct the client ID.',
          },
        ],
        changes: [{ from: '2027-03-30', what: 'API v4 ends.' }],
      },
      microsoft: {
        ...about,
        name: 'microsoft',
        displayName: 'Microsoft Graph',
        oauth2Opts: { ...oauth2Opts, scopeMappings, explicitScopesRequired: true },
      },
      stripe: {
        ...about,
        name: 'stripe',
        displayName: 'Stripe',
        authType: 'apiKey',
        support: { ...support, read: false, write: false },
      },
    }
    return provider === undefined ? all : all[provider]
  }
  if (/^GET \/v1\/providers\/\w+\/objects$/.test(name)) {
    const read = { changes: 'time' }
    const writes = ['create', 'update']
    const contacts = {
      displayName: 'Contacts',
      read,
      writes,
      events: [],
      fields: { email: 'string' },
    }
    return name.includes('stripe') ? {} : { contacts: { ...contacts, searchFields: [] } }
  }
  if (path === '/v1/agent-request') {
    return {
      name: 'Claude',
      host: 'claude.ai',
      isLocal: false,
      capabilities: ['read', 'observe', 'deploy'],
      denialUrl: '/?denied',
    }
  }
  if (path.startsWith('/v1/orgs/'))
    return ofOrganization(records, name, path.split('/').slice(4), body)
  if (/^POST \/read\/.*\/objects\/\w+$/.test(name)) return { operationId: 'op_2' }
  if (path.startsWith('/read/')) return pauseOrResume(records, name, body)
  const [idOrName = '', ...rest] = path.slice(base.length).split('/').map(decodeURIComponent)
  if (idOrName !== project.name && idOrName !== project.id) return undefined

  const [kind = '', id, child] = rest
  if (rest.at(-1) === 'records' && rest.includes('objects')) {
    return listKept(records, path, query)
  }
  if (name.startsWith('PATCH') && !kind) return Object.assign(project, body['project'])
  if (!kind) return project
  if (/^(api|jwt)-keys$/.test(kind) && records.members[0]?.role === 'member') {
    return { ...problem(403, path), type: 'http://fake/problems/permission-missing' }
  }
  if (name.startsWith('POST') && kind === 'agents') {
    records.agents.unshift({ ...records.agents[0]!, capabilities: body['capabilities'] })
    return { agent: records.agents[0], link: '/?connected' }
  }
  if (name.startsWith('POST') && kind === 'api-keys') {
    if (id?.endsWith(':rotate')) {
      const rotated = findById(records.apiKeys, id.slice(0, -':rotate'.length))
      if (!rotated) return undefined
      const until = new Date(Date.now() + body['overlapHours'] * 3600_000).toISOString()
      return { ...Object.assign(rotated, { formerKeyUntil: until }), key: 'plat_full_rOtAtEd' }
    }
    const { label, ...limits } = body
    const key = apiKey(records.apiKeys.length + 1, label, limits.scopes[0], limits)
    records.apiKeys.unshift(key)
    return { ...key, key: 'plat_full_3xAmPlEsEcReT' }
  }
  if (name.startsWith('PATCH') && kind === 'api-keys') {
    const key = findById(records.apiKeys, id)
    if (!key) return undefined
    for (const [field, value] of Object.entries(body['apiKey'])) {
      if (value === null) Reflect.deleteProperty(key, field)
      else Object.assign(key, { [field]: value })
    }
    return key
  }
  if (kind === 'deliveries:replay') return replay(records, body)
  if (kind === 'delivery-hours') return records.hours
  if (kind === 'customer-destination-settings') {
    if (name.startsWith('PUT')) Object.assign(records.customerDestinationSettings, body)
    return records.customerDestinationSettings
  }
  if (kind === 'customer-destinations' && id && name.startsWith('PATCH')) {
    const status = body['destination'].disabled ? 'disabled' : 'enabled'
    return Object.assign(findById(records.customerDestinations, id)!, { status })
  }
  if (kind === 'customer-destinations' && !id) {
    return records.customerDestinations.filter((one) => matches(query, 'groupRef', one.groupRef))
  }
  if (kind === 'event-types' && !id && !name.startsWith('POST')) return records.eventTypes
  if (kind === 'events' && name.startsWith('POST')) {
    records.sentEvents.push(body)
    return { id: 'evt_9', type: body['type'], deliveries: 1, createTime: '2026-03-02T09:00:00Z' }
  }
  if (kind === 'branding') {
    if (name.startsWith('PUT')) records.branding = body
    return records.branding
  }
  if (kind === 'integrations' && child === 'connect-links') {
    return { ...records.connectLinks[0], id: 'clnk_3', link: connectLinkAddress }
  }
  if (kind === 'usage.csv') return usageCsv
  if (kind === 'usage-totals') return usageTotals()
  if (kind === 'deliveries') return deliveries(records, name, id, child, query)
  if (kind === 'destinations' && child === 'consumers') return records.pullConsumers
  if (kind === 'destinations' && id) return destination(records, name, id, query, body)
  if (kind === 'events') return event(records, path, id ?? '', { child, query })
  if (kind === 'connections' && id?.endsWith(':oauth-update')) return signInLink
  if (kind === 'connections' && child === 'refreshes') return records.refreshes
  if (kind === 'integrations:batch') return records.rehearsal
  if (kind === 'operations' && id?.endsWith(':cancel')) {
    const result = 'Canceled.'
    return Object.assign(findById(records.operations, id.replace(':cancel', ''))!, {
      status: 'canceled',
      result,
    })
  }
  if (kind === 'operations' && !id) {
    return records.operations.filter(
      (one) => matches(query, 'groupRef', one.groupRef) && matches(query, 'status', one.status),
    )
  }
  if (kind === 'operations') return child ? records.logs : findById(records.operations, id)
  if (kind === 'logs') return allLogs(records, query)
  if (kind === 'group-summaries') return groupSummaries(records, query)
  if (kind === 'groups') return groups(records, query.get('search') ?? '')
  if (kind === 'find') return findAll(records, query.get('text') ?? '')
  if (kind === 'installations') {
    return records.installations.filter(
      ({ group, health }) =>
        matches(query, 'groupRef', group?.groupRef) && matches(query, 'health', health.state),
    )
  }
  if (kind === 'connections' && !id) {
    return records.connections.filter(({ group }) => matches(query, 'groupRef', group.groupRef))
  }
  if (kind === 'approvals' && id) {
    const [approvalId, verb] = id.split(':')
    const approval = findById(records.approvals, approvalId)!
    if (verb) {
      Object.assign(approval, {
        state: verb === 'approve' ? 'approved' : 'rejected',
        decidedBy: 'builder:ana@lumen.example',
        decideTime: new Date().toISOString(),
      })
      return approval
    }
    return { ...approval, records: approvalRecords, shown: 'code' }
  }
  if (kind === 'approvals') {
    return records.approvals.filter(({ state }) => matches(query, 'state', state))
  }
  if (kind === 'connect-links' && !id) {
    return records.connectLinks.filter(({ group }) => matches(query, 'groupRef', group.groupRef))
  }
  if (kind === 'integrations' && child) return integrationChild(records, rest, { path, query })

  const lists: Record<string, { id: string; name?: string }[]> = {
    integrations: records.integrations,
    installations: records.installations,
    connections: records.connections,
    destinations: records.destinations,
    'customer-destinations': records.customerDestinations,
    topics: records.topics,
    'notification-event-topic-routes': records.eventRoutes,
    'topic-destination-routes': records.destinationRoutes,
    replays: records.replays,
    'api-keys': records.apiKeys,
    agents: records.agents,
    'connect-links': records.connectLinks,
    'jwt-keys': records.jwtKeys,
    'provider-apps': records.providerApps,
  }
  if (name.startsWith('DELETE') && id) {
    const users = records.installations.filter(({ integrationId }) => integrationId === id)
    if (users.length > 0 && query.get('force') !== 'true') return inUse(path, users)
    lists[kind]?.splice(
      lists[kind].findIndex((one) => one.id === id),
      1,
    )
    return { uninstalled: users.length }
  }
  const list = lists[kind]
  if (name.startsWith('POST') && list && !id) {
    const createTime = new Date().toISOString()
    const made = {
      id: `${kind}-${list.length}`,
      createTime,
      status: 'enabled',
      health: { state: 'healthy' },
      lastDay: { succeeded: 0, failed: 0, retrying: 0, paused: 0 },
      ...body,
    }
    list.unshift(made)
    return made
  }
  return id && list ? list.find((one) => one.id === id || one.name === id) : list
}

function ofOrganization(
  { org, members, invites, domains, auditLog }: Records,
  name: string,
  [kind, id]: string[],
  body: Call['body'],
): unknown {
  if (name === `POST /v1/orgs/org_1/invites`) {
    const link = `http://fake/?invited=${body['email']}`
    const [newest] = invites
    if (!newest) return undefined
    const invite = { ...newest, id: 'inv_2' as const, invitedEmail: body['email'] }
    invites.unshift(invite)
    return { ...invite, link }
  }
  if (kind === 'audit-log' && members[0]?.role !== 'owner') {
    return { ...problem(403, name), type: 'http://fake/problems/owner-required' }
  }
  const member = kind === 'memberships' ? findById(members, id) : undefined
  if (member) {
    if (name.startsWith('DELETE')) members.splice(members.indexOf(member), 1)
    return Object.assign(member, body)
  }
  const lists: Record<string, unknown> = {
    builders: members,
    invites,
    'claimed-domains': domains,
    'audit-log': auditLog,
  }
  return kind ? lists[kind] : org
}

function deliveries(
  { deliveries: all, attempts }: Records,
  name: string,
  id: string | undefined,
  child: string | undefined,
  query: URLSearchParams,
): unknown {
  if (!id) {
    const inOrder = query.get('sort') === 'createTime' ? all.toReversed() : all
    return inOrder.filter(
      (one) =>
        (matches(query, 'status', one.status) || isFailing(query, one)) &&
        matches(query, 'type', one.eventType) &&
        matches(query, 'destinationId', one.destinationId) &&
        matches(query, 'eventId', one.eventId) &&
        matches(query, 'groupRef', one.groupRef),
    )
  }
  if (child) return attempts[id]
  const delivery = findById(all, id.replace(':retry', ''))
  if (!delivery || !name.endsWith(':retry')) return delivery
  Object.assign(delivery, { status: 'delivered', attempts: delivery.attempts + 1 })
  attempts[delivery.id] = [...makeAttempts(delivery).slice(0, 1), ...(attempts[delivery.id] ?? [])]
  return delivery
}

const allLogs = ({ logs, operations }: Records, query: URLSearchParams) =>
  logs.flatMap((line) => {
    const of = operations.find(({ id }) => id === 'op_2')
    if (!of || !matches(query, 'groupRef', of.groupRef)) return []
    if (!matches(query, 'severity', line.severity.toLowerCase())) return []
    const { id: operationId, integrationId, installationId, groupRef, groupName } = of
    const about = { operationId, integrationId, installationId, groupRef, groupName }
    return [{ ...line, ...about, objectName: 'account' }]
  })

const groups = ({ connections }: Records, search: string) =>
  connections
    .map(({ group }) => group)
    .filter(({ groupRef, groupName }) =>
      `${groupRef} ${groupName}`.toLowerCase().includes(search.toLowerCase()),
    )

const groupSummaries = (records: Records, query: URLSearchParams): Schemas['GroupSummary'][] =>
  groups(records, query.get('search') ?? '')
    .filter(({ groupRef }) => matches(query, 'groupRef', groupRef))
    .map((group, index) => {
      const isInGroup = (one: { group: { groupRef: string } }) =>
        one.group.groupRef === group.groupRef
      const own = records.connections.filter(isInGroup)
      const installed = records.installations.filter(({ connection, group: of }) =>
        isInGroup(of ? { group: of } : connection),
      )
      return {
        ...group,
        health: [...own, ...installed].toSorted(byHealth)[0]?.health,
        providers: own.map(({ provider }) => provider),
        lastReadTime: installed
          .flatMap(({ objects }) => Object.values(objects))
          .flatMap(({ lastRunTime }) => lastRunTime ?? [])
          .toSorted()
          .at(-1),
        recordsThisMonth: 1280 * (3 - index),
      }
    })

function findAll(records: Records, text: string): Schemas['Found'][] {
  const delivery = findById(records.deliveries, text)
  return [
    ...(delivery ? [{ kind: 'delivery' as const, id: text, name: delivery.eventType }] : []),
    ...groups(records, text).map(({ groupRef, groupName }) => ({
      kind: 'group' as const,
      id: groupRef,
      name: groupName,
      groupRef,
      health: records.connections.find(({ group }) => group.groupRef === groupRef)?.health,
    })),
  ]
}

function replay(
  { deliveries: all, replays }: Records,
  { dryRun, perSecond, status, ...filter }: Call['body'],
) {
  const count = all.filter((one) => one.status === status).length
  if (dryRun) return { count, hasMore: false }
  const made: Records['replays'][number] = {
    id: 'rpl_1',
    projectId: 'proj_1',
    status: 'done',
    filter: { ...filter, status },
    total: count,
    replayed: count,
    perSecond,
    createTime: new Date().toISOString(),
  }
  replays.unshift(made)
  return { count, hasMore: false, replay: made }
}

function destination(
  { destinations, installations }: Records,
  name: string,
  id: string,
  query: URLSearchParams,
  body: Call['body'],
): unknown {
  const found = findById(destinations, id.replace(':test', ''))
  if (!found) return undefined
  if (name.endsWith(':test')) {
    const [attempt] = makeAttempts({
      attempts: 1,
      status: 'delivered',
      eventId: 'evt_test',
      createTime: new Date().toISOString(),
    })
    return { ...attempt, body: '{"notificationType":"connection.created","data":{}}' }
  }
  if (name.startsWith('PATCH')) {
    const { disabled, name: newName = found.name, metadata } = body['destination']
    if (disabled === undefined) {
      const isRefused = newName !== found.name && query.get('force') !== 'true'
      if (isRefused) return inUse(`/destinations/${id}`, installations.slice(0, 1))
      return Object.assign(found, { name: newName, metadata: { ...found.metadata, ...metadata } })
    }
    return Object.assign(found, { status: disabled ? 'disabled' : 'enabled' })
  }
  const secrets = { webhookSigningKey: 'whsec_c2VjcmV0IG9mIHRoZSBmYWtlIHBsYXRmb3Jt' }
  return query.has('includeSecrets') ? { ...found, secrets } : found
}

/** The totals of this month and the one before. */
const usageTotals = () =>
  [0, 1].map((ago) => ({
    month: monthsAgo(ago),
    messagesDelivered: 2_480 * (ago + 1),
    recordsDelivered: 128_400 * (ago + 1),
    messagesFailed: 36,
    customers: 3,
  }))

const usageCsv = 'month,groupRef,groupName\r\n2026-03,team-1,Northwind Traders\r\n'

export const signInLink = 'https://integrations.lumen.example/callbacks/v1/oauth/begin/3xAmPlE'

export const connectLinkAddress =
  'https://integrations.lumen.example/connect/clnk_3#plat_link_3xAmPlE'

function integrationChild(
  records: Records,
  [, integration, kind, id, child]: string[],
  { path, query }: Pick<Call, 'path' | 'query'>,
): unknown {
  if (kind === 'revisions') {
    if (id?.endsWith(':compare')) return { changes: records.comparison }
    if (id?.endsWith(':hydrate')) return { content: records.hydrated }
    if (id?.endsWith(':rollback')) {
      if (records.breaking === undefined || query.get('force') === 'true')
        return records.integrations[0]
      const type = 'http://fake/problems/deploy-breaks-installations'
      return { ...problem(409, path), type, detail: records.breaking }
    }
    return records.revisions
  }
  const ofIntegration = records.installations.filter(
    ({ integrationId, connection, group = connection.group }) =>
      integrationId === integration && matches(query, 'groupRef', group.groupRef),
  )
  if (child === 'operations') {
    return {
      results: records.operations.filter((one) => one.installationId === id),
      pagination: { done: true },
    }
  }
  if (child === 'custom-fields') return records.customFields
  if (child === 'timeline') return records.timeline
  return id ? findById(ofIntegration, id) : ofIntegration
}

function pauseOrResume(records: Records, name: string, body: Call['body']) {
  const [, id = ''] = /\/installations\/(\w+):/.exec(name) ?? []
  const { objects } = findById(records.installations, id)!
  for (const object of body['objects'] ?? Object.keys(objects)) {
    const { pausedFor: _, pausedReason: __, ...kept } = objects[object]!
    objects[object] = name.endsWith(':pause')
      ? { ...kept, state: 'paused', pausedFor: 'request', health: makePaused(body['note']) }
      : { ...kept, state: 'active', health: { state: 'healthy' } }
  }
  return {}
}

const makePaused = (reason: string = 'Paused.') => ({ state: 'paused' as const, reason })

const myInfo = ({ project, org, members }: Records) => ({
  builder: members[0],
  orgRoles: [
    { role: members[0]?.role ?? 'owner', principalType: 'builder', principalId: 'bld_1', org },
  ],
  projectRoles: {
    [project.id]: {
      role: members[0]?.role ?? 'owner',
      principalType: 'builder',
      principalId: 'bld_1',
      capabilities:
        members[0]?.role === 'member'
          ? ['read', 'observe', 'read:messages', 'trigger']
          : Object.keys(capabilityWords),
      project,
    },
  },
})

const session = (token: string, userAgent: string) => ({
  token,
  createdAt: '2026-03-01T09:00:00.000Z',
  ipAddress: '192.0.2.7',
  userAgent,
})

/** Replies of the sign-in. */
const signInReplies: Record<string, unknown> = {
  '/auth/methods': { singleSignOn: true, signUp: true },
  '/auth/get-session': {
    user: { emailVerified: true, twoFactorEnabled: false },
    session: { token: 'session_1' },
  },
  '/auth/command-line/waiting': {
    code: 'BCDF-GHJK',
    name: 'Ana’s laptop',
    ip: '192.0.2.7',
    startTime: '2026-03-01T09:00:00.000Z',
  },
  '/auth/list-accounts': [{ providerId: 'credential' }],
  '/auth/list-sessions': [
    session('session_1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'),
    session('session_2', 'Mozilla/5.0 (iPhone) Safari/604.1'),
  ],
  '/auth/revoke-session': { status: true },
  '/auth/change-password': { token: null },
  '/auth/two-factor/enable': {
    totpURI: 'otpauth://totp/Platform:ana@lumen.example?secret=JBSWY3DPEHPK3PXP&issuer=Platform',
    backupCodes: ['aaaaa-bbbbb'],
  },
  '/auth/passkey/list-user-passkeys': [
    { id: 'passkey_1', name: 'Work laptop', createdAt: '2026-03-01T09:00:00.000Z' },
  ],
}

const findById = <One extends { id: string }>(list: One[], id: string | undefined) =>
  list.find((one) => one.id === id)

const isFailing = (query: URLSearchParams, { status }: Schemas['Delivery']) =>
  query.get('status') === 'failing' && (status === 'failed' || status === 'retrying')

const matches = (query: URLSearchParams, name: string, value: string | undefined) =>
  !query.has(name) || query.get(name) === value

const problem = (status: number, path: string) => ({
  type: 'http://fake/problems/example',
  title: status === 503 ? 'The service is not available at the moment' : `Problem ${status}`,
  status,
  detail: `The fake platform answers ${status} at ${path}.`,
  instance: path,
  subsystem: 'fake',
  time: new Date().toISOString(),
  requestId: 'req_42',
  retryable: status === 503,
  remedy: 'Wait a moment and try again.',
})

const isFakeProblem = (reply: unknown): reply is ReturnType<typeof problem> =>
  typeof reply === 'object' && reply !== null && 'retryable' in reply && 'status' in reply

const inUse = (path: string, users: Records['installations']) => ({
  ...problem(409, path),
  type: 'http://fake/problems/in-use',
  title: 'It is in use',
  detail: `Installations: ${users.length}. They are uninstalled if you delete it anyway.`,
  remedy: 'Repeat with `force=true`.',
  causes: users.map(({ id, group }) => `${group?.groupRef} has it installed (${id}).`),
})

async function readBody(request: IncomingMessage): Promise<Call['body']> {
  const sent = await textOf(request)
  return sent ? JSON.parse(sent) : {}
}

function sendReply(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  const type = isText
    ? 'text/plain'
    : status < 400
      ? 'application/json'
      : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(isText ? body : JSON.stringify(body))
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Sends a built file, or the page for every other path, with the production policy. */
async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const type = types[extname(path)]
  const content = await readFile(join(dashboardFolder, type ? path : 'index.html')).catch(
    // Answered with 404.
    () => null,
  )
  response
    .writeHead(content ? 200 : 404, {
      'content-type': type ?? 'text/html',
      'cache-control': type ? 'public, max-age=31536000, immutable' : 'max-age=0',
      'content-security-policy': dashboardSecurityPolicy,
    })
    .end(content)
}
