import { parseFieldPath, type Connector, type ProviderRecord } from '@platform/connector'
import type { CausedBy, EventId, ManifestIntegration, ResultEntry } from '@platform/contract'
import type { InstallationRow } from '@platform/installations/installations/installations'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getNowMs, must } from '@platform/kernel/values'
import { timeOfId } from '@platform/kernel/db/new-id'
import { keptMs } from './note-writes.ts'
import { decideEcho, type Echo, type ReadVersion } from './decide-echo.ts'
import * as store from './store.ts'
import type { DeliveredVersion, StoredWrite } from './tables.ts'
import { hashExactly, hashValue, type HashScope } from './value-hashes.ts'

/*
 * Own writes come back as changes. Before records are delivered, the changes that own writes have
 * caused are marked, or left out if the manifest has `echo: drop` and they contain nothing else.
 */

/** A record to deliver. */
export interface DeliverableEntry {
  id: string
  entry: ResultEntry
  /** The record that was read; absent if the provider has none. */
  record: ProviderRecord | undefined
  /** The event that reported the change; absent in reads. */
  event?: { type: ResultEntry['subscribeEventType']; fieldsUpdated?: readonly string[] | undefined }
}

/** Where the records are delivered. */
export interface EchoContext {
  installation: InstallationRow
  action: 'read' | 'subscribe'
  connector: Pick<Connector, 'fieldValue'>
  plan: Pick<
    ReadPlan,
    'objectName' | 'fieldNames' | 'plain' | 'mapped' | 'destination' | 'isOnRequest'
  >
  /** Whether changes with nothing but written values are left out. */
  dropsEchoes: boolean
  /** When the provider was asked, by our clock. */
  readFrom: Date
}

export interface MarkedEntries<Entry> {
  /** The entries to deliver, of which some are marked. */
  left: Entry[]
  marked: number
  dropped: number
  /** Stores what was delivered, with the messages. Call it in the same transaction. */
  store(messages: readonly { id: EventId; recordIds: readonly string[] }[]): Promise<void>
}

/** Records with more fields are not remembered: their changes are marked and never left out. */
const maxRemembered = 200
/** Channels of a record, and messages of a channel, that are remembered. */
const maxChannels = 4
const maxWaiting = 10

/** The associations of a record are compared as a field, which no write contains. */
const associationsName = '\u0001associations'

/** Reports whether the installation can have written the object. */
const mayHaveWritten = ({ content }: InstallationRow, objectName: string): boolean =>
  Object.keys(content.write?.objects ?? {}).some(
    (name) => name.toLowerCase() === objectName.toLowerCase(),
  )

/** Reports whether the integration leaves out changes that own writes of the object caused. */
export const dropsEchoes = (objectName: string, { write }: ManifestIntegration): boolean =>
  write?.objects?.find((object) => object.objectName.toLowerCase() === objectName.toLowerCase())
    ?.echo === 'drop'

/**
 * Returns the recently written ones of these records and the creates without an answer; empty if
 * the installation does not write the object. One statement per page.
 */
export const findWritten = async (
  db: Db,
  installation: InstallationRow,
  objectName: string,
  recordIds: readonly string[],
): Promise<store.WrittenRecord[]> =>
  recordIds.length === 0 || !mayHaveWritten(installation, objectName)
    ? []
    : store.findWritten(
        db,
        { installationId: installation.id, objectName: objectName.toLowerCase() },
        [...new Set(recordIds)],
      )

