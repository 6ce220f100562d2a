import { ProviderError } from '@platform/connector'
import type { FaultRule } from '@platform/sandbox'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'

const integration = (name: string, provider: string, objectName: string, field: string) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: ${field} }]
          optionalFieldsAuto: all
`
const sourceYaml = `
specVersion: 1.0.0
integrations:${integration('crm', 'salesforce', 'Contact', 'LastName')}${integration(
  'odd-crm',
  'salesforce',
  'Accout',
  'Name',
)}${integration('hub', 'hubspot', 'contacts', 'email')}${integration(
  'odd-hub',
  'hubspot',
  'butterflies',
  'email',
)}`

const objectNames = {
  crm: 'Contact',
  'odd-crm': 'Accout',
  hub: 'contacts',
  'odd-hub': 'butterflies',
} as const
type Name = keyof typeof objectNames

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 2, sourceYaml })
  await platform.connect('globex', 'salesforce')
  await platform.connect('globex', 'hubspot')
})
afterEach(async () => {
  await Promise.all([platform.control.clearFaults(), platform.hubspot.clearFaults()])
})
afterAll(() => platform.close())

const install = (
  name: Name,
  { fieldName, groupRef = 'globex' }: { fieldName?: string; groupRef?: string },
) =>
  platform.call<{ id?: string; status?: number; detail?: string; causes?: string[] }>(
    'POST',
    `/v1/{p}/integrations/${name}/installations`,
    {
      groupRef,
      config: {
        content: {
          read: {
            objects: {
              [objectNames[name]]: fieldName ? { selectedFields: { [fieldName]: true } } : {},
            },
          },
        },
      },
    },
  )
const addFaultFor = (name: Name, rule: FaultRule) =>
  name.endsWith('crm') ? platform.control.addFault(rule) : platform.hubspot.addFault(rule)

const lost = { effect: 'permission-lost' } as const

it.each<[string, Name, { fieldName?: string; fault?: FaultRule }, RegExp]>([
  ['a field', 'crm', { fieldName: 'Foo__c' }, /^Field 'Foo__c' was not found or is not accessible/],
  ['a relation', 'crm', { fieldName: 'Nowhere.Name' }, /^Field 'Nowhere.Name' was not found/],
  ['an object', 'odd-crm', {}, /^sObject type 'Accout' is not supported\./],
  ['a permission', 'crm', { fault: { ...lost, match: { pathRegex: '/query' } } }, /./],
  ['a property', 'hub', { fieldName: 'foo' }, /^Property "foo" does not exist$/],
  ['an object type', 'odd-hub', {}, /Unable to infer object type from: butterflies/],
  [
    'a scope',
    'hub',
    { fault: { ...lost, match: { pathRegex: '/crm/objects/2026-09/contacts' } } },
    /scopes.*: .*crm\.objects\.contacts\.read/,
  ],
])(
  'saves nothing and reports the missing parts: %s',
  async (_, name, { fieldName, fault }, words) => {
    if (fault) await addFaultFor(name, fault)

    const reply = await install(name, fieldName === undefined ? {} : { fieldName })

    expect(reply).toMatchObject({
      status: 422,
      detail: expect.stringMatching(words),
      causes: [expect.stringContaining(`${objectNames[name]}: ${reply.detail}`)],
    })
    const saved = await platform.call('GET', `/v1/{p}/integrations/${name}/installations`)
    expect(saved).toEqual([])
  },
)

it.each<[string, Name, FaultRule]>([
  ['a session that has ended', 'crm', { effect: 'token-expired', times: 1 }],
  ['a limit', 'crm', { effect: 'rate-limit' }],
  ['an outage', 'crm', { effect: 'unavailable' }],
  ['an error of its own', 'crm', { effect: 'server-error' }],
  ['a token that has expired', 'hub', { effect: 'token-expired', times: 1 }],
  ['a limit', 'hub', { effect: 'rate-limit', policyName: 'DAILY' }],
  ['an outage', 'hub', { effect: 'unavailable' }],
  ['an error of its own', 'hub', { effect: 'server-error' }],
])('saves despite %s at %s', async (what, name, fault) => {
  const groupRef = `${name}-${what.replaceAll(' ', '-')}`
  await platform.connect(groupRef, name === 'crm' ? 'salesforce' : 'hubspot')
  await addFaultFor(name, { ...fault, match: { pathRegex: '/query|/crm/' } })

  const { id, status } = await install(name, { groupRef })

  expect([status, typeof id]).toEqual([undefined, 'string'])
})

it('logs a request that the provider cannot parse', async () => {
  const { log, catalogue } = platform.services
  const connector = must(catalogue['salesforce']?.connector, 'connector')
  const logged = vi.spyOn(log, 'error')
  vi.spyOn(connector, 'sampleRead').mockRejectedValueOnce(
    new ProviderError('bad-request', 'unexpected token', { isOurDefect: true }),
  )
  await platform.connect('malformed')

  const { status } = await install('crm', { groupRef: 'malformed' })

  expect(status).toBe(422)
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ objectName: 'Contact' }),
    'a sample read failed',
  )
})

it('saves although a firewall replies with an HTML page', async () => {
  await platform.connect('behind-a-firewall')
  await addFaultFor('crm', { effect: 'html', status: 403, match: { pathRegex: '/query' } })

  const { status } = await install('crm', { groupRef: 'behind-a-firewall' })

  expect(status).toBeUndefined()
})
