import * as contract from '@platform/contract'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'
import type { World } from '@platform/testing/world'

const webhook = (name: string, url: string) => ({ name, type: 'webhook', metadata: { url } })

/** Creates a project with a destination that receives its events and has received one. */
export async function givenDelivery(
  { must, newProject, silentUrl }: World,
  { isDisabled = false } = {},
) {
  const params = await newProject()
  const { body: destination } = await must(contract.createDestination, {
    params,
    body: webhook('silent', silentUrl),
  })
  const { body: topic } = await must(contract.createTopic, { params, body: { name: 'all' } })
  await must(contract.createEventTopicRoute, {
    params,
    body: { topicId: topic.id, eventType: 'connection.created' },
  })
  await must(contract.createTopicDestinationRoute, {
    params,
    body: { topicId: topic.id, destinationId: destination.id },
  })
  if (isDisabled) {
    await must(contract.updateDestination, {
      params: { ...params, destination: destination.id },
      body: { updateMask: ['disabled'], destination: { disabled: true } },
    })
  }
  await must(contract.generateConnection, {
    params,
    body: {
      provider: 'hubspot',
      groupRef: 'globex',
      consumerRef: 'hank',
      oauth2AuthorizationCode: { accessToken: { token: 'token' } },
    },
  })
  const { body: deliveries } = await must(contract.listDeliveries, { params })
  return { ...params, destination: destination.id, deliveryId: deliveries[0].id }
}

/** Adds a destination of a customer, and sends it an event that it does not accept at once. */
export async function givenCustomerDelivery(
  { must, silentUrl }: World,
  { isDisabled = false } = {},
) {
  const body = { groupRef: 'globex', label: 'More', url: silentUrl, eventTypes: ['custom.paid'] }
  const { body: added } = await must(contract.createCustomerDestination, { body })
  const params = { destinationId: added.id }
  if (isDisabled) {
    await must(contract.updateCustomerDestination, {
      params,
      body: { updateMask: ['disabled'], destination: { disabled: true } },
    })
  }
  await must(contract.sendEvent, { body: { type: 'custom.paid', groupRef: 'globex', data: {} } })
  const { body: deliveries } = await must(contract.listCustomerDeliveries, { params })
  return { ...params, deliveryId: deliveries[0].id }
}

