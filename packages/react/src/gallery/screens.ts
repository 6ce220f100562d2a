import type { Schemas } from '@platform/client'
import {
  makeConnectedState,
  fakeProblem,
  makeInstalledState,
  type FakeApiOptions,
} from '../testing/index.ts'
import type { InstallIntegrationProps, PlatformOptions } from '../index.ts'
import { connection, integration, fakeProviders, revision } from '../testing/fake-data.ts'
import type {
  HydratedRevision,
  InstallationObject,
  Integration,
  ProviderInfo,
} from '../config/wire.ts'
import { mediaOfGallery } from './logos.ts'

export interface Screen {
  api?: FakeApiOptions
  component?:
    | 'ConnectProvider'
    | 'IntegrationList'
    | 'ApprovalCard'
    | 'AccountList'
    | 'DestinationList'
  /** Whether choosing an integration of the list is reported instead of opening it. */
  selects?: boolean
  provider?: string
  /** Additional props of InstallIntegration. */
  props?: Partial<InstallIntegrationProps>
  /** Additional options of PlatformProvider. */
  options?: Pick<PlatformOptions, 'fetch' | 'locale' | 'appearance' | 'builderMode'>
  /** Used instead of a token. */
  apiKey?: string
  /** Makes the token function fail. */
  withoutToken?: boolean
}

function firstObject({ content }: HydratedRevision) {
  const [object] = content.read?.objects ?? []
  if (!object) throw new Error('The revision reads no object.')
  return object
}

const manyFields = () => {
  const many = structuredClone(revision)
  const contact = firstObject(many)
  for (let number = 1; number <= 2000; number += 1) {
    const fieldName = `Custom_${number}__c`
    ;(contact.allFieldsMetadata ??= {})[fieldName] = {
      fieldName,
      displayName: `Custom field ${number}`,
      valueType: 'string',
    }
    ;(contact.optionalFields ??= []).push({ fieldName, displayName: `Custom field ${number}` })
  }
  return many
}

/** The default account, and one that must sign in again, with a long name. */
function twoAccounts(): FakeApiOptions {
  const { connections, installations } = makeInstalledState()
  const [first] = installations
  const second = connection({ id: 'conn_2', status: 'bad_credentials' })
  const further = {
    ...{ id: 'inst_emea', instance: 'emea', connection: second, health: second.health },
    displayName: 'Sales EMEA with the subsidiaries in Scandinavia',
  }
  return {
    pollsUntilConnected: 1,
    connections: [...connections, second],
    installations: [first, { ...structuredClone(first), ...further }],
  }
}

/** A write that waits, of a record with long, empty and unchanged values. */
const approvalOfUpdate = (): Schemas['ApprovalDetails'] => ({
  ...{ id: 'apr_1', projectId: 'proj_1', operationId: 'op_1', integrationId: 'int_1' },
  ...{ integrationName: 'salesforce-sync', installationId: 'inst_1', provider: 'salesforce' },
  ...{ groupRef: 'acme', objectName: 'contact', type: 'update', recordCount: 1, state: 'pending' },
  requestedBy: 'api-key:key_1',
  expireTime: '2026-03-03T09:30:00Z',
  createTime: '2026-03-02T09:30:00Z',
  shown: 'first',
  records: [
    {
      recordId: '0035g00000XyZ12AAF',
      isKnown: true,
      fields: [
        { name: 'last_name', old: 'Lind', new: 'Falk' },
        { name: 'phone', old: null, new: '+49 30 901820' },
        { name: 'Description', old: 'Met at the fair in Hannover. '.repeat(6), new: '' },
        { name: 'Email', old: 'lind@globex.example', new: 'lind@globex.example' },
      ],
    },
  ],
})

