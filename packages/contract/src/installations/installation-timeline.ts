import { z } from 'zod'
import { page, time } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { installationParams } from './installations.ts'
import { RevisionChange } from './integrations.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const TimelineEntry = z
  .object({
    id: z.string().describe('ID of the entry, unique within the timeline.'),
    time: time().describe('Time of the entry.'),
    kind: z
      .enum(['installed', 'configured', 'paused', 'resumed', 'deployed', 'operation', 'event'])
      .describe(
        '`configured`: the configuration changed. `paused`, `resumed`: reads were paused or resumed. `deployed`: the integration has a new revision. `operation`: an operation ran. `event`: an event was sent, such as for a pause or a new connection.',
      ),
    by: z.string().optional().describe('Who caused the entry, if known.'),
    changes: z
      .array(RevisionChange)
      .optional()
      .describe('Values that changed, for `configured` and `deployed`. At most 100.'),
    revisionId: id('rev').optional().describe('ID of the new revision, for `deployed`.'),
    restores: id('rev')
      .optional()
      .describe('ID of the earlier revision that the new one rolls back to, if any.'),
    operationId: id('op')
      .optional()
      .describe('ID of the operation. Only for entries of kind `operation`.'),
    actionType: z
      .string()
      .optional()
      .describe('Type of the operation: `read`, `write` or `customFields`.'),
    objectName: z.string().optional().describe('Object concerned, if there is exactly one.'),
    status: z.string().optional().describe('Status of the operation.'),
    records: z.int().optional().describe('Number of records processed by the operation.'),
    eventId: id('evt').optional().describe('ID of the event. Only for entries of kind `event`.'),
    eventType: z
      .string()
      .optional()
      .describe('Type of the event. Absent for other kinds of entries.'),
    detail: z.string().optional().describe('Additional information, as a sentence.'),
  })
  .meta({ id: 'TimelineEntry', description: 'Entry in the history of an installation.' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getTimeline = operation({
  id: 'getTimeline',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/timeline',
  tag: 'Installations',
  summary: 'List the history of an installation',
  description:
    'Newest first: connections, configuration changes, operations, pauses and deploys. Each goes back as far as its retention allows.',
  callers: projectCallers,
  permission: 'installation:read',
  params: installationParams,
  query: z.object(page),
  success: 200,
  reply: z.array(TimelineEntry),
  problems: ['integration-not-found', 'installation-not-found'],
})
