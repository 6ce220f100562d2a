import { loopTurn, parseFieldPath, type Connector, type ProviderRecord } from '@platform/connector'
import type {
  EventId,
  InstallationId,
  ProjectId,
  ResultEntry,
  WebhookMessage,
} from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import {
  insertDownload,
  newDownload,
  type NewDownload,
} from '@platform/delivery/downloads/downloads'
import type { OutgoingRecords } from '@platform/delivery/notifications/notifications'
import { nameAccount } from '@platform/installations/installations/installation-record'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { makeObjectRef, type ReadPlan } from '@platform/installations/integrations/read-object'
import type { OperationRow } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { Services } from '@platform/kernel/services'
import { mapValue } from './map-value.ts'
import { computeFields, type ExpressionFailures } from './record-expressions.ts'
import { holdResults } from './store.ts'
import { getLast } from '@platform/kernel/values'

/*
 * From a provider's records to the messages that a destination receives: records are mapped to the
 * builder's names (`mapRecord`), packed into messages of limited size (`packPage`), and sent or held
 * until they are requested (`sendPacked`).
 */

/** Maximum size of a message to a destination. */
const maxBytes = 300_000

export type Envelope = Omit<WebhookMessage, 'resultInfo' | 'result'>

/** Members of a message about an installation's object, besides its records. */
export const readEnvelope = (
  action: WebhookMessage['action'],
  installation: InstallationRow,
  connection: ConnectionRow,
  names: Pick<ReadPlan, 'objectName' | 'mappedName'>,
): Envelope => ({
  action,
  projectId: installation.projectId,
  provider: connection.provider,
  groupRef: installation.groupRef,
  groupName: installation.groupName,
  consumerRef: connection.consumerRef,
  consumerName: connection.consumerName,
  installationId: installation.id,
  ...nameAccount(installation),
  installationUpdateTime: (installation.updateTime ?? installation.createTime).toISOString(),
  ...makeObjectRef(names),
  ...(connection.providerWorkspaceRef && { workspace: connection.providerWorkspaceRef }),
})

/** Returns the envelope of a read's messages. */
export const envelopeOfRead = (
  { id, createTime, readType }: OperationRow,
  installation: InstallationRow,
  connection: ConnectionRow,
  plan: ReadPlan,
): Envelope => ({
  ...readEnvelope('read', installation, connection, plan),
  operationId: id,
  operationTime: createTime.toISOString(),
  ...(readType && { readType }),
})

/**
 * Converts a provider's record to what the builder receives. A computed field that fails is `null`, and is
 * counted.
 */
export function mapRecord(
  connector: Pick<Connector, 'fieldValue'>,
  plan: Pick<ReadPlan, 'plain' | 'mapped' | 'associations' | 'expressions'>,
  record: ProviderRecord,
  failures?: ExpressionFailures,
): ResultEntry {
  const fields: Record<string, unknown> = {}
  for (const fieldName of plan.plain) {
    const value = connector.fieldValue(record.raw, fieldName)
    if (value !== undefined) place(fields, fieldName, value)
  }
  const entry: ResultEntry = record.deleted
    ? { subscribeEventType: 'delete', id: record.id, fields, raw: record.raw }
    : { fields, raw: record.raw }
  // A deletion may have no content left to compute from.
  const computed = record.deleted ? [] : (plan.expressions?.computed ?? [])
  if (plan.mapped.length > 0 || computed.length > 0) {
    const mappedFields: Record<string, unknown> = {}
    for (const { fieldName, mapToName, values } of plan.mapped) {
      const value = connector.fieldValue(record.raw, fieldName)
      if (value !== undefined) place(mappedFields, mapToName, mapValue(value, values))
    }
    if (plan.expressions && computed.length > 0) {
      const values = computeFields(connector, plan.expressions, record, failures)
      for (const [mapToName, value] of values) place(mappedFields, mapToName, value)
    }
    entry.mappedFields = mappedFields
  }
  const { associations } = record
  if (associations && plan.associations.length > 0) {
    entry.associations = Object.fromEntries(
      plan.associations.map((name) => [name, associations[name] ?? []]),
    )
  }
  return entry
}

/** Sets a value under a name; names in bracket notation are nested. */
function place(target: Record<string, unknown>, name: string, value: unknown): void {
  if (!name.startsWith('$[')) {
    target[name] = value
    return
  }
  const keys = parseFieldPath(name)
  let at = target
  for (const key of keys.slice(0, -1)) {
    const child = Object.hasOwn(at, key) ? at[key] : undefined
    at = (typeof child === 'object' && child !== null ? child : (at[key] = {})) as Record<
      string,
      unknown
    >
  }
  at[getLast(keys)] = value
}

export interface RecordMessage {
  id: EventId
  /** JSON of a `WebhookMessage`. */
  body: string
  recordIds: string[]
}

/** A record to pack, with the modification time of its version, if known. */
interface PackedRecord {
  id: string
  entry: ResultEntry
  versionTime?: Date | undefined
}

