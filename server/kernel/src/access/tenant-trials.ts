import * as access from './store.ts'
import { mustBeWithin, noTenantLimits } from './tenant-limits.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Trial, reads, changes, serves } from '@platform/testing/trial'

export const accessTrials: Record<string, Trial> = {
  'access/store.ts findBuilder': reads(({ all, mine }) => access.findBuilder(all, mine.owner.id)),
  'access/store.ts upsertBuilder': changes(({ all, mine }) =>
    access.upsertBuilder(all, {
      idpProvider: 'platform',
      idpRef: mine.owner.id,
      email: 'new@mine.test',
      emailVerified: true,
    }),
  ),
  'access/tenant-limits.ts mustBeWithin': serves(({ all, mine }) =>
    inTransaction(all, (tx) =>
      mustBeWithin(
        tx,
        { ...noTenantLimits, projects: 1 },
        {
          what: 'projects',
          tenant: mine.org.id,
          count: async () => 1,
        },
      ),
    ),
  ),
}
