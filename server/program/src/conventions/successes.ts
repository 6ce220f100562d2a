import * as contract from '@platform/contract'
import {
  givenCustomerDelivery,
  givenDelivery,
} from '../../../delivery/src/notifications/provocations.ts'
import { worldManifest, type WorldRequest, type World } from '@platform/testing/world'

/** A write that waits for a person. */
const waiting = {
  ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous', approval: 'person' },
  record: { LastName: 'Ivanova' },
}

/** Requests with which operations succeed, if the example body of the reference is not enough. */
export const successes: Record<string, (world: World) => WorldRequest | Promise<WorldRequest>> = {
  async acceptInvite({ api, must }) {
    const { email, token } = await api.builder()
    await must(contract.createOrgInvite, { body: { email } })
    return { body: { invitedEmail: email }, as: { token } }
  },
  async addUserToOrg({ api }) {
    return { body: { builderId: (await api.builder()).id } }
  },
  async cancelOperation({ must, ids }) {
    await must(contract.unpauseInstallation, { body: {} })
    const { body } = await must(contract.triggerRead, { body: { groupRef: ids['groupRef'] } })
    return { params: { operationId: body.operationId } }
  },
  async checkClaimedDomain({ must, tenant, txtRecords }) {
    const domain = 'checked.example'
    txtRecords.set(domain, [`platform-domain-claim=${tenant.org.id}`])
    await must(contract.claimDomain, {
      body: { domain, parentId: tenant.org.id, parentType: 'org' },
    })
    return { query: { domain } }
  },
  claimDomain({ tenant, txtRecords }) {
    txtRecords.set('acme.example', [`platform-domain-claim=${tenant.org.id}`])
    return {}
  },
  async createInstallation({ connect }) {
    await connect('initech')
    return { body: { groupRef: 'initech', config: { content: {} } } }
  },
  createRevision: () => ({ body: { sourceYaml: worldManifest } }),
  async listKeptRecords({ api, tenant }) {
    await api.database
      .tenant(tenant.project.id)
      .updateTable('installations')
      .set({ supportAccess: true })
      .execute()
    return {}
  },
  previewMapping: () => ({ body: { sourceYaml: worldManifest } }),
  setCustomerDestinationSettings: () => ({
    body: { types: ['webhook'], maxPerGroup: 50, eventTypes: ['custom.paid'] },
  }),
  createCustomerDestination: ({ silentUrl }) => ({
    body: { groupRef: 'globex', label: 'More', url: silentUrl, eventTypes: ['custom.paid'] },
  }),
  listCustomerAttempts: async (world) => ({ params: await givenCustomerDelivery(world) }),
  retryCustomerDelivery: async (world) => ({
    params: await givenCustomerDelivery(world, { isDisabled: true }),
  }),
  createEventType: () => ({ body: { name: 'custom.shipped' } }),
  sendEvent: () => ({ body: { type: 'custom.paid', data: {} } }),
  async createTopicDestinationRoute({ must, ids }) {
    const { body } = await must(contract.createTopic, { body: { name: 'routed' } })
    return { body: { topicId: body.id, destinationId: ids['destination'] } }
  },
  async deleteConnection({ must }) {
    const { body } = await must(contract.generateConnection)
    return { params: { connectionId: body.id } }
  },
  async deleteConnectLink({ must }) {
    // The integration of the other link may be deleted by now.
    const content = { name: 'linked', provider: 'salesforce', proxy: { enabled: true } }
    const { name, provider } = content
    await must(contract.createIntegration, {
      body: { name, provider, latestRevision: { specVersion: '1.0.0', content } },
    })
    const { body } = await must(contract.createConnectLink, {
      params: { integrationIdOrName: 'linked' },
    })
    return { params: { connectLinkId: body.id } }
  },
  getProviderAppWebhook: makeAppRequest('slack'),
  resetProviderAppWebhook: makeAppRequest('notion'),
  async approveWrite({ must }) {
    const { body } = await must(contract.writeRecords, { body: waiting })
    const params = { approvalId: body.approvalId }
    const { body: approval } = await must(contract.getApproval, { params })
    return { params, body: { shown: approval.shown } }
  },
  async rejectWrite({ must }) {
    const { body } = await must(contract.writeRecords, { body: waiting })
    return { params: { approvalId: body.approvalId }, body: {} }
  },
  async getApprovalPage({ must }) {
    // A later link to the same approval replaces it.
    const { body: written } = await must(contract.writeRecords, { body: waiting })
    const params = { approvalId: written.approvalId }
    const { body } = await must(contract.createApprovalLink, { params })
    return { as: { token: new URL(body.link).hash.slice(1) } }
  },
  async getConnectPage({ must }) {
    const { body } = await must(contract.createConnectLink)
    return { as: { token: new URL(body.link).hash.slice(1) } }
  },
  deleteDestination: () => ({ query: { force: 'true' } }),
  deleteIntegration: () => ({ query: { force: 'true' } }),
  deleteJWTKey: () => ({ query: { force: 'true' } }),
  deleteProject: ({ newProject }) => newProject().then((params) => ({ params })),
  deleteProviderApp: () => ({ query: { force: 'true' } }),
  deleteTopic: () => ({ query: { force: 'true' } }),
  patchObjectConfigContent: ({ ids }) => ({
    body: {
      groupRef: ids['groupRef'],
      action: 'read',
      changes: [{ op: 'add', path: '/selectedFields/Title', value: true }],
    },
  }),
  pauseInstallation: () => ({ body: {} }),
  unpauseInstallation: () => ({ body: {} }),
  async retryDelivery(world) {
    return { params: await givenDelivery(world, { isDisabled: true }) }
  },
}

function makeAppRequest(provider: string): (world: World) => Promise<WorldRequest> {
  return async ({ must }) => {
    const { body } = await must(contract.createProviderApp, {
      body: { provider, clientId: provider, clientSecret: 'secret' },
    })
    return { params: { providerAppId: body.id } }
  }
}
