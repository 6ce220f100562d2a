import type { Caller } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import * as store from './store.ts'

/**
 * Sets whether the builder's team may view delivered records. Only an end user may allow it;
 * everyone who may change the installation may end it.
 */
export async function setSupportAccess(
  db: Db,
  caller: Caller,
  { installation, enabled }: { installation: store.InstallationRow; enabled: boolean },
): Promise<void> {
  if (enabled && caller.kind !== 'consumer') {
    throw new Problem('permission-missing', {
      detail: 'Only an end user of the customer can turn on support access.',
      remedy:
        'Ask someone at the customer to turn it on in your product, or send a JWT of the end user who does.',
    })
  }
  await store.setSupportAccess(db, installation.id, enabled)
}
