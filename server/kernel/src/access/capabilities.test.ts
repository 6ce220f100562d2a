import * as contract from '@platform/contract'
import { Capability, type OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { Problem } from '../problems/problem.ts'
import { placeOfProject } from './permissions.ts'

/** Every operation that a server may call, by the capability that it requires. */
const operationsOf: Record<Capability, readonly string[]> = {
  read: [
    'compareRevisions',
    'find',
    'getBackfillProgress',
    'getBranding',
    'getConnectLink',
    'getConnectSession',
    'getConnection',
    'getHydratedRevision',
    'getInstallation',
    'getInstallationActivity',
    'getIntegration',
    'getObjectMetadataForConnection',
    'getObjectMetadataForInstallation',
    'getProject',
    'getProviderApp',
    'getProviderAppWebhook',
    'listApprovals',
    'listConnectLinks',
    'listConnections',
    'listConsumers',
    'listCustomFields',
    'listGroupSummaries',
    'listGroups',
    'listInstallations',
    'listInstallationsForProject',
    'listIntegrations',
    'listProjects',
    'listProviderApps',
    'listRevisions',
  ],
  observe: [
    'exportUsage',
    'getCustomerDestination',
    'getCustomerDestinationSettings',
    'getDelivery',
    'getDeliveryHours',
    'getDestination',
    'getEventTopicRoute',
    'getEventType',
    'getOperation',
    'getPullConsumer',
    'getReplay',
    'getTimeline',
    'getTopic',
    'getTopicDestinationRoute',
    'getUsageTotals',
    'listAttempts',
    'listConnectProblems',
    'listConnectionRefreshes',
    'listCustomerAttempts',
    'listCustomerDeliveries',
    'listCustomerDestinations',
    'listDeliveries',
    'listDestinations',
    'listEventTopicRoutes',
    'listEventTypes',
    'listEvents',
    'listLogs',
    'listOperationLogs',
    'listOperations',
    'listOperationsForProject',
    'listPullConsumers',
    'listReplays',
    'listTopicDestinationRoutes',
    'listTopics',
    'listUsage',
  ],
  'read:records': [
    'getApproval',
    'getDeliveredRecords',
    'getPreviousRecord',
    'listKeptRecords',
    'previewMapping',
    'sampleRecords',
    'searchRecords',
  ],
  'read:messages': [
    'commitPullConsumer',
    'createPullConsumer',
    'getEvent',
    'leasePullMessages',
    'pullMessages',
    'registerReceiver',
    'seekPullConsumer',
    'settlePullMessages',
  ],
  'read:secrets': [],
  'write:records': [
    'createApprovalLink',
    'rejectWrite',
    'upsertMetadataForConnection',
    'upsertMetadataForInstallation',
    'writeRecords',
  ],
  trigger: ['deliverResults', 'sendEvent', 'triggerRead'],
  proxy: [],
  'manage:installations': [
    'cancelOperation',
    'createInstallation',
    'deleteInstallation',
    'patchObjectConfigContent',
    'pauseInstallation',
    'setSupportAccess',
    'unpauseInstallation',
    'updateInstallation',
  ],
  'manage:connections': [
    'checkProviderEntry',
    'createConnectLink',
    'customAuthConnect',
    'deleteConnectLink',
    'deleteConnection',
    'generateConnection',
    'oauthConnect',
    'oauthUpdate',
    'recordProviderObject',
    'updateConnection',
  ],
  'manage:notifications': [
    'cancelReplay',
    'createCustomerDestination',
    'createDestination',
    'createEventTopicRoute',
    'createEventType',
    'createTopic',
    'createTopicDestinationRoute',
    'deleteCustomerDestination',
    'deleteDestination',
    'deletePullConsumer',
    'deleteEventTopicRoute',
    'deleteEventType',
    'deleteTopic',
    'deleteTopicDestinationRoute',
    'replayDeliveries',
    'retryCustomerDelivery',
    'retryDelivery',
    'rotateCustomerDestination',
    'setCustomerDestinationSettings',
    'testCustomerDestination',
    'testDestination',
    'updateCustomerDestination',
    'updateDestination',
    'updateEventType',
    'updateTopic',
  ],
  deploy: [
    'batchUpsertIntegrations',
    'createIntegration',
    'createRevision',
    'deleteIntegration',
    'rollBackRevision',
  ],
  'manage:project': [
    'createProviderApp',
    'deleteProviderApp',
    'resetProviderAppWebhook',
    'testProviderApp',
    'updateBranding',
    'updateProject',
    'updateProviderApp',
  ],
  'manage:keys': [
    'createApiKey',
    'deleteApiKey',
    'getApiKey',
    'listApiKeys',
    'rotateApiKey',
    'updateApiKey',
  ],
  'manage:jwt-keys': ['createJWTKey', 'deleteJWTKey', 'getJWTKey', 'listJWTKeys', 'updateJWTKey'],
  erase: ['eraseConsumer', 'eraseGroup'],
}

/** What each role may do in a project. */
const ofRole = {
  owner: Capability.options,
  admin: Capability.options,
  member: ['read', 'observe', 'read:messages', 'trigger'],
} as const

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let operations: OperationDefinition[]
beforeAll(async () => {
  api = await testApi(await testDatabase({ maxConnections: 5 }))
  acme = await givenTenant(api)
  operations = api.api.operations.filter(({ callers }) => callers.includes('full'))
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

/** Returns the operations that accept a credential, by the first check of each request. */
async function listAdmittedOperations(
  credential: { apiKey: string } | { token: string },
): Promise<string[]> {
  const headers =
    'apiKey' in credential
      ? { 'x-api-key': credential.apiKey }
      : { authorization: `Bearer ${credential.token}` }
  const names = { projectIdOrName: acme.project.id, integrationId: 'crm' }
  const request = { headers, ip: '127.0.0.1', params: names, body: names } as never
  const admitted: string[] = []
  for (const operation of operations) {
    try {
      const caller = await api.access.authenticate(request, operation)
      if (placeOfProject(operation)) await api.access.project(caller, operation, names)
      admitted.push(operation.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect([operation.id, error.kind]).toEqual([operation.id, 'permission-missing'])
    }
  }
  return admitted.toSorted()
}

const keyWith = async (scopes: string[]): Promise<{ id: string; key: string }> => {
  const { status, body, text } = await api.call(
    'POST',
    `/v1/projects/${acme.project.id}/api-keys`,
    { token: acme.owner.token, body: { label: scopes.join(), scopes } },
  )
  expect(status, text).toBe(201)
  return body
}

it(
  'has a capability for every operation of servers, and each only once',
  { tags: 'key-limits' },
  () => {
    const listed = Object.values(operationsOf).flat().toSorted()

    expect(listed).toEqual(operations.map(({ id }) => id).toSorted())
  },
)

it.each(Capability.options)('admits a key of scope %s to its operations only', async (scope) => {
  const { key } = await keyWith([scope])

  expect(key).toMatch(/^plat_scoped_/)
  expect(await listAdmittedOperations({ apiKey: key })).toEqual([...operationsOf[scope]].toSorted())
})

it('accepts a key of several scopes for the operations of each', async () => {
  const { key } = await keyWith(['observe', 'trigger'])

  const expected = [...operationsOf.observe, ...operationsOf.trigger].toSorted()
  expect(await listAdmittedOperations({ apiKey: key })).toEqual(expected)
})

it('accepts a key of scope full for every operation', async () => {
  expect(await listAdmittedOperations({ apiKey: acme.full.key })).toEqual(
    Object.values(operationsOf).flat().toSorted(),
  )
})

it.each(Object.entries(ofRole))('admits the role %s to its capabilities', async (role, has) => {
  const { token } = await api.builder({ orgId: acme.org.id, role: role as keyof typeof ofRole })

  const expected = has.flatMap((capability) => operationsOf[capability])
  expect(await listAdmittedOperations({ token })).toEqual(expected.toSorted())
})

/** The capabilities of each role in a project. */
const ofProjectRole: Record<contract.ProjectRole, readonly Capability[]> = {
  viewer: ['read', 'observe'],
  developer: [
    'read',
    'observe',
    'read:messages',
    'read:records',
    'trigger',
    'deploy',
    'manage:notifications',
  ],
  operator: [
    'read',
    'observe',
    'read:messages',
    'read:records',
    'trigger',
    'manage:installations',
    'manage:connections',
    'manage:notifications',
  ],
  admin: Capability.options,
}

it.each(contract.ProjectRole.options)(
  'admits the role %s in a project to its capabilities there',
  async (role) => {
    const { id, token } = await api.builder({ orgId: acme.org.id, role: 'limited' })
    await api.database.everything
      .updateTable('memberships')
      .set({ projectRoles: JSON.stringify({ [acme.project.id]: role }) })
      .where('builderId', '=', id)
      .execute()

    const expected = ofProjectRole[role].flatMap((capability) => operationsOf[capability])
    expect(await listAdmittedOperations({ token })).toEqual(expected.toSorted())
  },
)

it('requires permission to view the project for managing its agents', () => {
  const ofBuilders = api.api.operations.filter(({ tag }) => tag === 'Agents')

  expect(
    ofBuilders.map((one) => [one.id, one.callers, contract.getRequiredCapability(one)]),
  ).toEqual([
    ['getAgentRequest', ['builder'], undefined],
    ['connectAgent', ['builder'], 'read'],
    ['listAgents', ['builder'], 'read'],
    ['getAgent', ['builder'], 'read'],
    ['disconnectAgent', ['builder'], 'read'],
  ])
})

it('gives frontend keys the capabilities that the UI library needs', () => {
  const needed = operations
    .filter(({ callers }) => callers.includes('frontend'))
    .map((operation) => contract.getRequiredCapability(operation))

  expect([...new Set(needed)].toSorted()).toEqual(
    [...contract.capabilitiesOfScope.frontend].toSorted(),
  )
})

it('accepts a scope only if its capability is known', async () => {
  const { key, id } = await keyWith(['observe'])
  await api.database.everything
    .updateTable('apiKeys')
    .set({ scopes: ['of-a-later-version'] })
    .where('id', '=', id as never)
    .execute()
  api.access.forget()

  expect(await listAdmittedOperations({ apiKey: key })).toEqual([])
})