export const notificationProblems: Provocations = {
  createDestination: {
    'limit-reached': atLimit('destinations', ({ send, silentUrl }) =>
      send(contract.createDestination, { body: webhook('more', silentUrl) }),
    ),
    'destination-name-taken': ({ send, silentUrl }) =>
      send(contract.createDestination, { body: webhook('webhook', silentUrl) }),
    'destination-unreachable': ({ send, silentUrl }) =>
      send(contract.createDestination, {
        body: { ...webhook('verified', silentUrl), verify: true },
      }),
  },
  updateDestination: {
    async 'destination-name-taken'({ must, send, silentUrl }) {
      const { body } = await must(contract.createDestination, {
        body: webhook('renamed', silentUrl),
      })
      return send(contract.updateDestination, {
        params: { destination: body.id },
        body: { updateMask: ['name'], destination: { name: 'webhook' } },
      })
    },
  },
  deleteDestination: {
    'deliveries-pending': async (world) =>
      world.send(contract.deleteDestination, {
        params: await givenDelivery(world, { isDisabled: true }),
      }),
  },
  pullMessages: {
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.pullMessages, { params: { destination: ids['destination']! } }),
    'pull-consumer-not-found': ({ send }) =>
      send(contract.pullMessages, { query: { consumer: 'made-up' } }),
  },
  registerReceiver: {
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.registerReceiver, { params: { destination: ids['destination']! }, body: {} }),
    'event-type-not-found': ({ send, ids }) =>
      send(contract.registerReceiver, {
        params: { destination: ids['destination']! },
        body: { url: null, eventTypes: ['custom.made-up'] },
      }),
    'in-use': async ({ must, send, silentUrl }) => {
      const { body } = await must(contract.createDestination, {
        body: { name: 'shared-inbox', type: 'pull', metadata: {} },
      })
      const params = { destination: body.id }
      await must(contract.createPullConsumer, { params, body: { name: 'warehouse' } })
      return send(contract.registerReceiver, { params, body: { url: silentUrl } })
    },
    'limit-reached': atLimit('topics', async ({ must, send }) => {
      const { body } = await must(contract.createDestination, {
        body: { name: 'limited-inbox', type: 'pull', metadata: {} },
      })
      return send(contract.registerReceiver, {
        params: { destination: body.id },
        body: { eventTypes: ['connection.error'] },
      })
    }),
  },
  leasePullMessages: {
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.leasePullMessages, { params: { destination: ids['destination']! } }),
  },
  settlePullMessages: {
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.settlePullMessages, { params: { destination: ids['destination']! } }),
  },
  listPullConsumers: {
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.listPullConsumers, { params: { destination: ids['destination']! } }),
  },
  createPullConsumer: {
    'limit-reached': atLimit(
      'pullConsumers',
      sending(contract.createPullConsumer, { body: { name: 'more' } }),
    ),
    'pull-consumer-name-taken': sending(contract.createPullConsumer, { body: { name: 'reader' } }),
    'destination-not-pulled': ({ send, ids }) =>
      send(contract.createPullConsumer, {
        params: { destination: ids['destination']! },
        body: { name: 'one' },
      }),
  },
  createCustomerDestination: {
    'limit-reached': atLimit('customerDestinations', ({ send, silentUrl }) =>
      send(contract.createCustomerDestination, {
        body: { groupRef: 'globex', label: 'a', url: silentUrl, eventTypes: ['custom.paid'] },
      }),
    ),
  },
  setCustomerDestinationSettings: {
    'event-type-not-found': ({ send }) =>
      send(contract.setCustomerDestinationSettings, {
        body: { types: ['webhook'], maxPerGroup: 1, eventTypes: ['custom.made-up'] },
      }),
  },
  createEventType: {
    'limit-reached': atLimit(
      'eventTypes',
      sending(contract.createEventType, { body: { name: 'custom.more' } }),
    ),
    'event-type-exists': ({ send }) =>
      send(contract.createEventType, { body: { name: 'custom.paid' } }),
  },
  sendEvent: {
    'event-type-not-found': ({ send }) =>
      send(contract.sendEvent, { body: { type: 'custom.made-up', data: {} } }),
  },
  createTopic: {
    'limit-reached': atLimit('topics', sending(contract.createTopic, { body: { name: 'more' } })),
    'topic-name-taken': ({ send }) => send(contract.createTopic, { body: { name: 'all' } }),
  },
  updateTopic: {
    async 'topic-name-taken'({ must, send }) {
      const { body } = await must(contract.createTopic, { body: { name: 'renamed' } })
      return send(contract.updateTopic, { params: { topicId: body.id }, body: { name: 'all' } })
    },
  },
  createEventTopicRoute: {
    'event-type-not-found': ({ send, ids }) =>
      send(contract.createEventTopicRoute, {
        body: { topicId: ids['topicId']!, eventType: 'custom.made-up' },
      }),
    'topic-not-found': ({ send }) =>
      send(contract.createEventTopicRoute, {
        body: { topicId: 'top_made_up', eventType: 'connection.created' },
      }),
    'route-exists': ({ send, ids }) =>
      send(contract.createEventTopicRoute, {
        body: { topicId: ids['topicId'], eventType: 'connection.created' },
      }),
  },
  createTopicDestinationRoute: {
    'topic-not-found': ({ send, ids }) =>
      send(contract.createTopicDestinationRoute, {
        body: { topicId: 'top_made_up', destinationId: ids['destination'] },
      }),
    'destination-not-found': ({ send, ids }) =>
      send(contract.createTopicDestinationRoute, {
        body: { topicId: ids['topicId'], destinationId: 'dest_made_up' },
      }),
    'route-exists': ({ send, ids }) =>
      send(contract.createTopicDestinationRoute, {
        body: { topicId: ids['topicId'], destinationId: ids['destination'] },
      }),
  },
  replayDeliveries: {
    'limit-reached': atLimit('replays', sending(contract.replayDeliveries, { body: {} })),
    'destination-not-found': ({ send }) =>
      send(contract.replayDeliveries, { body: { destinationId: 'dest_made_up' } }),
  },
  retryCustomerDelivery: {
    'delivery-in-progress': async (world) =>
      world.send(contract.retryCustomerDelivery, { params: await givenCustomerDelivery(world) }),
  },
  retryDelivery: {
    'delivery-in-progress': async (world) =>
      world.send(contract.retryDelivery, { params: await givenDelivery(world) }),
    async 'destination-not-found'(world) {
      const params = await givenDelivery(world, { isDisabled: true })
      await world.must(contract.deleteDestination, { params, query: { force: 'true' } })
      return world.send(contract.retryDelivery, { params })
    },
  },
}
