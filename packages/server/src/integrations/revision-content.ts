import type { ManifestIntegration, RevisionId } from '@platform/contract'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import { must } from '../values/must.ts'
import * as store from './store.ts'

/** Revisions are never changed, so what one says is read once. */
const contents = new LRUCache<RevisionId, ManifestIntegration>({ max: 1000 })

/** What a revision says; undefined when it is gone. The ID must come from a row of the tenant's. */
export async function contentOfRevision(
  db: Db,
  id: RevisionId,
): Promise<ManifestIntegration | undefined> {
  const known = contents.get(id)
  if (known) return known
  const content = await store.findRevisionContent(db, id)
  if (content) contents.set(id, content)
  return content
}

/** What the integration of an installation says now, and what it said when it was installed. */
export async function contentsOf(
  db: Db,
  { latestRevisionId, revisionId }: { latestRevisionId: RevisionId; revisionId: RevisionId },
): Promise<{ latest: ManifestIntegration; installed: ManifestIntegration }> {
  return {
    latest: must(await contentOfRevision(db, latestRevisionId), `revision ${latestRevisionId}`),
    installed: must(await contentOfRevision(db, revisionId), `revision ${revisionId}`),
  }
}
