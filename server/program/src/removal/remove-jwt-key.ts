import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { deleteJwtKey, lockJwtKey } from '@platform/tenancy/projects/jwt-keys'
import { inUse } from './in-use.ts'
import { getNowMs } from '@platform/kernel/values'

/** A key without tokens for this time is considered unused. */
const unusedAfterMs = 7 * 86_400_000

/**
 * Deletes a JWT key. Rejected while it is active and end users present its tokens, unless forced.
 */
export async function removeJwtKey(
  db: Db,
  { keyId, force }: { keyId: string; force: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id, label, active, lastUseTime, recentGroups } = await lockJwtKey(tx, keyId)
    const isUsed = active && lastUseTime !== null && getNowMs() - +lastUseTime < unusedAfterMs
    if (isUsed && !force) {
      throw inUse(
        {
          count: recentGroups.length,
          named: recentGroups.map((groupRef) => ({
            type: 'group',
            id: groupRef,
            says: `End users of ${groupRef} signed in with it recently.`,
          })),
        },
        {
          detail: `A token signed by ${label} was last accepted at ${lastUseTime.toISOString()}. If you delete the key anyway, its tokens are rejected within two seconds.`,
          remedy:
            'Deactivate the key first, which can be undone, or repeat the request with `force=true`.',
        },
      )
    }
    await deleteJwtKey(tx, id)
  })
}
