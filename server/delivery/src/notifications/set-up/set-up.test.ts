import { expect, it } from 'vitest'
import type { DestinationMetadata, DestinationType } from '@platform/contract'
import {
  createDestination,
  tryDestination,
  deleteDestination,
  getDestination,
} from './destinations.ts'
import { type DestinationChanges, updateDestination } from './update-destination.ts'
import { givenNotifications, givenProject } from '../testing.ts'
import {
  createEventTopicRoute,
  createTopic,
  createTopicDestinationRoute,
  deleteTopic,
  getEventTopicRoute,
  renameTopic,
} from './topics.ts'

const url = 'http://127.0.0.1:9/hook'

async function givenWorld() {
  const notifications = await givenNotifications({ isSending: false })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const create = (
    name: string,
    metadata: { url: string; headers?: any; ed25519?: boolean } = { url },
  ) => createDestination(notifications, db, { projectId, name, type: 'webhook', metadata })
  return { notifications, projectId, db, create, routing: notifications.routing }
}

it('rejects a second destination, topic or route with the same name or ends', async () => {
  const { notifications, routing, db, projectId, create } = await givenWorld()
  const destination = await create('a')
  const topic = await createTopic(notifications, db, { projectId, name: 't' })
  const toTopic = { projectId, topicId: topic.id, eventType: 'read.backfill.done' as const }
  const toDestination = { projectId, topicId: topic.id, destinationId: destination.id }
  await createEventTopicRoute(routing, db, toTopic)
  await createTopicDestinationRoute(routing, db, toDestination)

  const kind = (kindOf: string) => expect.objectContaining({ kind: kindOf })
  await expect(create('a')).rejects.toEqual(kind('destination-name-taken'))
  await expect(createTopic(notifications, db, { projectId, name: 't' })).rejects.toEqual(
    kind('topic-name-taken'),
  )
  await expect(createEventTopicRoute(routing, db, toTopic)).rejects.toEqual(kind('route-exists'))
  await expect(createTopicDestinationRoute(routing, db, toDestination)).rejects.toEqual(
    kind('route-exists'),
  )
})

it('rejects a name in use by another topic or destination', async () => {
  const { notifications, db, projectId, create } = await givenWorld()
  await create('a')
  const b = await create('b')
  await createTopic(notifications, db, { projectId, name: 't' })
  const u = await createTopic(notifications, db, { projectId, name: 'u' })

  await expect(renameTopic(db, { topicId: u.id, name: 't' })).rejects.toMatchObject({
    kind: 'topic-name-taken',
  })
  await expect(
    updateDestination(notifications, db, {
      destination: b.id,
      updateMask: ['name'],
      changes: { name: 'a' },
    }),
  ).rejects.toMatchObject({ kind: 'destination-name-taken' })
})

it('reports resources of another project as missing', async () => {
  const { notifications, routing, create, projectId } = await givenWorld()
  const destination = await create('a')
  const otherId = await givenProject(notifications)
  const other = notifications.database.tenant(otherId)
  const topic = await createTopic(notifications, other, { projectId: otherId, name: 't' })

  await expect(
    getDestination(notifications, other, { destination: destination.id }),
  ).rejects.toMatchObject({
    kind: 'destination-not-found',
  })
  await expect(
    createTopicDestinationRoute(routing, other, {
      projectId: otherId,
      topicId: topic.id,
      destinationId: destination.id,
    }),
  ).rejects.toMatchObject({ kind: 'destination-not-found' })
  await expect(
    createEventTopicRoute(routing, notifications.database.tenant(projectId), {
      projectId,
      topicId: topic.id,
      eventType: 'connection.created',
    }),
  ).rejects.toMatchObject({ kind: 'topic-not-found' })
})

it('accepts one of several concurrent requests for a name', async () => {
  const { notifications, db, create } = await givenWorld()
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => create(name)))

  const renaming = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((destination) =>
      updateDestination(notifications, db, {
        destination,
        updateMask: ['name'],
        changes: { name: 'wanted' },
      }),
    ),
  )

  const refused = renaming.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ reason: { kind: 'destination-name-taken' } })
})

it('creates no route of a concurrently deleted resource', async () => {
  const { notifications, routing, db, projectId, create } = await givenWorld()
  const attempts = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const destination = await create(`d${index}`)
      const topic = await createTopic(notifications, db, { projectId, name: `t${index}` })
      const [routed] = await Promise.allSettled([
        createTopicDestinationRoute(routing, db, {
          projectId,
          topicId: topic.id,
          destinationId: destination.id,
        }),
        index % 2 === 0
          ? deleteTopic(routing, db, { projectId, topicId: topic.id })
          : deleteDestination(notifications, db, { destination: destination.id }),
      ])
      return routed
    }),
  )

  for (const routed of attempts) {
    if (routed.status === 'rejected')
      expect(routed.reason.kind).toMatch(/^(topic|destination)-not-found$/)
  }
  expect(await db.selectFrom('topicDestinationRoutes').selectAll().execute()).toEqual([])
})

it('deletes the routes with their topic', async () => {
  const { notifications, routing, db, projectId } = await givenWorld()
  const topic = await createTopic(notifications, db, { projectId, name: 't' })
  const route = await createEventTopicRoute(routing, db, {
    projectId,
    topicId: topic.id,
    eventType: 'connection.created',
  })

  await deleteTopic(routing, db, { projectId, topicId: topic.id })

  await expect(getEventTopicRoute(db, route.id)).rejects.toMatchObject({
    kind: 'notification-route-not-found',
  })
})

