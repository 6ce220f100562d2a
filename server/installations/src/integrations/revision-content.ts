import type { ManifestIntegration, RevisionId } from '@platform/contract'
import { findObjectName } from '@platform/manifest'
import { LRUCache } from 'lru-cache'
import type { Db } from '@platform/kernel/db/database'
import { must } from '@platform/kernel/values'
import * as store from './store.ts'

/** Revisions are immutable, so their content is read once. */
const contents = new LRUCache<RevisionId, ManifestIntegration>({ max: 1000 })

/**
 * Returns the content of a revision; undefined if deleted. The ID must come from a row of the
 * tenant.
 */
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

/** Returns the provider's name of an installation's object for the name at the provider or the builder's. */
export async function findInstalledObjectName(
  db: Db,
  installation: { latestRevisionId: RevisionId; revisionId: RevisionId },
  name: string,
): Promise<string> {
  const { latest, installed } = await findContents(db, installation)
  return findObjectName(name, latest, installed)
}

/** Returns the latest content of an installation's integration, and the installed content. */
export async function findContents(
  db: Db,
  { latestRevisionId, revisionId }: { latestRevisionId: RevisionId; revisionId: RevisionId },
): Promise<{ latest: ManifestIntegration; installed: ManifestIntegration }> {
  return {
    latest: must(await contentOfRevision(db, latestRevisionId), `revision ${latestRevisionId}`),
    installed: must(await contentOfRevision(db, revisionId), `revision ${revisionId}`),
  }
}
