import type { Schemas } from '@platform/client'

/** Initial data of the fake platform: a project after a busy morning. */
export interface Records {
  /** Whether the customers let people view records. */
  supportAccess: boolean
  project: Schemas['Project']
  integrations: Schemas['Integration'][]
  connections: Schemas['Connection'][]
  installations: Schemas['Installation'][]
  operations: Schemas['Operation'][]
  customFields: Schemas['CustomField'][]
  hydrated: Schemas['HydratedRevision']['content']
  refreshes: Schemas['ConnectionRefresh'][]
  timeline: Schemas['TimelineEntry'][]
  rehearsal: Schemas['ManifestRehearsal']
  /** Why installations would fail with another revision, which then requires force. */
  breaking: string | undefined
  revisions: Schemas['DeployedRevision'][]
  comparison: Schemas['RevisionChange'][]
  logs: Schemas['Log'][]
  destinations: Schemas['Destination'][]
  customerDestinations: Schemas['CustomerDestination'][]
  customerDestinationSettings: Schemas['CustomerDestinationSettings']
  eventTypes: Schemas['EventType'][]
  /** Bodies of events that were sent. */
  sentEvents: unknown[]
  pullConsumers: Schemas['PullConsumer'][]
  topics: Schemas['Topic'][]
  replays: Schemas['Replay'][]
  eventRoutes: Schemas['NotificationEventTopicRoute'][]
  destinationRoutes: Schemas['TopicDestinationRoute'][]
  deliveries: Schemas['Delivery'][]
  hours: Schemas['DeliveryHour'][]
  attempts: Record<string, Schemas['Attempt'][]>
  apiKeys: Schemas['ApiKey'][]
  agents: Schemas['Agent'][]
  connectLinks: Schemas['ConnectLink'][]
  approvals: Schemas['Approval'][]
  branding: Schemas['Branding']
  jwtKeys: Schemas['JWTKey'][]
  providerApps: Schemas['ProviderApp'][]
  org: Schemas['Org']
  members: Schemas['Builder'][]
  invites: Schemas['Invite'][]
  domains: Schemas['ClaimedDomainResponse'][]
  auditLog: Schemas['AuditRecord'][]
}

const projectId = 'proj_1'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ahead = (minutes: number) => ago(-minutes)