/** Returns the record as receivers get it: with what identifies it and its version. */
const withVersion = ({ id, entry, versionTime }: PackedRecord): ResultEntry => ({
  id,
  ...(versionTime && { versionTime: versionTime.toISOString() }),
  ...entry,
})

/**
 * Packs records into messages of at most 300 KB (and at most `pageSize` records, if set). A larger
 * single record becomes a download, which `store` saves.
 */
export async function packMessages(
  envelope: Envelope,
  entries: readonly PackedRecord[],
  {
    pageSize = Infinity,
    store,
  }: { pageSize?: number; store: (json: string, eventId: EventId) => Promise<string> },
): Promise<RecordMessage[]> {
  const head = JSON.stringify(envelope).slice(0, -1)
  const room = maxBytes - Buffer.byteLength(head) - 100
  const messages: RecordMessage[] = []
  let records: string[] = []
  let recordIds: string[] = []
  let bytes = 0

  const close = () => {
    if (records.length === 0) return
    messages.push({
      id: newId('evt'),
      body: `${head},"resultInfo":{"type":"inline","numRecords":${records.length}},"result":[${records.join(',')}]}`,
      recordIds,
    })
    records = []
    recordIds = []
    bytes = 0
  }

  const loop = loopTurn()
  for (const packed of entries) {
    if (loop.mustPause()) await loop.pause()
    const { id } = packed
    const json = JSON.stringify(withVersion(packed))
    const size = Buffer.byteLength(json) + 1
    if (size > room) {
      close()
      const eventId = newId('evt')
      const downloadUrl = await store(`[${json}]`, eventId)
      messages.push({
        id: eventId,
        body: `${head},"resultInfo":${JSON.stringify({ type: 'url', numRecords: 1, downloadUrl })}}`,
        recordIds: [id],
      })
      continue
    }
    if (bytes + size > room || records.length >= pageSize) close()
    records.push(json)
    recordIds.push(id)
    bytes += size
  }
  close()
  return messages
}

/** Scope of record IDs in messages: records of other objects with the same ID are unrelated. */
export const makeMappedScope = (installationId: InstallationId, objectName: string): string =>
  `${installationId} ${objectName.toLowerCase()}`

/** Where the results of a read go. */
export interface ResultsOf {
  projectId: ProjectId
  installationId: InstallationId
  plan: ReadPlan
  envelope: Envelope
}

/** Messages of a page, before the transaction that sends them. */
export interface PackedEntries extends ResultsOf {
  messages: readonly (RecordMessage & Pick<OutgoingRecords, 'logPlace'>)[]
  downloads: readonly NewDownload[]
}

/** Packs the results of a read into messages. */
export async function packEntries(
  services: Services,
  of: ResultsOf,
  entries: readonly PackedRecord[],
): Promise<PackedEntries> {
  const { projectId, plan, envelope } = of
  const downloads: NewDownload[] = []
  const messages = await packMessages(envelope, entries, {
    ...(plan.pageSize !== undefined && { pageSize: plan.pageSize }),
    async store(body, eventId) {
      const download = newDownload(services, { projectId, eventId, body, isHeld: plan.isOnRequest })
      downloads.push(download)
      return download.url
    },
  })
  return { ...of, messages, downloads }
}

/**
 * Packs a page, and stores its messages in the message log, if the server has one. Call it before the
 * transaction with `sendPacked`.
 */
export async function packPage(
  services: Services,
  of: ResultsOf,
  { id, entries }: { id: string; entries: readonly PackedRecord[] },
): Promise<PackedEntries> {
  const packed = await packEntries(services, of, entries)
  if (of.plan.isOnRequest) return packed
  const { projectId } = of
  const { messages } = packed
  return {
    ...packed,
    messages: await services.notifications.storeBodies({ projectId, id, messages }),
  }
}

/** Sends packed messages to the object's destination, or holds them until requested. */
export async function sendPacked(
  services: Services,
  tx: Db,
  { projectId, installationId, plan, envelope, messages, downloads }: PackedEntries,
): Promise<void> {
  const { objectName } = plan
  for (const download of downloads) await insertDownload(tx, download)
  if (messages.length > 0 && plan.isOnRequest) {
    await holdResults(tx, { projectId, installationId, objectName }, messages)
  } else if (messages.length > 0) {
    await services.notifications.sendRecords(tx, {
      projectId,
      destination: plan.destination,
      action: envelope.action,
      about: envelope,
      consumerRef: envelope.consumerRef,
      messages,
      hasDownloads: downloads.length > 0,
      recordsOf: makeMappedScope(installationId, objectName),
    })
  }
}

/** Sends the results of a read in one transaction: few and small ones. Returns their messages. */
export async function deliverEntries(
  services: Services,
  tx: Db,
  of: ResultsOf,
  entries: readonly PackedRecord[],
): Promise<readonly RecordMessage[]> {
  const packed = await packEntries(services, of, entries)
  await sendPacked(services, tx, packed)
  return packed.messages
}
