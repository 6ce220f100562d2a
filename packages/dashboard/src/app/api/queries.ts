import type { Client, Page, Query, ReplyOf, Schemas } from '@platform/client'

interface PageOf {
  pageSize: number
  pageToken?: string
}

/** A list that is fetched page by page. */
export interface ListQuery<Row> {
  key: readonly string[]
  page: (page: PageOf) => Promise<Page<Row[]>>
}

export interface DeliveryFilter {
  destinationId?: Schemas['Delivery']['destinationId'] | undefined
  type?: Schemas['MessageType'] | undefined
  status?: Schemas['DeliveryStatus'] | undefined
}

type DeliveryAttempts = ReplyOf<
  'get',
  '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts'
>

/** The one place that knows paths and cache keys. */
export const queries = {
  myInfo: (client: Client): Query<Schemas['BuilderInfo']> => ({
    key: ['my-info'],
    fetch: () => client.get('/v1/my-info'),
  }),
  providers: (client: Client): Query<Schemas['CatalogType']> => ({
    key: ['providers'],
    fetch: () => client.get('/v1/providers'),
  }),
  projects: (client: Client): ListQuery<Schemas['Project']> => ({
    key: ['projects'],
    page: (query) => client.page('/v1/projects', { query }),
  }),
}

/** Everything within one project. */
export function projectQueries(client: Client, projectIdOrName: string) {
  const params = { projectIdOrName }
  const key = (...parts: string[]) => ['project', projectIdOrName, ...parts]
  const base = '/v1/projects/{projectIdOrName}'

  return {
    key,

    project: (): Query<Schemas['Project']> => ({
      key: key('project'),
      fetch: () => client.get(base, { params }),
    }),

    integrations: (): ListQuery<Schemas['Integration']> => ({
      key: key('integrations'),
      page: (query) => client.page(`${base}/integrations`, { params, query }),
    }),
    integration: (integrationIdOrName: string): Query<Schemas['Integration']> => ({
      key: key('integration', integrationIdOrName),
      fetch: () =>
        client.get(`${base}/integrations/{integrationIdOrName}`, {
          params: { ...params, integrationIdOrName },
        }),
    }),

    installations: (): ListQuery<Schemas['Installation']> => ({
      key: key('installations'),
      page: (query) => client.page(`${base}/installations`, { params, query }),
    }),
    installationsOf: (integrationId: string): ListQuery<Schemas['Installation']> => ({
      key: key('installations', integrationId),
      page: (query) =>
        client.page(`${base}/integrations/{integrationId}/installations`, {
          params: { ...params, integrationId },
          query,
        }),
    }),
    installation: (
      integrationId: string,
      installationId: string,
    ): Query<Schemas['Installation']> => ({
      key: key('installation', installationId),
      fetch: () =>
        client.get(`${base}/integrations/{integrationId}/installations/{installationId}`, {
          params: { ...params, integrationId, installationId },
        }),
    }),

    operations: (
      integrationId: string,
      installationId: string,
    ): ListQuery<Schemas['Operation']> => ({
      key: key('operations', installationId),
      page: async (query) => {
        const path =
          `${base}/integrations/{integrationId}/installations/{installationId}/operations` as const
        const { results, pagination } = await client.get(path, {
          params: { ...params, integrationId, installationId },
          query,
        })
        return { data: results, nextPageToken: pagination.nextPageToken }
      },
    }),
    operation: (operationId: string): Query<Schemas['Operation']> => ({
      key: key('operation', operationId),
      fetch: () =>
        client.get(`${base}/operations/{operationId}`, { params: { ...params, operationId } }),
    }),
    logs: (operationId: string): ListQuery<Schemas['Log']> => ({
      key: key('logs', operationId),
      page: (query) =>
        client.page(`${base}/operations/{operationId}/logs`, {
          params: { ...params, operationId },
          query,
        }),
    }),

    connections: (): ListQuery<Schemas['Connection']> => ({
      key: key('connections'),
      page: (query) => client.page(`${base}/connections`, { params, query }),
    }),
    connection: (connectionId: string): Query<Schemas['Connection']> => ({
      key: key('connection', connectionId),
      fetch: () =>
        client.get(`${base}/connections/{connectionId}`, { params: { ...params, connectionId } }),
    }),

    destinations: (): ListQuery<Schemas['Destination']> => ({
      key: key('destinations'),
      page: (query) => client.page(`${base}/destinations`, { params, query }),
    }),
    destination: (destination: string): Query<Schemas['Destination']> => ({
      key: key('destination', destination),
      fetch: () =>
        client.get(`${base}/destinations/{destination}`, { params: { ...params, destination } }),
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
    deliveries: (filter: DeliveryFilter): ListQuery<Schemas['Delivery']> => ({
      key: key('deliveries', JSON.stringify(filter)),
      page: (page) => client.page(`${base}/deliveries`, { params, query: { ...filter, ...page } }),
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

    apiKeys: (): ListQuery<Schemas['ApiKey']> => ({
      key: key('api-keys'),
      page: (query) => client.page(`${base}/api-keys`, { params, query }),
    }),
    jwtKeys: (): ListQuery<Schemas['JWTKey']> => ({
      key: key('jwt-keys'),
      page: (query) => client.page(`${base}/jwt-keys`, { params, query }),
    }),
    providerApps: (): ListQuery<Schemas['ProviderApp']> => ({
      key: key('provider-apps'),
      page: (query) => client.page(`${base}/provider-apps`, { params, query }),
    }),
  }
}
