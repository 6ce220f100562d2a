'use client'

export { DestinationList, type DestinationListProps } from './destination-list.tsx'
export {
  useDeliveryAttempts,
  useDestinationDeliveries,
  useDestinationMutations,
  useDestinations,
  type DeliveryAttemptsState,
  type DestinationCaller,
  type DestinationDeliveriesState,
  type DestinationMutations,
  type DestinationsState,
} from './use-destinations.ts'
export type {
  DeliveryAttempt,
  Destination,
  DestinationUpdate,
  DestinationDelivery,
  DestinationSettings,
  DestinationWithSecret,
  EnteredDestination,
} from './destination-types.ts'
