import { z } from 'zod'
import { provider } from '../installations/fields.ts'
import { Config } from '../installations/installation-config.ts'
import { FieldMetadata } from '../data/object-metadata.ts'
import { Approval } from '../data/approvals.ts'
import { RecordResult } from '../data/write.ts'

export const NotificationEventType = z
  .enum([
    'connection.created',
    'connection.error',
    'connection.refreshed',
    'connection.updated',
    'connection.deleted',
    'installation.created',
    'installation.updated',
    'installation.deleted',
    'installation.incomplete',
    'read.schedule.paused',
    'read.backfill.done',
    'read.triggered.done',
    'read.triggered.error',
    'write.async.done',
    'approval.requested',
    'approval.decided',
    'subscribe.create.error',
    'records.limit.warning',
    'destination.pull.lagging',
    'destination.pull.recovered',
    'destination.webhook.disabled',
  ])
  .meta({ id: 'NotificationEventType', description: 'Event type that can be routed to a topic.' })
export type NotificationEventType = z.infer<typeof NotificationEventType>

const projectId = z.string().describe('ID of the project that owns the destination.')
const connectionId = z.string().describe('ID of the connection concerned.')
const groupRef = z.string().describe('Your reference for the customer.')
const groupName = z.string().describe('Name of the customer.')
const consumerRef = z.string().describe('Your reference for the end user who connected.')
const consumerName = z.string().describe('Name of the end user who connected.')
const installationId = z.string().describe('ID of the installation concerned.')
const instance = z
  .string()
  .optional()
  .describe('Name of the customer’s account. Absent for the default account.')
const operationId = z.string().describe('ID of the operation that caused the message.')

/** Identifies an object. All messages and events about an object have these members. */
export const ObjectRef = z.object({
  objectName: z
    .string()
    .describe('Name of the object: yours if it is mapped, otherwise the provider’s.'),
  rawObjectName: z.string().describe('Name of the object at the provider.'),
  mappedObjectName: z
    .string()
    .optional()
    .describe('Your name of the object (`mapToName`). Absent if it is not mapped.'),
})
export type ObjectRef = z.infer<typeof ObjectRef>

/** Identifies an installation in an event. */
export const InstallationRef = z.object({
  projectId,
  provider,
  integrationId: z.string().describe('ID of the integration concerned.'),
  integrationName: z.string().describe('Name of the integration in `platform.yaml`.'),
  installationId,
  instance,
  connectionId,
  groupRef,
  groupName,
  consumerRef,
  consumerName,
})
export type InstallationRef = z.infer<typeof InstallationRef>

/** Identifies a connection in an event. */
export const ConnectionRef = z.object({
  projectId,
  connectionId,
  provider,
  groupRef,
  consumerRef,
  consumerName,
})
export type ConnectionRef = z.infer<typeof ConnectionRef>

const config = {
  config: Config.optional().describe('Configuration, up to 100 kB.'),
  configURL: z.string().optional().describe('URL of a configuration above 100 kB.'),
}
const lastConfig = {
  lastConfig: Config.optional().describe('Previous configuration, up to 100 kB.'),
  lastConfigURL: z.string().optional().describe('URL of a previous configuration above 100 kB.'),
}
const error = { error: z.string().describe('Reason, as a sentence.') }
const done = {
  recordsLeftOut: z
    .int()
    .optional()
    .describe('Number of records that were too large to read. Absent if there were none.'),
  incomplete: z
    .string()
    .optional()
    .describe('Why the read may have missed records. Absent if it returned all.'),
}
const triggered = {
  ...ObjectRef.shape,
  operationId,
  fromTimestamp: z.string().optional().describe('Start of the requested period.'),
  untilTimestamp: z.string().optional().describe('End of the requested period.'),
}

/** Identifies a consumer of a `pull` destination in an event. */
const PullConsumerRef = z.object({
  projectId,
  destinationId: z.string().describe('ID of the destination concerned.'),
  destinationName: z.string().describe('Name of the destination concerned.'),
  consumer: z.string().describe('Name of the consumer concerned.'),
})

const decision = { state: true, decidedBy: true, decideTime: true, reason: true } as const
const approval = {
  approvalId: z.string().describe('ID of the approval, to show it and to decide.'),
  ...Approval.pick({
    type: true,
    recordCount: true,
    role: true,
    requestedBy: true,
    expireTime: true,
  }).shape,
}

