import * as contract from '@platform/contract'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import type { Api } from '@platform/kernel/http'
import { getDeliveredRecords, getPreviousRecord } from './delivered-records.ts'

export function serveDeliveredRecords(api: Api, { bodies }: Notifications): void {
  api.serve(contract.getDeliveredRecords, ({ db, params }) =>
    getDeliveredRecords(db, bodies, params.eventId),
  )
  api.serve(contract.getPreviousRecord, ({ db, params, query }) =>
    getPreviousRecord(db, bodies, { ...params, ...query }),
  )
}
