import type { Routing } from './set-up/routing.ts'
import * as contract from '@platform/contract'
import { mustHave } from '@platform/kernel/access'
import type { Api } from '@platform/kernel/http'
import { reserveReply } from '@platform/kernel/http/reply-limits'
import { watchDeparture } from '@platform/kernel/http/request-end'
import { paginate, paginateAll } from '@platform/kernel/http/paginate'
import { getFirst } from '@platform/kernel/values'
import { customerDestinationRoutes } from './customers/routes.ts'
import * as deliveries from './history/deliveries.ts'
import { listReplays } from './history/replay-store.ts'
import { mustChooseReceiver } from './set-up/choose-receiver.ts'
import * as destinations from './set-up/destinations.ts'
import type { Notifications } from './notifications.ts'
import * as replays from './history/replays.ts'
import * as eventTypes from './own-events/event-types.ts'
import { listEventTypes } from './own-events/event-type-store.ts'
import { sendEvent } from './own-events/send-event.ts'
import * as consumers from './pull/pull-consumers.ts'
import { leaseMessages, readLeased, settleMessages, waitToLease } from './pull/leases.ts'
import { listPullConsumers } from './pull/pull-consumer-store.ts'
import { maxPulledSize, pullMessages } from './pull/pull-messages.ts'
import { streamRoutes } from './pull/stream-messages.ts'
import { toDestinations } from './set-up/destination-record.ts'
import { hideHeaders } from './set-up/hide-headers.ts'
import { mustReceive, registerReceiver } from './set-up/register-receiver.ts'
import * as store from './set-up/store.ts'
import * as topicStore from './set-up/topic-store.ts'
import * as topics from './set-up/topics.ts'
import * as usage from './history/usage.ts'

export function notificationRoutes(api: Api, notifications: Notifications): void {
  serveDestinations(api, notifications)
  serveTopics(api, notifications)
  serveOwnEvents(api, notifications)
  customerDestinationRoutes(api, notifications)
  serveTopicDestinationRoutes(api, notifications.routing)
  pullRoutes(api, notifications)
  serveDeliveries(api, notifications)
  serveReplays(api, notifications)
}

function serveDestinations(api: Api, notifications: Notifications): void {
  api.serve(contract.createDestination, {
    prepare: ({ project, body }) => {
      mustChooseReceiver(project)
      return destinations.tryDestination(notifications, { projectId: project.id, ...body })
    },
    carryOut: ({ db, project, body }, identity) =>
      destinations.createDestination(
        notifications,
        db,
        { projectId: project.id, ...body },
        identity,
      ),
  })
  api.serve(contract.listDestinations, ({ db, project, query }) =>
    paginateAll(store.listDestinations(db, query), query, async (rows) =>
      hideHeaders(project, await toDestinations(notifications.secrets, db, rows)),
    ),
  )
  api.serve(contract.getDestination, async ({ db, project, params, query }) => {
    if (query.rotate) mustHave(project.who, project.capabilities, 'manage:notifications')
    const found = await destinations.getDestination(notifications, db, { ...params, ...query })
    return getFirst(hideHeaders(project, [found]))
  })
  api.serve(contract.registerReceiver, ({ db, project, params, body }) => {
    mustReceive(project, body)
    return registerReceiver(notifications, db, { ...params, ...body })
  })
  api.serve(contract.testDestination, {
    carryOut: async ({ db, params }) => {
      const { id } = await destinations.requireDestination(db, params.destination)
      return { id }
    },
    conclude: ({ db, body }, { id }) =>
      deliveries.testDestination(notifications, db, { destination: id, ...body }),
  })
}