export function fakeRecords(): Records {
  const project = {
    id: projectId,
    name: 'demo',
    appName: 'Lumen CRM Hub',
    entitlements: { emptyReadRetentionDays: { value: 3 } },
    orgId: 'org_1',
    frontendKeys: 'allowed' as const,
    allowedOrigins: [],
    createTime: ago(9000),
  }
  const connections = [
    connection(1, 'salesforce', 'Northwind Traders', 'working'),
    connection(2, 'salesforce', 'Contoso Robotics', 'bad_credentials'),
    connection(3, 'hubspot', 'Globex Foods', 'working'),
  ]
  const installations = connections.map((one, index) => installation(index + 1, one))
  return {
    supportAccess: true,
    project,
    connections,
    installations,
    integrations: [
      integration(1, 'salesforce-sync', 'salesforce'),
      integration(2, 'hubspot-sync', 'hubspot'),
    ],
    operations: operations(),
    customFields: customFields(),
    hydrated: {
      name: 'salesforce-sync',
      provider: 'salesforce',
      read: {
        objects: [{ objectName: 'contact', displayName: 'Contact', destination: 'app-webhook' }],
      },
    },
    refreshes: refreshes(),
    timeline: timeline(),
    rehearsal: rehearsal(),
    breaking: undefined,
    revisions: ['rev_1', 'rev_0'].map((id, index) => ({
      ...integration(1, 'salesforce-sync', 'salesforce').latestRevision,
      id,
      createTime: ago(120 + index * 9000),
      ...(index === 0 && { createdBy: 'builder:ana@acme.example' }),
    })),
    comparison: [
      { path: 'read.objects[contact].schedule', before: '0 * * * *', after: '*/30 * * * *' },
      {
        path: 'read.objects[company]',
        after: {
          schedule: '@daily',
          objectName: 'company',
          requiredFields: [{ fieldName: 'name', mapToName: 'companyName' }],
        },
      },
    ],
    logs: logs(),
    ...notifications(),
    apiKeys: [
      apiKey(1, 'Production server', 'full', { lastUseTime: ago(1) }),
      apiKey(2, 'Web app', 'frontend', {
        allowedOrigins: ['https://app.lumen.example', 'https://*.preview.lumen.example'],
        lastUseTime: ago(12),
        expireTime: ahead(60 * 24 * 80),
      }),
      apiKey(4, 'Nightly export', 'scoped', {
        scopes: ['read', 'write:records'],
        integrationIds: ['int_1'],
        allowedNetworks: ['192.0.2.0/24'],
        unused: true,
        formerKeyUntil: ahead(600),
      }),
      apiKey(3, 'Old importer', 'full', { active: false, lastUseTime: ago(60 * 24 * 40) }),
    ],
    agents: [
      {
        id: 'agt_1',
        projectId,
        name: 'Claude',
        host: 'claude.ai',
        capabilities: ['read', 'observe', 'deploy'],
        builderId: 'bld_1',
        email: 'ana@lumen.example',
        lastUseTime: ago(3),
        expireTime: ahead(60 * 24 * 30),
        createTime: ago(300),
      },
    ],
    approvals: [
      approval(1, { state: 'pending' }),
      approval(2, {
        state: 'rejected',
        decidedBy: 'consumer:hank',
        decideTime: ago(40),
        reason: 'Wrong customer.',
      }),
    ],
    connectLinks: [
      connectLink(1, 'Northwind Traders', { lastUseTime: ago(40), expireTime: ahead(60 * 24 * 5) }),
      connectLink(2, 'Contoso Robotics', { expireTime: ahead(60 * 9) }),
    ],
    branding: { light: { primary: '#0a7d55' }, dark: { primary: '#58cf9b' }, borderRadius: 4 },
    jwtKeys: [jwtKey('Backend', true), jwtKey('Backend of last year', false)],
    providerApps: [
      {
        id: 'papp_1',
        projectId,
        provider: 'salesforce',
        clientId: '3MVG9lKcPoNINVBIPJjdw1J9LLM82Hn',
        scopes: ['api', 'refresh_token'],
        createTime: ago(8000),
      },
      {
        id: 'papp_2',
        projectId,
        provider: 'hubspot',
        clientId: '0a1b2c3d-4e5f',
        refusal: {
          detail:
            'HubSpot answered 400 (BAD_CLIENT_SECRET: client secret mismatch). The provider rejects the project’s OAuth client. Fix its provider app.',
          time: ago(3),
        },
        createTime: ago(7000),
      },
    ],
    ...organization(),
  }
}

function integration(number: number, name: string, provider: string): Schemas['Integration'] {
  return {
    id: `int_${number}`,
    projectId,
    name,
    provider,
    createTime: ago(6000),
    latestRevision: {
      id: `rev_${number}`,
      specVersion: '1.0.0',
      createTime: ago(120),
      content: {
        name,
        provider,
        displayName: 'Customer sync',
        read: {
          objects: [
            {
              objectName: provider === 'hubspot' ? 'contacts' : 'contact',
              destination: 'app-webhook',
              schedule: '*/30 * * * *',
              mapToName: 'people',
              requiredFields: [
                { fieldName: 'email', mapToName: 'emailAddress' },
                { fieldName: 'phone' },
              ],
              optionalFieldsAuto: 'all',
              backfill: { defaultPeriod: { fullHistory: true } },
            },
          ],
        },
        proxy: { enabled: true },
      },
    },
  }
}

const healthy = { state: 'healthy' } as const

