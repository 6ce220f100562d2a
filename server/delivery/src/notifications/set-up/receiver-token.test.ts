import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { DestinationCredentials, DestinationMetadata } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getPort } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { createDestination, tryDestination } from './destinations.ts'
import { updateDestination } from './update-destination.ts'
import { registerReceiver } from './register-receiver.ts'
import { createEventTopicRoute, createTopic, createTopicDestinationRoute } from './topics.ts'
import {
  connectionDeleted,
  emitAlone,
  emitMany,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../testing.ts'

type TokenReply = { status?: number; body: object } | 'hang'

/** Starts a token endpoint that stores what it is asked. */
async function givenTokenEndpoint(answer: (count: number) => TokenReply) {
  const asked: { headers: IncomingHttpHeaders; form: URLSearchParams }[] = []
  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      asked.push({ headers: request.headers, form: new URLSearchParams(text) })
      const answered = answer(asked.length)
      if (answered === 'hang') return
      reply
        .writeHead(answered.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answered.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { tokenUrl: `http://127.0.0.1:${getPort(server)}/token`, asked }
}

const issueTokens = (count: number): TokenReply => ({
  body: { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 },
})

async function givenProtected({
  tokens = issueTokens,
  answer,
  metadata,
  webhookTimeoutMs = 60_000,
}: {
  tokens?: (count: number) => TokenReply
  answer?: Parameters<typeof givenReceiver>[0]
  metadata?: DestinationMetadata
  webhookTimeoutMs?: number
} = {}) {
  const notifications = await givenNotifications({ settings: { webhookTimeoutMs } })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const endpoint = await givenTokenEndpoint(tokens)
  const receiver = await givenReceiver(answer)
  const wanted = {
    projectId,
    name: 'protected',
    type: 'webhook' as const,
    metadata: { url: receiver.url, tokenUrl: endpoint.tokenUrl, clientId: 'a b', ...metadata },
    secrets: { clientSecret: 's3:cret' },
  }
  const destination = await createDestination(notifications, db, wanted)
  const topic = await createTopic(notifications, db, { projectId, name: 'all' })
  const route = { projectId, topicId: topic.id }
  const eventType = 'connection.deleted' as const
  await createEventTopicRoute(notifications.routing, db, { ...route, eventType })
  await createTopicDestinationRoute(notifications.routing, db, {
    ...route,
    destinationId: destination.id,
  })
  return { notifications, projectId, db, endpoint, receiver, destination, wanted }
}

it('sends webhooks with one access token, obtained with the client credentials', async () => {
  const { notifications, projectId, endpoint, receiver } = await givenProtected({
    metadata: { scope: 'events write', audience: 'https://acme.example' },
  })

  await emitMany(notifications, projectId, 20)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(20), patiently)

  expect(new Set(receiver.received.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-1']),
  )
  expect(endpoint.asked).toHaveLength(1)
  const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = endpoint.asked
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'client_credentials',
    scope: 'events write',
    audience: 'https://acme.example',
  })
  const basic = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64')
  expect(String(basic)).toBe('a+b:s3%3Acret')
})

it('sends the client credentials in the body if configured', async () => {
  const { notifications, projectId, endpoint, receiver } = await givenProtected({
    metadata: { clientAuthentication: 'post' },
  })

  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)

  expect(endpoint.asked[0]?.headers.authorization).toBeUndefined()
  expect(endpoint.asked[0]?.form.get('client_secret')).toBe('s3:cret')
})

it('replaces a token that the receiver no longer accepts, within the same attempt', async () => {
  let accepted = 'Bearer token-1'
  const { notifications, projectId, endpoint, receiver } = await givenProtected({
    answer: ({ headers }) => ({ status: headers.authorization === accepted ? 204 : 401 }),
  })
  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 1']),
    patiently,
  )

  accepted = 'Bearer token-2'
  await emitMany(notifications, projectId, 10)
  await vi.waitFor(
    async () =>
      expect(await listStatuses(notifications)).toEqual(
        Array.from({ length: 11 }, () => 'delivered 1'),
      ),
    patiently,
  )

  expect(endpoint.asked).toHaveLength(2)
  expect(receiver.received.at(-1)?.headers.authorization).toBe(accepted)
})