function serveTopics(api: Api, notifications: Notifications): void {
  const { routing } = notifications

  api.serve(contract.createTopic, ({ db, project, body }) =>
    topics.createTopic(notifications, db, { projectId: project.id, ...body }),
  )
  api.serve(contract.listTopics, ({ db, query }) =>
    paginate(topicStore.listTopics(db, query.name), query, topics.toTopic),
  )
  api.serve(contract.getTopic, ({ db, params }) => topics.getTopic(db, params.topicId))
  api.serve(contract.updateTopic, ({ db, params, body }) =>
    topics.renameTopic(db, { topicId: params.topicId, ...body }),
  )
  api.serve(contract.deleteTopic, async ({ db, project, params, reply }) => {
    await topics.deleteTopic(routing, db, { projectId: project.id, topicId: params.topicId })
    reply.header('platform-canceled-deliveries', 0)
  })

  api.serve(contract.createEventTopicRoute, ({ db, project, body }) =>
    topics.createEventTopicRoute(routing, db, { projectId: project.id, ...body }),
  )
  api.serve(contract.listEventTopicRoutes, ({ db, query }) =>
    paginate(topicStore.listEventTopicRoutes(db, query), query, topics.toEventTopicRoute),
  )
  api.serve(contract.getEventTopicRoute, ({ db, params }) =>
    topics.getEventTopicRoute(db, params.routeId),
  )
  api.serve(contract.deleteEventTopicRoute, ({ db, project, params }) =>
    topics.deleteEventTopicRoute(routing, db, { projectId: project.id, routeId: params.routeId }),
  )
}

function serveOwnEvents(api: Api, notifications: Notifications): void {
  api.serve(contract.createEventType, ({ db, project, body }) =>
    eventTypes.createEventType(notifications, db, { projectId: project.id, ...body }),
  )
  api.serve(contract.listEventTypes, ({ db, query }) =>
    paginate(listEventTypes(db), query, eventTypes.toEventType, {
      by: 'eventTypes.name',
      order: 'asc',
    }),
  )
  api.serve(contract.getEventType, ({ db, params }) =>
    eventTypes.getEventType(db, params.eventType),
  )
  api.serve(contract.updateEventType, ({ db, params, body }) =>
    eventTypes.updateEventType(db, params.eventType, body),
  )
  api.serve(contract.deleteEventType, ({ db, project, params }) =>
    eventTypes.deleteEventType(notifications.routing, db, {
      projectId: project.id,
      name: params.eventType,
    }),
  )
  api.serve(contract.sendEvent, ({ db, project, body }) =>
    sendEvent(notifications, db, { projectId: project.id, ...body }),
  )
}

function serveTopicDestinationRoutes(api: Api, routing: Routing): void {
  api.serve(contract.createTopicDestinationRoute, ({ db, project, body }) =>
    topics.createTopicDestinationRoute(routing, db, { projectId: project.id, ...body }),
  )
  api.serve(contract.listTopicDestinationRoutes, ({ db, query }) =>
    paginate(
      topicStore.listTopicDestinationRoutes(db, query),
      query,
      topics.toTopicDestinationRoute,
    ),
  )
  api.serve(contract.getTopicDestinationRoute, ({ db, params }) =>
    topics.getTopicDestinationRoute(db, params.routeId),
  )
  api.serve(contract.deleteTopicDestinationRoute, ({ db, project, params }) =>
    topics.deleteTopicDestinationRoute(routing, db, {
      projectId: project.id,
      routeId: params.routeId,
    }),
  )
}

function serveDeliveries(api: Api, notifications: Notifications): void {
  api.serve(contract.listEvents, ({ db, project, query }) =>
    deliveries.listEvents(db, { projectId: project.id, ...query }),
  )
  api.serve(contract.getEvent, ({ db, params, caller }) =>
    deliveries.getEvent(db, notifications.bodies, params.eventId, {
      isForPerson: caller.kind === 'builder',
    }),
  )
  api.serve(contract.listDeliveries, ({ db, project, query }) =>
    deliveries.listDeliveries(db, { projectId: project.id, ...query }),
  )
  api.serve(contract.getDelivery, ({ db, params }) => deliveries.getDelivery(db, params.deliveryId))
  api.serve(contract.listAttempts, ({ db, params }) =>
    deliveries.listAttempts(db, params.deliveryId),
  )
  api.serve(contract.retryDelivery, ({ db, params }) =>
    deliveries.retryDelivery(notifications, db, params.deliveryId),
  )
  api.serve(contract.getDeliveryHours, ({ db, project, query }) =>
    usage.deliveryHours(db, { projectId: project.id, ...query }),
  )
  api.serve(contract.listUsage, ({ db, project, query }) =>
    usage.listUsage(db, { projectId: project.id, ...query }),
  )
  api.serve(contract.getUsageTotals, ({ db, project, query }) =>
    usage.getUsageTotals(db, { projectId: project.id, ...query }),
  )
  api.serve(contract.exportUsage, ({ db, project, query }) =>
    usage.exportUsage(db, { projectId: project.id, ...query }),
  )
}

