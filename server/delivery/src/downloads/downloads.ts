import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryStatus, DownloadId, EventId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Database, Db } from '@platform/kernel/db/database'
import { newId, timeOfId } from '@platform/kernel/db/new-id'
import { readAttempts } from '../notifications/history/attempts.ts'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNowMs } from '@platform/kernel/values'

declare module '@platform/kernel/services' {
  interface Services {
    /** Signs the URLs of downloads. */
    downloadKey: Buffer
  }
}

/** How long the URL works after the event was created and after each delivery attempt. */
const openMs = 15 * 60_000
/** Size of the parts that are written and read, however slow the client. */
const partLength = 512 * 1024

/** JSON that is too large for the message of an event, with its signed URL. */
export interface NewDownload {
  id: DownloadId
  projectId: ProjectId
  eventId: EventId
  body: string
  /** Whether its message is held until it is requested. */
  isHeld: boolean
  url: string
}

/** Prepares a download before the transaction that stores it by `insertDownload`. */
export function newDownload(
  { publicUrl, downloadKey }: Pick<Services, 'publicUrl' | 'downloadKey'>,
  download: Pick<NewDownload, 'projectId' | 'eventId' | 'body' | 'isHeld'>,
): NewDownload {
  const id = newId('dl')
  const url = `${publicUrl}/downloads/${id}?signature=${sign(downloadKey, id)}`
  return { ...download, id, url }
}

/**
 * Stores JSON that is too large for a message as long as its event is kept, and returns its signed
 * URL. `sendHeldDownloads` assigns the content of results held until requested to an event.
 */
export async function storeDownload(
  services: Services,
  tx: Db,
  download: Pick<NewDownload, 'projectId' | 'eventId' | 'body'> & { isHeld?: boolean },
): Promise<string> {
  const created = newDownload(services, { isHeld: false, ...download })
  await insertDownload(tx, created)
  return created.url
}

export async function insertDownload(
  tx: Db,
  { id, projectId, eventId, body, isHeld }: NewDownload,
): Promise<void> {
  for (const [part, text] of splitText(body)) {
    const row = { id, part, projectId, eventId, body: Buffer.from(text), isHeld }
    await tx.insertInto('downloads').values(row).execute()
  }
}

/** Splits the text into parts without splitting a character. */
function* splitText(text: string): Generator<[part: number, text: string]> {
  for (let from = 0, part = 0; from < text.length; part++) {
    const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(from + partLength - 1))
    const to = from + partLength + (isWithin ? 1 : 0)
    yield [part, text.slice(from, to)]
    from = to
  }
}

/** Assigns held content to the events that deliver it now. */
export async function sendHeldDownloads(
  tx: Db,
  events: readonly { heldAs: EventId; id: EventId }[],
): Promise<void> {
  await sql`update downloads d set event_id = e.id, is_held = false
    from unnest(${events.map(({ heldAs }) => heldAs)}::text[], ${events.map(({ id }) => id)}::text[])
      e (held_as, id)
    where d.event_id = e.held_as and d.is_held`.execute(tx)
}

/**
 * Returns the JSON behind a signed URL, in parts. The URL works while a delivery of its event is
 * pending, and for 15 minutes after the event was created and after each attempt.
 */
export async function openDownload(
  { downloadKey }: Services,
  database: Database,
  { id, signature }: { id: DownloadId; signature: string },
): Promise<{ bytes: number; parts: AsyncIterable<Buffer> }> {
  const wanted = Buffer.from(sign(downloadKey, id))
  const given = Buffer.from(signature)
  const isSigned = wanted.length === given.length && timingSafeEqual(wanted, given)
  const download = isSigned ? await findDownload(database.everything, id) : undefined
  if (!download || !isOpen(download, getNowMs())) {
    throw new Problem('download-not-found', {
      detail: 'The download has expired, or its URL is incomplete.',
    })
  }
  const { projectId, bytes, count } = download
  return { bytes, parts: readParts(database.tenant(projectId), id, count) }
}

/**
 * Returns the JSON that was left for download with an event, and its size; only the size if it is
 * larger than allowed or has expired.
 */
export async function readDownloadOfEvent(
  db: Db,
  eventId: EventId,
  { maxBytes }: { maxBytes: number },
): Promise<{ bytes: number; json?: string }> {
  const ofEvent = db.selectFrom('downloads').where('eventId', '=', eventId)
  const { bytes } = await ofEvent
    .select(sql<number>`coalesce(sum(octet_length(body)), 0)::int`.as('bytes'))
    .executeTakeFirstOrThrow()
  if (bytes === 0 || bytes > maxBytes) return { bytes }
  const parts = await ofEvent.select('body').orderBy('part').execute()
  return { bytes, json: Buffer.concat(parts.map(({ body }) => body)).toString() }
}

const sign = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`download:${id}`).digest('base64url')

interface Download {
  projectId: ProjectId
  eventId: EventId
  bytes: number
  count: number
  deliveries: { status: Exclude<DeliveryStatus, 'paused' | 'retrying'>; attempts: string }[]
}

/** Finds a download whose event still exists, with the state of its deliveries. */
async function findDownload(db: AcrossTenants, id: DownloadId): Promise<Download | undefined> {
  const { rows } = await sql<Download>`
    select d.project_id, d.event_id, d.bytes, d.count,
           (select coalesce(json_agg(json_build_object('status', l.status, 'attempts', l.attempts)), '[]')
              from destinations t
              join deliveries l on l.destination_id = t.id and l.event_id = d.event_id
             where t.project_id = d.project_id) as deliveries
      from (select project_id, event_id, count(*)::int as count, sum(octet_length(body))::int as bytes
              from downloads where id = ${id} group by project_id, event_id) d
      join events e on e.project_id = d.project_id and e.id = d.event_id`.execute(db)
  return rows[0]
}

function isOpen({ eventId, deliveries }: Download, now: number): boolean {
  const lastTimes = deliveries.map(({ status, attempts }) => {
    const last = readAttempts(attempts, eventId).at(-1)
    if (status === 'pending') return now
    return last ? Date.parse(last.time) + last.durationMs : 0
  })
  return Math.max(timeOfId(eventId), ...lastTimes) > now - openMs
}

async function* readParts(db: Db, id: DownloadId, count: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < count; part++) {
    const row = await db
      .selectFrom('downloads')
      .select('body')
      .where('id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) throw new Error(`The download ${id} was erased while it was being sent.`)
    yield row.body
  }
}

/**
 * Removes some downloads older than the given time whose event is gone. Returns how many were
 * removed.
 */
export async function deleteExpiredDownloads(
  db: AcrossTenants,
  { before, atMost }: { before: EventId; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from downloads where ctid = any(array(
    select ctid from downloads d
     where event_id < ${before} and not is_held
       and not exists (select from events e where e.project_id = d.project_id and e.id = d.event_id)
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
