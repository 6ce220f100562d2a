import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Grants } from '../../grants.ts'
import { bearerToken } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { LoggedEvent } from '../org/change-events.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { Orgs } from './orgs.ts'

interface Message {
  channel: string
  id?: string
  clientId?: string
  subscription?: string
  ext?: { replay?: Record<string, number> }
  advice?: { timeout?: number }
  [member: string]: unknown
}

interface Client {
  id: string
  org: SalesforceOrg
  /** By channel: the number of the last sent event. */
  subscriptions: Map<string, number>
  isPolling: boolean
  lastSeen: number
}

const holdMs = 110_000
/** A session without polls expires. */
const forgottenAfterMs = 40_000
const maxPerReply = 500

/** Serves change events by CometD long polling, with replay. */
export function cometdRoutes(
  http: FastifyInstance,
  { grants, orgs }: { grants: Grants; orgs: Orgs },
): { forget(): void } {
  const clients = new Map<string, Client>()
  const held = new Set<() => void>()
  http.addHook('preClose', async () => {
    for (const release of held) release()
  })

  // Clients try a WebSocket first and use long polling if it is rejected.
  http.get('/cometd/:version', async (_request, reply) =>
    reply
      .code(400)
      .send([{ errorCode: 'BAD_REQUEST', message: 'Only long polling is served here.' }]),
  )
  for (const url of ['/cometd/:version', '/cometd/:version/:act']) {
    http.post(url, async (request, reply) => answer(request, reply))
  }
  return {
    forget: () => {
      clients.clear()
      for (const release of held) release()
    },
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const messages = [request.body].flat() as Message[]
    const grant = grants.read(bearerToken(request) ?? '', 'access')
    if (!grant || grants.isExpired(grant) || !grants.mayCallApi(grant)) {
      const error = '401::Authentication invalid'
      return messages.map((message) => makeRejection(message, error, { reconnect: 'none' }))
    }
    const org = requireDefined(orgs.get(grant.account))
    const replies: unknown[] = []
    for (const message of messages) replies.push(...(await handle(org, message, request, reply)))
    return replies
  }

  async function handle(
    org: SalesforceOrg,
    message: Message,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown[]> {
    const { channel, id } = message
    if (channel === '/meta/handshake') {
      const client = greet(org)
      reply.header('set-cookie', `BAYEUX_BROWSER=${client.id}; Path=/cometd`)
      return [greeting(message, client)]
    }
    const client = clients.get(message.clientId ?? '')
    if (!client || client.org !== org || isForgotten(client)) {
      return [
        makeRejection(message, '403::Unknown client', { reconnect: 'handshake', interval: 0 }),
      ]
    }
    client.lastSeen = Date.now()
    switch (channel) {
      case '/meta/subscribe':
        return [subscribeClient(client, message)]
      case '/meta/unsubscribe':
        client.subscriptions.delete(message.subscription ?? '')
        return [
          {
            channel,
            id,
            clientId: client.id,
            subscription: message.subscription,
            successful: true,
          },
        ]
      case '/meta/disconnect':
        clients.delete(client.id)
        return [{ channel, id, clientId: client.id, successful: true }]
      case '/meta/connect':
        return connect(client, message, request)
      default:
        return [{ channel, id, successful: false, error: `404::Unknown channel ${channel}` }]
    }
  }

  function greet(org: SalesforceOrg): Client {
    const client: Client = {
      id: randomBytes(12).toString('hex'),
      org,
      subscriptions: new Map(),
      isPolling: false,
      lastSeen: Date.now(),
    }
    for (const other of clients.values()) if (isForgotten(other)) clients.delete(other.id)
    clients.set(client.id, client)
    return client
  }

  async function connect(client: Client, message: Message, request: FastifyRequest) {
    if (!hasNews(client) && message.advice?.timeout !== 0) await holdPoll(client, request, held)
    return [
      ...takeNews(client),
      {
        channel: '/meta/connect',
        id: message.id,
        clientId: client.id,
        successful: true,
        advice: { reconnect: 'retry', interval: 0, timeout: holdMs },
      },
    ]
  }
}

/** Waits until there are events, the poll times out, or the client disconnects. */
async function holdPoll(
  client: Client,
  request: FastifyRequest,
  held: Set<() => void>,
): Promise<void> {
  client.isPolling = true
  await new Promise<void>((resolve) => {
    const release = () => {
      clearTimeout(timer)
      stopListening()
      held.delete(release)
      request.raw.socket.off('close', release)
      resolve()
    }
    const timer = setTimeout(release, holdMs)
    const stopListening = client.org.events.onNews(() => {
      if (hasNews(client)) release()
    })
    held.add(release)
    request.raw.socket.once('close', release)
  })
  client.isPolling = false
  client.lastSeen = Date.now()
}

const makeRejection = ({ channel, id }: Message, error: string, advice: object) => ({
  channel,
  id,
  successful: false,
  error,
  advice,
})

const greeting = ({ channel, id }: Message, client: Client) => ({
  channel,
  id,
  successful: true,
  version: '1.0',
  minimumVersion: '1.0',
  clientId: client.id,
  supportedConnectionTypes: ['long-polling'],
  ext: { replay: true, 'payload.format': true },
})

const isForgotten = ({ isPolling, lastSeen }: Client) =>
  !isPolling && Date.now() - lastSeen > forgottenAfterMs

function subscribeClient(client: Client, { id, subscription = '', ext }: Message) {
  const about = { channel: '/meta/subscribe', id, clientId: client.id, subscription }
  const asked = ext?.replay?.[subscription] ?? -1
  const { events } = client.org
  if (!/^\/data\/(\w+ChangeEvent|ChangeEvents)$/.test(subscription)) {
    return { ...about, successful: false, error: `404::The channel ${subscription} does not exist` }
  }
  const missed = events.after(asked)
  if (!missed) {
    const error =
      `400::The replayId {${asked}} you provided was invalid.  ` +
      `Please provide a valid ID, -2 to replay all events, or -1 to replay only new events.`
    return { ...about, successful: false, error }
  }
  const from = asked === -1 ? events.lastReplayId : asked === -2 ? 0 : asked
  client.subscriptions.set(subscription, from)
  return { ...about, successful: true }
}

/** Returns unsent events of a client's subscriptions. */
function news({ org, subscriptions }: Client): { channel: string; event: LoggedEvent }[] {
  const all = requireDefined(org.events.after(-2))
  return [...subscriptions].flatMap(([channel, sent]) =>
    all
      .filter(
        ({ replayId, entity }) =>
          replayId > sent && (channel === '/data/ChangeEvents' || channel === `/data/${entity}`),
      )
      .map((event) => ({ channel, event })),
  )
}

const hasNews = (client: Client) => news(client).length > 0

function takeNews(client: Client) {
  const next = news(client).slice(0, maxPerReply)
  for (const { channel, event } of next) client.subscriptions.set(channel, event.replayId)
  return next.map(({ channel, event }) => ({ channel, clientId: client.id, data: event.data }))
}
