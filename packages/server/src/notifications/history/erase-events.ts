import type { ProjectId } from '@platform/contract'
import type { Db } from '../../db/database.ts'
import * as store from './store.ts'
import { deleteUsage } from './usage-store.ts'

/** Whom an event may be about. */
export type About = { groupRef: string } | { consumerRef: string }

/**
 * Deletes the project's events, or those about a group or a consumer, their deliveries and what
 * they left for download; of a group also what was sent about it in each month. What is under way is
 * still sent. Answers how many events there were.
 */
export async function eraseEvents(tx: Db, projectId: ProjectId, about?: About): Promise<number> {
  if (!about || 'groupRef' in about) await deleteUsage(tx, projectId, about?.groupRef)
  return store.eraseEvents(tx, projectId, about && Object.entries(about)[0])
}

/** The same of events that name somebody who did something, and of these. */
export const eraseEventsMentioning = store.eraseEventsMentioning
