import { sql } from 'kysely'
import { type Trial, changes } from '@platform/testing/trial'
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
}
