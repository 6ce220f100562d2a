import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { getVisibleInstallation } from '@platform/installations/installations/installations'
import type { Services } from '@platform/kernel/services'
import { listRecords } from './list-records.ts'

export function keptRecordRoutes(api: Api, services: Services): void {
  api.serve(contract.listKeptRecords, async ({ params, query, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, params)
    const { updatedAfter, includeDeleted, ...page } = query
    return listRecords(services, db, {
      ...{ caller, installation, objectName: params.objectName, page },
      filter: { updatedAfter, includeDeleted },
    })
  })
}
