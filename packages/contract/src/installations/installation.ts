import { z } from 'zod'
import { Group, time, times } from '../values/common.ts'
import { Connection } from '../connections/connections.ts'
import { instance, projectId, recordId, displayNameText } from './fields.ts'
import { Health } from '../connections/health.ts'
import { KeptRecordsGap } from './kept-records-gap.ts'
import { FilterOperator } from './record-filter.ts'
import { id } from '../values/ids.ts'
import { Config } from './installation-config.ts'

export const AppliedFilter = z
  .object({
    setBy: z
      .enum(['integration', 'installation'])
      .describe('`installation` if the configuration overrides the filter of the manifest.'),
    conditions: z
      .array(
        z.object({
          fieldName: z.string().describe('Provider field that is compared.'),
          operator: FilterOperator.describe('How the field is compared.'),
          appliedBy: z
            .enum(['provider', 'platform'])
            .describe(
              '`provider`: only matching records are requested, unless the account’s field cannot be filtered by. `platform`: records are read and then left out.',
            ),
        }),
      )
      .describe(
        'Compared fields in order. Empty if the end user has mapped none of them, or if there is only an `expression`.',
      ),
    expression: z
      .string()
      .optional()
      .describe('`filterExpression` of the manifest, which is applied after reading.'),
  })
  .meta({ id: 'AppliedFilter', description: 'Where the filter of an object is applied.' })
export type AppliedFilter = z.infer<typeof AppliedFilter>

const heldDeletions = z
  .int()
  .optional()
  .describe(
    'Number of records missing from the last reads that are not reported as deleted yet: more than the object’s `deletionLimitPercent`. The next complete read confirms or clears them. Absent if there are none.',
  )

export const InstallationObject = z
  .object({
    state: z
      .enum(['active', 'retrying', 'disabled', 'paused'])
      .describe(
        '`active`: read on schedule. `retrying`: the provider does not respond. `disabled`: turned off by the end user. `paused`: see `pausedFor`.',
      ),
    health: Health.describe('Health of the object. Also `healthy` while the object is `disabled`.'),
    pausedFor: z
      .enum(['credentials', 'failures', 'request', 'removed', 'destination'])
      .optional()
      .describe(
        'Reason for the pause. `credentials` ends when the end user reconnects. `failures` and `request` end on a resume. `removed` ends when the integration declares the object again. `destination` ends when a destination of that name exists again, or the object names another one.',
      ),
    pausedReason: z
      .string()
      .optional()
      .describe(
        'Explanation of the pause: the provider’s message, or the note of the person who paused it.',
      ),
    lostFields: z
      .array(z.string())
      .optional()
      .describe(
        'Fields that the provider no longer lets the connected user see. Reads fail, or omit them.',
      ),
    missingMappings: z
      .array(z.string())
      .optional()
      .describe(
        'Your names (`mapToName`) of required fields that the end user has not mapped, such as those that a new revision requires. The object is read without them.',
      ),
    calculatedFields: z
      .array(z.string())
      .optional()
      .describe(
        'Fields of a scheduled read whose values the provider computes, such as formulas. If only such a value changes, the record may not be read again until its own next change. Known once the account’s fields have been loaded.',
      ),
    filter: AppliedFilter.optional().describe(
      'Conditions that delivered records match. Absent if all records are delivered.',
    ),
    pausedBy: z
      .string()
      .optional()
      .describe('Who paused it, if it was paused on `request` and the author is known.'),
    retrying: z
      .object({
        since: time().describe('Time at which the provider began to fail.'),
        error: z.string().describe('The provider’s error, or a note that it did not respond.'),
        nextTryTime: time().describe('Time of the next attempt.'),
      })
      .optional()
      .describe('Present while a read waits for the provider. The read resumes automatically.'),
    lastRunTime: time()
      .optional()
      .describe('Time at which the last read ended; absent before the first.'),
    nextRunTime: time()
      .optional()
      .describe(
        'Time of the next scheduled read. Absent if no read is scheduled, and while the object is paused.',
      ),
    timezone: z
      .string()
      .optional()
      .describe('Time zone of the schedule, as an IANA name. Absent if the schedule is in UTC.'),
    watermark: time()
      .optional()
      .describe(
        'Time up to which changes have been read, on the provider’s clock. Absent before the first read.',
      ),
    snapshot: z
      .object({
        records: z
          .int()
          .describe('Number of records whose previous version is stored for comparison.'),
        leftOut: z
          .int()
          .describe(
            'Number of records in the last complete read that exceeded the snapshot’s capacity. Without modification times, every read delivers them, changed or not; otherwise deletions are not detected.',
          ),
        heldDeletions,
        time: time()
          .optional()
          .describe('Time of the last full comparison; absent before the first.'),
      })
      .optional()
      .describe(
        'Snapshot of the object’s records. Present if the provider does not report modification times, or if deletions are found by comparing the IDs of all records.',
      ),
    kept: z
      .object({
        records: z.int().describe('Number of records that are listed.'),
        bytes: z.int().describe('Space that they take, in bytes.'),
        since: time().describe('Time since which deliveries are kept.'),
        completeSince: time()
          .optional()
          .describe('Start of the last complete read. Absent before the first.'),
        heldDeletions,
        incomplete: KeptRecordsGap.optional().describe(
          'Present if the list lacks records or versions that were delivered.',
        ),
      })
      .optional()
      .describe(
        'Current records of the object. Present only with `keepRecords` in the manifest, from the first delivery.',
      ),
  })
  .meta({ id: 'InstallationObject', description: 'State of one installed object.' })