function connection(
  number: number,
  provider: string,
  groupName: string,
  status: Schemas['Connection']['status'],
): Schemas['Connection'] {
  const createTime = ago(number * 700)
  return {
    id: `conn_${number}`,
    projectId,
    provider,
    group: { groupRef: `team-${number}`, groupName, projectId, createTime },
    consumer: {
      consumerRef: `user-${number}`,
      consumerName: ['Ana Lima', 'Ben Okafor', 'Chiara Rossi'][number - 1] ?? 'Somebody',
      projectId,
      createTime,
    },
    providerWorkspaceRef: `workspace-${number}`,
    createTime,
    authScheme: 'oauth2/authorizationCodePKCE',
    status,
    health:
      status === 'bad_credentials'
        ? {
            state: 'needsSignIn',
            remedy: 'Ask the customer to sign in again, in your product or with a sign-in link.',
            since: ago(60 * 30),
            reason: 'Salesforce answered 400 (invalid_grant: expired access/refresh token).',
            retryTime: ahead(60 * 19),
          }
        : { state: 'healthy' },
    oauth2AuthorizationCode: { scopes: ['api', 'refresh_token'] },
    ...(status === 'bad_credentials' && {
      refusal: {
        detail: 'Salesforce answered 400 (invalid_grant: expired access/refresh token).',
        since: ago(60 * 30),
        retryTime: ahead(60 * 19),
      },
    }),
  }
}

function installation(number: number, of: Schemas['Connection']): Schemas['Installation'] {
  const isHealthy = of.status === 'working'
  return {
    id: `inst_${number}`,
    projectId,
    integrationId: of.provider === 'hubspot' ? 'int_2' : 'int_1',
    integrationName: `${of.provider}-sync`,
    group: of.group,
    healthStatus: isHealthy ? 'healthy' : 'unhealthy',
    health:
      number === 1
        ? { state: 'failing', since: of.createTime, reason: 'The connected user may not listen.' }
        : of.health,
    lastOperationStatus: isHealthy ? 'success' : 'failure',
    connection: of,
    ...(number === 1 && {
      subscription: {
        state: 'failed',
        health: {
          state: 'failing',
          since: of.createTime,
          reason: 'The connected user may not listen.',
        },
        delivery: 'pull',
        error: 'The connected user may not listen.',
        errorTime: of.createTime,
      },
    }),
    createTime: of.createTime,
    createdBy: `consumer:${of.consumer.consumerRef}`,
    config: {
      id: `conf_${number}`,
      revisionId: 'rev_1',
      createTime: of.createTime,
      createdBy: `consumer:${of.consumer.consumerRef}`,
      content: {
        provider: of.provider,
        read: {
          objects: {
            contact: {
              objectName: 'contact',
              schedule: '*/30 * * * *',
              destination: 'app-webhook',
              selectedFields: { jobTitle: true, city: true },
              selectedFieldMappings: { notes: 'Description' },
            },
          },
        },
      },
    },
    objects: {
      contact: isHealthy
        ? {
            state: 'active',
            health: healthy,
            lastRunTime: ago(4),
            nextRunTime: ahead(26),
            timezone: 'Europe/Berlin',
            watermark: ago(5),
            kept: {
              ...{ records: 3200, bytes: 5_400_000, since: ago(9000), completeSince: ago(6000) },
              incomplete: { reason: 'limit', since: ago(60), leftOut: 12 },
            },
          }
        : {
            state: 'paused',
            health: of.health,
            pausedFor: 'credentials',
            pausedReason: 'The provider refused the credentials.',
            lastRunTime: ago(95),
            watermark: ago(125),
          },
      account: { state: 'active', health: healthy, nextRunTime: ahead(2) },
      lead: {
        state: 'paused',
        health: {
          state: 'paused',
          since: ago(600),
          reason: 'The integration does not declare it any more.',
        },
        pausedFor: 'removed',
        pausedReason: 'The integration does not declare it any more.',
      },
      task: { state: 'disabled', health: healthy },
    },
  }
}

const operations = () => [
  operation(3, 'read', 'success', [14], 4),
  operation(2, 'read', 'in_progress', [3250, 5000], 6),
  operation(4, 'write', 'in_progress', [2], 8),
  operation(1, 'read', 'success', [12_480, 12_480], 700),
]

const customFields = (): Schemas['CustomField'][] => [
  {
    objectName: 'contact',
    fieldName: 'Seniority_Level',
    displayName: 'Seniority',
    valueType: 'singleSelect',
    action: 'create',
    metadata: { providerFieldName: 'Seniority_Level__c' },
    warnings: ['Salesforce has no index for this type: `indexed` was left out.'],
    applyTime: ago(30),
    operationId: 'op_1',
  },
  {
    objectName: 'account',
    fieldName: 'Tier',
    displayName: 'Tier',
    valueType: 'int',
    action: 'none',
    error: 'There is a field of this name already, of another type.',
    applyTime: ago(30),
  },
]

