import type { ProjectId } from '@platform/contract'
import type { Db } from '../../db/database.ts'
import * as store from './store.ts'

/** Whom an event may be about. */
export type About = { groupRef: string } | { consumerRef: string }

/**
 * Deletes the project's events, or those about a group or a consumer, their deliveries and what
 * they left for download. What is under way is still sent. Answers how many events there were.
 */
export const eraseEvents = (tx: Db, projectId: ProjectId, about?: About): Promise<number> =>
  store.eraseEvents(tx, projectId, about && Object.entries(about)[0])
