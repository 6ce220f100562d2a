import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { withFault } from './connection-problems.ts'
import type { Provocation, Provocations } from './provocations.ts'
import { chosen, type Sent } from './world.ts'

const definition = (provider: string) => ({
  specVersion: '1.0.0',
  content: { name: 'crm', provider, proxy: { enabled: true } },
})

type Effect = 'permission-lost' | 'unavailable' | 'token-expired'

/** Describes an object while the provider has a fault. */
const describing =
  (operation: OperationDefinition, effect: Effect): Provocation =>
  (world) =>
    withFault(world, { effect, match: { pathRegex: '/describe' } }, () => world.send(operation))

const metadataProblems = (operation: OperationDefinition) => ({
  'object-not-found': (({ send }) =>
    send(operation, { params: { objectName: 'MadeUp' } })) as Provocation,
  'credentials-refused': ((world) =>
    withFault(world, { effect: 'refresh-revoked', match: { pathRegex: '/oauth2/token' } }, () =>
      describing(operation, 'token-expired')(world),
    )) as Provocation,
  'provider-refused': describing(operation, 'permission-lost'),
  'provider-unavailable': describing(operation, 'unavailable'),
})

const sending =
  (operation: OperationDefinition, sent: Sent): Provocation =>
  ({ send }) =>
    send(operation, sent)

const install = (groupRef: string, content: object = chosen()) =>
  sending(contract.createInstallation, { body: { groupRef, config: { content } } })

export const installationProblems: Provocations = {
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
  createInstallation: {
    'installation-exists': install('globex'),
    'connection-missing': install('unconnected'),
    async 'sample-read-failed'(world) {
      await world.connect('sampled')
      return install('sampled', chosen('MadeUp__c'))(world)
    },
  },
  updateInstallation: {
    'connection-missing': sending(contract.updateInstallation, {
      body: { updateMask: ['connectionId'], installation: { connectionId: 'made-up' } },
    }),
    'sample-read-failed': sending(contract.updateInstallation, {
      body: {
        updateMask: ['config.content'],
        installation: { config: { content: chosen('MadeUp__c') } },
      },
    }),
  },
  getBackfillProgress: {
    'backfill-not-found': sending(contract.getBackfillProgress, {
      params: { objectName: 'Account' },
    }),
  },
  triggerRead: {
    'installation-not-found': sending(contract.triggerRead, { body: { groupRef: 'unconnected' } }),
    'object-not-installed': sending(contract.triggerRead, {
      params: { objectName: 'Account' },
      body: { groupRef: 'globex' },
    }),
  },
  getObjectMetadataForInstallation: {
    ...metadataProblems(contract.getObjectMetadataForInstallation),
    'installation-not-found': sending(contract.getObjectMetadataForInstallation, {
      query: { groupRef: 'unconnected' },
    }),
  },
  getObjectMetadataForConnection: {
    ...metadataProblems(contract.getObjectMetadataForConnection),
    'connection-not-found': sending(contract.getObjectMetadataForConnection, {
      query: { groupRef: 'unconnected' },
    }),
  },
}
