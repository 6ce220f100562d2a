import type {
  ConfigId,
  EventId,
  Id,
  OperationId,
  RevisionId,
  TimelineEntry,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { continuesAt, parsePageToken } from '@platform/kernel/http/paginate'
import { configsBefore, pauseQuery, type InstallationRow } from '../installations/installations.ts'
import { changesBetween } from '../integrations/compare.ts'
import { revisionQuery } from '../integrations/integrations.ts'
import { eventsAbout } from '@platform/delivery/notifications/history/deliveries'
import { getLast } from '@platform/kernel/values'
import { operationQuery } from './store.ts'

/** Maximum number of places listed per change. */
const maxChanges = 100

/** Start of a page; entries of the same moment are sorted by ID. */
interface Before {
  ms: number
  id: string
}

/** Returns the lowest ID of a kind that is not before it. */
function makeIdBound<Prefix extends string>(
  prefix: Prefix,
  before: Before | undefined,
): Id<Prefix> {
  if (!before) return `${prefix}_~`
  if (before.id.startsWith(`${prefix}_`)) return before.id as Id<Prefix>
  return earliestId(prefix, before.ms + (`${prefix}_` < before.id ? 1 : 0))
}

/**
 * Returns the history of an installation, newest first. IDs contain the time, so all entries have
 * one order.
 */
export async function readTimeline(
  db: Db,
  installation: InstallationRow,
  { pageSize, pageToken }: { pageSize: number; pageToken?: string | undefined },
): Promise<TimelineEntry[]> {
  const before = pageToken === undefined ? undefined : parseBefore(pageToken)
  const limit = pageSize + 1
  const parts = await Promise.all([
    listConfigured(db, installation, { before: makeIdBound('conf', before), limit }),
    listDeployed(db, installation, { before: makeIdBound('rev', before), limit }),
    ran(db, installation, { before: makeIdBound('op', before), limit }),
    listPauses(db, installation, { before: makeIdBound('pau', before), limit }),
    findTimelineEvents(db, installation, { before: makeIdBound('evt', before), limit }),
  ])
  const begun =
    makeIdBound('inst', before) > installation.id ? [toInstalledEntry(installation)] : []
  const entries = [...parts.flat(), ...begun].toSorted(newestFirst)
  const shown = entries.slice(0, pageSize)
  if (entries.length <= pageSize) return shown
  const { id } = getLast(shown)
  return continuesAt(shown, `${timeOfId(id)} ${id}`)
}

function parseBefore(token: string): Before {
  const [ms = '', id = ''] = parsePageToken(token).split(' ')
  return { ms: Number(ms) || 0, id }
}

const newestFirst = (a: TimelineEntry, b: TimelineEntry) =>
  timeOfId(b.id) - timeOfId(a.id) || (a.id < b.id ? 1 : -1)

const makeMoment = (id: string) => ({ id, time: new Date(timeOfId(id)).toISOString() })

const toInstalledEntry = ({ id, createdBy }: InstallationRow): TimelineEntry => ({
  ...makeMoment(id),
  kind: 'installed',
  by: createdBy,
})

interface Part<Of> {
  before: Of
  limit: number
}

/** The first configuration belongs to the installation. */
async function listConfigured(
  db: Db,
  { id }: InstallationRow,
  { before, limit }: Part<ConfigId>,
): Promise<TimelineEntry[]> {
  const rows = await configsBefore(db, id, before)
    .limit(limit + 1)
    .execute()
  return rows.slice(0, limit).flatMap((row, index) => {
    const former = rows[index + 1]
    if (!former) return []
    const changes = changesBetween(former.content, row.content).slice(0, maxChanges)
    return changes.length > 0
      ? [{ ...makeMoment(row.id), kind: 'configured', by: row.createdBy, changes }]
      : []
  })
}

async function listDeployed(
  db: Db,
  { id, integrationId }: InstallationRow,
  { before, limit }: Part<RevisionId>,
): Promise<TimelineEntry[]> {
  const rows = await revisionQuery(db, integrationId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows
    .slice(0, limit)
    .filter((row) => timeOfId(row.id) > timeOfId(id))
    .map((row, index) => ({
      ...makeMoment(row.id),
      kind: 'deployed',
      by: row.createdBy ?? undefined,
      revisionId: row.id,
      restores: row.restores ?? undefined,
      changes: changesBetween(rows[index + 1]?.content, row.content).slice(0, maxChanges),
    }))
}

async function ran(
  db: Db,
  { id }: InstallationRow,
  { before, limit }: Part<OperationId>,
): Promise<TimelineEntry[]> {
  const rows = await operationQuery(db)
    .where('installationId', '=', id)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...makeMoment(row.id),
    kind: 'operation',
    by: row.createdBy ?? undefined,
    operationId: row.id,
    actionType: row.actionType,
    objectName: row.objectName,
    status: row.status,
    records: row.recordsProcessed,
    detail: row.result ?? undefined,
  }))
}

/** Returns the pauses and resumptions that people requested. */
async function listPauses(
  db: Db,
  { id }: InstallationRow,
  { before, limit }: Part<Id<'pau'>>,
): Promise<TimelineEntry[]> {
  const rows = await pauseQuery(db, id)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...makeMoment(row.id),
    kind: row.action,
    by: row.createdBy,
    objectName: row.objectName ?? undefined,
    detail: row.note ?? undefined,
  }))
}

/** Finds events, except requested pauses, which are listed with their actor. */
async function findTimelineEvents(
  db: Db,
  { id: installationId, projectId, groupRef, connectionId }: InstallationRow,
  part: Part<EventId>,
): Promise<TimelineEntry[]> {
  const pauses = await pauseQuery(db, installationId)
    .select('eventId')
    .where('eventId', 'is not', null)
    .execute()
  const without = pauses.flatMap(({ eventId }) => eventId ?? [])
  const of = { projectId, groupRef, installationId, connectionId, without }
  const events = await eventsAbout(db, of, part)
  return events.map(({ type, detail, objectName, ...event }) => ({
    ...makeMoment(event.id),
    kind: 'event',
    eventId: event.id,
    eventType: type,
    objectName,
    detail,
  }))
}
