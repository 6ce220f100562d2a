import { ProblemError, type Schemas } from '@platform/client'
import type {
  Connection,
  ConnectSession,
  HydratedRevision,
  InstallationActivity,
  Integration,
  ProblemDetails,
  ProviderInfo,
  WireConfigContent,
  WireInstallation,
} from '../config/wire.ts'
import {
  connection as someConnection,
  integration,
  fakeProviders,
  revision,
  samples,
  someTime,
} from './fake-data.ts'
import { answerDestinationCall, type FakeCall } from './fake-destinations.ts'
import { sampleReadProblem } from './fake-problems.ts'
import { createReply, createRejection, requireFound } from './fake-replies.ts'

export interface FakeApiState {
  providers: Record<string, ProviderInfo>
  integrations: Integration[]
  revision: HydratedRevision
  connections: Connection[]
  installations: WireInstallation[]
  sessions: (ConnectSession & { polls: number })[]
  /** Writes that wait for a person. */
  approvals: Schemas['ApprovalDetails'][]
  /** What customers may add and receive. */
  destinationSettings: Schemas['CustomerDestinationSettings']
  destinations: Schemas['CustomerDestination'][]
  deliveries: Schemas['Delivery'][]
  /** Attempts by delivery. */
  attempts: Record<string, Schemas['Attempt'][]>
  /** Fields that the sample read rejects, with the provider's message, by object and field. */
  refusedFields: Record<string, Record<string, string>>
  /** Sample records by object. */
  samples: Record<string, Record<string, unknown>[]>
  /** Records that were read per object on each of the last days. */
  activity: Record<string, number[]>
  /** Progress of the first read of each object. */
  backfills: Record<string, { recordsProcessed: number; recordsEstimatedTotal?: number }>
}

type ObjectState = WireInstallation['objects'][string]

export interface FakeApiOptions extends Partial<FakeApiState> {
  /** Delay of every reply; 0 by default, `Infinity` for never. */
  delayMs?: number
  /** How often a connect session is polled until it succeeds; never by default. */
  pollsUntilConnected?: number
  /** URL of the simulated sign-in page. */
  authorizeUrl?: string
  /** Returns a problem instead of a reply, by request: `POST /v1/oauth-connect`. */
  failure?: (request: string, state: FakeApiState) => ProblemDetails | undefined
}

export interface FakeApi {
  /** For the options of `PlatformProvider`. */
  fetch: typeof globalThis.fetch
  /** Current data; change it to show another screen. */
  state: FakeApiState
  /** `METHOD path` of every request so far. */
  requests: string[]
  /** Connects the group, as if the user had signed in elsewhere. */
  connect: () => void
}

/** An API in memory with a Salesforce integration, for tests without a platform. */
export function createFakeApi(options: FakeApiOptions = {}): FakeApi {
  const state: FakeApiState = {
    providers: fakeProviders,
    integrations: [integration],
    revision,
    connections: [],
    installations: [],
    sessions: [],
    approvals: [],
    destinationSettings: { types: [], maxPerGroup: 0, eventTypes: [] },
    destinations: [],
    deliveries: [],
    attempts: {},
    refusedFields: {},
    samples,
    activity: {},
    backfills: {},
    ...structuredClone(withoutFunctions(options)),
  }
  const requests: string[] = []

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://platform.test')
    const method = init?.method ?? 'GET'
    const path = decodeURIComponent(url.pathname)
    requests.push(`${method} ${path}${url.search}`)
    await pause(options.delayMs)

    const problem = options.failure?.(`${method} ${path}`, state)
    if (problem) return createReply(problem.status, problem)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    try {
      return answerCall(state, options, { method, path, query: url.searchParams, body })
    } catch (error) {
      if (error instanceof ProblemError) return createReply(error.status, error.problem)
      throw error
    }
  }

  const connect = () => void state.connections.push(someConnection())
  return { fetch, state, requests, connect }
}

