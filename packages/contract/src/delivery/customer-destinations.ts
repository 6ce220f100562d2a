import { z } from 'zod'
import { Health } from '../connections/health.ts'
import { projectId, recordId } from '../installations/fields.ts'
import { operation, projectCallers, type CallerKind } from '../openapi/operation.ts'
import {
  ofGroup,
  page,
  projectParam,
  ref,
  sortMeaning,
  time,
  times,
  updateMask,
} from '../values/common.ts'
import { id } from '../values/ids.ts'
import { Attempt, Delivery, DeliveryStatus, TestAttempt } from './deliveries.ts'
import { NotificationEventType } from './events.ts'
import { DestinationStatus } from './notifications.ts'
import { OwnEventType } from './own-event-type.ts'

/** The public key of a page is not enough to choose where a customer's records are sent. */
const callers = ['builder', 'full', 'consumer'] as const satisfies CallerKind[]

export const CustomerEventType = z
  .union([z.enum([...NotificationEventType.options, 'read', 'subscribe']), OwnEventType])
  .meta({
    id: 'CustomerEventType',
    description:
      'What a customer’s destination can receive: an event type, possibly of your own, or the action of messages with records (`read`, `subscribe`).',
  })
export type CustomerEventType = z.infer<typeof CustomerEventType>

const CustomerDestinationType = z.enum(['webhook']).meta({
  id: 'CustomerDestinationType',
  description: 'Type of a destination that customers can add.',
})

export const CustomerDestinationSettings = z
  .object({
    types: z
      .array(CustomerDestinationType)
      .max(10)
      .describe('Types of destinations that customers may add. Empty: they receive nothing.'),
    maxPerGroup: z.int().min(0).max(100).describe('Maximum number of destinations of a customer.'),
    eventTypes: z
      .array(CustomerEventType)
      .max(200)
      .describe('What customers may choose from. Only what is listed is sent to them.'),
  })
  .meta({
    id: 'CustomerDestinationSettings',
    description: 'What your customers may add and receive.',
  })
export type CustomerDestinationSettings = z.infer<typeof CustomerDestinationSettings>

const label = z.string().trim().min(1).max(100)
const url = z.string().min(1).max(2048)
const eventTypes = z.array(CustomerEventType).min(1).max(200)

export const CustomerDestination = z
  .object({
    id: recordId('dest'),
    projectId,
    groupRef: z.string().describe('Reference of the customer who owns the destination.'),
    label: z.string().describe('Name that the customer has chosen.'),
    type: CustomerDestinationType.describe('Type of the destination.'),
    url: z.string().describe('URL that webhooks are sent to.'),
    eventTypes: z
      .array(CustomerEventType)
      .describe('What the customer has chosen. Sent as far as the project allows it.'),
    status: DestinationStatus.describe('The deliveries of a disabled destination are paused.'),
    disabledReason: z
      .string()
      .optional()
      .describe('Why the destination is disabled. Absent while enabled.'),
    health: Health.describe('Health of the destination.'),
    formerKeyUntil: time()
      .optional()
      .describe('Time until which messages are also signed with the previous secret.'),
    ...times,
  })
  .meta({
    id: 'CustomerDestination',
    description: 'Destination of a customer, which receives messages about this customer only.',
  })
export type CustomerDestination = z.infer<typeof CustomerDestination>

export const CustomerDestinationWithSecret = CustomerDestination.extend({
  webhookSigningKey: z
    .string()
    .describe('Secret that verifies the messages (Standard Webhooks). Shown only in this reply.'),
}).meta({
  id: 'CustomerDestinationWithSecret',
  description: 'Destination of a customer with its new signing secret.',
})
export type CustomerDestinationWithSecret = z.infer<typeof CustomerDestinationWithSecret>

const reads = {
  tag: 'Customer destinations',
  callers,
  permission: 'notification:read',
} as const
const changes = {
  tag: 'Customer destinations',
  callers,
  permission: 'notification:write',
} as const
const base = '/v1/projects/{projectIdOrName}/customer-destinations'
const params = z.object({
  ...projectParam,
  destinationId: id('dest').describe('ID of the customer’s destination.'),
})
const deliveryParams = z.object({
  ...params.shape,
  deliveryId: id('dlv').describe('ID of a delivery to this destination.'),
})
const whoMay =
  'End users need a JWT with the claim `managesDestinations: true`, and reach destinations of their own group only.'

export const getCustomerDestinationSettings = operation({
  ...reads,
  id: 'getCustomerDestinationSettings',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/customer-destination-settings',
  summary: 'Get what customers may add and receive',
  params: z.object(projectParam),
  success: 200,
  reply: CustomerDestinationSettings,
})

export const setCustomerDestinationSettings = operation({
  ...changes,
  callers: projectCallers,
  id: 'setCustomerDestinationSettings',
  method: 'PUT',
  path: '/v1/projects/{projectIdOrName}/customer-destination-settings',
  summary: 'Set what customers may add and receive',
  description:
    'Until it is set, customers can add nothing. What is no longer listed is no longer sent, also to destinations that exist. Also requires the capability `read:messages`.',
  params: z.object(projectParam),
  body: CustomerDestinationSettings,
  success: 200,
  reply: CustomerDestinationSettings,
  problems: ['event-type-not-found'],
})

