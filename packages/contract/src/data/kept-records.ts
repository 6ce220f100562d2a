import { z } from 'zod'
import { page, projectParam, queryBoolean, time } from '../values/common.ts'
import { ResultEntry } from '../delivery/events.ts'
import { eitherObjectName, installationId, integrationId } from '../installations/fields.ts'
import { KeptRecordsGap } from '../installations/kept-records-gap.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const CurrentRecord = z
  .object({
    id: z.string().describe('ID of the record at the provider.'),
    updateTime: time().describe('Time of the last delivery, by the clock of the database.'),
    versionTime: time()
      .optional()
      .describe(
        'Time of the change that led to this version, by the provider’s clock. Absent if the provider does not report it.',
      ),
    deleted: z
      .literal(true)
      .optional()
      .describe('Present if the record was deleted. Listed with `includeDeleted` only.'),
    bytes: z.int().min(0).describe('Size of `record` as JSON, in bytes.'),
    record: ResultEntry.optional().describe(
      'Record as it was last delivered, without `causedBy`. Absent for deleted records, above 1 MB, and if its last change was delivered without fields.',
    ),
  })
  .meta({ id: 'CurrentRecord', description: 'Last delivered state of a record.' })
export type CurrentRecord = z.infer<typeof CurrentRecord>

export const KeptRecords = z
  .object({
    groupRef: z.string().describe('Reference of the customer.'),
    objectName: z.string().describe('Name of the object at the provider.'),
    results: z.array(CurrentRecord).describe('Records on this page, the earliest delivery first.'),
    pagination: z
      .object({
        done: z.boolean().describe('Whether this is the last page.'),
        nextPageToken: z
          .string()
          .optional()
          .describe('`pageToken` of the next page; absent on the last.'),
      })
      .describe('Pagination state. The `Link` header contains the same information.'),
    keptSince: time()
      .optional()
      .describe(
        'Time since which deliveries are kept. Records that were last delivered before it are not listed. Absent until the first delivery.',
      ),
    completeSince: time()
      .optional()
      .describe(
        'Start of the last complete read, such as a triggered one without `sinceTimestamp`: every record that it returned is listed, with all changes delivered since. Absent before the first.',
      ),
    retentionDays: z
      .int()
      .optional()
      .describe(
        'Days after its last delivery for which a record is kept (`PLATFORM_KEEP_RECORDS`). Absent if there is no limit.',
      ),
    incomplete: KeptRecordsGap.optional().describe(
      'Present if the list lacks records or versions that were delivered since `keptSince`.',
    ),
  })
  .meta({ id: 'KeptRecords', description: 'Page of the current records of an object.' })
export type KeptRecords = z.infer<typeof KeptRecords>

export const listKeptRecords = operation({
  id: 'listKeptRecords',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/records',
  tag: 'Reading',
  summary: 'List the current records of an object',
  description:
    'Returns the last delivered state of each record of an object with `keepRecords: true` in the manifest, as stored by the server, without a call to the provider. Sorted by the time of the last delivery: a record that is delivered again moves to the end, so that none is missed while you page. To follow changes, pass the `updateTime` of the last record as `updatedAfter`. A page has at most 5 MB. Builders need support access for the installation. The audit log records who viewed records of which customer and object.',
  callers: projectCallers,
  permission: 'record:read',
  showsRecords: true,
  params: z.object({
    ...projectParam,
    integrationId,
    installationId,
    objectName: eitherObjectName,
  }),
  query: z.object({
    ...page,
    updatedAfter: time()
      .optional()
      .meta({ example: '2026-01-15T00:00:00Z' })
      .describe('Only records that were delivered after this time. If unset, all records.'),
    includeDeleted: queryBoolean()
      .default(false)
      .describe(
        'Whether to list deleted records as well, without their content. They are listed for 30 days.',
      ),
  }),
  success: 200,
  reply: KeptRecords,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'records-not-kept',
    'support-access-off',
  ],
})