/** Returns a state with a connected group. */
export const makeConnectedState = (
  changes: Partial<Connection> = {},
): { connections: [Connection] } => ({
  connections: [someConnection(changes)],
})

/** Returns a state in which the group has installed the objects. */
export function makeInstalledState(
  content: WireConfigContent = { read: { objects: { Contact: savedContact } } },
): { connections: [Connection]; installations: [WireInstallation] } {
  const { connections } = makeConnectedState()
  return { connections, installations: [installation(connections[0], content)] }
}

const savedContact = {
  objectName: 'Contact',
  selectedFields: { Phone: true, Title: true },
  selectedFieldMappings: { priority: 'Customer_Priority__c' },
}

function answerCall(state: FakeApiState, options: FakeApiOptions, call: FakeCall): Response {
  const { method, path, query, body } = call
  /** Returns the match of the pattern in the path of such a call; empty without groups. */
  const at = (verb: string, pattern: RegExp) =>
    method === verb ? pattern.exec(path)?.map((part) => part ?? '') : undefined
  let match: string[] | undefined

  if ((match = at('GET', /^\/v1\/providers\/([^/]+)$/))) {
    return createReply(200, requireFound(state.providers[match[1] ?? ''], 'provider'))
  }
  if (at('GET', /\/integrations$/)) return createReply(200, state.integrations)
  if ((match = at('GET', /\/integrations\/([^/]+)$/))) {
    const wanted = match[1]
    return createReply(
      200,
      requireFound(
        state.integrations.find(({ name, id }) => name === wanted || id === wanted),
        'integration',
      ),
    )
  }
  if (at('GET', /\/revisions\/[^/]+:hydrate$/)) return createReply(200, state.revision)
  if ((match = at('GET', /\/objects\/([^/]+)\/backfill-progress$/))) {
    const progress = requireFound(state.backfills[match[1] ?? ''], 'backfill')
    const times = { createTime: someTime, updateTime: '2026-03-02T09:34:00Z' }
    const ids = { installationId: 'inst_1', operationId: 'op_1', objectName: match[1] }
    return createReply(200, { ...ids, ...times, ...progress })
  }
  if ((match = at('GET', /\/objects\/([^/]+)\/sample$/))) {
    const wanted = (query.get('fieldNames') ?? '').split(',')
    const records = (state.samples[match[1] ?? ''] ?? []).map((record) => ({
      fields: Object.fromEntries(wanted.map((name) => [name, record[name] ?? null])),
    }))
    return createReply(200, { records })
  }
  if ((match = at('GET', /\/approvals\/([^/]+)$/))) {
    const id = match[1]
    return createReply(
      200,
      requireFound(
        state.approvals.find((one) => one.id === id),
        'approval',
      ),
    )
  }
  if ((match = at('POST', /\/approvals\/([^/:]+):(approve|reject)$/))) {
    return createReply(200, decideApproval(state, match, body))
  }
  if (path.includes('/customer-destination')) return answerDestinationCall(state, call)
  if (at('GET', /\/installations\/[^/]+\/activity$/)) {
    return createReply(200, { objects: listActivity(state) })
  }

  if (at('GET', /\/connections$/)) {
    const wanted = query.get('provider')
    return createReply(
      200,
      state.connections.filter(({ provider }) => !wanted || provider === wanted),
    )
  }
  if ((match = at('GET', /\/connections\/([^/]+)$/))) {
    const id = match[1]
    return createReply(
      200,
      requireFound(
        state.connections.find((candidate) => candidate.id === id),
        'connection',
      ),
    )
  }
  if ((match = at('PATCH', /\/connections\/([^/:]+)$/))) {
    const id = match[1]
    const { connection: change } = body
    rejectWrongKey(change.apiKey)
    const old = requireFound(
      state.connections.find((candidate) => candidate.id === id),
      'connection',
    )
    Object.assign(old, change, { status: 'working', health: { state: 'healthy' } })
    return createReply(200, old)
  }
  if ((match = at('DELETE', /\/connections\/([^/]+)$/))) {
    const id = match[1]
    if (state.installations.some(({ connection }) => connection.id === id)) {
      throw createRejection(422, 'connection-in-use', {
        detail: 'An installation uses the connection.',
      })
    }
    state.connections = state.connections.filter((candidate) => candidate.id !== id)
    return createReply(204)
  }
  if (at('POST', /^\/v1\/oauth-connect$/)) {
    return beginSession(state, options, String(body.provider))
  }
  if ((match = at('PATCH', /\/connections\/([^/]+):oauth-update$/))) {
    const renewed = state.connections.find(({ id }) => id === match?.[1])
    return beginSession(state, options, renewed?.provider ?? 'salesforce', match[1])
  }
  if ((match = at('GET', /\/connect-sessions\/([^/]+)$/))) {
    return createReply(200, pollSession(state, options, match[1] ?? ''))
  }
  if (at('POST', /\/connections:generate$/)) {
    rejectWrongKey(body.apiKey)
    return createReply(201, generateConnection(state, body))
  }
  if (at('POST', /^\/v1\/custom-auth\/connect$/)) {
    const { provider, customAuth } = body
    const { inputs } = state.providers[provider]?.customOpts ?? {}
    rejectWrongPassword(customAuth?.password)
    if (inputs?.length) return createReply(200, { connection: generateConnection(state, body) })
    const begun = beginSession(state, options, provider)
    const sessionId = begun.headers.get('x-connect-session')
    return createReply(200, { redirect: { url: options.authorizeUrl ?? signInPage, sessionId } })
  }

  if ((match = at('GET', /(?:\/integrations\/([^/]+))?\/installations$/))) {
    const wanted = match[1]
    const account = query.get('instance')
    return createReply(
      200,
      state.installations.filter(
        ({ integrationId, instance = '' }) =>
          (!wanted || integrationId === wanted) && (account === null || instance === account),
      ),
    )
  }
  if ((match = at('GET', /\/installations\/([^/]+)$/))) {
    return createReply(200, requireInstallation(state, match[1]))
  }
  if (at('POST', /\/installations$/)) {
    const { config, instance } = body
    checkSample(state, config.content)
    const others = state.installations.filter((one) => one.instance !== instance)
    const connected = state.connections.find(({ id }) =>
      others.every(({ connection }) => connection.id !== id),
    )
    const made = installation(requireFound(connected, 'connection'), config.content)
    if (instance) Object.assign(made, { id: `inst_${instance}`, instance })
    state.installations = [...others, made]
    return createReply(201, made)
  }
  if ((match = at('PATCH', /\/installations\/([^/]+)$/))) {
    const { updateMask, installation: change } = body
    const current = requireInstallation(state, match[1])
    if (updateMask.includes('displayName')) {
      current.displayName = change.displayName
      return createReply(200, current)
    }
    const content = applyMask(current.config.content, change.config.content, updateMask)
    checkSample(state, content)
    const { id, instance, displayName } = current
    const saved = { ...installation(current.connection, content), id, instance, displayName }
    state.installations = state.installations.map((one) => (one === current ? saved : one))
    return createReply(200, saved)
  }
  if ((match = at('POST', /^\/read\/v1\/.*\/installations\/[^/]+:(un)?pause$/))) {
    const { objects } = requireFound(state.installations[0], 'installation')
    const next: ObjectState = match[1]
      ? { state: 'active', health: { state: 'healthy' } }
      : { state: 'paused', health: { state: 'paused' }, pausedFor: 'request' }
    for (const objectName of body.objects ?? Object.keys(objects)) {
      objects[objectName] = { lastRunTime: objects[objectName]?.lastRunTime, ...next }
    }
    return createReply(204)
  }
  if (at('POST', /\/installations\/[^/]+:setSupportAccess$/)) {
    const current = requireFound(state.installations[0], 'installation')
    state.installations = [{ ...current, supportAccess: body.enabled }]
    return createReply(200, state.installations[0])
  }
  if ((match = at('DELETE', /\/installations\/([^/]+)$/))) {
    const removed = requireInstallation(state, match[1])
    state.installations = state.installations.filter((one) => one !== removed)
    state.connections = state.connections.filter(({ id }) => id !== removed.connection.id)
    return createReply(204)
  }
  throw createRejection(404, 'route-not-found', {
    detail: `The fake does not know ${method} ${path}.`,
  })
}

