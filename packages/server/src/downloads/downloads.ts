import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DownloadId, ProjectId } from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'

/** How long a download's URL works. */
const lifetimeMs = 15 * 60_000

/** Keeps JSON that is too large for a message, and answers the signed URL that gives it for 15 minutes. */
export async function storeDownload(
  { publicUrl, downloadKey }: Services,
  tx: Db,
  { projectId, body }: { projectId: ProjectId; body: string },
): Promise<string> {
  const id = newId('dl')
  const expireTime = new Date(Date.now() + lifetimeMs)
  await tx.insertInto('downloads').values({ id, projectId, body, expireTime }).execute()
  return `${publicUrl}/downloads/${id}?signature=${sign(downloadKey, id)}`
}

/** The JSON behind a signed URL. */
export async function getDownload(
  { downloadKey }: Services,
  db: AcrossTenants,
  { id, signature }: { id: DownloadId; signature: string },
): Promise<string> {
  const wanted = Buffer.from(sign(downloadKey, id))
  const given = Buffer.from(signature)
  const isSigned = wanted.length === given.length && timingSafeEqual(wanted, given)
  const row = isSigned
    ? await db
        .selectFrom('downloads')
        .select('body')
        .where('id', '=', id)
        .where('expireTime', '>', new Date())
        .executeTakeFirst()
    : undefined
  if (!row) {
    throw new Problem('download-not-found', {
      detail: 'The download has expired or its URL is not complete.',
    })
  }
  return row.body
}

const sign = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`download:${id}`).digest('base64url')

/** Removes them before they expire. */
export async function deleteDownloads(tx: Db, ids: readonly DownloadId[]): Promise<void> {
  // One parameter, for a project's events may name more than a statement takes one by one.
  await tx
    .deleteFrom('downloads')
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
}

/** Removes some of what has expired; answers how many. */
export async function deleteExpiredDownloads(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from downloads where id = any(array(
    select id from downloads where expire_time < now() limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