it('asks once for a token that the receiver never accepts', async () => {
  const { notifications, projectId, endpoint } = await givenProtected({
    answer: () => ({ status: 401 }),
  })

  await emitMany(notifications, projectId, 5)
  await vi.waitFor(
    async () => expect(new Set(await listStatuses(notifications))).toEqual(new Set(['failed 4'])),
    patiently,
  )

  expect(endpoint.asked).toHaveLength(1)
})

it('delivers to others while a token endpoint hangs, and ends the attempt in time', async () => {
  const { notifications, projectId, endpoint, receiver } = await givenProtected({
    tokens: () => 'hang',
    metadata: { timeoutSecs: 1 },
  })
  const other = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: other.url })

  await emitMany(notifications, projectId, 30)
  await vi.waitFor(() => expect(other.received).toHaveLength(30), patiently)
  await vi.waitFor(() => expect(endpoint.asked.length).toBeGreaterThan(1), patiently)

  // Attempts share one request at a time.
  expect(endpoint.asked.length).toBeLessThanOrEqual(4)
  expect(receiver.received).toEqual([])
})

it.each([
  [
    { status: 401, body: { error: 'invalid_client', hint: 's3:cret' } },
    'answered 401 invalid_client',
  ],
  [{ status: 503, body: {} }, 'answered 503.'],
  [{ body: { access_token: 'a\r\nb' } }, 'contains no bearer token'],
  [{ body: { access_token: 'a', token_type: 'mac' } }, 'contains no bearer token'],
] as [TokenReply, string][])('reports that there is no token: %j', async (reply, reason) => {
  const { notifications, wanted } = await givenProtected({ tokens: () => reply })

  const trying = tryDestination(notifications, { ...wanted, name: 'other', verify: true })

  await expect(trying).rejects.toThrow(reason)
  await expect(trying).rejects.not.toThrow('s3:cret')
})

it.each([
  [{ clientId: 'a' }, {}, ['metadata.tokenUrl', 'secrets.clientSecret']],
  [{ tokenUrl: 'https://a.example/token' }, { clientSecret: 's' }, ['metadata.clientId']],
  [
    { tokenUrl: 'https://10.0.0.1/token', clientId: 'a' },
    { clientSecret: 's' },
    ['metadata.tokenUrl'],
  ],
  [{ tokenUrl: 'ftp://a.example', clientId: 'a' }, { clientSecret: 's' }, ['metadata.tokenUrl']],
  [
    { tokenUrl: 'https://a.example/token', clientId: 'a', headers: { Authorization: 'Basic x' } },
    { clientSecret: 's' },
    ['metadata.headers.Authorization'],
  ],
] as [DestinationMetadata, DestinationCredentials, string[]][])(
  'rejects client credentials that cannot work: %j %j',
  async (metadata, secrets, names) => {
    const notifications = await givenNotifications({ isSending: false })
    const projectId = await givenProject(notifications)
    const creating = createDestination(notifications, notifications.database.tenant(projectId), {
      ...{ projectId, name: 'a', type: 'webhook', secrets },
      metadata: { url: 'https://a.example', ...metadata },
    })

    await expect(creating).rejects.toMatchObject({
      details: { issues: names.map((name) => expect.objectContaining({ name }) as unknown) },
    })
  },
)

it('asks for the client secret again when an address changes', async () => {
  const { notifications, db, destination } = await givenProtected()
  const update = (metadata: DestinationMetadata, secrets?: DestinationCredentials) =>
    updateDestination(notifications, db, {
      destination: destination.id,
      updateMask: [
        ...Object.keys(metadata).map((name) => `metadata.${name}`),
        ...Object.keys(secrets ?? {}).map((name) => `secrets.${name}`),
      ],
      changes: { metadata, ...(secrets && { secrets }) },
    })
  const isAsked = {
    details: { issues: [expect.objectContaining({ name: 'destination.secrets.clientSecret' })] },
  }

  await expect(update({ url: 'https://thief.example' })).rejects.toMatchObject(isAsked)
  await expect(update({ tokenUrl: 'https://thief.example' })).rejects.toMatchObject(isAsked)
  await expect(
    registerReceiver(notifications, db, {
      ...{ destination: destination.id, consumer: 'default', url: 'https://thief.example' },
    }),
  ).rejects.toMatchObject({ details: { issues: [expect.objectContaining({ name: 'url' })] } })
  const moved = await update({ url: 'https://new.example' }, { clientSecret: 'again' })

  expect(moved.metadata).toMatchObject({ url: 'https://new.example' })
  expect(JSON.stringify(moved)).not.toContain('again')
})