/** Approves what was shown, or rejects. */
function decideApproval(state: FakeApiState, [, id, verb]: string[], body: FakeCall['body']) {
  const approval = requireFound(
    state.approvals.find((one) => one.id === id),
    'approval',
  )
  if (approval.state !== 'pending') throw createRejection(409, 'approval-decided', {})
  if (verb === 'approve' && body.shown !== approval.shown) {
    throw createRejection(409, 'approval-outdated', {})
  }
  const decided = { decidedBy: 'consumer:ana', decideTime: someTime }
  Object.assign(approval, { state: verb === 'approve' ? 'approved' : 'rejected', ...decided })
  return approval
}

/** Creates a connection from entered credentials. */
function generateConnection(state: FakeApiState, { provider }: FakeCall['body']): Connection {
  const { authType = 'none', oauth2Opts } = state.providers[provider] ?? {}
  const schemes = {
    oauth2: oauth2Opts?.grantType === 'password' ? 'oauth2/password' : 'oauth2/clientCredentials',
    jwt: 'none',
  } as const
  const authScheme = authType === 'oauth2' || authType === 'jwt' ? schemes[authType] : authType
  const id = `conn_${state.connections.length + 1}`
  const made = someConnection({ id, provider, authScheme })
  state.connections.push(made)
  return made
}

