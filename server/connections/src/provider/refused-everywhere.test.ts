import type { Connection, Installation, Log, WriteReply } from '@platform/contract'
import { sandboxApps } from '@platform/sandbox'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { manifest, testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { must } from '@platform/kernel/values'

type Platform = Awaited<ReturnType<typeof testPlatform>>
type Fault = Parameters<Platform['control']['addFault']>[0]

let platform: Platform
beforeAll(async () => {
  platform = await testPlatform({
    contacts: 2,
    sourceYaml: `${manifest}
    write:
      objects:
        - objectName: Contact
    proxy:
      enabled: true
`,
  })
})
afterAll(() => platform.close())

const apis = '/services/(data|Soap)/'
const tokens = '/oauth2/token'
const secretOfApp = async (clientSecret: string) => {
  const apps = await platform.call<{ id: string; provider: string }[]>(
    'GET',
    '/v1/{p}/provider-apps',
  )
  const { id } = must(
    apps.find(({ provider }) => provider === 'salesforce'),
    'app',
  )
  await platform.call('PATCH', `/v1/{p}/provider-apps/${id}`, {
    updateMask: ['clientSecret'],
    providerApp: { clientSecret },
  })
}

interface Refusal {
  faults: Fault[]
  clientSecret?: string
  /** The kinds of problem by caller; a status if the provider's reply is forwarded. */
  says: Record<Path, string | number>
  /** The remedy in every reply with a problem of this refusal. */
  remedy: RegExp
  /** The health of the connection, and of the installation that reads through it. */
  health: Connection['health']['state']
  healthRemedy?: RegExp
  /** Whether an asynchronous write is retried. */
  goesOn: boolean
}
type Path = 'renew' | 'describe' | 'sample' | 'search' | 'write' | 'fields' | 'proxy'

const everywhere = (kind: string, but: Partial<Refusal['says']> = {}): Refusal['says'] => ({
  renew: kind,
  describe: kind,
  sample: kind,
  search: kind,
  write: kind,
  fields: kind,
  proxy: kind,
  ...but,
})
const expired: Fault = { effect: 'token-expired', match: { pathRegex: apis } }

const refusals: [string, Refusal][] = [
  [
    'the OAuth client of the project',
    {
      faults: [expired],
      clientSecret: 'of yesterday',
      says: everywhere('provider-refused'),
      remedy: /Fix the client ID and secret of the provider app.*Users do not need to sign in/,
      health: 'failing',
      goesOn: true,
    },
  ],
  [
    'a renewal, as it is away',
    {
      faults: [expired, { effect: 'unavailable', match: { pathRegex: tokens } }],
      says: everywhere('provider-unavailable'),
      remedy: /Repeat the request later/,
      health: 'retrying',
      goesOn: true,
    },
  ],
  [
    'a renewal, as it is broken',
    {
      faults: [expired, { effect: 'server-error', match: { pathRegex: tokens } }],
      says: everywhere('provider-unavailable'),
      remedy: /Repeat the request later/,
      health: 'retrying',
      goesOn: true,
    },
  ],
  ...(
    [
      [
        'INVALID_OPERATION_WITH_EXPIRED_PASSWORD',
        /Set a new one at the provider, then sign in again/,
      ],
      ['API_DISABLED_FOR_ORG', /administrator of the account must turn on API access/],
      ['ORG_LOCKED', /The account is locked.*must contact the provider/],
    ] as const
  ).map(([errorCode, remedy]): [string, Refusal] => [
    `the account by ${errorCode}`,
    {
      faults: [{ effect: 'account-blocked', errorCode, match: { pathRegex: apis } }],
      says: everywhere('credentials-refused', { renew: 200, fields: 'sign-in-again', proxy: 403 }),
      remedy,
      health: 'needsSignIn',
      goesOn: false,
      healthRemedy: remedy,
    },
  ]),
  [
    'what the user may not do',
    {
      faults: [{ effect: 'permission-lost', match: { pathRegex: apis } }],
      says: everywhere('provider-refused', {
        renew: 200,
        write: 'write-refused',
        fields: 'provider-permission-missing',
        proxy: 403,
      }),
      remedy: /grant|permission|Fix the errors/i,
      health: 'healthy',
      goesOn: false,
    },
  ],
  [
    'the grant',
    {
      faults: [expired, { effect: 'refresh-revoked', match: { pathRegex: tokens } }],
      says: everywhere('credentials-refused', { fields: 'sign-in-again' }),
      remedy: /Ask the end user to sign in again/,
      health: 'needsSignIn',
      goesOn: false,
    },
  ],
  [
    'a token that is new',
    {
      faults: [expired],
      says: everywhere('credentials-refused', { renew: 200, fields: 'sign-in-again', proxy: 401 }),
      remedy: /Ask the end user to sign in again/,
      health: 'needsSignIn',
      goesOn: false,
    },
  ],
]

it.each(refusals)(
  'reports the same everywhere for a provider that refuses %s',
  async (what, refusal) => {
    const groupRef = `group-${refusals.findIndex(([name]) => name === what)}`
    const { id: connectionId } = await platform.connect(groupRef)
    const { id: installationId } = await platform.call<Installation>(
      'POST',
      '/v1/{p}/integrations/crm/installations?skipSampling=true',
      {
        groupRef,
        config: {
          content: {
            read: { objects: { Contact: { selectedFields: {} } } },
            write: { objects: { Contact: { objectName: 'Contact' } } },
          },
        },
      },
    )
    const write = (mode: 'synchronous' | 'asynchronous') =>
      platform.call<WriteReply>('POST', '/write/v1/{p}/integrations/crm/objects/Contact', {
        groupRef,
        type: 'create',
        mode,
        record: { LastName: 'Ivanova' },
      })
    const ask: Record<Path, () => Promise<Reply>> = {
      describe: () =>
        platform.call(
          'GET',
          `/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=${groupRef}`,
        ),
      sample: () =>
        platform.call(
          'GET',
          `/v1/{p}/integrations/crm/objects/Contact/sample?groupRef=${groupRef}&fieldNames=LastName`,
        ),
      search: () =>
        platform.call('POST', `/search/v1/{p}/integrations/crm?groupRef=${groupRef}`, {
          objectName: 'Contact',
          fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'x' }],
        }),
      write: () => write('synchronous') as Promise<Reply>,
      fields: () =>
        platform.call('PUT', '/v1/{p}/integrations/crm/object-metadata', {
          groupRef,
          fields: { Contact: [{ fieldName: 'Rank__c', displayName: 'Rank', valueType: 'string' }] },
        }),
      proxy: () => throughProxy(installationId),
      renew: () => platform.call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`),
    }
    if (refusal.clientSecret) await secretOfApp(refusal.clientSecret)
    for (const fault of refusal.faults) await platform.control.addFault(fault)

    const { operationId } = await write('asynchronous')
    const lines = () => platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
    const replies: Record<string, Reply> = {}
    for (const [path, send] of Object.entries(ask)) replies[path] = await send()
    const readHealth = async () => {
      const path = `/v1/{p}/connections/${connectionId}`
      return (await platform.call<Connection>('GET', path)).health
    }
    // The background writes too, which may change the retry time between two requests.
    const health = await vi.waitFor(async () => {
      const before = await readHealth()
      const installation = await platform.call<Installation>(
        'GET',
        `/v1/{p}/integrations/crm/installations/${installationId}`,
      )
      expect(installation.connection.health).toEqual(before)
      return before
    }, patiently)
    const line = await vi.waitFor(
      async () =>
        must(
          (await lines()).find(({ severity }) => severity !== 'info'),
          'line',
        ),
      patiently,
    )
    await platform.control.clearFaults()
    if (refusal.clientSecret) await secretOfApp(sandboxApps.salesforce.clientSecret)

    expect(
      Object.fromEntries(Object.entries(replies).map(([path, reply]) => [path, getKind(reply)])),
    ).toEqual(refusal.says)
    for (const reply of Object.values(replies).filter(({ type }) => type)) {
      expect(reply.remedy ?? reply.detail).toMatch(refusal.remedy)
    }
    expect(health.state).toBe(refusal.health)
    if (refusal.healthRemedy) expect(health.remedy).toMatch(refusal.healthRemedy)
    expect(JSON.stringify(line)).toContain(refusal.goesOn ? 'resending' : 'the rest is not sent')
  },
)

interface Reply {
  type?: string
  status?: number | string
  detail?: string
  remedy?: string
}

const getKind = ({ type, status }: Reply) =>
  type?.split('/').at(-1) ?? (typeof status === 'number' ? status : 200)

async function throughProxy(installationId: string): Promise<Reply> {
  const response = await fetch(`${platform.url}/proxy/services/data/v60.0/sobjects`, {
    headers: {
      'x-api-key': platform.apiKey,
      'x-platform-project-id': 'test',
      'x-platform-installation-id': installationId,
    },
  })
  const body: unknown = await response.json()
  return String(response.headers.get('content-type')).includes('problem')
    ? (body as Reply)
    : { status: response.status }
}
