import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import { getGroupInstallation } from '../installations/installations.ts'
import type { Services } from '../services.ts'
import { searchRecords } from './search.ts'

export function searchRoutes(api: Api, services: Services): void {
  api.serve(contract.searchRecords, {
    // It changes nothing here, but it asks the provider.
    prepare: async ({ params, query, body, db }) => {
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: query.groupRef,
      })
      return searchRecords(services, db, {
        latest: integration.content,
        installation,
        request: body,
      })
    },
    carryOut: (_call, found) => found,
  })
}
