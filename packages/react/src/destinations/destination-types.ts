import type { Schemas } from '@platform/client'

export type Destination = Schemas['CustomerDestination']
export type DestinationWithSecret = Schemas['CustomerDestinationWithSecret']
export type DestinationSettings = Schemas['CustomerDestinationSettings']
export type DestinationDelivery = Schemas['Delivery']
export type DeliveryAttempt = Schemas['Attempt']

/** What an end user enters. */
export type EnteredDestination = Pick<Destination, 'label' | 'url' | 'eventTypes'>
export type DestinationUpdate = Partial<EnteredDestination> & {
  /** `true` holds messages, `false` sends them. */
  disabled?: boolean
}