/** Content of `data` by event type. `config` is inline up to 100 KB, otherwise `configURL`. */
export const eventData = {
  'connection.created': ConnectionRef,
  'connection.refreshed': ConnectionRef,
  'connection.updated': ConnectionRef.extend({
    accountChange: z
      .object({
        from: z.string().describe('Account that was connected before.'),
        to: z.string().describe('Account that is connected now.'),
      })
      .optional()
      .describe('Present if another account was connected. All data is then read again.'),
  }),
  'connection.deleted': ConnectionRef,
  'connection.error': ConnectionRef.extend({
    errors: z.array(z.string()).describe('Reasons, as sentences.'),
  }),
  'installation.created': InstallationRef.extend(config),
  'installation.updated': InstallationRef.extend({ ...config, ...lastConfig }),
  'installation.deleted': InstallationRef.extend(config),
  'installation.incomplete': InstallationRef.extend({
    ...ObjectRef.shape,
    missingMappings: z
      .array(z.string())
      .describe('Your names (`mapToName`) of the required fields that the end user must map.'),
  }),
  'read.schedule.paused': InstallationRef.extend({
    ...ObjectRef.shape,
    operationId: operationId.optional().describe('ID of the read that failed, if one did.'),
    ...config,
    ...error,
  }),
  'read.backfill.done': InstallationRef.extend({ ...ObjectRef.shape, operationId, ...done }),
  'read.triggered.done': InstallationRef.extend({ ...triggered, ...done }),
  'read.triggered.error': InstallationRef.extend({ ...triggered, ...error }),
  'write.async.done': InstallationRef.extend({
    ...ObjectRef.shape,
    operationId,
    success: z.boolean().describe('Whether all records were written.'),
    successfulRecordIds: z
      .array(z.string())
      .describe('IDs at the provider of the records that were written.'),
    errors: z.array(z.string()).describe('One reason for each record that was not written.'),
    results: z
      .array(RecordResult)
      .describe('Outcomes in the order of the records, one for each record that was sent.'),
    approval: Approval.pick({ ...decision, id: true })
      .optional()
      .describe('Decision about the write. Absent if it waited for none.'),
  }),
  'approval.requested': InstallationRef.extend({ ...ObjectRef.shape, operationId, ...approval }),
  'approval.decided': InstallationRef.extend({
    ...ObjectRef.shape,
    operationId,
    ...approval,
    ...Approval.pick(decision).shape,
  }),
  'subscribe.create.error': InstallationRef.extend({ ...ObjectRef.shape, operationId, ...error }),
  'records.limit.warning': z.object({
    projectId: z.string().describe('ID of the project concerned.'),
    reached: z
      .boolean()
      .describe('Whether new records are left out; otherwise 80% of the limit are used.'),
    keptBytes: z.int().describe('Size of the kept records of the project, in bytes.'),
    maxBytes: z.int().describe('Limit of the project, in bytes (`PLATFORM_LIMIT_KEPT_BYTES`).'),
  }),
  'destination.pull.lagging': PullConsumerRef.extend({
    unreadSince: z.string().describe('Time of the oldest message that it has not committed.'),
    deletedFrom: z.string().describe('Time from which unread messages are deleted.'),
  }),
  'destination.pull.recovered': PullConsumerRef,
  'destination.webhook.disabled': z.object({
    projectId,
    destinationId: z.string().describe('ID of the disabled destination.'),
    destinationName: z.string().describe('Name of the disabled destination.'),
    url: z.string().describe('URL of the disabled destination.'),
  }),
} satisfies Record<NotificationEventType, z.ZodType>

export type EventData = { [Type in NotificationEventType]: z.infer<(typeof eventData)[Type]> }

/** The body of a lifecycle notification. */
export type NotificationMessage = {
  [Type in NotificationEventType]: { notificationType: Type; data: EventData[Type] }
}[NotificationEventType]

const values = z.record(z.string(), z.unknown())

/** A record at one end of an association, with its fields if requested. */
export const AssociatedObject = z
  .object({
    objectName: z.string().optional().describe('Name of the object at the provider.'),
    id: z.string().describe('ID of the record at the provider.'),
    fields: values.optional().describe('Values by the provider’s names.'),
    mappedFields: values.optional().describe('Values by your names.'),
    raw: values.optional().describe('Record as returned by the provider.'),
  })
  .meta({ id: 'AssociatedObject', description: 'Record at one end of an association.' })
export type AssociatedObject = z.infer<typeof AssociatedObject>

/** A record associated with a record of a read. */
export const Association = z
  .object({
    objectId: z.string().describe('ID of the associated record at the provider.'),
    associationTypes: z
      .array(z.string())
      .optional()
      .describe(
        'Labels at HubSpot, relationship names such as `Account` or `Contacts` at Salesforce. Absent if there are none.',
      ),
    raw: values.optional().describe('Association as returned by the provider, if it has details.'),
  })
  .meta({ id: 'Association', description: 'Record that a record is associated with.' })
export type Association = z.infer<typeof Association>