/** Returns the integration with changed content, in its definition and hydrated. */
function variation(change: (content: Integration['latestRevision']['content']) => void): {
  integrations: Integration[]
  revision: HydratedRevision
} {
  const changed = structuredClone(integration)
  const hydrated = structuredClone(revision)
  change(changed.latestRevision.content)
  const { read, write, proxy } = changed.latestRevision.content
  if (!read) delete hydrated.content.read
  if (write) {
    const objects = (write.objects ?? []).map(({ objectName, valueDefaults }) => ({
      objectName,
      displayName: objectName,
      valueDefaults,
    }))
    hydrated.content.write = { objects }
  }
  if (proxy) hydrated.content.proxy = proxy
  return { integrations: [changed], revision: hydrated }
}

const writing = variation((content) => {
  content.write = { objects: [{ objectName: 'Contact' }, { objectName: 'Lead' }] }
})

/** Everything that the customer can choose about times, writes, changes, the proxy and agents. */
const choices = variation((content) => {
  content.write = {
    objects: [
      { objectName: 'Contact', valueDefaults: { allowAnyFields: true } },
      { objectName: 'Account' },
    ],
  }
  content.subscribe = {
    objects: [
      {
        objectName: 'Contact',
        destination: 'webhook',
        inheritFieldsAndMapping: true,
        createEvent: {},
        updateEvent: { watchFieldsAuto: 'all' },
        deleteEvent: {},
      },
      { objectName: 'Account', destination: 'webhook', createEvent: { enabled: 'always' } },
    ],
  }
  content.proxy = { enabled: true }
  content.tools = {
    objects: [
      {
        objectName: 'Contact',
        actions: ['describe', 'search', 'create', 'update', 'delete'],
        confirm: ['update', 'delete'],
      },
      { objectName: 'Account', actions: ['search'] },
    ],
    proxy: { paths: ['/services/data/**'] },
  }
  for (const object of content.read?.objects ?? []) {
    Object.assign(object, {
      timezone: 'Europe/Berlin',
      scheduleChoices: ['*/15 * * * *', '0 3 * * *'],
      backfill: {
        defaultPeriod: { days: 30 },
        periodChoices: [{ days: 0 }, { days: 365 }, { fullHistory: true }],
      },
      optionalFieldsAuto: 'all',
    })
  }
})

const proxyOnly = variation((content) => {
  delete content.read
  content.proxy = { enabled: true }
})

const everyField = (() => {
  const open = structuredClone(revision)
  Object.assign(firstObject(open), { optionalFieldsAuto: 'all', optionalFields: [] })
  return open
})()

/** The sign-in was revoked: the provider no longer describes objects. */
const revoked = (() => {
  const state = makeInstalledState()
  const {
    connections: [connected],
    installations: [installation],
  } = state
  const health = { state: 'needsSignIn' as const }
  connected.status = 'bad_credentials'
  connected.health = health
  installation.connection = connected
  installation.healthStatus = 'unhealthy'
  installation.health = health
  installation.objects.Contact = {
    state: 'paused',
    pausedFor: 'credentials',
    health,
    pausedReason: 'invalid_grant: token has been revoked',
    lastRunTime: '2026-03-02T10:00:00Z',
  }
  const failure: FakeApiOptions['failure'] = (request, { connections }) =>
    request.includes(':hydrate') && connections[0]?.status === 'bad_credentials'
      ? fakeProblem(502, 'credentials-refused', {
          title: 'The provider refused the credentials',
          detail: 'POST https://login.salesforce.test/token: invalid_grant',
        })
      : undefined
  return { ...state, failure, pollsUntilConnected: 1 }
})()

/** The provider does not answer: the sign-in is retried, and the fields cannot be loaded. */
const away = () => {
  const state = makeInstalledState()
  const health = { state: 'retrying' as const, retryTime: '2026-03-02T10:05:00Z' }
  const [installation] = state.installations
  for (const one of [...state.connections, installation, installation.connection]) {
    one.health = health
  }
  return state
}

/** A new revision requires a mapping that the user has not chosen. */
const incomplete = (() => {
  const state = makeInstalledState({
    read: { objects: { Contact: { objectName: 'Contact', selectedFields: { Phone: true } } } },
  })
  const [installation] = state.installations
  const health = {
    state: 'failing' as const,
    since: '2026-03-02T10:05:00Z',
    reason: 'The mapping priority of Contact is missing.',
  }
  installation.health = health
  installation.healthStatus = 'unhealthy'
  installation.objects.Contact = { state: 'active', health, missingMappings: ['priority'] }
  return state
})()

