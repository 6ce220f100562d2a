import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import type { Services } from '@platform/kernel/services'
import { planAppTest, testProviderApp } from './test-provider-app.ts'

export function appTestRoutes(api: Api, services: Services): void {
  api.serve(contract.testProviderApp, {
    /** The audit log records the test and whose connection it used, but no result. */
    async carryOut({ params, body, db }) {
      const { connection } = await planAppTest(services, db, { ...params, ...body })
      return connection ? { groupRef: connection.groupRef } : {}
    },
    conclude: async ({ params, body, db }) =>
      testProviderApp(services, db, await planAppTest(services, db, { ...params, ...body })),
  })
}