const operation = (
  number: number,
  actionType: string,
  status: Schemas['Operation']['status'],
  [recordsProcessed, recordsEstimatedTotal]: [number, number?],
  minutes: number,
): Schemas['Operation'] => ({
  id: `op_${number}`,
  projectId,
  integrationId: 'int_1',
  configId: 'conf_1',
  ...northwind,
  actionType,
  status,
  metadata: {
    objects: [number === 2 ? 'account' : 'contact'],
    progress: {
      recordsProcessed,
      ...(recordsEstimatedTotal && {
        recordsEstimatedTotal,
        percent: Math.floor((100 * recordsProcessed) / recordsEstimatedTotal),
      }),
    },
  },
  createTime: ago(minutes),
})

const logs = (): Schemas['Log'][] => [
  {
    timestamp: ago(5),
    severity: 'INFO',
    message: {
      msg: 'Read 250 records.',
      call: {
        method: 'GET',
        url: 'https://northwind.my.salesforce.com/services/data/v60.0/query?q=…',
        status: 200,
        durationMs: 312,
        attempt: 1,
        requestHeaders: { accept: 'application/json', authorization: '…' },
        responseHeaders: {
          'content-type': 'application/json;charset=UTF-8',
          'sforce-limit-info': 'api-usage=18/15000',
        },
      },
    },
  },
  {
    timestamp: ago(5.2),
    severity: 'WARN',
    message: {
      msg: 'The provider asked to slow down',
      error: 'HTTP 429, Retry-After: 5',
      call: {
        method: 'GET',
        url: 'https://northwind.my.salesforce.com/services/data/v60.0/query?q=…',
        status: 429,
        durationMs: 95,
        attempt: 2,
        requestHeaders: { accept: 'application/json', authorization: '…' },
        responseHeaders: { 'retry-after': '5' },
      },
    },
  },
  {
    timestamp: ago(6),
    severity: 'INFO',
    message: { msg: 'Backfill started', details: { object: 'account' } },
  },
]

const refreshes = (): Schemas['ConnectionRefresh'][] => [
  {
    id: 'ref_2',
    time: ago(60 * 30),
    outcome: 'failed',
    kind: 'grant',
    detail: 'Salesforce answered 400 (invalid_grant: expired access/refresh token).',
  },
  { id: 'ref_1', time: ago(60 * 32), outcome: 'renewed' },
]

const timeline = (): Schemas['TimelineEntry'][] => [
  {
    id: 'op_2',
    time: ago(6),
    kind: 'operation',
    operationId: 'op_2',
    actionType: 'read',
    objectName: 'account',
    status: 'in_progress',
    records: 3250,
    by: 'builder:ana@acme.example',
  },
  {
    id: 'rev_1',
    time: ago(40),
    kind: 'deployed',
    by: 'builder:ana@acme.example',
    revisionId: 'rev_1',
    changes: [
      { path: 'read.objects[contact].schedule', before: '0 * * * *', after: '*/30 * * * *' },
    ],
  },
  {
    id: 'conf_1',
    time: ago(90),
    kind: 'configured',
    by: 'consumer:user-1',
    changes: [{ path: 'read.objects.contact.selectedFields.city', after: true }],
  },
  {
    id: 'evt_9',
    time: ago(200),
    kind: 'event',
    eventId: 'evt_9',
    eventType: 'read.schedule.paused',
    objectName: 'contact',
    detail: 'The provider refused the credentials.',
  },
  { id: 'inst_1', time: ago(700), kind: 'installed', by: 'consumer:user-1' },
]

const rehearsal = (): Schemas['ManifestRehearsal'] => ({
  findings: [],
  integrations: [
    {
      name: 'salesforce-sync',
      change: 'update',
      installations: 2,
      effects: [
        {
          objectName: 'contact',
          effect: 'is read every hour',
          installations: 2,
          groupRefs: ['team-1', 'team-2'],
        },
      ],
    },
  ],
})

