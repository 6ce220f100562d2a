import * as contract from '@platform/contract'
import { sending, type Provocations } from '../conventions/provocations.ts'

const definition = (provider: string) => ({
  specVersion: '1.0.0',
  content: { name: 'crm', provider, proxy: { enabled: true } },
})

export const integrationProblems: Provocations = {
  createIntegration: {
    'integration-name-taken': sending(contract.createIntegration, {
      body: { name: 'crm', provider: 'salesforce', latestRevision: definition('salesforce') },
    }),
    'manifest-invalid': sending(contract.createIntegration, {
      body: { name: 'new', provider: 'made-up', latestRevision: definition('made-up') },
    }),
  },
  batchUpsertIntegrations: {
    'manifest-invalid': sending(contract.batchUpsertIntegrations, {
      body: { sourceYaml: 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n' },
    }),
  },
  getHydratedRevision: {
    'connection-not-found': sending(contract.getHydratedRevision, {
      query: { connectionId: 'made-up' },
    }),
  },
}
