import * as contract from '@platform/contract'
import { atLimit, sending, type Provocations } from '../conventions/provocations.ts'
import { chosen } from '../conventions/world.ts'

const install = (groupRef: string, content: object = chosen()) =>
  sending(contract.createInstallation, { body: { groupRef, config: { content } } })

const title = { op: 'add', path: '/selectedFields/Title', value: true }
const patch = (changes: object[], { groupRef = 'globex' } = {}) =>
  sending(contract.patchObjectConfigContent, { body: { groupRef, action: 'read', changes } })

const breaking = () => ({
  name: 'breaking',
  sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: breaking
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{fieldName: LastName}]
`,
})

export const installationProblems: Provocations = {
  createInstallation: {
    async 'limit-reached'(world) {
      await world.connect('too-large')
      return atLimit('storedBytes', install('too-large'))(world)
    },
    'installation-exists': install('globex'),
    'connection-missing': install('unconnected'),
    async 'sample-read-failed'(world) {
      await world.connect('sampled')
      return install('sampled', chosen('MadeUp__c'))(world)
    },
  },
  patchObjectConfigContent: {
    'installation-not-found': patch([title], { groupRef: 'nobody' }),
    'limit-reached': atLimit('storedBytes', patch([title])),
    'sample-read-failed': patch([{ ...title, path: '/selectedFields/MadeUp__c' }]),
  },
  batchUpsertIntegrations: {
    // A field that nobody has, newly read for those who have it installed.
    async 'deploy-breaks-installations'(world) {
      await world.connect('broken')
      const { name, sourceYaml } = breaking()
      await sending(contract.batchUpsertIntegrations, { body: { sourceYaml } })(world)
      await sending(contract.createInstallation, {
        params: { integrationId: name },
        body: { groupRef: 'broken', config: { content: { read: { objects: { Contact: {} } } } } },
      })(world)
      return sending(contract.batchUpsertIntegrations, {
        body: { sourceYaml: sourceYaml.replace('LastName', 'LastNam') },
      })(world)
    },
  },
  updateInstallation: {
    'limit-reached': atLimit(
      'storedBytes',
      sending(contract.updateInstallation, {
        body: {
          updateMask: ['config.content'],
          installation: { config: { content: chosen('Title') } },
        },
      }),
    ),
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
}
