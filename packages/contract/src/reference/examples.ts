import type { Json } from '../values/json.ts'

/** Example values of fields without an example in the schema. */
export const fieldExamples: Record<string, Json> = {
  action: 'updateProject',
  actionType: 'read',
  appName: 'Acme CRM',
  authURL: 'https://login.salesforce.com/services/oauth2/authorize',
  baseURL: 'https://{{.workspace}}.my.salesforce.com',
  clientId: '3MVG9acmeClient',
  clientSecret: 'a-long-secret',
  consumerName: 'Hank Scorpio',
  consumerRef: 'user-42',
  createdBy: 'api:create-installation',
  cursor: '1200',
  consumer: 'crm',
  'PullConsumer.name': 'crm',
  defaultModule: 'crm',
  destination: 'crm-webhook',
  domain: 'acme.example',
  eventId: 'evt_01jz5q0f8kf3bvw9s2m6t4x7ra',
  fieldName: 'LastName',
  firstName: 'Ana',
  fullName: 'Ana Lind',
  groupName: 'Globex',
  groupRef: 'customer-7',
  idpProvider: 'platform',
  ip: '203.0.113.7',
  kid: '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11',
  'JWTKey.id': '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11',
  label: 'Production',
  'Org.label': 'Acme',
  lastName: 'Lind',
  mapToDisplayName: 'Surname',
  mapToName: 'surname',
  maskedKey: 'plat_full_…x7Qa',
  msg: 'Read 200 records.',
  nextPageToken: 'cDE6b3BfMDFqeg',
  objectName: 'Contact',
  primaryEmail: 'ana@acme.example',
  projectIdOrName: 'acme-crm',
  provider: 'salesforce',
  'ProviderInfo.name': 'salesforce',
  providerWorkspaceRef: 'globex',
  publicKeyPem:
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n',
  requestId: 'req_01jz5q0f8kf3bvw9s2m6t4x7ra',
  schedule: '*/30 * * * *',
  severity: 'info',
  specVersion: '1.0.0',
  target: '/v1/projects/acme-crm',
  tokenURL: 'https://login.salesforce.com/services/oauth2/token',
  userAgent: 'platform-client/1.0',
  webhookSigningKey: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'Destination.name': 'crm-webhook',
  'DestinationWithSecrets.name': 'crm-webhook',
  'Integration.name': 'crm',
  'ManifestIntegration.name': 'crm',
  'Topic.name': 'lifecycle',
  'ObjectMetadata.name': 'Contact',
}

const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: crm-webhook
          schedule: '*/30 * * * *'
          requiredFields:
            - fieldName: LastName
          optionalFields:
            - fieldName: Title
    write:
      objects:
        - objectName: Contact
