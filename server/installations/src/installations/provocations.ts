import * as contract from '@platform/contract'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'
import { chooseFields, type World } from '@platform/testing/world'

const install = (groupRef: string, content: object = chooseFields()) =>
  sending(contract.createInstallation, { body: { groupRef, config: { content } } })

const title = { op: 'add', path: '/selectedFields/Title', value: true }
const patch = (changes: object[], { groupRef = 'globex' } = {}) =>
  sending(contract.patchObjectConfigContent, { body: { groupRef, action: 'read', changes } })

const breaking = (name = 'breaking') => ({
  name,
  sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: ${name}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{fieldName: LastName}]
`,
})

/** Deploys the manifest, and installs its integration. */
async function installFrom(
  world: World,
  { name, sourceYaml, groupRef }: { name: string; sourceYaml: string; groupRef: string },
) {
  await sending(contract.batchUpsertIntegrations, { body: { sourceYaml } })(world)
  await sending(contract.createInstallation, {
    params: { integrationId: name },
    body: { groupRef, config: { content: { read: { objects: { Contact: {} } } } } },
  })(world)
}

/** Installs an integration that allows several accounts, for the default one. */
async function installForAccount(world: World, name: string) {
  const { connectionId } = await world.connect(name)
  const { sourceYaml } = breaking(name)
  await installFrom(world, {
    name,
    sourceYaml: sourceYaml.replace(
      'provider: salesforce',
      'provider: salesforce\n    multiple: true',
    ),
    groupRef: name,
  })
  const { body } = await world.must(contract.listInstallations, {
    params: { integrationId: name },
    query: { groupRef: name },
  })
  return { connectionId, installationId: body[0].id }
}

export const installationProblems: Provocations = {
  createInstallation: {
    async 'limit-reached'(world) {
      await world.connect('too-large')
      return atLimit('storedBytes', install('too-large'))(world)
    },
    'installation-exists': install('globex'),
    'connection-missing': install('unconnected'),
    'accounts-not-allowed': sending(contract.createInstallation, {
      body: { groupRef: 'globex', instance: 'emea', config: { content: chooseFields() } },
    }),
    async 'connection-in-use'(world) {
      const { connectionId } = await installForAccount(world, 'two-accounts')
      return sending(contract.createInstallation, {
        params: { integrationId: 'two-accounts' },
        body: {
          ...{ groupRef: 'two-accounts', instance: 'emea', connectionId },
          config: { content: { read: { objects: { Contact: {} } } } },
        },
      })(world)
    },
    async 'sample-read-failed'(world) {
      await world.connect('sampled')
      return install('sampled', chooseFields('MadeUp__c'))(world)
    },
  },
  patchObjectConfigContent: {
    'installation-not-found': patch([title], { groupRef: 'nobody' }),
    'limit-reached': atLimit('storedBytes', patch([title])),
    'sample-read-failed': patch([{ ...title, path: '/selectedFields/MadeUp__c' }]),
  },
  batchUpsertIntegrations: {
    // A nonexistent field that is newly read by existing installations.
    async 'deploy-breaks-installations'(world) {
      await world.connect('broken')
      const { name, sourceYaml } = breaking()
      await installFrom(world, { name, sourceYaml, groupRef: 'broken' })
      return sending(contract.batchUpsertIntegrations, {
        body: { sourceYaml: sourceYaml.replace('LastName', 'LastNam') },
      })(world)
    },
  },
  createRevision: {
    async 'deploy-breaks-installations'(world) {
      await world.connect('broken-revision')
      const { name, sourceYaml } = breaking('breaking-revision')
      await installFrom(world, { name, sourceYaml, groupRef: 'broken-revision' })
      return sending(contract.createRevision, {
        params: { integrationId: name },
        body: { sourceYaml: sourceYaml.replace('LastName', 'LastNam') },
      })(world)
    },
  },
  rollBackRevision: {
    // The restored revision reads a nonexistent field.
    async 'deploy-breaks-installations'(world) {
      await world.connect('broken-rollback')
      const { name, sourceYaml } = breaking('breaking-rollback')
      const { body } = await world.must(contract.batchUpsertIntegrations, {
        body: { sourceYaml: sourceYaml.replace('LastName', 'LastNam') },
      })
      await installFrom(world, { name, sourceYaml, groupRef: 'broken-rollback' })
      return sending(contract.rollBackRevision, {
        params: { integrationId: name, revisionId: body[0].latestRevision.id },
      })(world)
    },
  },
  updateInstallation: {
    'limit-reached': atLimit(
      'storedBytes',
      sending(contract.updateInstallation, {
        body: {
          updateMask: ['config.content'],
          installation: { config: { content: chooseFields('Title') } },
        },
      }),
    ),
    async 'connection-in-use'(world) {
      const { connectionId, installationId } = await installForAccount(world, 'moved-account')
      const { connectionId: other } = await world.connect('moved-account', 'another')
      const { body } = await world.must(contract.createInstallation, {
        params: { integrationId: 'moved-account' },
        body: {
          ...{ groupRef: 'moved-account', instance: 'emea', connectionId: other },
          config: { content: { read: { objects: { Contact: {} } } } },
        },
      })
      if (body.id === installationId) throw new Error('The account was not added.')
      return sending(contract.updateInstallation, {
        params: { integrationId: 'moved-account', installationId: body.id },
        body: { updateMask: ['connectionId'], installation: { connectionId } },
      })(world)
    },
    'connection-missing': sending(contract.updateInstallation, {
      body: { updateMask: ['connectionId'], installation: { connectionId: 'made-up' } },
    }),
    'sample-read-failed': sending(contract.updateInstallation, {
      body: {
        updateMask: ['config.content'],
        installation: { config: { content: chooseFields('MadeUp__c') } },
      },
    }),
  },
}
