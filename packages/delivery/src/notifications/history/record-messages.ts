import type {
  EventId,
  InstallationId,
  MessageType,
  ProjectId,
  ResultEntry,
  WebhookMessage,
} from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { Problem } from '@platform/kernel/problems/problem'
import { firstOf } from '@platform/kernel/values/must'
import { findEvent } from './store.ts'

/** An event with the records of its message, if it carries any. */
export interface StoredRecordMessage {
  id: EventId
  projectId: ProjectId
  groupRef: string | undefined
  groupName: string | undefined
  objectName: string | undefined
  installationId: InstallationId | undefined
  createTime: Date
  /** Undefined if the event carries no records. */
  records: CarriedRecords | undefined
}

/** Records in the message, or left for download because one is too large for a message. */
export type CarriedRecords = readonly ResultEntry[] | 'download'

export const carriesRecords = (type: MessageType): boolean =>
  type === 'read' || type === 'subscribe'

/** @throws Problem `event-not-found` */
export async function getRecordMessage(db: Db, eventId: EventId): Promise<StoredRecordMessage> {
  const row = await findEvent(db, eventId)
  if (!row) throw eventNotFound(eventId)
  const { id, projectId, groupRef, about } = row
  return {
    id,
    projectId,
    groupRef: groupRef ?? undefined,
    groupName: about?.groupName ?? groupRef ?? undefined,
    objectName: about?.objectName,
    installationId: about?.installationId,
    createTime: new Date(timeOfId(id)),
    records: carriesRecords(row.type) ? recordsIn(row.body) : undefined,
  }
}

export const eventNotFound = (eventId: string) =>
  new Problem('event-not-found', {
    detail: `No event has the ID ${eventId}. Events are deleted when they expire, and when their customer is erased.`,
  })

function recordsIn(body: string): CarriedRecords {
  const { resultInfo, result }: Partial<WebhookMessage> = JSON.parse(body)
  return resultInfo?.type === 'url' ? 'download' : (result ?? [])
}

/**
 * Returns a message with records as people see it: without the records and without the URL of a
 * download. Whoever may view records does so separately.
 */
export function withoutRecords(message: Partial<WebhookMessage>): Partial<WebhookMessage> {
  const { result: _records, resultInfo, ...rest } = message
  if (!resultInfo) return rest
  const { downloadUrl: _url, ...info } = resultInfo
  return { ...rest, resultInfo: info }
}

/** Number of messages of an object that are searched, among those of its customer. */
const most = { searched: 200, scanned: 2_000, found: 20 }

/**
 * Finds the latest earlier messages about the same object of the installation whose text contains
 * the ID of a record, newest first, and the number of messages that were searched.
 */
export async function findEarlierMessages(
  db: Db,
  { projectId, groupRef, installationId, objectName, id }: StoredRecordMessage,
  recordId: string | number,
): Promise<{ searched: number; messages: { id: EventId; records: CarriedRecords }[] }> {
  // A number has no quotes that separate it from longer ones.
  const mentions =
    typeof recordId === 'number'
      ? sql<boolean>`body ~ ${`[:,[]${recordId}[],}]`}`
      : sql<boolean>`strpos(body, ${JSON.stringify(recordId)}) > 0`
  const { rows } = await sql<{ searched: number; id: EventId | null; body: string | null }>`
    with searched as (
      select id, body from (
        select id, body, about from events
         where project_id = ${projectId} and group_ref = ${groupRef} and id < ${id}
           and type in ('read', 'subscribe')
         order by id desc limit ${most.scanned}) recent
       where about ->> 'installationId' = ${installationId} and about ->> 'objectName' = ${objectName}
       order by id desc limit ${most.searched})
    select (select count(*)::int from searched) as searched, found.id, found.body
      from (values (1)) one
      left join lateral (
        select id, body from searched where ${mentions} order by id desc limit ${most.found}) found on true
     order by found.id desc`.execute(db)
  return {
    searched: firstOf(rows).searched,
    messages: rows.flatMap((row) =>
      row.id && row.body !== null ? [{ id: row.id, records: recordsIn(row.body) }] : [],
    ),
  }
}