/** A limit of the provider is used up. */
const limited = (() => {
  const state = makeInstalledState()
  const [installation] = state.installations
  const retryTime = '2026-03-03T00:00:00Z'
  installation.health = { state: 'limited', reason: 'REQUEST_LIMIT_EXCEEDED', retryTime }
  return state
})()

/** Reasons why objects are not read, and a failed subscription. */
const paused = (() => {
  const read = (objectName: string) => ({ objectName })
  const state = makeInstalledState({
    read: { objects: { Contact: read('Contact'), Account: read('Account'), Lead: read('Lead') } },
  })
  const [installation] = state.installations
  const makePaused = (cause: NonNullable<InstallationObject['pausedFor']>) => ({
    state: 'paused' as const,
    health: { state: cause === 'failures' ? ('failing' as const) : ('paused' as const) },
    pausedFor: cause,
  })
  installation.objects.Contact = makePaused('request')
  installation.objects.Account = makePaused('failures')
  installation.objects.Lead = makePaused('removed')
  installation.healthStatus = 'unhealthy'
  installation.health = { state: 'failing' }
  installation.subscription = {
    state: 'failed',
    health: { state: 'failing' },
    delivery: 'push',
    error: 'The provider answered 503.',
    lastEventTime: '2026-03-02T10:00:00Z',
  }
  return state
})()
/** Just installed: the first read has not started. */
const makeNewInstallation = () => {
  const state = makeInstalledState()
  state.installations[0].objects = {}
  return state
}
const makeSubscribedInstallation = () => {
  const state = makeInstalledState()
  state.installations[0].subscription = {
    state: 'active',
    health: { state: 'healthy' },
    delivery: 'push',
  }
  return state
}
const active = () => ({
  ...makeInstalledState(),
  ...variation(({ read }) => {
    for (const object of read?.objects ?? []) {
      object.backfill = { defaultPeriod: { fullHistory: true } }
    }
  }),
  activity: { Contact: [120, 40, 0, 310, 95, 12, 64] },
  backfills: { Contact: { recordsProcessed: 2_400, recordsEstimatedTotal: 9_000, percent: 26 } },
})

const dynamic: Screen['props'] = {
  fieldMapping: {
    Contact: [
      {
        mapToName: 'stage',
        mapToDisplayName: 'Stage',
        prompt: 'How far a customer is.',
        mappedValues: [
          { mappedValue: 'high', mappedDisplayValue: 'High' },
          { mappedValue: 'low', mappedDisplayValue: 'Low' },
          { mappedValue: 'none', mappedDisplayValue: 'Not known' },
        ],
      },
    ],
  },
}

/** Integrations of several providers and categories; the first is installed. Some have a logo. */
const marketplace = (() => {
  const state = makeInstalledState()
  const offered = [
    ['salesforce', 'Salesforce', 'CRM'],
    ['hubspot', 'HubSpot', 'CRM'],
    ['zendesk', 'Zendesk', 'Support'],
    ['freshdesk', 'Freshdesk', 'Support'],
    ['stripe', 'Stripe', 'Payments'],
    ['asana', 'Asana', 'Productivity'],
    ['gitlab', 'GitLab', 'Development'],
  ] as const
  const known: Record<string, ProviderInfo> = fakeProviders
  const providers = Object.fromEntries(
    offered.map(([name, displayName, category]) => [
      name,
      {
        ...(known[name] ?? fakeProviders.hubspot),
        ...mediaOfGallery(name),
        name,
        displayName,
        labels: { category },
      },
    ]),
  )
  const integrations = offered.map(([provider, displayName], index) =>
    index === 0
      ? integration
      : {
          ...integration,
          id: `int_${index + 10}`,
          name: `${provider}-sync`,
          provider,
          latestRevision: {
            ...integration.latestRevision,
            content: { ...integration.latestRevision.content, provider, displayName },
          },
        },
  )
  return { ...state, providers: { ...fakeProviders, ...providers }, integrations }
})()

