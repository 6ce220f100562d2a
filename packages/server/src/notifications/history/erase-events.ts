import type { ProjectId } from '@platform/contract'
import type { Db } from '../../db/database.ts'
import { deleteDownloads } from '../../downloads/downloads.ts'
import * as store from './store.ts'

/** Whom an event may be about. */
export type About = { groupRef: string } | { consumerRef: string }

/**
 * Deletes the project's events, or those about a group or a consumer, their deliveries and what
 * they left for download. What is under way is still sent. Answers how many events there were.
 */
export async function eraseEvents(tx: Db, projectId: ProjectId, about?: About): Promise<number> {
  const said = about && Object.entries(about)[0]
  const { count, downloadIds } = await store.eraseEvents(tx, projectId, said)
  await deleteDownloads(tx, downloadIds)
  return count
}