export type InstallationObject = z.infer<typeof InstallationObject>

export type PauseCause = NonNullable<InstallationObject['pausedFor']>

export const InstallationSubscription = z
  .object({
    state: z
      .enum(['pending', 'active', 'failed'])
      .describe(
        '`pending` while the subscription is being set up, `failed` if the provider rejects it.',
      ),
    health: Health.describe('Health of the subscription. Also `healthy` while it is `pending`.'),
    delivery: z
      .enum(['push', 'pull', 'poll'])
      .describe(
        '`push`: the provider sends webhooks. `pull`: the server listens to a stream. `poll`: the provider sends no events, and the server checks for changes every few minutes.',
      ),
    error: z
      .string()
      .optional()
      .describe('Why changes are currently not received or not forwarded.'),
    errorTime: time().optional().describe('Time at which the error began.'),
    lastEventTime: time().optional().describe('Time of the last change received.'),
  })
  .meta({
    id: 'InstallationSubscription',
    description: 'State of an installation’s subscription to changes.',
  })

export const Installation = z
  .object({
    id: recordId('inst'),
    projectId,
    integrationId: id('int').describe('ID of the installed integration.'),
    integrationName: z.string().describe('Name of the integration in `platform.yaml`.'),
    group: Group.optional().describe('Customer that the integration is installed for.'),
    instance: instance
      .optional()
      .describe(
        'Name of the customer’s account, which never changes. Absent for the default account.',
      ),
    displayName: displayNameText
      .optional()
      .describe('Name of the account for display. Absent if it has none.'),
    healthStatus: z
      .enum(['healthy', 'unhealthy'])
      .describe(
        '`unhealthy` if credentials are invalid, an object is paused, or its last read failed; that is, unless `health` is `healthy`, `unconfirmed`, `retrying` or `limited`.',
      ),
    health: Health.describe(
      'Health of the installation: the worst health among its connection, objects, subscription and last operation.',
    ),
    lastOperationStatus: z
      .enum(['success', 'incomplete', 'failure', 'in_progress'])
      .optional()
      .describe(
        'Status of the last operation; absent before the first. `incomplete`: a read that may not have returned all records.',
      ),
    connection: Connection.describe('Connection used to reach the provider.'),
    ...times,
    createdBy: z
      .string()
      .describe('Who installed the integration: an ID, or the name given by the client.'),
    config: Config.describe(
      'Current configuration. Every change is stored as a new configuration.',
    ),
    objects: z
      .record(z.string(), InstallationObject)
      .describe('State of each object, by provider name.'),
    subscription: InstallationSubscription.optional().describe(
      'State of the subscription to changes. Absent if the installation has none.',
    ),
    supportAccess: z
      .boolean()
      .optional()
      .describe(
        'Whether your team can view delivered records. Only end users can turn it on. Absent on servers of earlier versions, where it is off.',
      ),
  })
  .meta({ id: 'Installation', description: 'Integration installed for a customer.' })
export type Installation = z.infer<typeof Installation>