it('changes only masked fields, also inside metadata', async () => {
  const { notifications, db, create } = await givenWorld()
  const { id } = await create('a', { url, headers: { 'x-a': '1', 'x-b': '2' } })

  const updated = await updateDestination(notifications, db, {
    destination: id,
    updateMask: ['metadata.headers.x-a'],
    changes: {
      name: 'ignored',
      metadata: { url: 'http://ignored.test/', headers: { 'x-a': '3' } },
    },
  })

  expect(updated).toMatchObject({
    name: 'a',
    metadata: { url, headers: { 'x-a': '3', 'x-b': '2' } },
  })
})

it.each([
  { mask: 'type', changes: {}, remedy: 'metadata' },
  { mask: 'metadata.region', changes: { metadata: { region: 'eu' } }, remedy: 'metadata.url' },
  { mask: 'secrets.awsKeyId', changes: { secrets: { awsKeyId: 'a' } }, remedy: 'secrets' },
])('rejects changing $mask of a webhook and names allowed fields', async (given) => {
  const { notifications, db, create } = await givenWorld()
  await create('a')

  const updating = updateDestination(notifications, db, {
    destination: 'a',
    updateMask: [given.mask],
    changes: given.changes,
  })

  await expect(updating).rejects.toMatchObject({
    kind: 'invalid-input',
    details: { issues: [{ name: 'updateMask[0]' }], remedy: expect.stringContaining(given.remedy) },
  })
})

it('rejects removing required settings of a destination', async () => {
  const { notifications, db, create } = await givenWorld()
  await create('a')

  const clearing = updateDestination(notifications, db, {
    destination: 'a',
    updateMask: ['metadata.url'],
    changes: {},
  })

  await expect(clearing).rejects.toMatchObject({ kind: 'invalid-input' })
})

it.each([
  { metadata: { url: 'nowhere' }, name: 'metadata.url' },
  { metadata: { url, headers: { 'webhook-id': 'x' } }, name: 'metadata.headers.webhook-id' },
  { metadata: { url, headers: { 'x-a': 'a\nb' } }, name: 'metadata.headers.x-a' },
])('rejects a webhook with $metadata', async ({ metadata, name }) => {
  const { create } = await givenWorld()

  await expect(create('a', metadata)).rejects.toMatchObject({
    kind: 'invalid-input',
    details: { issues: [expect.objectContaining({ in: 'body', name })] },
  })
})

it('creates a verified destination only if it answers', async () => {
  const { notifications, projectId } = await givenWorld()

  const creating = tryDestination(notifications, {
    projectId,
    name: 'a',
    type: 'webhook',
    metadata: { url: 'http://127.0.0.1:1/' },
    verify: true,
  })

  await expect(creating).rejects.toMatchObject({ kind: 'destination-unreachable' })
})

it('shows the signing key on request only', async () => {
  const { notifications, db, create } = await givenWorld()
  await create('a', { url, ed25519: true })

  const hidden = await getDestination(notifications, db, { destination: 'a' })
  const shown = await getDestination(notifications, db, { destination: 'a', includeSecrets: true })

  expect(hidden.secrets).toBeUndefined()
  expect(shown.secrets).toEqual({
    webhookSigningKey: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    webhookPublicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
  })
})

const elsewhere: [DestinationType, DestinationMetadata, object, DestinationMetadata][] = [
  [
    'postgres',
    { host: '127.0.0.1', database: 'd', user: 'u', sslMode: 'verify-full' },
    { password: 'pw' },
    { sslMode: 'require' },
  ],
  [
    'postgres',
    { host: '127.0.0.1', database: 'd', user: 'u' },
    { password: 'pw' },
    { host: '127.0.0.2' },
  ],
  [
    'kafka',
    { bootstrapServers: '127.0.0.1', topic: 't', saslMechanism: 'plain', username: 'u' },
    { password: 'pw' },
    { bootstrapServers: '127.0.0.1,127.0.0.2' },
  ],
  [
    'log',
    { endpointUrl: 'http://127.0.0.1:9/' },
    { headers: { authorization: 'secret' } },
    { endpointUrl: 'http://127.0.0.1:10/' },
  ],
]

it.each(elsewhere)(
  'sends the secrets of a %s destination only where their owner sends them',
  async (type, metadata, secrets, moved) => {
    const { notifications, db, projectId } = await givenWorld()
    const wanted = { projectId, name: 'd', type, metadata, secrets } as Parameters<
      typeof createDestination
    >[2]
    await createDestination(notifications, db, wanted)
    const paths = Object.keys(moved).map((name) => `metadata.${name}`)
    const update = (updateMask: string[], changes: DestinationChanges) =>
      updateDestination(notifications, db, { destination: 'd', updateMask, changes })

    const [secret] = Object.keys(secrets)
    await expect(update(paths, { metadata: moved })).rejects.toMatchObject({
      kind: 'invalid-input',
      details: { issues: [{ name: `destination.secrets.${secret}` }] },
    })
    // Other settings follow no secret.
    await update(['metadata.batchSize'], { metadata: { batchSize: 5 } })
    const updated = await update([...paths, `secrets.${secret}`], { metadata: moved, secrets })
    expect(updated.metadata).toMatchObject(moved)
  },
)
