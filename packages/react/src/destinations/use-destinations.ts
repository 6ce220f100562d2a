'use client'

import { useState } from 'react'
import { usePlatform } from '../platform-provider.tsx'
import { useMutation, type Mutation } from '../use-mutation.ts'
import { useUiQuery } from '../use-query.ts'
import type {
  DeliveryAttempt,
  Destination,
  DestinationUpdate,
  DestinationDelivery,
  DestinationSettings,
  DestinationWithSecret,
  EnteredDestination,
} from './destination-types.ts'
import {
  deliveryAttemptsQuery,
  destinationDeliveriesQuery,
  destinationRequests,
  destinationSettingsQuery,
  destinationsKey,
  destinationsQuery,
  type NewestDeliveries,
} from './destinations.ts'

/** The end user; the token needs the claim `managesDestinations`. */
export interface DestinationCaller {
  groupRef: string
  consumerRef: string
}

export interface DestinationsState {
  /** Destinations of the group; `undefined` until loaded. */
  destinations: Destination[] | undefined
  /** What the project allows; `undefined` until loaded. */
  settings: DestinationSettings | undefined
  /** Whether the project lets its customers add destinations. */
  isOffered: boolean
  /** Whether another destination can be added. */
  canAdd: boolean
  isLoaded: boolean
  /** Why the destinations could not be loaded. */
  error: Error | null
  refetch: () => void
}

/** Returns the destinations of a group, and what the project allows. */
export function useDestinations({ groupRef, consumerRef }: DestinationCaller): DestinationsState {
  const api = usePlatform().apiFor({ groupRef, consumerRef })
  const list = useUiQuery(destinationsQuery(api))
  const allowed = useUiQuery(destinationSettingsQuery(api))
  const [destinations, settings] = [list.data, allowed.data]
  const isOffered = Boolean(settings?.types.includes('webhook') && settings.eventTypes.length > 0)
  const count = destinations?.length ?? Infinity
  return {
    destinations,
    settings,
    isOffered,
    canAdd: isOffered && count < (settings?.maxPerGroup ?? 0),
    isLoaded: Boolean(destinations && settings),
    error: (!destinations && list.error) || (!settings && allowed.error) || null,
    refetch: () => [list, allowed].forEach(({ refetch }) => refetch()),
  }
}

export interface DestinationMutations {
  /** Returns the destination with its signing secret, which is not shown again. */
  add: Mutation<EnteredDestination, DestinationWithSecret>
  /** Changes what is given. `disabled: true` holds messages, `false` sends them. */
  update: Mutation<DestinationUpdate & { id: string }, Destination>
  /** Deletes the destination with this ID. */
  remove: Mutation<string, unknown>
  /** Sends a test message at once. The result says whether the receiver accepted it. */
  test: Mutation<string, DeliveryAttempt>
  /** Returns the destination with its new secret. The previous one also signs for a day. */
  rotateSecret: Mutation<string, DestinationWithSecret>
  /** Sends a message again that was delivered, failed or was canceled. */
  replay: Mutation<{ id: string; deliveryId: string }, DestinationDelivery>
}

/** Returns mutations of the destinations of a group. */
export function useDestinationMutations(caller: DestinationCaller): DestinationMutations {
  const { groupRef, consumerRef } = caller
  const { apiFor, store } = usePlatform()
  const api = apiFor({ groupRef, consumerRef })
  const requests = destinationRequests(api)
  const thenReload =
    <Input, Result>(send: (input: Input) => Promise<Result>) =>
    async (input: Input) => {
      const result = await send(input)
      await store.invalidate(destinationsKey(api))
      return result
    }
  return {
    add: useMutation(thenReload(requests.add)),
    update: useMutation(thenReload(requests.update)),
    remove: useMutation(thenReload(requests.remove)),
    test: useMutation(requests.test),
    rotateSecret: useMutation(thenReload(requests.rotateSecret)),
    replay: useMutation(thenReload(requests.replay)),
  }
}

export interface DestinationDeliveriesState {
  /** The newest 50 deliveries, and older ones after `fetchMore`; `undefined` until loaded. */
  deliveries: DestinationDelivery[] | undefined
  /** Whether there are older ones. */
  hasMore: boolean
  /** Fetches 50 older ones. */
  fetchMore: () => void
  /** Whether older ones are being fetched. */
  isFetchingMore: boolean
  /** Why the last request failed. Deliveries of earlier ones stay. */
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

const pageSize = 50

/** Returns the newest deliveries to a destination; with `onlyFailing`, those that fail. */
export function useDestinationDeliveries({
  destinationId,
  onlyFailing = false,
  ...caller
}: DestinationCaller & {
  destinationId: string
  onlyFailing?: boolean
}): DestinationDeliveriesState {
  const { groupRef, consumerRef } = caller
  const api = usePlatform().apiFor({ groupRef, consumerRef })
  const list = JSON.stringify([api.callerKey, destinationId, onlyFailing])
  const [opened, setOpened] = useState<Opened>()
  // Another list starts with its newest deliveries.
  const { count, before } = opened?.list === list ? opened : { count: pageSize, before: undefined }
  const { data, error, isFetching, refetch } = useUiQuery(
    destinationDeliveriesQuery(api, { destinationId, onlyFailing, count }),
  )
  // While older ones are fetched, the newer ones stay visible.
  const shown = data ?? before
  return {
    deliveries: shown?.deliveries,
    hasMore: shown?.hasMore ?? false,
    fetchMore: () => data && setOpened({ list, count: count + pageSize, before: data }),
    isFetchingMore: !data && before !== undefined && isFetching,
    ...{ error, isFetching, refetch },
  }
}

interface Opened {
  list: string
  count: number
  before: NewestDeliveries
}

export interface DeliveryAttemptsState {
  /** All attempts of the delivery, with the receiver's answers; `undefined` until loaded. */
  attempts: DeliveryAttempt[] | undefined
  error: Error | null
  refetch: () => void
}

/** Returns the attempts of a delivery. */
export function useDeliveryAttempts({
  destinationId,
  deliveryId,
  groupRef,
  consumerRef,
}: DestinationCaller & { destinationId: string; deliveryId: string }): DeliveryAttemptsState {
  const api = usePlatform().apiFor({ groupRef, consumerRef })
  const { data, error, refetch } = useUiQuery(deliveryAttemptsQuery(api, destinationId, deliveryId))
  return { attempts: data, error, refetch }
}