/** A quiet night, a busy morning, and a receiver that fails at the end of it. */
const hours = (): Schemas['DeliveryHour'][] =>
  Array.from({ length: 24 }, (_, index) => {
    const isNight = index < 6
    const isFailing = index > 20
    const delivered = isNight ? 0 : 120 + ((index * 37) % 90) - (isFailing ? 100 : 0)
    const recordsFailed = isFailing ? 40 : 0
    return {
      time: new Date(Math.floor(Date.now() / 3_600_000 - 23 + index) * 3_600_000).toISOString(),
      delivered,
      retried: isFailing ? 60 : 0,
      failed: isFailing ? 12 : 0,
      recordsDelivered: delivered * 8,
      recordsFailed,
      ...(!isNight && { p50Ms: 30 + index, p95Ms: isFailing ? 4_800 : 180 + index * 9 }),
    }
  })

function notifications() {
  const pullConsumers: Schemas['PullConsumer'][] = [
    {
      name: 'crm',
      destinationId: 'dest_4',
      cursor: '18400',
      unread: 12,
      leased: 0,
      oldestUnreadTime: ago(2),
      commitTime: ago(1),
      createTime: ago(4000),
    },
    {
      name: 'warehouse',
      destinationId: 'dest_4',
      cursor: '4100',
      unread: 14_312,
      leased: 8,
      oldestUnreadTime: ago(2_400),
      createTime: ago(3000),
    },
  ]
  const destinations: Schemas['Destination'][] = [
    {
      id: 'dest_1',
      name: 'app-webhook',
      type: 'webhook',
      projectId,
      metadata: { url: 'https://lumen.example/webhooks/integrations' },
      status: 'enabled',
      health: {
        state: 'failing',
        since: ago(120),
        reason: 'The receiver answered 503.',
      },
      lastDay: { succeeded: 4180, failed: 120, successRate: 4180 / 4300, retrying: 17, paused: 0 },
      ordering: 'none',
      createTime: ago(6000),
    },
    {
      id: 'dest_2',
      name: 'ops-alerts',
      type: 'webhook',
      projectId,
      metadata: { url: 'https://alerts.lumen.example/hook' },
      status: 'disabled',
      health: { state: 'paused', since: ago(300), reason: 'Disabled manually.' },
      lastDay: { succeeded: 0, failed: 0, retrying: 0, paused: 37 },
      ordering: 'none',
      disabledReason: 'Disabled manually.',
      disabledTime: ago(300),
      createTime: ago(5000),
    },
    {
      id: 'dest_4',
      name: 'inbox',
      type: 'pull',
      projectId,
      metadata: {},
      status: 'enabled',
      health: { state: 'healthy', since: ago(4000) },
      lastDay: { succeeded: 812, failed: 0, successRate: 1, retrying: 0, paused: 0 },
      ordering: 'none',
      createTime: ago(4000),
    },
    {
      id: 'dest_3',
      name: 'lake',
      type: 's3',
      projectId,
      metadata: { bucket: 'lumen-raw-events', region: 'eu-central-1' },
      status: 'enabled',
      health: healthy,
      lastDay: { succeeded: 980, failed: 0, successRate: 1, retrying: 0, paused: 0 },
      ordering: 'none',
      createTime: ago(4000),
    },
  ]
  const topics = [
    { id: 'top_1', name: 'everything', projectId, createTime: ago(6000) },
    { id: 'top_2', name: 'trouble', projectId, createTime: ago(5000) },
  ]
  const eventTypes = {
    top_1: [
      'connection.created',
      'installation.created',
      'installation.deleted',
      'read.backfill.done',
      'read.triggered.done',
    ],
    top_2: ['connection.error', 'read.schedule.paused', 'destination.webhook.disabled'],
  } as const
  const eventRoutes = Object.entries(eventTypes).flatMap(([topicId, types]) =>
    types.map((eventType) => ({
      id: `etr_${eventType}`,
      eventType,
      topicId,
      projectId,
      createTime: ago(5000),
    })),
  )
  const destinationRoutes = [
    ['top_1', 'dest_1'],
    ['top_1', 'dest_3'],
    ['top_2', 'dest_2'],
  ].map(([topicId = '', destinationId = ''], index) => ({
    id: `tdr_${index}`,
    topicId,
    destinationId,
    projectId,
    createTime: ago(5000),
  }))
  const deliveries = Array.from({ length: 72 }, (_, index) => delivery(72 - index))
  return {
    destinations,
    customerDestinations: structuredClone(customerDestinations),
    customerDestinationSettings: structuredClone(customerDestinationSettings),
    eventTypes: structuredClone(eventTypesOfOwn),
    sentEvents: [],
    pullConsumers,
    topics,
    replays: [],
    eventRoutes,
    destinationRoutes,
    deliveries,
    hours: hours(),
    attempts: Object.fromEntries(deliveries.map((one) => [one.id, makeAttempts(one)])),
  }
}

