import { sql } from 'kysely'
import { type Trial, changes } from '@platform/testing/trial'
import { removeExpired } from './store.ts'

export const echoTrials: Record<string, Trial> = {
  'echoes/store.ts removeExpired': changes(
    ({ all }) => removeExpired(all, 10),
    async ({ all, mine, theirs }) => {
      for (const [tenant, age] of [
        [mine, '1 hour'],
        [theirs, '-1 hour'],
      ] as const) {
        await sql`
          insert into written_records
            (installation_id, object_name, record_id, project_id, writes, expire_time)
          values (${tenant.ids.installation}, 'trial', '1', ${tenant.projectId}, '[]',
            now() - ${age}::interval)`.execute(all)
      }
    },
  ),
}
