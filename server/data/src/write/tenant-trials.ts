import { sql } from 'kysely'
import { hashApiKey } from '@platform/kernel/access'
import { type Trial, changes, longAgo, reads } from '@platform/testing/trial'
import { findApprovalByLink, selectOverdue } from './approvals/store.ts'
import { removeForgottenKeys } from './upsert-keys.ts'

export const writeTrials: Record<string, Trial> = {
  'write/upsert-keys.ts removeForgottenKeys': changes(
    ({ all }) => removeForgottenKeys(all, 10),
    async ({ all, mine, theirs }) => {
      for (const [tenant, age] of [
        [mine, '2 hours'],
        [theirs, '0 hours'],
      ] as const) {
        await sql`insert into upsert_keys (connection_id, key_hash, project_id, holder, expire_time)
          values (${tenant.ids.connection}, '\\x00', ${tenant.projectId}, 'trial', now() - ${age}::interval)`.execute(
          all,
        )
      }
    },
  ),
  'write/approvals/store.ts findApprovalByLink': reads(({ all, mine }) =>
    findApprovalByLink(all, hashApiKey(mine.approvalLinkToken)),
  ),
  'write/approvals/store.ts selectOverdue': reads(
    ({ all }) => selectOverdue(all, new Date()).execute(),
    async ({ all, mine }) => {
      await all
        .updateTable('approvals')
        .set({ expireTime: longAgo })
        .where('projectId', '=', mine.projectId)
        .execute()
    },
  ),
}
