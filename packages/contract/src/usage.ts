import { z } from 'zod'
import { page, projectParam, ref, time } from './common.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const DeliveryHour = z
  .object({
    time: time().describe('When the hour began.'),
    delivered: z.int().describe('Attempts that the destination took the message of.'),
    retried: z.int().describe('Attempts that it did not, and that were tried again.'),
    failed: z.int().describe('Attempts that it did not, after which the message was given up.'),
    recordsDelivered: z.int().describe('Records in the messages that were taken.'),
    recordsFailed: z.int().describe('Records in the messages that were given up.'),
    p50Ms: z
      .int()
      .optional()
      .describe(
        'Half of the attempts took at most so many milliseconds, to about a fifth; missing where there was none.',
      ),
    p95Ms: z
      .int()
      .optional()
      .describe('The same of 95 in 100 attempts; missing where there was none.'),
  })
  .meta({ id: 'DeliveryHour', description: 'How the attempts of one hour ended.' })
export type DeliveryHour = z.infer<typeof DeliveryHour>

const month = () =>
  z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'Use a year and a month, such as 2026-11.')

export const Usage = z
  .object({
    month: month().meta({ description: 'The month, in UTC.', example: '2026-11' }),
    groupRef: z.string().describe('The customer.'),
    groupName: z.string().describe('The customer’s name, as it was last.'),
    messagesDelivered: z
      .int()
      .describe('Messages about the customer that a destination took, each time that it did.'),
    recordsDelivered: z.int().describe('Records that those carried.'),
    messagesFailed: z.int().describe('Messages about the customer that were given up.'),
  })
  .meta({ id: 'Usage', description: 'What was sent about a customer in a month.' })
export type Usage = z.infer<typeof Usage>

const readable = {
  tag: 'Deliveries',
  callers: projectCallers,
  permission: 'notification:read',
} as const

export const getDeliveryHours = operation({
  ...readable,
  id: 'getDeliveryHours',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/delivery-hours',
  summary: 'Count deliveries by the hour',
  description:
    'Every hour of a time, the oldest first: how its attempts ended, how many records they carried and how long they took. What a process that is killed did in its last second is not counted.',
  params: z.object(projectParam),
  query: z.object({
    destinationId: id('dest').optional().describe('Only what went to this destination.'),
    installationId: id('inst')
      .optional()
      .describe('Only what was about this installation; not together with a destination.'),
    from: time().optional().describe('From the hour of this time on; 24 hours without it.'),
    to: time().optional().describe('Until this time, at most 31 days later; until now without it.'),
  }),
  success: 200,
  reply: z.array(DeliveryHour),
})

const ofUsage = {
  groupRef: ref().optional().describe('Only of this customer.'),
  from: month().optional().describe('Only this month, such as `2026-11`, and later ones.'),
  to: month().optional().describe('Only this month and earlier ones.'),
}
const counting =
  'Counted while messages are sent, and kept for two years; erased with the customer. Customers about whom nothing was sent in a month are not in it.'

export const listUsage = operation({
  ...readable,
  id: 'listUsage',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/usage',
  summary: 'List what was sent about customers, by the month',
  description: `The newest month first. ${counting}`,
  params: z.object(projectParam),
  query: z.object({ ...page, ...ofUsage }),
  success: 200,
  reply: z.array(Usage),
})

export const exportUsage = operation({
  ...readable,
  id: 'exportUsage',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/usage.csv',
  summary: 'Download what was sent about customers, by the month',
  description: `A file for spreadsheets: the fields of \`Usage\` by their names. What would be a formula there begins with an apostrophe. ${counting}`,
  params: z.object(projectParam),
  query: z.object(ofUsage),
  success: 200,
  reply: 'csv',
})