const customerDestinations: Schemas['CustomerDestination'][] = [
  {
    id: 'dest_9',
    projectId,
    groupRef: 'team-1',
    label: 'Warehouse',
    type: 'webhook',
    url: 'https://hooks.northwind.example/integrations',
    status: 'enabled',
    eventTypes: ['read', 'custom.invoice.paid'],
    health: { state: 'healthy' },
    createTime: ago(600),
  },
]

const customerDestinationSettings: Schemas['CustomerDestinationSettings'] = {
  types: ['webhook'],
  maxPerGroup: 3,
  eventTypes: ['read', 'custom.invoice.paid'],
}

const eventTypesOfOwn: Schemas['EventType'][] = [
  {
    name: 'custom.invoice.paid',
    projectId,
    description: 'An invoice was paid.',
    createTime: ago(900),
  },
]

const northwind = {
  groupRef: 'team-1',
  groupName: 'Northwind Traders',
  installationId: 'inst_1' as const,
}
const contoso = {
  groupRef: 'team-2',
  groupName: 'Contoso Robotics',
  installationId: 'inst_2' as const,
}

function delivery(number: number): Schemas['Delivery'] {
  const minutes = (72 - number) * 1.7 + 0.1
  const fate = number === 70 ? 'failed' : number === 72 ? 'pending' : 'delivered'
  return {
    id: `dlv_${number}`,
    projectId,
    eventId: `evt_${number}`,
    eventType:
      number % 9 === 0 ? 'read.backfill.done' : number === 70 ? 'connection.error' : 'read',
    destinationId: number === 70 ? 'dest_2' : number % 5 === 0 ? 'dest_3' : 'dest_1',
    ...(number % 2 === 0 ? contoso : northwind),
    operationId: 'op_2',
    objectName: 'contact',
    numRecords: number * 3,
    status: fate,
    attempts: fate === 'failed' ? 3 : fate === 'pending' ? 0 : 1,
    createTime: ago(minutes),
    ...(fate !== 'pending' && { lastAttemptTime: ago(minutes - 0.05) }),
    ...(fate === 'failed' && { lastError: 'The receiver answered 503.' }),
  }
}

export function makeAttempts({
  attempts,
  status,
  eventId,
  createTime,
}: Pick<Schemas['Delivery'], 'attempts' | 'status' | 'eventId' | 'createTime'>) {
  return Array.from({ length: attempts }, (_, index): Schemas['Attempt'] => {
    const succeeded = status === 'delivered'
    return {
      number: attempts - index,
      time: createTime,
      durationMs: succeeded ? 8.4 : 1240,
      succeeded,
      ...(!succeeded && { error: { class: 'status', detail: 'The receiver answered 503.' } }),
      request: {
        url: 'https://lumen.example/webhooks/integrations',
        headers: {
          'content-type': 'application/json',
          'webhook-id': eventId,
          'webhook-timestamp': '1790000000',
        },
      },
      response: {
        status: succeeded ? 200 : 503,
        headers: { 'content-type': 'text/plain' },
        body: succeeded ? 'ok' : 'upstream connect error',
      },
    }
  })
}

