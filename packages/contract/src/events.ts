import { z } from 'zod'
import type { FieldMetadata } from './object-metadata.ts'

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
    'read.schedule.paused',
    'read.backfill.done',
    'read.triggered.done',
    'read.triggered.error',
    'write.async.done',
    'subscribe.create.error',
    'destination.webhook.disabled',
  ])
  .meta({ id: 'NotificationEventType', description: 'Event type that can be routed to a topic.' })
export type NotificationEventType = z.infer<typeof NotificationEventType>

/** Identifies an installation in an event. */
export const InstallationRef = z.object({
  projectId: z.string(),
  provider: z.string(),
  integrationId: z.string(),
  integrationName: z.string(),
  installationId: z.string(),
  connectionId: z.string(),
  groupRef: z.string(),
  groupName: z.string(),
  consumerRef: z.string(),
  consumerName: z.string(),
})
export type InstallationRef = z.infer<typeof InstallationRef>

/** Identifies a connection in an event. */
export const ConnectionRef = z.object({
  projectId: z.string(),
  connectionId: z.string(),
  provider: z.string(),
  groupRef: z.string(),
  consumerRef: z.string(),
  consumerName: z.string(),
})
export type ConnectionRef = z.infer<typeof ConnectionRef>

const config = { config: z.unknown().optional(), configURL: z.string().optional() }
const lastConfig = { lastConfig: z.unknown().optional(), lastConfigURL: z.string().optional() }
const error = { error: z.string() }
const done = {
  /** How many records were too large to take in; absent when none was. */
  recordsLeftOut: z.int().optional(),
}
const triggered = {
  objectName: z.string(),
  fromTimestamp: z.string().optional(),
  untilTimestamp: z.string().optional(),
}

/** What `data` holds, by event type. `config` is inline up to 100 KB, otherwise `configURL`. */
export const eventData = {
  'connection.created': ConnectionRef,
  'connection.refreshed': ConnectionRef,
  'connection.updated': ConnectionRef,
  'connection.deleted': ConnectionRef,
  'connection.error': ConnectionRef.extend({ errors: z.array(z.string()) }),
  'installation.created': InstallationRef.extend(config),
  'installation.updated': InstallationRef.extend({ ...config, ...lastConfig }),
  'installation.deleted': InstallationRef.extend(config),
  'read.schedule.paused': InstallationRef.extend({ ...config, ...error }),
  'read.backfill.done': InstallationRef.extend({ objectName: z.string(), ...done }),
  'read.triggered.done': InstallationRef.extend({ ...triggered, ...done }),
  'read.triggered.error': InstallationRef.extend({ ...triggered, ...error }),
  'write.async.done': InstallationRef.extend({
    objectName: z.string(),
    success: z.boolean(),
    successfulRecordIds: z.array(z.string()),
    errors: z.array(z.string()),
  }),
  'subscribe.create.error': InstallationRef.extend(error),
  'destination.webhook.disabled': z.object({
    projectId: z.string(),
    destinationId: z.string(),
    destinationName: z.string(),
    url: z.string(),
  }),
} satisfies Record<NotificationEventType, z.ZodType>

export type EventData = { [Type in NotificationEventType]: z.infer<(typeof eventData)[Type]> }

/** The body of a lifecycle notification. */
export type NotificationMessage = {
  [Type in NotificationEventType]: { notificationType: Type; data: EventData[Type] }
}[NotificationEventType]

/** One record in a message. */
export interface ResultEntry {
  fields?: Record<string, unknown>
  mappedFields?: Record<string, unknown>
  raw?: Record<string, unknown>
  /** `delete` for a record that the provider has deleted. */
  subscribeEventType?: 'create' | 'update' | 'associationUpdate' | 'delete' | 'other'
  /** The record's ID at the provider, with deletions and with what was subscribed to. */
  id?: string
  /** The provider's own name of what happened, or `reconciled` for what a reading has found. */
  providerEventType?: string
  /** What the provider sent, as it was. */
  rawEvent?: Record<string, unknown>
  /** The provider's names of the fields that changed, when it tells. */
  fieldsUpdated?: string[]
  /** What an association joins, or joins no longer. */
  fromRecord?: AssociatedObject
  toRecord?: AssociatedObject
}

/** A record at one end of an association, with its fields where they are asked for. */
export interface AssociatedObject {
  objectName?: string
  id: string
  fields?: Record<string, unknown>
  mappedFields?: Record<string, unknown>
  raw?: Record<string, unknown>
}

/** The body of a message that carries records. */
export interface WebhookMessage {
  action: 'read' | 'subscribe' | 'schema.watch'
  projectId: string
  provider: string
  groupRef: string
  groupName: string
  consumerRef: string
  consumerName: string
  installationId: string
  installationUpdateTime: string
  /** The mapped name when there is one. */
  objectName: string
  rawObjectName?: string
  workspace?: string
  operationId?: string
  operationTime?: string
  readType?: 'backfill' | 'scheduled' | 'triggered'
  resultInfo: { type: 'inline' | 'url'; numRecords: number; downloadUrl?: string }
  result?: ResultEntry[]
}

/** The `result` of a message `schema.watch`: the fields of an object that came, went and changed. */
export interface SchemaChanges {
  createdFields?: FieldMetadata[]
  deletedFields?: FieldMetadata[]
  changedFields?: { oldSchema: FieldMetadata; newSchema: FieldMetadata }[]
}
