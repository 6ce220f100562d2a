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
  createRevision: {
    'manifest-invalid': sending(contract.createRevision, {
      body: { sourceYaml: 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n' },
    }),
  },
  rollBackRevision: {
    async 'manifest-invalid'({ must, send }) {
      const { body: destination } = await must(contract.createDestination, {
        body: { name: 'gone', type: 'webhook', metadata: { url: 'https://acme.example/' } },
      })
      const integrations = [
        {
          name: 'rolled',
          provider: 'salesforce',
          read: {
            objects: [
              {
                objectName: 'Contact',
                destination: 'gone',
                requiredFields: [{ fieldName: 'LastName' }],
              },
            ],
          },
        },
      ]
      const sourceYaml = JSON.stringify({ specVersion: '1.0.0', integrations })
      const { body } = await must(contract.batchUpsertIntegrations, { body: { sourceYaml } })
      await must(contract.deleteDestination, { params: { destination: destination.id } })
      return send(contract.rollBackRevision, {
        params: { integrationId: 'rolled', revisionId: body[0].latestRevision.id },
      })
    },
  },
  getHydratedRevision: {
    'connection-not-found': sending(contract.getHydratedRevision, {
      query: { connectionId: 'made-up' },
    }),
  },
}
