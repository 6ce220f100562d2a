import * as contract from '@platform/contract'
import {
  atLimit,
  sending,
  type Provocation,
  type Provocations,
} from '@platform/testing/provocations'

const definition = (provider: string) => ({
  specVersion: '1.0.0',
  content: { name: 'crm', provider, proxy: { enabled: true } },
})

const makeDeployment = (name: string, isEnabled = true) => ({
  sourceYaml: JSON.stringify({
    specVersion: '1.0.0',
    integrations: [{ name, provider: 'salesforce', proxy: { enabled: isEnabled } }],
  }),
})

/** Sends the request about an integration with two revisions. */
const ofRevised =
  (name: string, provoke: (revisionId: string) => Provocation): Provocation =>
  async (world) => {
    const { body } = await world.must(contract.batchUpsertIntegrations, {
      body: makeDeployment(name),
    })
    await world.must(contract.batchUpsertIntegrations, { body: makeDeployment(name, false) })
    return provoke(body[0].latestRevision.id)(world)
  }

export const integrationProblems: Provocations = {
  createIntegration: {
    'limit-reached': atLimit(
      'integrations',
      sending(contract.createIntegration, {
        body: { name: 'more', provider: 'salesforce', latestRevision: definition('salesforce') },
      }),
    ),
    'integration-name-taken': sending(contract.createIntegration, {
      body: { name: 'crm', provider: 'salesforce', latestRevision: definition('salesforce') },
    }),
    'manifest-invalid': sending(contract.createIntegration, {
      body: { name: 'new', provider: 'made-up', latestRevision: definition('made-up') },
    }),
  },
  batchUpsertIntegrations: {
    'limit-reached': atLimit(
      'integrations',
      sending(contract.batchUpsertIntegrations, { body: makeDeployment('more') }),
    ),
    'manifest-invalid': sending(contract.batchUpsertIntegrations, {
      body: { sourceYaml: 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n' },
    }),
  },
  createRevision: {
    'limit-reached': ofRevised('again', () =>
      atLimit(
        'storedBytes',
        sending(contract.createRevision, {
          params: { integrationId: 'again' },
          body: makeDeployment('again'),
        }),
      ),
    ),
    'manifest-invalid': sending(contract.createRevision, {
      body: { sourceYaml: 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n' },
    }),
  },
  rollBackRevision: {
    'limit-reached': ofRevised('back', (revisionId) =>
      atLimit(
        'storedBytes',
        sending(contract.rollBackRevision, { params: { integrationId: 'back', revisionId } }),
      ),
    ),
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
      await must(contract.deleteDestination, {
        params: { destination: destination.id },
        query: { force: 'true' },
      })
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
