'use client'

import type { Query } from '@platform/client'
import type { UiApi } from '../api.ts'
import { keys } from '../queries.ts'
import type {
  DeliveryAttempt,
  Destination,
  DestinationUpdate,
  DestinationDelivery,
  DestinationSettings,
  EnteredDestination,
} from './destination-types.ts'

const base = '/v1/projects/{projectIdOrName}/customer-destinations'
const one = `${base}/{destinationId}` as const
const deliveries = `${one}/deliveries` as const

const toParams = (api: UiApi, destinationId: string) => ({
  projectIdOrName: api.project,
  destinationId,
})

export const destinationsKey = (api: UiApi) => [...keys.caller(api), 'destinations']

/** Fetches what the project allows its customers. */
export const destinationSettingsQuery = (api: UiApi): Query<DestinationSettings> => ({
  key: [...destinationsKey(api), 'settings'],
  fetch: () =>
    api.get('/v1/projects/{projectIdOrName}/customer-destination-settings', {
      params: { projectIdOrName: api.project },
    }),
})

/** Fetches the destinations of the group, of which there are at most 100. */
export const destinationsQuery = (api: UiApi): Query<Destination[]> => ({
  key: [...destinationsKey(api), 'list'],
  fetch: () =>
    api.get(base, {
      params: { projectIdOrName: api.project },
      query: { groupRef: api.caller.groupRef, pageSize: 100 },
    }),
})

export interface NewestDeliveries {
  deliveries: DestinationDelivery[]
  /** Whether there are older ones. */
  hasMore: boolean
}

const maxPageSize = 1000

/** Fetches the newest deliveries, or the newest that fail, up to `count`. */
export const destinationDeliveriesQuery = (
  api: UiApi,
  {
    destinationId,
    onlyFailing,
    count,
  }: { destinationId: string; onlyFailing: boolean; count: number },
): Query<NewestDeliveries> => ({
  key: [...destinationsKey(api), 'deliveries', destinationId, String(onlyFailing), String(count)],
  fetch: async () => {
    const found: DestinationDelivery[] = []
    let pageToken: string | undefined
    do {
      const page = await api.page(deliveries, {
        params: toParams(api, destinationId),
        query: {
          pageSize: Math.min(count - found.length, maxPageSize),
          ...(pageToken && { pageToken }),
          ...(onlyFailing && { status: 'failing' as const }),
        },
      })
      found.push(...page.data)
      pageToken = page.nextPageToken
    } while (pageToken && found.length < count)
    return { deliveries: found, hasMore: pageToken !== undefined }
  },
})

export const deliveryAttemptsQuery = (
  api: UiApi,
  destinationId: string,
  deliveryId: string,
): Query<DeliveryAttempt[]> => ({
  key: [...destinationsKey(api), 'deliveries', destinationId, 'attempts', deliveryId],
  fetch: () =>
    api.get(`${deliveries}/{deliveryId}/attempts`, {
      params: { ...toParams(api, destinationId), deliveryId },
    }),
})

/** The requests that change destinations. */
export const destinationRequests = (api: UiApi) => ({
  add: (body: EnteredDestination) =>
    api.post(base, {
      params: { projectIdOrName: api.project },
      body: { ...body, groupRef: api.caller.groupRef },
    }),
  update: ({ id, ...destination }: DestinationUpdate & { id: string }) =>
    api.patch(one, {
      params: toParams(api, id),
      body: { updateMask: Object.keys(destination), destination },
    }),
  remove: (id: string) => api.delete(one, { params: toParams(api, id) }),
  test: (id: string): Promise<DeliveryAttempt> =>
    api.post(`${one}:test`, { params: toParams(api, id) }),
  rotateSecret: (id: string) => api.post(`${one}:rotate`, { params: toParams(api, id) }),
  replay: ({ id, deliveryId }: { id: string; deliveryId: string }) =>
    api.post(`${deliveries}/{deliveryId}:retry`, {
      params: { ...toParams(api, id), deliveryId },
    }),
})
