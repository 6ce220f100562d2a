import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
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
