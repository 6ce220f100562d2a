import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http/api'
import { getDeliveredRecords, getPreviousRecord } from './delivered-records.ts'

export function deliveredRecordsRoutes(api: Api): void {
  api.serve(contract.getDeliveredRecords, ({ db, params }) =>
    getDeliveredRecords(db, params.eventId),
  )
  api.serve(contract.getPreviousRecord, ({ db, params, query }) =>
    getPreviousRecord(db, { ...params, ...query }),
  )
}
