import type { Schemas } from '@platform/client'
import { someTime } from './fake-data.ts'
import { createReply, createRejection, requireFound } from './fake-replies.ts'

export interface FakeCall {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, any>
}

interface DestinationsState {
  destinationSettings: Schemas['CustomerDestinationSettings']
  destinations: Schemas['CustomerDestination'][]
  deliveries: Schemas['Delivery'][]
  attempts: Record<string, Schemas['Attempt'][]>
}

const anyDestination =
  /\/customer-destinations(?:\/([^/:]+))?(?:\/deliveries)?(?:\/([^/:]+))?(?:\/(attempts))?(?::(\w+))?$/

/** Answers the requests with which end users manage destinations. */
export function answerDestinationCall(
  state: DestinationsState,
  { method, path, query, body }: FakeCall,
): Response {
  if (path.endsWith('-settings')) return createReply(200, state.destinationSettings)
  const [, id, deliveryId, attempts, verb] = anyDestination.exec(path) ?? []
  if (id === undefined) {
    return method === 'POST'
      ? createReply(201, addDestination(state, body))
      : createReply(200, state.destinations)
  }
  const destination = requireFound(
    state.destinations.find((one) => one.id === id),
    'destination',
  )
  if (path.endsWith('/deliveries')) {
    const failing = ['retrying', 'failed']
    const ofDestination = state.deliveries.filter(({ destinationId }) => destinationId === id)
    const matching = ofDestination.filter(
      ({ status }) => !query.has('status') || failing.includes(status),
    )
    const from = Number(query.get('pageToken') ?? 0)
    const until = from + Number(query.get('pageSize') ?? 200)
    const link = `<${path}?pageToken=${until}>; rel="next"`
    return createReply(200, matching.slice(from, until), until < matching.length ? { link } : {})
  }
  if (attempts) return createReply(200, state.attempts[deliveryId ?? ''] ?? [])
  if (deliveryId !== undefined) {
    const delivery = requireFound(
      state.deliveries.find((one) => one.id === deliveryId),
      'delivery',
    )
    Object.assign(delivery, { status: 'delivered', attempts: delivery.attempts + 1 })
    return createReply(202, { ...delivery, status: 'pending' })
  }
  if (verb === 'test') return createReply(200, testDestination(destination))
  if (verb === 'rotate') {
    destination.formerKeyUntil = '2026-03-03T09:30:00Z'
    return createReply(200, { ...destination, webhookSigningKey: 'whsec_bmV3IHNlY3JldA' })
  }
  if (method === 'DELETE') {
    state.destinations = state.destinations.filter((one) => one !== destination)
    return createReply(204)
  }
  if (method === 'PATCH') changeDestination(destination, body.destination)
  return createReply(200, destination)
}

/** Addresses that the platform rejects in this fake. */
function mustBePublic(url: unknown): void {
  if (!/^http:|\/\/(10\.|localhost)/.test(String(url))) return
  throw createRejection(400, 'invalid-input', {
    detail: 'The URL leads to a private network.',
    issues: [{ in: 'body', name: 'url', value: url, detail: 'It leads to a private network.' }],
  })
}

function addDestination(state: DestinationsState, { label, url, eventTypes }: FakeCall['body']) {
  mustBePublic(url)
  const { maxPerGroup } = state.destinationSettings
  if (state.destinations.length >= maxPerGroup) {
    throw createRejection(422, 'limit-reached', {
      detail: `A customer can have at most ${maxPerGroup} destinations in this project.`,
      context: { limit: 'maxPerGroup', allowed: maxPerGroup },
    })
  }
  const added: Schemas['CustomerDestination'] = {
    ...{ id: `dest_${state.destinations.length + 1}`, projectId: 'proj_1', groupRef: 'acme' },
    ...{ label, type: 'webhook', url, eventTypes, status: 'enabled', createTime: someTime },
    health: { state: 'healthy' },
  }
  state.destinations = [...state.destinations, added]
  return { ...added, webhookSigningKey: 'whsec_c2VjcmV0IG9mIGEgZmFrZQ' }
}

function changeDestination(
  destination: Schemas['CustomerDestination'],
  { disabled, ...changes }: FakeCall['body'],
): void {
  mustBePublic(changes['url'])
  Object.assign(destination, changes)
  if (disabled === undefined) return
  destination.status = disabled ? 'disabled' : 'enabled'
  destination.health = { state: disabled ? 'paused' : 'healthy' }
}

function testDestination({ health }: Schemas['CustomerDestination']): Schemas['TestAttempt'] {
  const succeeded = health.state !== 'failing'
  return {
    ...{ number: 1, time: someTime, durationMs: 40, succeeded, body: '{}' },
    ...(!succeeded && { error: { class: 'status', detail: 'The receiver answered 500.' } }),
    response: { status: succeeded ? 204 : 500, headers: {}, body: '' },
  }
}