export function apiKey(
  number: number,
  label: string,
  scope: string,
  more: Partial<Schemas['ApiKey']> = {},
): Schemas['ApiKey'] {
  return {
    id: `key_${number}`,
    maskedKey: `plat_${scope}_…${1000 + number}`,
    label,
    scopes: [scope],
    projectId,
    allowedOrigins: [],
    allowedNetworks: [],
    active: true,
    unused: false,
    createTime: ago(6000),
    ...more,
  }
}

function approval(
  number: 1 | 2,
  decision: Pick<Schemas['Approval'], 'state' | 'decidedBy' | 'decideTime' | 'reason'>,
): Schemas['Approval'] {
  return {
    id: `apr_${number}`,
    projectId,
    operationId: `op_${number}`,
    integrationId: 'int_1',
    integrationName: 'salesforce-sync',
    installationId: 'inst_1',
    provider: 'salesforce',
    groupRef: `team-${number}`,
    ...(number === 2 && { instance: 'emea' }),
    objectName: 'contact',
    type: 'update',
    recordCount: 1,
    requestedBy: 'api-key:key_1',
    expireTime: new Date(Date.now() + 20 * 3_600_000).toISOString(),
    createTime: ago(60 * number),
    ...decision,
  }
}

/** What a waiting write changes. */
export const approvalRecords: Schemas['ApprovalRecord'][] = [
  {
    recordId: '0035g00000XyZ12AAF',
    isKnown: true,
    fields: [
      { name: 'name', old: 'Lind', new: 'Falk' },
      { name: 'phone', old: null, new: '+49 30 901820' },
    ],
  },
]

function connectLink(
  number: 1 | 2,
  groupName: string,
  times: Pick<Schemas['ConnectLink'], 'lastUseTime' | 'expireTime'>,
): Schemas['ConnectLink'] {
  return {
    id: `clnk_${number}`,
    projectId,
    integrationId: `int_${number}`,
    group: { groupRef: `team-${number}`, groupName },
    consumer: { consumerRef: `clnk_${number}`, consumerName: `clnk_${number}` },
    createdBy: 'builder:ana@lumen.example',
    createTime: ago(60 * 26 * number),
    ...times,
  }
}

function jwtKey(label: string, active: boolean): Schemas['JWTKey'] {
  return {
    id: active ? '01a1fefd-b82a-7980-ae55-ebc401f1ce32' : '01a1fefd-b82a-7980-ae55-ebc401f1ce33',
    projectId,
    label,
    algorithm: 'EC',
    publicKeyPem: '-----BEGIN PUBLIC KEY-----',
    active,
    createTime: ago(8000),
    updateTime: ago(8000),
  }
}

function organization() {
  const parent = { parentType: 'org', parentId: 'org_1' } as const
  const member = (number: number, name: string, role: Schemas['Membership']['role']) => ({
    id: `bld_${number}` as const,
    idpProvider: 'platform',
    idpRef: String(number),
    createTime: ago(9000),
    fullName: name,
    primaryEmail: `${name.toLowerCase().split(' ')[0]}@lumen.example`,
    role,
  })
  return {
    org: {
      id: 'org_1' as const,
      label: 'Lumen',
      defaultTeamId: 'team_1',
      createTime: ago(9000),
    },
    members: [member(1, 'Ana Lopes', 'owner'), member(2, 'Ben Okafor', 'member')],
    invites: [
      {
        ...parent,
        id: 'inv_1' as const,
        invitedEmail: 'cy@lumen.example',
        status: 'pending' as const,
        expireTime: ahead(6 * 24 * 60),
        createTime: ago(60),
      },
    ],
    domains: [{ ...parent, id: 'dom_1', domain: 'lumen.example' }],
    auditLog: [
      {
        id: 'aud_1' as const,
        time: ago(5),
        orgId: 'org_1',
        projectId,
        actor: { kind: 'builder', id: 'bld_1', label: 'ana@lumen.example' },
        action: 'updateProject',
        target: '/v1/projects/demo',
        requestId: 'req_7',
        ip: '192.0.2.7',
        userAgent: 'Firefox',
        before: { appName: 'Lumen' },
        after: { appName: 'Lumen CRM Hub' },
      },
    ],
  }
}
