import { testProviderApp } from '@platform/contract'
import { sending, type Provocations } from '@platform/testing/provocations'

export const appTestProblems: Provocations = {
  testProviderApp: {
    'connection-not-found': sending(testProviderApp, { body: { connectionId: 'conn_missing' } }),
    async 'provider-not-found'({ api, ids, send, tenant }) {
      const ofApp = api.database
        .tenant(tenant.project.id)
        .updateTable('providerApps')
        .where('id', '=', ids['providerAppId'] as `papp_${string}`)
      await ofApp.set({ provider: 'gone' }).execute()
      try {
        return await send(testProviderApp)
      } finally {
        await ofApp.set({ provider: 'salesforce' }).execute()
      }
    },
  },
}
