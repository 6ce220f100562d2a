import type { ConnectionId, ManifestIntegration } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { contentOfRevision } from '../integrations/revision-content.ts'
import * as store from './store.ts'

/** Returns the objects whose writes wait for the approval of a person, by the provider's names. */
const listApprovedObjects = ({ write }: Pick<ManifestIntegration, 'write'>): string[] =>
  (write?.objects ?? []).flatMap(({ objectName, approval }) =>
    approval === 'person' ? [objectName] : [],
  )

/**
 * Returns the objects whose writes wait for the approval of a person in any integration that uses the
 * connection, because a call to the provider reaches the objects of all.
 */
export async function findApprovedObjects(db: Db, connectionId: ConnectionId): Promise<string[]> {
  const installations = await store.findInstallationsOfConnection(db, connectionId)
  const found = new Set<string>()
  for (const { latestRevisionId } of installations) {
    const content = await contentOfRevision(db, latestRevisionId)
    if (content) for (const objectName of listApprovedObjects(content)) found.add(objectName)
  }
  return [...found]
}