/** Every state of the components that the tests and the screenshots visit. */
const { zendesk } = fakeProviders
const { latestRevision } = integration

/** The connection was created before the integration requested a module that needs more values. */
const lackingForModule: FakeApiOptions = {
  ...makeConnectedState({
    provider: 'zendesk',
    providerMetadata: {
      workspace: { value: 'acme', source: 'input' },
      region: { value: 'eu', source: 'provider' },
    },
  }),
  providers: {
    ...fakeProviders,
    zendesk: {
      ...zendesk,
      metadata: {
        input: [
          ...(zendesk.metadata?.input ?? []),
          { name: 'brand', displayName: 'Brand', moduleDependencies: { guide: {} } },
        ],
      },
    },
  },
  integrations: [
    {
      ...integration,
      provider: 'zendesk',
      latestRevision: {
        ...integration.latestRevision,
        content: { ...latestRevision.content, module: 'guide' },
      },
    },
  ],
}

/** A destination that accepts messages, and one that fails, with the answers of its receiver. */
function givenDestinations(): FakeApiOptions {
  const createTime = '2026-03-02T09:00:00Z'
  const common = {
    ...{ projectId: 'proj_1', groupRef: 'acme', type: 'webhook' as const, createTime },
    ...{
      status: 'enabled' as const,
      eventTypes: ['custom.invoice.paid' as const, 'read' as const],
    },
  }
  const delivery = (changes: Partial<Schemas['Delivery']>): Schemas['Delivery'] => ({
    ...{ id: 'dlv_1', projectId: 'proj_1', eventId: 'evt_1', destinationId: 'dest_1', createTime },
    ...{ eventType: 'custom.invoice.paid', status: 'delivered', attempts: 1 },
    ...changes,
  })
  return {
    destinationSettings: {
      types: ['webhook'],
      maxPerGroup: 3,
      eventTypes: ['read', 'subscribe', 'custom.invoice.paid', 'connection.created'],
    },
    destinations: [
      {
        ...common,
        ...{ id: 'dest_1', label: 'Billing', url: 'https://hooks.acme.example/billing' },
        health: { state: 'healthy' },
      },
      {
        ...common,
        ...{ id: 'dest_2', label: 'Warehouse of the northern region' },
        url: 'https://warehouse.acme.example/integrations/incoming/messages?region=north',
        health: { state: 'failing', since: createTime, reason: 'It answered 500.' },
      },
    ],
    deliveries: [
      delivery({}),
      delivery({ id: 'dlv_2', eventType: 'read', objectName: 'Contact', status: 'failed' }),
      delivery({
        id: 'dlv_3',
        destinationId: 'dest_2',
        status: 'retrying',
        nextAttemptTime: createTime,
      }),
    ],
    attempts: {
      dlv_1: [
        {
          ...{ number: 1, time: createTime, durationMs: 80, succeeded: true },
          response: { status: 200, headers: {}, body: 'ok' },
        },
      ],
      dlv_2: [
        {
          ...{ number: 1, time: createTime, durationMs: 80, succeeded: false },
          error: { class: 'status', detail: 'The receiver answered 500.' },
          response: { status: 500, headers: {}, body: '{"error":"The table invoices is locked."}' },
        },
        {
          ...{ number: 2, time: '2026-03-02T09:05:00Z', durationMs: 15_000, succeeded: false },
          error: { class: 'timeout', detail: 'No answer within 15 seconds.' },
        },
      ],
    },
  }
}