`

const customFields = {
  Contact: [
    {
      fieldName: 'Seniority_Level',
      displayName: 'Seniority',
      valueType: 'singleSelect',
      stringOptions: { values: ['Junior', 'Senior'] },
    },
  ],
}

const chosen = { read: { objects: { Contact: { selectedFields: { Title: true } } } } }

/** A realistic body for each operation that has one. */
export const bodyExamples: Record<string, Json> = {
  acceptInvite: { invitedEmail: 'ana@acme.example' },
  addUserToOrg: { builderId: 'bld_01jz5q0f8kf3bvw9s2m6t4x7ra' },
  batchUpsertIntegrations: { sourceYaml: manifest },
  createRevision: { sourceYaml: manifest },
  previewMapping: { sourceYaml: manifest },
  checkProviderEntry: {
    entry: {
      objects: {
        contacts: {
          read: {
            path: '/services/data/v60.0/query',
            query: { q: 'SELECT Id, LastName FROM Contact' },
            records: 'records',
            id: 'Id',
          },
        },
      },
    },
    objectName: 'contacts',
  },
  recordProviderObject: { objectName: 'Contact', pages: 2 },
  claimDomain: {
    domain: 'acme.example',
    parentId: 'org_01jz5q0f8kf3bvw9s2m6t4x7ra',
    parentType: 'org',
  },
  approveWrite: { shown: 'o0Bq3hXk2mQ4nV7sT1yZ8wA5cE6gJ9lR0uI3pS2dF4k' },
  rejectWrite: { reason: 'The deal is not closed yet.' },
  createApprovalLink: { consumerRef: 'user-42', consumerName: 'Hank Scorpio' },
  createConnectLink: {
    groupRef: 'customer-7',
    groupName: 'Globex',
    returnUrl: 'https://app.acme.example/settings/integrations',
  },
  updateBranding: { light: { primary: '#0a7d55' }, borderRadius: 8 },
  createApiKey: { label: 'Production', scopes: ['full'] },
  createDestination: {
    name: 'crm-webhook',
    type: 'webhook',
    metadata: { url: 'https://acme.example/webhooks' },
  },
  createEventTopicRoute: {
    topicId: 'top_01jz5q0f8kf3bvw9s2m6t4x7ra',
    eventType: 'installation.created',
  },
  createInstallation: { groupRef: 'customer-7', config: { content: chosen } },
  createIntegration: {
    name: 'crm-lite',
    provider: 'salesforce',
    latestRevision: {
      specVersion: '1.0.0',
      content: {
        name: 'crm-lite',
        provider: 'salesforce',
        read: {
          objects: [
            {
              objectName: 'Contact',
              destination: 'crm-webhook',
              schedule: '*/30 * * * *',
              requiredFields: [{ fieldName: 'LastName' }],
            },
          ],
        },
      },
    },
  },
  createJWTKey: {
    label: 'Backend',
    algorithm: 'EdDSA',
    publicKeyPem:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
  },
  createOrg: { label: 'Acme' },
  createOrgInvite: { email: 'ana@acme.example' },
  createProject: {
    name: 'acme-crm',
    appName: 'Acme CRM',
    orgId: 'org_01jz5q0f8kf3bvw9s2m6t4x7ra',
  },
  createProviderApp: {
    provider: 'hubspot',
    clientId: '8d8c9c5e-acme',
    clientSecret: 'a-long-secret',
    scopes: ['crm.objects.contacts.read'],
  },
  customAuthConnect: {
    projectIdOrName: 'acme-crm',
    provider: 'redtail',
    groupRef: 'customer-7',
    groupName: 'Globex',
    consumerRef: 'user-42',
    consumerName: 'Hank Scorpio',
    customAuth: { apiKey: 'the-api-key', username: 'hank', password: 'the-password' },
  },
  commitPullConsumer: { cursor: '0' },
  createPullConsumer: { name: 'crm', from: 'first' },
  seekPullConsumer: { to: 'first' },
  leasePullMessages: { limit: 10, leaseSeconds: 60 },
  settlePullMessages: { done: [] },
  createTopic: { name: 'lifecycle' },
  createCustomerDestination: {
    groupRef: 'customer-7',
    label: 'Our warehouse',
    url: 'https://globex.example/webhooks',
    eventTypes: ['read', 'custom.invoice.paid'],
  },
  setCustomerDestinationSettings: {
    types: ['webhook'],
    maxPerGroup: 3,
    eventTypes: ['read', 'subscribe', 'custom.invoice.paid'],
  },
  updateCustomerDestination: {
    updateMask: ['disabled'],
    destination: { disabled: true },
  },
  createEventType: {
    name: 'custom.invoice.paid',
    description: 'A customer paid an invoice.',
    schema: {
      type: 'object',
      properties: { invoiceId: { type: 'string' }, total: { type: 'number' } },
      required: ['invoiceId'],
    },
  },
  updateEventType: { description: 'A customer paid an invoice in full.' },
  sendEvent: {
    type: 'custom.invoice.paid',
    groupRef: 'customer-7',
    data: { invoiceId: 'inv-42', total: 99.5 },
  },
  createTopicDestinationRoute: {
    topicId: 'top_01jz5q0f8kf3bvw9s2m6t4x7ra',
    destinationId: 'dest_01jz5q0f8kf3bvw9s2m6t4x7ra',
  },
  generateConnection: {
    provider: 'hubspot',
    groupRef: 'customer-7',
    groupName: 'Globex',
    consumerRef: 'user-42',
    consumerName: 'Hank Scorpio',
    oauth2AuthorizationCode: {
      accessToken: { token: 'the-access-token' },
      refreshToken: { token: 'the-refresh-token' },
    },
  },
  oauthConnect: {
    projectIdOrName: 'acme-crm',
    provider: 'salesforce',
    groupRef: 'customer-7',
    groupName: 'Globex',
    consumerRef: 'user-42',
    consumerName: 'Hank Scorpio',
  },
  replayDeliveries: { status: 'failed', from: '2026-01-15T09:30:00Z', perSecond: 10 },
  setSupportAccess: { enabled: false },
  searchRecords: {
    objectName: 'Contact',
    fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'Ivanova' }],
  },
  testDestination: { eventType: 'connection.created' },
  deliverResults: { groupRef: 'customer-7', pages: 10 },
  pauseInstallation: { objects: ['contacts'], note: 'While the account is cleaned up' },
  unpauseInstallation: { objects: ['contacts'] },
  triggerRead: {
    groupRef: 'customer-7',
    mode: 'async',
    sinceTimestamp: '2026-01-15T00:00:00Z',
    untilTimestamp: '2026-01-16T00:00:00Z',
  },
  rotateApiKey: { overlapHours: 24 },
  registerReceiver: { url: 'https://acme.example/webhooks', eventTypes: ['connection.error'] },
  testProviderApp: { values: { workspace: 'globex' } },
  updateApiKey: { updateMask: ['label'], apiKey: { label: 'Staging' } },
  updateConnection: {
    updateMask: ['providerWorkspaceRef'],
    connection: { providerWorkspaceRef: 'globex-europe' },
  },
  updateDestination: {
    updateMask: ['metadata.url'],
    destination: { metadata: { url: 'https://acme.example/new-webhooks' } },
  },
  updateInstallation: {
    updateMask: ['config.content.read.objects.Contact.selectedFields.Title'],
    installation: { config: { content: chosen } },
  },
  updateJWTKey: { updateMask: ['active'], jwtKey: { active: false } },
  updateMembership: { role: 'admin' },
  updateOrg: { updateMask: ['label'], org: { label: 'Acme Corporation' } },
  updateProject: { updateMask: ['appName'], project: { appName: 'Acme CRM Pro' } },
  updateProviderApp: {
    updateMask: ['clientSecret'],
    providerApp: { clientSecret: 'a-new-secret' },
  },
  updateTopic: { name: 'everything' },
  upsertMetadataForConnection: { groupRef: 'customer-7', fields: customFields },
  upsertMetadataForInstallation: { groupRef: 'customer-7', fields: customFields },
  writeRecords: {
    groupRef: 'customer-7',
    type: 'create',
    record: { LastName: 'Ivanova', Email: 'sofia@globex.example' },
  },
}
