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
import { getFirst } from '@platform/kernel/values'
import { findEvent } from './store.ts'
import { readBodies, readBody } from './stored-bodies.ts'
import type { MessageBodies, StoredBody } from '../message-log/bodies.ts'
import type { LogPlace } from '../message-log/message-log.ts'

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
export async function getRecordMessage(
  db: Db,
  bodies: MessageBodies,
  eventId: EventId,
): Promise<StoredRecordMessage> {
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
    records: carriesRecords(row.type) ? recordsIn(await readBody(bodies, row)) : undefined,
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
const max = { searched: 200, scanned: 2_000, pages: 250, found: 20 }

/**
 * Finds the latest earlier messages about the same object of the installation whose text contains
 * the ID of a record, newest first, and the number of messages that were searched.
 */
export async function findEarlierMessages(
  db: Db,
  bodies: MessageBodies,
  { projectId, groupRef, installationId, objectName, id }: StoredRecordMessage,
  recordId: string | number,
): Promise<{ searched: number; messages: { id: EventId; records: CarriedRecords }[] }> {
  // A number has no quotes that separate it from longer ones.
  const pattern = `[:,[]${recordId}[],}]`
  const text = JSON.stringify(recordId)
  const isNumber = typeof recordId === 'number'
  const mentions = isNumber
    ? sql<boolean>`body ~ ${pattern}`
    : sql<boolean>`strpos(body, ${text}) > 0`
  const { rows } = await sql<FoundMessage>`
    with searched as (
      select id, body, log_place from (
        (select id, body, log_place, about from events
          where project_id = ${projectId} and group_ref = ${groupRef} and id < ${id}
            and type in ('read', 'subscribe')
          order by id desc limit ${max.scanned})
        union all
        select m.id, null, p.log_place, p.about
          from (select * from message_pages
                 where project_id = ${projectId} and group_ref = ${groupRef} and first_id < ${id}
                   and type in ('read', 'subscribe')
                 order by first_id desc limit ${max.pages}) p
         cross join unnest(p.event_ids) m (id)
         where m.id < ${id}
         order by id desc limit ${max.scanned}) recent
       where about ->> 'installationId' = ${installationId} and about ->> 'objectName' = ${objectName}
       order by id desc limit ${max.searched})
    select (select count(*)::int from searched) as searched,
           found.id, found.body, found.log_place
      from (values (1)) one
      left join lateral (
        select * from searched where log_place is not null or ${mentions} order by id desc
         limit (select case when count(log_place) = 0 then ${max.found}::int end from searched)
      ) found on true
     order by found.id desc`.execute(db)
  const isMentioned = isNumber
    ? (body: string) => new RegExp(`[:,[]${recordId}[\\],}]`).test(body)
    : (body: string) => body.includes(text)
  const messages: { id: EventId; records: CarriedRecords }[] = []
  // Few at a time: their bodies may be large.
  for (let from = 0; from < rows.length && messages.length < max.found; from += max.found) {
    const part = rows
      .slice(from, from + max.found)
      .flatMap((row): StoredBody[] => (row.id ? [{ ...row, id: row.id, projectId }] : []))
    const found = await readBodies(bodies, part)
    for (const event of part) {
      const body = found.get(event.id)
      if (body === undefined || !isMentioned(body)) continue
      messages.push({ id: event.id, records: recordsIn(body) })
    }
  }
  return { searched: getFirst(rows).searched, messages: messages.slice(0, max.found) }
}

interface FoundMessage {
  searched: number
  id: EventId | null
  body: string | null
  logPlace: LogPlace | null
}