/** Marks entries in the transaction that delivers them. `found` are the written records. */
export async function markEntries<Entry extends DeliverableEntry>(
  services: Pick<Services, 'echoKey' | 'notifications'>,
  tx: Db,
  context: EchoContext,
  { entries, found }: { entries: readonly Entry[]; found: readonly store.WrittenRecord[] },
): Promise<MarkedEntries<Entry>> {
  const { installation, plan } = context
  const of = { installationId: installation.id, objectName: plan.objectName.toLowerCase() }
  const ids = found.flatMap(({ isPending, recordId }) => (isPending ? [] : [recordId]))
  // Those found without a lock may have been written again in the meantime.
  const locked = ids.length > 0 ? await store.lockWritten(tx, of, ids) : []
  const records = new Map(locked.map((row) => [row.recordId, openRecord(row, context)]))
  const pending = found.filter(({ isPending }) => isPending)
  const acceptTimes = await findAcceptTimes(services, tx, installation, [...records.values()])
  const scope = { key: services.echoKey, ...of }
  const now = getNowMs()
  const left: Entry[] = []
  let marked = 0
  let dropped = 0
  for (const one of entries) {
    const { type } = one.event ?? {}
    const record = records.get(one.id)
    if (type === 'associationUpdate' || type === 'other' || (!record && pending.length === 0)) {
      left.push(one)
      continue
    }
    const version = toVersion(scope, context, one)
    if (!record) {
      const cause = version && findPendingCause(version, pending, now)
      if (cause) {
        one.entry.causedBy = toCausedBy(cause, plan)
        marked++
      }
      left.push(one)
      continue
    }
    if (!version) {
      left.push(one)
      continue
    }
    const echo = decideEcho(version, {
      writes: record.writes,
      delivered: record.fields,
      deliveredAt: findReceiveTime(record, acceptTimes),
      drops: context.dropsEchoes,
      now,
    })
    record.writes = echo.writes
    record.isChanged = true
    if (echo.cause) marked++
    if (echo.isDropped) {
      dropped++
      record.fields = version.isDeleted ? undefined : toExact(version)
      continue
    }
    if (echo.cause) one.entry.causedBy = toCausedBy(echo.cause, plan)
    record.fields = version.isDeleted ? undefined : toExact(version)
    record.isDelivered = true
    left.push(one)
  }
  return {
    left,
    marked: marked - dropped,
    dropped,
    async store(messages) {
      const eventIdOf = new Map(
        messages.flatMap(({ id, recordIds }) =>
          recordIds.map((recordId) => [recordId, id] as const),
        ),
      )
      const changed = [...records.values()].filter(({ isChanged }) => isChanged)
      if (changed.length === 0) return
      const rows = changed.map((record) => ({
        recordId: record.recordId,
        writes: record.writes,
        delivered: toDelivered(record, {
          context,
          acceptTimes,
          eventId: eventIdOf.get(record.recordId),
        }),
      }))
      await store.updateWritten(tx, of, rows)
    },
  }
}

/** A written record while its versions are delivered. */
interface OpenRecord {
  recordId: string
  writes: readonly StoredWrite[]
  /** What destinations have received, by channel. */
  channels: ReadonlyMap<string, DeliveredVersion>
  /** Exact hashes of what the destination receives last; absent if unknown. */
  fields: Readonly<Record<string, string>> | undefined
  isDelivered: boolean
  isChanged: boolean
}

type AcceptTimes = ReadonlyMap<EventId, Date>

const toChannel = ({ action, plan }: EchoContext) => `${action} ${plan.destination}`
const toDestination = (channel: string) => channel.slice(channel.indexOf(' ') + 1)

function openRecord(
  { recordId, writes, delivered }: store.WrittenRecord,
  context: EchoContext,
): OpenRecord {
  const since = getNowMs() - keptMs
  const channels = new Map(
    Object.entries(delivered).filter(([, { eventIds }]) => timeOfId(eventIds.at(-1)!) > since),
  )
  return {
    recordId,
    writes,
    channels,
    fields: channels.get(toChannel(context))?.fields,
    isDelivered: false,
    isChanged: false,
  }
}

/** Returns when the messages with these records were accepted, as far as they were. */
async function findAcceptTimes(
  { notifications }: Pick<Services, 'notifications'>,
  tx: Db,
  { projectId }: InstallationRow,
  records: readonly OpenRecord[],
): Promise<AcceptTimes> {
  const messages = records.flatMap(({ channels }) =>
    [...channels].flatMap(([channel, { eventIds }]) =>
      eventIds.map((eventId) => ({ eventId, destination: toDestination(channel) })),
    ),
  )
  const times = new Map<EventId, Date>()
  for (const [destination, sent] of Map.groupBy(messages, (one) => one.destination)) {
    const eventIds = [...new Set(sent.map(({ eventId }) => eventId))]
    const found = await notifications.findAcceptTimes(tx, { projectId, destination, eventIds })
    for (const [eventId, time] of found) times.set(eventId, time)
  }
  return times
}

/** Returns when all messages with the record had been received; undefined if some were not. */
function findReceiveTime(
  { channels, isDelivered }: OpenRecord,
  acceptTimes: AcceptTimes,
): number | undefined {
  const eventIds = [...channels.values()].flatMap((channel) => channel.eventIds)
  const times = eventIds.map((eventId) => acceptTimes.get(eventId)?.getTime())
  const known = times.filter((time) => time !== undefined)
  return isDelivered || known.length === 0 || known.length < times.length
    ? undefined
    : Math.max(...known)
}

