import { z } from 'zod'
import { ofGroup, projectParam, time } from '../values/common.ts'
import { ResultEntry } from '../delivery/events.ts'
import { createTime, installationId, integrationId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { Installation } from '../installations/installation.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

const ofMessage = {
  eventId: id('evt').describe('ID of the event; sent as the message’s `webhook-id`.'),
  groupRef: z.string().optional().describe('Reference of the customer.'),
  groupName: z.string().optional().describe('Name of the customer at the time of the event.'),
  objectName: z.string().optional().describe('Object of the records.'),
}

export const DeliveredRecord = z
  .object({
    position: z.int().min(0).describe('Position in the message, starting at 0.'),
    recordId: z
      .string()
      .optional()
      .describe('ID at the provider. Absent if the record contains none.'),
    bytes: z.int().min(0).describe('Size of the record as JSON, in bytes.'),
    record: ResultEntry.optional().describe('Record as delivered. Absent above 1 MB.'),
  })
  .meta({ id: 'DeliveredRecord', description: 'Record of a message.' })
export type DeliveredRecord = z.infer<typeof DeliveredRecord>

export const DeliveredRecords = z
  .object({
    ...ofMessage,
    createTime,
    records: z.array(DeliveredRecord).describe('Records. Empty if the event carries none.'),
  })
  .meta({ id: 'DeliveredRecords', description: 'Records of a message.' })
export type DeliveredRecords = z.infer<typeof DeliveredRecords>

export const PreviousRecord = z
  .object({
    ...ofMessage,
    searchedMessages: z
      .int()
      .min(0)
      .describe('Number of earlier messages of the object that were searched, at most 200.'),
    previous: z
      .object({
        eventId: id('evt').describe('ID of the event that delivered the version.'),
        createTime: time().describe('Time of that event.'),
        record: ResultEntry.describe('Record as delivered then.'),
      })
      .optional()
      .describe(
        'Latest earlier version. Absent if none was found, or the record contains no ID by which to find it.',
      ),
  })
  .meta({ id: 'PreviousRecord', description: 'Version of a record in an earlier message.' })
export type PreviousRecord = z.infer<typeof PreviousRecord>

const viewing = {
  tag: 'Deliveries',
  callers: projectCallers,
  permission: 'record:read',
  showsRecords: true,
} as const
const eventParams = z.object({
  ...projectParam,
  eventId: id('evt').describe('ID of the event, also sent as the message’s `webhook-id`.'),
})
const condition =
  'Requires that an end user of the customer has turned on support access for the installation. The audit log records who viewed records of which customer and object.'

export const getDeliveredRecords = operation({
  ...viewing,
  id: 'getDeliveredRecords',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/events/{eventId}/records',
  summary: 'View the records of a message',
  description: `Returns the records that the message delivered, until it expires or is erased. ${condition}`,
  params: eventParams,
  success: 200,
  reply: DeliveredRecords,
  problems: ['event-not-found', 'support-access-off'],
})

export const getPreviousRecord = operation({
  ...viewing,
  id: 'getPreviousRecord',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/events/{eventId}/previous-record',
  summary: 'View the previous version of a record',
  description: `Returns the latest earlier version of one record of the message, from the last 200 messages about the object. Records that were left for download are not searched. ${condition}`,
  params: eventParams,
  query: z.object({
    position: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe('Position of the record in the message, starting at 0.'),
  }),
  success: 200,
  reply: PreviousRecord,
  problems: ['event-not-found', 'support-access-off'],
})

export const setSupportAccess = operation({
  id: 'setSupportAccess',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:setSupportAccess',
  tag: 'Installations',
  summary: 'Turn support access on or off',
  description:
    'With support access, your team can view the records that were delivered for the installation. Only end users can turn it on, with their JWT. Builders and servers can turn it off.',
  callers: ['builder', 'full', 'consumer'],
  permission: 'installation:write',
  params: z.object({ ...projectParam, integrationId, installationId }),
  query: z.object(ofGroup),
  body: z.strictObject({
    enabled: z.boolean().describe('Whether your team can view delivered records.'),
  }),
  success: 200,
  reply: Installation,
  problems: ['integration-not-found', 'installation-not-found'],
})
