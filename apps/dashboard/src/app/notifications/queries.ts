import type { Client, OptionsOf, Query, ReplyOf, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'
import { withTimeRange, type Timed } from '../api/time-filter.ts'

export type DeliveryFilter = Timed<OptionsOf<'get', `${typeof base}/deliveries`>['query']>

/** Returns a month in UTC, such as `2026-11`. */
export function monthsAgo(count: number, now = new Date()): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1))
  return month.toISOString().slice(0, 7)
}

interface HoursOf {
  destinationId?: string
  installationId?: string
  days: number
}

type DeliveryAttempts = ReplyOf<
  'get',
  '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts'
>

export function notificationQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    destinations: (): ListQuery<Schemas['Destination']> => ({
      key: key('destinations'),
      page: (query) => client.page(`${base}/destinations`, { params, query }),
    }),
    customerDestinations: (
      filter: { groupRef?: string } = {},
    ): ListQuery<Schemas['CustomerDestination']> => ({
      key: key('customer-destinations', JSON.stringify(filter)),
      page: (query) =>
        client.page(`${base}/customer-destinations`, { params, query: { ...filter, ...query } }),
    }),
    customerDestinationSettings: (): Query<Schemas['CustomerDestinationSettings']> => ({
      key: key('customer-destination-settings'),
      fetch: () => client.get(`${base}/customer-destination-settings`, { params }),
    }),
    destination: (destination: string): Query<Schemas['Destination']> => ({
      key: key('destination', destination),
      fetch: () =>
        client.get(`${base}/destinations/{destination}`, { params: { ...params, destination } }),
    }),
    pullConsumers: (destination: string): ListQuery<Schemas['PullConsumer']> => ({
      key: key('pull-consumers', destination),
      page: (query) =>
        client.page(`${base}/destinations/{destination}/consumers`, {
          params: { ...params, destination },
          query,
        }),
    }),
    topics: (): ListQuery<Schemas['Topic']> => ({
      key: key('topics'),
      page: (query) => client.page(`${base}/topics`, { params, query }),
    }),
    eventRoutes: (): ListQuery<Schemas['NotificationEventTopicRoute']> => ({
      key: key('event-routes'),
      page: (query) => client.page(`${base}/notification-event-topic-routes`, { params, query }),
    }),
    destinationRoutes: (): ListQuery<Schemas['TopicDestinationRoute']> => ({
      key: key('destination-routes'),
      page: (query) => client.page(`${base}/topic-destination-routes`, { params, query }),
    }),
    replays: (): ListQuery<Schemas['Replay']> => ({
      key: key('replays'),
      page: (query) => client.page(`${base}/replays`, { params, query }),
    }),
    eventTypes: (): ListQuery<Schemas['EventType']> => ({
      key: key('event-types'),
      page: (page) => client.page(`${base}/event-types`, { params, query: page }),
    }),
    deliveries: (filter: DeliveryFilter): ListQuery<Schemas['Delivery']> => ({
      key: key('deliveries', JSON.stringify(filter)),
      page: (page) =>
        client.page(`${base}/deliveries`, { params, query: { ...withTimeRange(filter), ...page } }),
    }),
    /** Fetches the last 24 hours, or this number of days. */
    deliveryHours: ({ days, ...of }: HoursOf): Query<Schemas['DeliveryHour'][]> => ({
      key: key('delivery-hours', JSON.stringify([days, of])),
      fetch: () => {
        const from = new Date(Date.now() - (days * 24 - 1) * 3_600_000).toISOString()
        return client.get(`${base}/delivery-hours`, { params, query: { ...of, from } })
      },
    }),
    /** Fetches the totals of this month and the one before. */
    usageTotals: (): Query<Schemas['UsageTotal'][]> => ({
      key: key('usage-totals'),
      fetch: () => client.get(`${base}/usage-totals`, { params, query: { from: monthsAgo(1) } }),
    }),
    delivery: (deliveryId: string): Query<Schemas['Delivery']> => ({
      key: key('delivery', deliveryId),
      fetch: () =>
        client.get(`${base}/deliveries/{deliveryId}`, { params: { ...params, deliveryId } }),
    }),
    attempts: (deliveryId: string): Query<DeliveryAttempts> => ({
      key: key('delivery', deliveryId, 'attempts'),
      fetch: () =>
        client.get(`${base}/deliveries/{deliveryId}/attempts`, {
          params: { ...params, deliveryId },
        }),
    }),
    event: (eventId: string): Query<Schemas['EventWithBody']> => ({
      key: key('event', eventId),
      fetch: () => client.get(`${base}/events/{eventId}`, { params: { ...params, eventId } }),
    }),
  }
}
