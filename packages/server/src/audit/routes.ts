import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import { paginate } from '../http/paginate.ts'
import { toAuditRecord, toBriefAuditRecord } from './audit-log.ts'
import { selectRecords } from './store.ts'

export function auditRoutes(api: Api): void {
  api.serve(contract.listAuditLog, ({ db, org, query }) =>
    paginate(
      selectRecords(db, org.id, query),
      query,
      query.brief ? toBriefAuditRecord : toAuditRecord,
    ),
  )
}
