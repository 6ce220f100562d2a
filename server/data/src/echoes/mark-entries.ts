import { parseFieldPath, type Connector, type ProviderRecord } from '@platform/connector'
import type { CausedBy, EventId, ManifestIntegration, ResultEntry } from '@platform/contract'
import type { InstallationRow } from '@platform/installations/installations/installations'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getLast, getNowMs, must } from '@platform/kernel/values'
import { timeOfId } from '@platform/kernel/db/new-id'
import { keptMs, toExpireTime, toUnanswered } from './note-writes.ts'
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
  event?: {
    type: ResultEntry['subscribeEventType']
    fieldsUpdated?: readonly string[] | undefined
    /** The client that the provider names: the installation, or null for somebody else. */
    origin?: string | null | undefined
  }
}

/** Where the records are delivered. */
export interface EchoContext {
  installation: InstallationRow
  connector: Pick<Connector, 'fieldValue'>
  plan: Pick<
    ReadPlan,
    'objectName' | 'fieldNames' | 'plain' | 'mapped' | 'expressions' | 'destination' | 'isOnRequest'
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
/** Destinations of a record, and messages to a destination, that are remembered. */
const maxDestinations = 4
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
 * Returns what is known of the writes of these records and of the creates without an answer; empty if
 * the installation does not write the object. One statement per page.
 */
export const findWritten = async (
  db: Db,
  installation: InstallationRow,
  objectName: string,
  recordIds: readonly string[],
): Promise<store.FoundRecord[]> =>
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
  { entries, found }: { entries: readonly Entry[]; found: readonly store.FoundRecord[] },
): Promise<MarkedEntries<Entry>> {
  const { installation, plan } = context
  const of = { installationId: installation.id, objectName: plan.objectName.toLowerCase() }
  const unanswered = found.flatMap(({ unanswered: sent }) => toNoted(services, context, sent) ?? [])
  const created = unanswered.filter(({ isPending }) => isPending)
  const updated = unanswered.filter(({ isPending }) => !isPending)
  // What is delivered of a record is remembered with its writes.
  if (updated.length > 0) {
    const until = Math.max(...updated.map(({ write }) => write.until))
    const { projectId } = installation
    await store.addWrites(tx, { ...of, projectId }, toExpireTime(until), updated, { isKept: true })
  }
  const stored = found.filter((one) => one.unanswered === null)
  const ids = [
    ...stored.flatMap(({ isPending, recordId }) => (isPending ? [] : [recordId])),
    ...updated.map(({ recordId }) => recordId),
  ]
  // Those found without a lock may have been written again in the meantime.
  const locked = ids.length > 0 ? await store.lockWritten(tx, of, [...new Set(ids)]) : []
  const records = new Map(locked.map((row) => [row.recordId, openRecord(row, context)]))
  const pending = [
    ...stored.flatMap(({ isPending, writes }) => (isPending ? writes : [])),
    ...created.map(({ write }) => write),
  ]
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
    // The provider names another client, so a create without an answer has not made the record.
    const isOfOther = version?.origin === 'other'
    if (!record) {
      const cause = version && !isOfOther ? findPendingCause(version, pending, now) : undefined
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
    // Reads contain associations, changes may not.
    record.fields = version.isDeleted ? undefined : { ...record.fields, ...toExact(version) }
    if (echo.isDropped) {
      dropped++
      continue
    }
    if (echo.cause) one.entry.causedBy = toCausedBy(echo.cause, plan)
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

/** Returns a record of a write in progress as it is noted once the write ends without an answer. */
function toNoted(
  services: Pick<Services, 'echoKey'>,
  { installation, plan }: EchoContext,
  sent: store.UnansweredRecord | null,
): store.NewWrittenRecord | undefined {
  if (!sent) return undefined
  const { operationId, type, deadline, index, record } = sent
  const { id: installationId, projectId } = installation
  const write = {
    ...{ projectId, installationId, operationId, objectName: plan.objectName, type },
    acceptedAt: timeOfId(operationId),
    deadline: deadline === null ? null : new Date(deadline),
  }
  return toUnanswered(services, write, { index, record })
}

/** A written record while its versions are delivered. */
interface OpenRecord {
  recordId: string
  writes: readonly StoredWrite[]
  /** What destinations have received, by their names. */
  destinations: ReadonlyMap<string, DeliveredVersion>
  /** Exact hashes of what the destination receives last; absent if unknown. */
  fields: Readonly<Record<string, string>> | undefined
  isDelivered: boolean
  isChanged: boolean
}

type AcceptTimes = ReadonlyMap<EventId, Date>

function openRecord(
  { recordId, writes, delivered }: store.WrittenRecord,
  { plan }: EchoContext,
): OpenRecord {
  const since = getNowMs() - keptMs
  const destinations = new Map(
    Object.entries(delivered).filter(([, { eventIds }]) => timeOfId(getLast(eventIds)) > since),
  )
  return {
    recordId,
    writes,
    destinations,
    fields: destinations.get(plan.destination)?.fields,
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
  const messages = records.flatMap(({ destinations }) =>
    [...destinations].flatMap(([destination, { eventIds }]) =>
      eventIds.map((eventId) => ({ eventId, destination })),
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
  { destinations, isDelivered }: OpenRecord,
  acceptTimes: AcceptTimes,
): number | undefined {
  const eventIds = [...destinations.values()].flatMap((one) => one.eventIds)
  const times = eventIds.map((eventId) => acceptTimes.get(eventId)?.getTime())
  const known = times.filter((time) => time !== undefined)
  return isDelivered || known.length === 0 || known.length < times.length
    ? undefined
    : Math.max(...known)
}

/** Returns what the destinations of a record have received. */
function toDelivered(
  { destinations, fields, isDelivered }: OpenRecord,
  {
    context: { plan },
    acceptTimes,
    eventId,
  }: { context: EchoContext; acceptTimes: AcceptTimes; eventId: EventId | undefined },
): Record<string, DeliveredVersion> {
  const { destination } = plan
  const others = [...destinations].filter(([name]) => name !== destination)
  const earlier = destinations.get(destination)?.eventIds ?? []
  const waiting = earlier.filter((one) => !acceptTimes.has(one))
  const eventIds = !isDelivered ? earlier : eventId ? [...waiting, eventId] : []
  const isKnown =
    fields !== undefined &&
    eventIds.length <= maxWaiting &&
    Object.keys(fields).length <= maxRemembered &&
    !plan.isOnRequest
  // Messages are awaited even if it is unknown what the last of them contained.
  const version = { eventIds: eventIds.slice(-maxWaiting), ...(isKnown && { fields }) }
  return Object.fromEntries([
    ...(eventIds.length > 0 ? [[destination, version] as const] : []),
    ...others.slice(0, maxDestinations - 1),
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
    ...(event?.origin !== undefined && {
      origin: event.origin === scope.installationId ? 'own' : 'other',
    }),
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
  pending: readonly StoredWrite[],
  now: number,
): Echo['cause'] {
  if (version.isDeleted) return undefined
  const write = pending.find(({ fields, until }) => {
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

/** Names the fields as they are delivered, and those that are computed of them. */
function toCausedBy(
  { operationIds, fields, otherFields }: NonNullable<Echo['cause']>,
  { plain, mapped, expressions }: EchoContext['plan'],
): CausedBy {
  const isCaused = (fieldName: string) => fields.has(fieldName.toLowerCase())
  return {
    operationId: must(operationIds[0], 'operation'),
    ...(operationIds.length > 1 && { operationIds }),
    fields: [
      ...new Set([
        ...plain.filter(isCaused),
        ...mapped.flatMap((field) => (isCaused(field.fieldName) ? [field.mapToName] : [])),
        ...(expressions?.computed ?? []).flatMap((field) =>
          field.fieldNames.some(isCaused) ? [field.mapToName] : [],
        ),
      ]),
    ],
    otherFields,
  }
}