/** Returns what the destinations of a record have received. */
function toDelivered(
  { channels, fields, isDelivered }: OpenRecord,
  {
    context,
    acceptTimes,
    eventId,
  }: { context: EchoContext; acceptTimes: AcceptTimes; eventId: EventId | undefined },
): Record<string, DeliveredVersion> {
  const { plan } = context
  const channel = toChannel(context)
  const others = [...channels].filter(([name]) => name !== channel).slice(0, maxChannels - 1)
  const earlier = channels.get(channel)?.eventIds ?? []
  const waiting = earlier.filter((one) => !acceptTimes.has(one))
  const eventIds = !isDelivered ? earlier : eventId ? [...waiting, eventId] : []
  const isKnown =
    fields !== undefined &&
    eventIds.length > 0 &&
    eventIds.length <= maxWaiting &&
    plan.fieldNames.length <= maxRemembered &&
    !plan.isOnRequest
  return Object.fromEntries([
    ...(isKnown ? [[channel, { eventIds, fields }] as const] : []),
    ...others,
  ])
}

/** Returns undefined if the values of the record are unknown. */
function toVersion(
  scope: HashScope,
  { connector, plan, readFrom }: EchoContext,
  { record, entry, event }: DeliverableEntry,
): ReadVersion | undefined {
  const isDeleted = entry.subscribeEventType === 'delete'
  if (!isDeleted && !record) return undefined
  const values = new Map(
    isDeleted
      ? []
      : plan.fieldNames.map((name) => [
          name.toLowerCase(),
          hashValue(scope, name, connector.fieldValue(must(record, 'record').raw, name)),
        ]),
  )
  if (entry.associations) {
    const hash = hashExactly(scope, associationsName, entry.associations)
    values.set(associationsName, [hash, hash])
  }
  return {
    isDeleted,
    values,
    updatedNames: event?.fieldsUpdated && findUpdated(plan.fieldNames, event.fieldsUpdated),
    isCreation: event?.type === 'create',
    readFrom: readFrom.getTime(),
  }
}

/**
 * Returns the delivered fields that the provider reports as changed, of which it names nested ones by
 * the outermost; undefined if it reports none of them.
 */
function findUpdated(
  fieldNames: readonly string[],
  fieldsUpdated: readonly string[],
): ReadonlySet<string> | undefined {
  const updated = new Set(fieldsUpdated.map((name) => name.toLowerCase()))
  const lowered = fieldNames.map((name) => name.toLowerCase())
  const names = new Set(
    lowered.filter(
      (name) =>
        updated.has(name) || (name.startsWith('$[') && updated.has(parseFieldPath(name)[0]!)),
    ),
  )
  // A write of the same values changes only the time of the last modification.
  return names.size > 0 ? names : undefined
}

const toExact = ({ values }: ReadVersion): Record<string, string> =>
  Object.fromEntries([...values].map(([name, [exact]]) => [name, exact]))

/** A create without an answer may have made the record, if it has all values that were sent. */
function findPendingCause(
  version: ReadVersion,
  pending: readonly store.WrittenRecord[],
  now: number,
): Echo['cause'] {
  if (version.isDeleted) return undefined
  const write = pending
    .flatMap(({ writes }) => writes)
    .find(({ fields, until }) => {
      const compared = Object.entries(fields).flatMap(([name, hashes]) => {
        const value = version.values.get(name)
        return value ? [value[0] === hashes[0] || value[1] === hashes[1]] : []
      })
      return until > now && compared.length > 0 && compared.every(Boolean)
    })
  if (!write) return undefined
  const fields = new Set(Object.keys(write.fields).filter((name) => version.values.has(name)))
  return { operationIds: [write.operationId], fields, otherFields: 'unknown' }
}

/** Names the fields as they are delivered. */
function toCausedBy(
  { operationIds, fields, otherFields }: NonNullable<Echo['cause']>,
  { plain, mapped }: EchoContext['plan'],
): CausedBy {
  const isCaused = (fieldName: string) => fields.has(fieldName.toLowerCase())
  return {
    operationId: must(operationIds[0], 'operation'),
    ...(operationIds.length > 1 && { operationIds }),
    fields: [
      ...new Set([
        ...plain.filter(isCaused),
        ...mapped.flatMap((field) => (isCaused(field.fieldName) ? [field.mapToName] : [])),
      ]),
    ],
    otherFields,
  }
}
