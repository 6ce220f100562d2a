import type { InstallationId } from '@platform/contract'
import type { KeptState } from '@platform/installations/installations/installation-record'
import type { Db } from '@platform/kernel/db/database'
import { describeGap } from './list-records.ts'
import * as store from './store.ts'

/** Returns what is kept of the records of installations, by object. */
export async function findKeptStates(db: Db, ids: InstallationId[]): Promise<KeptState[]> {
  const objects = await store.findKeptObjects(db, ids)
  const isBesideOlder = objects.length > 0 && (await store.hasOlderProcess(db))
  return objects.map((object) => {
    const incomplete = describeGap(object, { isBesideOlder })
    return {
      installationId: object.installationId,
      objectName: object.objectName,
      kept: {
        records: object.records,
        bytes: object.bytes,
        since: object.createTime.toISOString(),
        ...(object.completeTime && { completeSince: object.completeTime.toISOString() }),
        ...(object.heldDeletions > 0 && { heldDeletions: object.heldDeletions }),
        ...(incomplete && { incomplete }),
      },
    }
  })
}
