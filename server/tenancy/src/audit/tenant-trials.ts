import { sql } from 'kysely'
import * as audit from './store.ts'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { type Trial, changes, longAgo, longerAgo } from '@platform/testing/trial'

export const auditTrials: Record<string, Trial> = {
  'audit/store.ts insertRecords': changes(({ database, mine }) =>
    audit.insertRecords(database, [record(mine.org.id, mine.projectId)]),
  ),
  'audit/store.ts insertRecord': changes(({ all, mine }) =>
    inTransaction(all, (tx) => audit.insertRecordsIn(tx, [record(mine.org.id, mine.projectId)])),
  ),
  'audit/store.ts removeRecords': changes(
    ({ database }) =>
      database.asOwner((owner) => audit.removeRecords(owner, { before: longAgo, atMost: 10 })),
    ({ all, mine }) =>
      sql`insert into audit_log (id, time, org_id, actor_kind, actor_id, action, target, request_id)
        values ('aud_1', ${longerAgo[0]}, ${mine.org.id}, 'operator', 'x', 'x', '/', 'req_1')`
        .execute(all)
        .then(() => {}),
  ),
}

const record = (orgId: `org_${string}`, projectId: string): audit.NewRecord => ({
  id: newId('aud'),
  orgId,
  projectId,
  actorKind: 'operator',
  actorId: 'somebody',
  actorLabel: null,
  action: 'try',
  target: '/',
  requestId: 'req_1',
  ip: null,
  userAgent: null,
  before: null,
  after: null,
})