export const screens: Record<string, Screen> = {
  loading: { api: { delayMs: Infinity } },
  problem: {
    api: {
      // Works again once someone has connected.
      failure: (_request, { connections }) =>
        connections.length
          ? undefined
          : fakeProblem(503, 'unavailable', {
              title: 'The service is not available at the moment',
              detail: 'The database is not responding.',
              remedy: 'Try again in a minute.',
              causes: ['connect ECONNREFUSED'],
            }),
    },
  },
  connect: { api: { pollsUntilConnected: 2 } },
  'connect-by-message': { api: { authorizeUrl: '/callback.html' } },
  'connect-refused': { api: { authorizeUrl: '/callback.html#refused' } },
  'connect-closed': { api: {} },
  'connect-not-set-up': {
    api: {
      failure: (request) =>
        request === 'POST /v1/oauth-connect'
          ? fakeProblem(422, 'provider-app-missing', {
              title: 'No provider app is configured',
              detail: 'The project has no provider app for salesforce.',
              remedy: 'Create a provider app.',
            })
          : undefined,
    },
  },
  'session-unconfirmed': { withoutToken: true },
  unreachable: { options: { fetch: () => Promise.reject(new TypeError('Failed to fetch')) } },
  slow: { api: { delayMs: Infinity } },
  'connect-writing': { api: { ...writing, pollsUntilConnected: 2 } },
  'configure-writing': { api: { ...makeConnectedState(), ...writing } },
  'configure-every-field': { api: { ...makeConnectedState(), revision: everyField } },
  'configure-dynamic': { api: makeConnectedState(), props: dynamic },
  'installed-dynamic': {
    api: makeInstalledState({
      read: {
        objects: {
          Contact: {
            objectName: 'Contact',
            selectedFieldMappings: {
              priority: 'Customer_Priority__c',
              stage: 'LeadSource',
            },
            dynamicMappingsInput: [
              { mapToName: 'stage', mapToDisplayName: 'Stage', fieldName: 'LeadSource' },
            ],
          },
        },
      },
    }),
    props: dynamic,
  },
  'proxy-only': { api: { ...makeConnectedState(), ...proxyOnly } },
  'proxy-only-refused': {
    api: {
      ...makeConnectedState(),
      ...proxyOnly,
      failure: (request) => (request.startsWith('POST') ? fakeProblem(500, 'internal') : undefined),
    },
  },
  wizard: {
    api: { ...makeConnectedState(), ...writing },
    props: { variant: 'wizard', ...dynamic },
  },
  'wizard-choices': {
    api: { ...makeConnectedState(), ...choices },
    props: { variant: 'wizard' },
  },
  'configure-choices': { api: { ...makeConnectedState(), ...choices } },
  'installed-choices': {
    api: {
      ...makeInstalledState({
        read: {
          objects: {
            Contact: {
              objectName: 'Contact',
              selectedFieldMappings: { priority: 'Customer_Priority__c' },
            },
          },
        },
        write: {
          objects: {
            Contact: {
              objectName: 'Contact',
              selectedValueDefaults: { Department: { value: 'Sales', applyOnUpdate: 'always' } },
            },
          },
        },
        proxy: { enabled: true },
      }),
      ...choices,
    },
  },
  'wizard-installed': { api: makeInstalledState(), props: { variant: 'wizard' } },
  'fields-away': {
    api: {
      ...away(),
      failure: (request) =>
        request.includes(':hydrate')
          ? fakeProblem(502, 'provider-unavailable', {
              title: 'The provider did not answer',
              detail: 'GET https://acme.my.salesforce.test/services/data: 503',
            })
          : undefined,
    },
  },
  'installed-active': { api: active() },
  'installed-now': { api: makeNewInstallation() },
  'installed-paused': { api: paused },
  'installed-incomplete': { api: incomplete },
  'installed-limited': { api: limited },
  'installed-subscribed': { api: makeSubscribedInstallation() },
  builder: { api: makeConnectedState(), options: { builderMode: true } },
  metadata: { api: lackingForModule },
  configure: { api: makeConnectedState() },
  'configure-by-key': {
    api: makeConnectedState(),
    apiKey: 'key',
  },
  'configure-refused': {
    api: {
      ...makeConnectedState(),
      refusedFields: {
        Contact: {
          Title: "No such column 'Title' on entity 'Contact'.",
          Customer_Priority__c: 'The connected user may not see this field.',
        },
      },
    },
  },
  'many-fields': { api: { ...makeConnectedState(), revision: manyFields() } },
  installed: { api: makeInstalledState() },
  'installed-broken': { api: revoked },
  'provider-oauth': { component: 'ConnectProvider', api: { pollsUntilConnected: 2 } },
  'provider-metadata': { component: 'ConnectProvider', provider: 'zendesk' },
  'provider-api-key': { component: 'ConnectProvider', provider: 'sendgrid' },
  'provider-basic': { component: 'ConnectProvider', provider: 'freshdesk' },
  'provider-client-credentials': { component: 'ConnectProvider', provider: 'marketo' },
  'provider-password': { component: 'ConnectProvider', provider: 'sugar' },
  'provider-key-as-basic': { component: 'ConnectProvider', provider: 'greenhouse' },
  'provider-custom': { component: 'ConnectProvider', provider: 'gitlab' },
  'provider-steps': { component: 'ConnectProvider', provider: 'redtail' },
  'provider-pages': {
    component: 'ConnectProvider',
    provider: 'consent',
    api: { pollsUntilConnected: 2 },
  },
  'provider-pages-connected': {
    component: 'ConnectProvider',
    provider: 'consent',
    api: {
      pollsUntilConnected: 2,
      connections: [
        connection({ provider: 'consent', authScheme: 'custom', status: 'bad_credentials' }),
      ],
    },
  },
  'provider-none': { component: 'ConnectProvider', provider: 'open' },
  'provider-unsupported': { component: 'ConnectProvider', provider: 'signed' },
  'provider-api-key-connected': {
    component: 'ConnectProvider',
    provider: 'sendgrid',
    api: {
      connections: [
        connection({ provider: 'sendgrid', authScheme: 'apiKey', status: 'bad_credentials' }),
      ],
    },
  },
  german: { api: makeInstalledState(), options: { locale: 'de' } },
  arabic: { api: makeInstalledState(), options: { locale: 'ar' } },
  plain: { api: makeConnectedState(), options: { appearance: { theme: 'plain' } } },
  'provider-connected': { component: 'ConnectProvider', api: makeConnectedState() },
  approval: { component: 'ApprovalCard', api: { approvals: [approvalOfUpdate()] } },
  'approval-delete': {
    component: 'ApprovalCard',
    api: { approvals: [{ ...approvalOfUpdate(), type: 'delete' }] },
  },
  'approval-new': {
    component: 'ApprovalCard',
    api: {
      approvals: [
        {
          ...approvalOfUpdate(),
          type: 'create',
          records: [
            {
              isKnown: false,
              fields: [{ name: 'Email', new: 'falk@globex.example' }],
              associations: [{ to: { id: '0015g00000AbC34AAF' } }],
            },
          ],
        },
      ],
    },
  },
  'approval-broken': {
    component: 'ApprovalCard',
    api: { failure: () => fakeProblem(503, 'provider-unavailable') },
  },
  accounts: { component: 'AccountList', api: twoAccounts() },
  'accounts-limited': { component: 'AccountList', api: limited },
  'accounts-none': { component: 'AccountList', api: { pollsUntilConnected: 1 } },
  'accounts-broken': {
    component: 'AccountList',
    api: { failure: () => fakeProblem(503, 'provider-unavailable') },
  },
  destinations: { component: 'DestinationList', api: givenDestinations() },
  'destinations-none': {
    component: 'DestinationList',
    api: { ...givenDestinations(), destinations: [] },
  },
  'destinations-not-offered': { component: 'DestinationList' },
  'destinations-forbidden': {
    component: 'DestinationList',
    api: { failure: () => fakeProblem(403, 'permission-missing') },
  },
  list: { component: 'IntegrationList', api: marketplace },
  'list-selects': { component: 'IntegrationList', api: marketplace, selects: true },
  'list-empty': { component: 'IntegrationList', api: { integrations: [] } },
  'list-broken': {
    component: 'IntegrationList',
    api: {
      failure: (request) =>
        request.endsWith('/integrations') ? fakeProblem(503, 'internal') : undefined,
    },
  },
}
