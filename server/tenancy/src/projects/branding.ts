import type { Branding, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import * as store from './store.ts'

/** Returns the look of the hosted page; empty for the defaults. */
export const getBranding = async (db: Db, projectId: ProjectId): Promise<Branding> =>
  (await store.findBranding(db, projectId)) ?? {}

export async function updateBranding(
  db: Db,
  { projectId, branding }: { projectId: ProjectId; branding: Branding },
): Promise<Branding> {
  await store.upsertBranding(db, projectId, branding)
  return branding
}
