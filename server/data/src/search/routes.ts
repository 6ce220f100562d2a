import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { getGroupInstallation } from '@platform/installations/installations/installations'
import type { Services } from '@platform/kernel/services'
import { searchRecords } from './search.ts'

export function searchRoutes(api: Api, services: Services): void {
  api.serve(contract.searchRecords, {
    /** Returns what the audit log records: whose records were searched, but no records. */
    async carryOut({ params, query, body, db }) {
      const { installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: query.groupRef,
        instance: query.instance,
      })
      return { groupRef: installation.groupRef, objectName: body.objectName }
    },
    async conclude({ params, query, body, db }) {
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: query.groupRef,
        instance: query.instance,
      })
      return searchRecords(services, db, {
        latest: integration.content,
        installation,
        request: body,
      })
    },
  })
}