function rejectWrongPassword(password: unknown): void {
  if (password !== 'wrong') return
  throw createRejection(422, 'credentials-refused', {
    title: 'The provider refused the credentials',
    detail: 'Redtail rejected these credentials.',
    remedy: 'Check them and try again.',
    causes: ['Redtail answered 401 (Unknown user).'],
  })
}

function rejectWrongKey(apiKey: string | undefined): void {
  if (apiKey !== 'wrong') return
  throw createRejection(422, 'credentials-refused', {
    title: 'The provider refused the credentials',
    detail: 'SendGrid answered: authorization required.',
    remedy: 'Check the key and its permissions.',
    issues: [{ in: 'body', name: 'apiKey', detail: 'The key was refused.' }],
  })
}

function listActivity({ activity }: FakeApiState): InstallationActivity['objects'] {
  const last = Date.parse('2026-03-02')
  const dateAt = (daysAgo: number) =>
    new Date(last - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return Object.fromEntries(
    Object.entries(activity).map(([objectName, counts]) => [
      objectName,
      {
        days: counts.map((records, index) => ({
          date: dateAt(counts.length - 1 - index),
          records,
        })),
      },
    ]),
  )
}

const signInPage = 'about:blank#sign-in'

function beginSession(
  state: FakeApiState,
  { authorizeUrl = signInPage }: FakeApiOptions,
  provider: string,
  connectionId?: string,
): Response {
  const id = `csn_${state.sessions.length + 1}`
  const session = { id, status: 'pending' as const, provider, connectionId, polls: 0 }
  state.sessions.push({ ...session, createTime: someTime, expireTime: someTime })
  return new Response(authorizeUrl, {
    headers: { 'content-type': 'text/plain', 'x-connect-session': id },
  })
}

function pollSession(
  state: FakeApiState,
  { pollsUntilConnected = Infinity }: FakeApiOptions,
  id: string,
): ConnectSession {
  const stored = requireFound(
    state.sessions.find((candidate) => candidate.id === id),
    'connect-session',
  )
  const { polls, ...session } = stored
  stored.polls = polls + 1
  if (stored.polls < pollsUntilConnected || session.status !== 'pending') return session

  const used = state.installations.map(({ connection }) => connection)
  const connected = someConnection({
    id: session.connectionId ?? `conn_${used.length + 1}`,
    provider: session.provider,
  })
  state.connections = [...used.filter((one) => one.id !== connected.id), connected]
  Object.assign(stored, { status: 'succeeded', connectionId: connected.id })
  return { ...session, status: 'succeeded', connectionId: connected.id }
}

function checkSample({ refusedFields }: FakeApiState, { read }: WireConfigContent): void {
  for (const [objectName, object] of Object.entries(read?.objects ?? {})) {
    const chosen = [
      ...Object.keys(object.selectedFields ?? {}),
      ...Object.values(object.selectedFieldMappings ?? {}),
    ]
    const words = Object.entries(refusedFields[objectName] ?? {}).filter(([name]) =>
      chosen.includes(name),
    )
    if (words.length)
      throw new ProblemError(sampleReadProblem(objectName, Object.fromEntries(words)))
  }
}

function applyMask(
  before: WireConfigContent,
  after: WireConfigContent,
  mask: string[],
): WireConfigContent {
  const reads = { ...before.read?.objects }
  const writes = { ...before.write?.objects }
  const changes = { ...before.subscribe?.objects }
  const tools = { ...before.tools?.objects }
  for (const path of mask) {
    const [, action, name = ''] = /^config\.content\.(\w+)\.objects\.(.*)$/.exec(path) ?? []
    const objectName = name.replaceAll('\\', '')
    if (action === 'write') putObject(writes, objectName, after.write?.objects?.[objectName])
    else if (action === 'subscribe')
      putObject(changes, objectName, after.subscribe?.objects[objectName])
    else if (action === 'tools') putObject(tools, objectName, after.tools?.objects?.[objectName])
    else if (action === 'read') putObject(reads, objectName, after.read?.objects[objectName])
  }
  return {
    ...before,
    ...(mask.includes('config.content.proxy') && { proxy: after.proxy }),
    read: { objects: reads },
    ...((before.write ?? after.write) && { write: { objects: writes } }),
    ...((before.subscribe ?? after.subscribe) && { subscribe: { objects: changes } }),
    ...((before.tools ?? after.tools) && {
      tools: {
        objects: tools,
        proxy: mask.includes('config.content.tools.proxy')
          ? after.tools?.proxy
          : before.tools?.proxy,
      },
    }),
  }
}

function putObject<T>(objects: Record<string, T>, name: string, object: T | undefined): void {
  if (object) objects[name] = object
  else delete objects[name]
}

const requireInstallation = ({ installations }: FakeApiState, id: string | undefined) =>
  requireFound(
    installations.find((one) => one.id === id),
    'installation',
  )

function installation(connection: Connection, content: WireConfigContent): WireInstallation {
  const objectNames = Object.keys(content.read?.objects ?? {})
  return {
    id: 'inst_1',
    projectId: 'proj_1',
    integrationId: integration.id,
    integrationName: integration.name,
    group: connection.group,
    healthStatus: connection.health.state === 'healthy' ? 'healthy' : 'unhealthy',
    health: connection.health,
    lastOperationStatus: 'success',
    connection,
    createTime: someTime,
    createdBy: 'consumer:ana',
    config: {
      id: 'conf_1',
      revisionId: revision.id,
      createTime: someTime,
      createdBy: 'consumer:ana',
      content,
    },
    objects: Object.fromEntries(
      objectNames.map((objectName) => [
        objectName,
        {
          state: content.read?.objects[objectName]?.disabled ? 'disabled' : 'active',
          health: { state: 'healthy' },
          lastRunTime: '2026-03-02T10:00:00Z',
          nextRunTime: '2026-03-02T11:00:00Z',
        },
      ]),
    ),
  }
}

const pause = (ms = 0) =>
  ms === Infinity ? new Promise<never>(() => {}) : new Promise((resolve) => setTimeout(resolve, ms))

const withoutFunctions = ({ failure: _failure, ...data }: FakeApiOptions) => data
