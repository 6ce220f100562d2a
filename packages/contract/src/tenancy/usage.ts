import { z } from 'zod'
import { page, projectParam, ref, time } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const DeliveryHour = z
  .object({
    time: time().describe('Start of the hour.'),
    delivered: z.int().describe('Number of successful attempts.'),
    retried: z.int().describe('Number of failed attempts that were retried.'),
    failed: z.int().describe('Number of failed attempts after which the message was given up.'),
    recordsDelivered: z.int().describe('Number of records in delivered messages.'),
    recordsFailed: z.int().describe('Number of records in messages that were given up.'),
    p50Ms: z
      .int()
      .optional()
      .describe(
        'Median duration of attempts in milliseconds, within about 20%. Absent if there were none.',
      ),
    p95Ms: z
      .int()
      .optional()
      .describe(
        'Duration of attempts at the 95th percentile, in milliseconds, within about 20%. Absent if there were none.',
      ),
  })
  .meta({ id: 'DeliveryHour', description: 'Delivery statistics of one hour.' })
export type DeliveryHour = z.infer<typeof DeliveryHour>

const month = () =>
  z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'Use a year and a month, such as 2026-11.')

export const Usage = z
  .object({
    month: month().meta({ description: 'Month in UTC.', example: '2026-11' }),
    groupRef: z.string().describe('Reference of the customer.'),
    groupName: z.string().describe('Latest name of the customer.'),
    messagesDelivered: z.int().describe('Number of deliveries of messages about the customer.'),
    recordsDelivered: z.int().describe('Number of records in these messages.'),
    messagesFailed: z.int().describe('Number of messages about the customer that were given up.'),
  })
  .meta({ id: 'Usage', description: 'Usage of one customer in one month.' })
export type Usage = z.infer<typeof Usage>

export const UsageTotal = z
  .object({
    month: month().meta({ description: 'Month in UTC.', example: '2026-11' }),
    messagesDelivered: z.int().describe('Number of deliveries of messages about customers.'),
    recordsDelivered: z.int().describe('Number of records in these messages.'),
    messagesFailed: z.int().describe('Number of messages about customers that were given up.'),
    customers: z.int().describe('Number of customers with messages.'),
  })
  .meta({ id: 'UsageTotal', description: 'Usage of all customers in one month.' })
export type UsageTotal = z.infer<typeof UsageTotal>

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
  summary: 'Get hourly delivery statistics',
  description:
    'Returns one entry per hour, oldest first: outcomes of attempts, record counts and durations. If a process is killed, its last second is not counted.',
  params: z.object(projectParam),
  query: z.object({
    destinationId: id('dest').optional().describe('Returns only deliveries to this destination.'),
    installationId: id('inst')
      .optional()
      .describe(
        'Returns only deliveries about this installation. Cannot be combined with `destinationId`.',
      ),
    from: time()
      .optional()
      .describe('Start of the period, rounded down to the hour. Defaults to 24 hours ago.'),
    to: time()
      .optional()
      .describe('End of the period, at most 31 days after the start. Defaults to now.'),
  }),
  success: 200,
  reply: z.array(DeliveryHour),
})

const ofUsage = {
  groupRef: ref().optional().describe('Returns only usage of this customer.'),
  from: month().optional().describe('Returns only this month, such as `2026-11`, and later ones.'),
  to: month().optional().describe('Returns only this month and earlier ones.'),
}
const counting =
  'Counted as messages are sent and kept for two years. Erased with the customer. Customers without messages in a month are omitted.'

export const listUsage = operation({
  ...readable,
  id: 'listUsage',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/usage',
  summary: 'List monthly usage by customer',
  description: `Newest month first. ${counting}`,
  params: z.object(projectParam),
  query: z.object({ ...page, ...ofUsage }),
  success: 200,
  reply: z.array(Usage),
})

export const getUsageTotals = operation({
  ...readable,
  id: 'getUsageTotals',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/usage-totals',
  summary: 'Get monthly usage of all customers',
  description:
    'Returns the months with messages, newest first. Erased customers are no longer counted.',
  params: z.object(projectParam),
  query: z.object({ from: ofUsage.from, to: ofUsage.to }),
  success: 200,
  reply: z.array(UsageTotal),
})

export const exportUsage = operation({
  ...readable,
  id: 'exportUsage',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/usage.csv',
  summary: 'Download monthly usage by customer',
  description: `CSV file with the fields of \`Usage\`. Values that spreadsheets would evaluate as formulas are prefixed with an apostrophe. ${counting}`,
  params: z.object(projectParam),
  query: z.object(ofUsage),
  success: 200,
  reply: 'csv',
})