export const CausedBy = z
  .object({
    operationId: z.string().describe('ID of your latest write that caused the change.'),
    operationIds: z
      .array(z.string())
      .optional()
      .describe('IDs of all of your writes that caused it, latest first, if there are several.'),
    fields: z
      .array(z.string())
      .describe(
        'Fields whose values your writes set, and computed fields made of them, by the names under which they are delivered. Empty for deletions.',
      ),
    otherFields: z
      .enum(['unchanged', 'changed', 'unknown'])
      .describe(
        'Whether other fields changed since the record was last delivered to the destination.',
      ),
  })
  .meta({ id: 'CausedBy', description: 'Your own writes that caused a change.' })
export type CausedBy = z.infer<typeof CausedBy>

/** One record in a message. */
export const ResultEntry = z
  .object({
    fields: values.optional().describe('Values by the provider’s names.'),
    mappedFields: values.optional().describe('Values by your names.'),
    raw: values.optional().describe('Record as returned by the provider.'),
    associations: z
      .record(z.string(), z.array(Association))
      .optional()
      .describe(
        'Associated records by the names under `associations` in the manifest; an empty list if there are none. Absent for deleted records and for objects without `associations`.',
      ),
    subscribeEventType: z
      .enum(['create', 'update', 'associationUpdate', 'delete', 'other'])
      .optional()
      .describe('What happened to the record. `delete` also marks deleted records of a read.'),
    id: z.string().optional().describe('ID of the record at the provider.'),
    versionTime: z
      .string()
      .optional()
      .describe(
        'Time of the change that led to this version, by the provider’s clock. Absent if the provider does not report it.',
      ),
    providerEventType: z
      .string()
      .optional()
      .describe('Event name at the provider, or `reconciled` if a read found the change.'),
    rawEvent: values.optional().describe('Event as sent by the provider.'),
    fieldsUpdated: z
      .array(z.string())
      .optional()
      .describe('Provider names of the fields that changed, if the provider reports them.'),
    causedBy: CausedBy.optional().describe(
      'Your own writes that caused the change. Absent if others caused it.',
    ),
    fromRecord: AssociatedObject.optional().describe('Record whose association changed.'),
    toRecord: AssociatedObject.optional().describe('Record at the other end.'),
  })
  .meta({ id: 'ResultEntry', description: 'Record of a message.' })
export type ResultEntry = z.infer<typeof ResultEntry>

/** The `result` of a message `schema.watch`: created, deleted and changed fields of an object. */
export const SchemaChanges = z
  .object({
    createdFields: z.array(FieldMetadata).optional().describe('New fields.'),
    deletedFields: z.array(FieldMetadata).optional().describe('Fields that no longer exist.'),
    changedFields: z
      .array(
        z.object({
          oldSchema: FieldMetadata.describe('Field before the change.'),
          newSchema: FieldMetadata.describe('Field after the change.'),
        }),
      )
      .optional()
      .describe('Fields whose definition changed.'),
  })
  .meta({ id: 'SchemaChanges', description: 'Changed fields of an object.' })
export type SchemaChanges = z.infer<typeof SchemaChanges>

const envelope = z.object({
  projectId,
  provider,
  groupRef,
  groupName,
  consumerRef,
  consumerName,
  installationId,
  instance,
  installationUpdateTime: z.string().describe('Time at which the installation last changed.'),
  ...ObjectRef.shape,
  workspace: z.string().optional().describe('Workspace or instance at the provider.'),
  resultInfo: z
    .object({
      type: z
        .enum(['inline', 'url'])
        .describe('`inline`: the records are in `result`. `url`: download them.'),
      numRecords: z.int().describe('Number of records.'),
      downloadUrl: z.string().optional().describe('URL of a large record. No credential needed.'),
    })
    .describe('Where the records are.'),
})
const result = z.array(ResultEntry).optional().describe('Records. Absent with `downloadUrl`.')

/** Content of messages with records, by `action`. */
export const recordMessages = {
  read: envelope.extend({
    action: z.literal('read').describe('Kind of message.'),
    operationId,
    operationTime: z.string().describe('Time at which the read was created.'),
    readType: z
      .enum(['backfill', 'scheduled', 'triggered'])
      .optional()
      .describe('What caused the read.'),
    result,
  }),
  subscribe: envelope.extend({
    action: z.literal('subscribe').describe('Kind of message.'),
    result,
  }),
  'schema.watch': envelope.extend({
    action: z.literal('schema.watch').describe('Kind of message.'),
    result: SchemaChanges.optional().describe('Changed fields. Absent with `downloadUrl`.'),
  }),
}

/** The body of a message with records. */
export interface WebhookMessage extends z.infer<typeof envelope> {
  action: 'read' | 'subscribe' | 'schema.watch'
  operationId?: string
  operationTime?: string
  readType?: 'backfill' | 'scheduled' | 'triggered'
  result?: ResultEntry[]
}