export const listCustomerDestinations = operation({
  ...reads,
  id: 'listCustomerDestinations',
  method: 'GET',
  path: base,
  summary: 'List destinations of customers',
  description: whoMay,
  params: z.object(projectParam),
  query: z.object({ ...page, ...ofGroup }),
  success: 200,
  reply: z.array(CustomerDestination),
})

export const createCustomerDestination = operation({
  ...changes,
  id: 'createCustomerDestination',
  method: 'POST',
  path: base,
  summary: 'Add a destination of a customer',
  description: `${whoMay} The reply contains the signing secret, which is not shown again.`,
  params: z.object(projectParam),
  body: z.object({
    groupRef: ref()
      .optional()
      .describe('Customer who owns the destination. End users own theirs; others must name it.'),
    label: label.describe('Name of the destination, for the customer.'),
    url: url.describe('URL that webhooks are sent to. Must use `https` outside of development.'),
    eventTypes: eventTypes.describe('What the destination receives.'),
  }),
  success: 201,
  reply: CustomerDestinationWithSecret,
  problems: ['limit-reached'],
})

export const getCustomerDestination = operation({
  ...reads,
  id: 'getCustomerDestination',
  method: 'GET',
  path: `${base}/{destinationId}`,
  summary: 'Get a destination of a customer',
  description: whoMay,
  params,
  success: 200,
  reply: CustomerDestination,
  problems: ['destination-not-found'],
})

export const updateCustomerDestination = operation({
  ...changes,
  id: 'updateCustomerDestination',
  method: 'PATCH',
  path: `${base}/{destinationId}`,
  summary: 'Change, disable or enable a destination of a customer',
  description: `${whoMay} Enabling sends held messages, oldest first.`,
  params,
  body: z.object({
    updateMask: updateMask(),
    destination: z
      .object({
        label: label.optional().describe('New name.'),
        url: url.optional().describe('New URL. The signing secret stays.'),
        eventTypes: eventTypes.optional().describe('What the destination receives from now on.'),
        disabled: z
          .boolean()
          .optional()
          .describe('`true` pauses deliveries; `false` resumes them.'),
      })
      .describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: CustomerDestination,
  problems: ['destination-not-found'],
})

export const deleteCustomerDestination = operation({
  ...changes,
  id: 'deleteCustomerDestination',
  method: 'DELETE',
  path: `${base}/{destinationId}`,
  summary: 'Delete a destination of a customer',
  description: `${whoMay} Its pending deliveries are canceled.`,
  params,
  success: 204,
  reply: null,
  problems: ['destination-not-found'],
})

export const testCustomerDestination = operation({
  ...changes,
  id: 'testCustomerDestination',
  method: 'POST',
  path: `${base}/{destinationId}:test`,
  summary: 'Send a test message to a destination of a customer',
  description: whoMay,
  params,
  success: 200,
  reply: TestAttempt,
  problems: ['destination-not-found'],
})

export const rotateCustomerDestination = operation({
  ...changes,
  id: 'rotateCustomerDestination',
  method: 'POST',
  path: `${base}/{destinationId}:rotate`,
  summary: 'Replace the signing secret of a destination of a customer',
  description: `${whoMay} The previous secret also signs for a day.`,
  params,
  success: 200,
  reply: CustomerDestinationWithSecret,
  problems: ['destination-not-found'],
})

export const listCustomerDeliveries = operation({
  ...reads,
  id: 'listCustomerDeliveries',
  method: 'GET',
  path: `${base}/{destinationId}/deliveries`,
  summary: 'List deliveries to a destination of a customer',
  description: whoMay,
  params,
  query: z.object({
    ...page,
    sort: z.enum(['-createTime', 'createTime']).default('-createTime').describe(sortMeaning),
    status: z
      .enum([...DeliveryStatus.options, 'failing'])
      .optional()
      .describe('Returns only deliveries in this status. `failing`: `retrying` and `failed`.'),
  }),
  success: 200,
  reply: z.array(Delivery),
  problems: ['destination-not-found'],
})

export const listCustomerAttempts = operation({
  ...reads,
  id: 'listCustomerAttempts',
  method: 'GET',
  path: `${base}/{destinationId}/deliveries/{deliveryId}/attempts`,
  summary: 'List attempts of a delivery to a destination of a customer',
  description: whoMay,
  params: deliveryParams,
  success: 200,
  reply: z.array(Attempt),
  problems: ['destination-not-found', 'delivery-not-found'],
})

export const retryCustomerDelivery = operation({
  ...changes,
  id: 'retryCustomerDelivery',
  method: 'POST',
  path: `${base}/{destinationId}/deliveries/{deliveryId}:retry`,
  summary: 'Replay a delivery to a destination of a customer',
  description: whoMay,
  params: deliveryParams,
  success: 202,
  reply: Delivery,
  problems: ['destination-not-found', 'delivery-not-found', 'delivery-in-progress'],
})