function serveReplays(api: Api, notifications: Notifications): void {
  api.serve(contract.replayDeliveries, ({ db, project, body }) =>
    replays.replayDeliveries(notifications, db, { projectId: project.id, ...body }),
  )
  api.serve(contract.listReplays, ({ db, query }) =>
    paginate(listReplays(db, query.status), query, replays.toReplay),
  )
  api.serve(contract.getReplay, ({ db, params }) => replays.getReplay(db, params.replayId))
  api.serve(contract.cancelReplay, ({ db, params }) => replays.cancelReplay(db, params.replayId))
}

function pullRoutes(api: Api, notifications: Notifications): void {
  // Those who wait would keep the server from stopping.
  api.http.addHook('preClose', async () => notifications.announcements.stop())

  streamRoutes(api, notifications)
  api.serve(
    contract.pullMessages,
    ({ db, project, caller, params, query, request, reply, access }) =>
      pullMessages(notifications, db, {
        reserve: (bytes) => reserveReply(request, reply, bytes),
        isForPerson: caller.kind === 'builder',
        ...params,
        ...query,
        tenant: { org: project.orgId, project: project.id },
        signal: watchDeparture(reply),
        access,
      }),
  )
  api.serve(contract.createPullConsumer, ({ db, project, params, body }) =>
    consumers.createPullConsumer(notifications, db, { projectId: project.id, ...params, ...body }),
  )
  api.serve(contract.listPullConsumers, async ({ db, params, query }) => {
    const { id } = await consumers.requirePulled(db, params.destination)
    return paginate(listPullConsumers(db, id), query, consumers.toPullConsumer, {
      by: 'pullConsumers.name',
      order: 'asc',
    })
  })
  api.serve(contract.getPullConsumer, ({ db, params }) => consumers.getPullConsumer(db, params))
  api.serve(contract.commitPullConsumer, ({ db, params, body }) =>
    consumers.commitPullConsumer(db, { ...params, ...body }),
  )
  api.serve(contract.leasePullMessages, {
    async prepare({ db, project, params, body, request, reply, access }) {
      const isReady = await waitToLease(notifications, db, {
        ...params,
        wait: body.wait,
        tenant: { org: project.orgId, project: project.id },
        signal: watchDeparture(reply),
        access,
      })
      if (isReady) await reserveReply(request, reply, maxPulledSize)
    },
    carryOut: ({ db, params, body }) => leaseMessages(db, { ...params, ...body }),
    conclude: async ({ db, params, caller, request }, held) => ({
      messages: await readLeased(notifications, db, {
        ...held,
        consumer: params.consumer,
        isForPerson: caller.kind === 'builder',
        isRepeatable: request.headers['idempotency-key'] !== undefined,
      }),
    }),
  })
  api.serve(contract.settlePullMessages, ({ db, params, body }) =>
    settleMessages(notifications, db, { ...params, ...body }),
  )
  api.serve(contract.seekPullConsumer, ({ db, params, body }) =>
    consumers.seekPullConsumer(db, { ...params, ...body }),
  )
  api.serve(contract.deletePullConsumer, ({ db, params }) =>
    consumers.deletePullConsumer(db, params),
  )
}
