import type { UpsertMetadataResponse } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { must } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 2 })
  await platform.connect()
  await platform.connect('globex', 'hubspot')
})
afterAll(() => platform.close())

type Caller = Pick<typeof platform, 'call'>

const choice = (fieldName: string, values: string[]) => ({
  fieldName,
  displayName: 'Region',
  valueType: 'singleSelect',
  stringOptions: { values },
})

const put = (provider: string, objectName: string, field: object, { call } = platform as Caller) =>
  call<UpsertMetadataResponse & { detail?: string }>(
    'PUT',
    `/v1/{p}/providers/${provider}/object-metadata`,
    { groupRef: 'globex', fields: { [objectName]: [field] } },
  )

async function valuesAt(provider: string, objectName: string, fieldName: string) {
  const { fields } = await platform.call<{
    fields: Record<string, { values?: { value: string }[] }>
  }>('GET', `/v1/{p}/providers/${provider}/objects/${objectName}/metadata?groupRef=globex`)
  return (fields[fieldName]?.values ?? []).map(({ value }) => value)
}

it.each([
  ['salesforce', ['Contact', 'contact'], 'Region', 'Region__c'],
  ['hubspot', ['contacts', 'contact', '0-1'], 'region_choice', 'region_choice'],
])(
  'keeps the values of all concurrent requests at %s',
  async (provider, spellings, fieldName, providerFieldName) => {
    const values = Array.from({ length: 12 }, (_, n) => `Region ${n}`)

    const replies = await Promise.all(
      values.map((value, n) =>
        put(provider, spellings[n % spellings.length]!, choice(fieldName, [value])),
      ),
    )

    expect(replies.map(({ success }) => success)).toEqual(values.map(() => true))
    const present = await valuesAt(provider, spellings[0]!, providerFieldName)
    expect(present.toSorted()).toEqual(values.toSorted())
  },
)

it('changes nothing once another process has taken over, as from one that stood still', async () => {
  await put('hubspot', 'contacts', choice('held_region', ['North']))
  await platform.hubspot.addFault({
    ...{ effect: 'slow', delayMs: 1_000, times: 1 },
    match: { method: 'GET', pathRegex: 'properties' },
  })

  const late = put('hubspot', 'contacts', choice('held_region', ['South']))
  await vi.waitFor(async () => {
    const { rows } = await sql`update field_leases set holder = 'another' returning 1`.execute(
      platform.database.everything,
    )
    expect(rows).not.toEqual([])
  }, patiently)
  const reply = await late
  await sql`delete from field_leases`.execute(platform.database.everything)

  expect(reply).toMatchObject({ status: 502, retryable: true })
  expect(reply.detail).toContain('Another request is changing fields of')
  expect(await valuesAt('hubspot', 'contacts', 'held_region')).toEqual(['North'])
})

it.each([
  ['salesforce', 'Contact', 'Shared_Region', 'Shared_Region__c'],
  ['hubspot', 'contacts', 'shared_region', 'shared_region'],
] as const)(
  'keeps the values of two projects that are connected to the same account of %s',
  async (provider, objectName, fieldName, providerFieldName) => {
    const other = await platform.anotherTenant(`grove-${provider}`)
    await other.connect('globex', provider)
    const values = Array.from({ length: 12 }, (_, n) => `Region ${n}`)

    const replies = await Promise.all(
      values.map((value, n) =>
        put(provider, objectName, choice(fieldName, [value]), n % 2 === 0 ? platform : other),
      ),
    )

    expect(replies.map(({ success }) => success)).toEqual(values.map(() => true))
    const present = await valuesAt(provider, objectName, providerFieldName)
    expect(present.toSorted()).toEqual(values.toSorted())
  },
)

it.each(['salesforce', 'hubspot'] as const)(
  'keeps the values of connections to one account of %s whose tokens were imported',
  async (provider) => {
    const [signedIn] = await platform.call<{ id: string }[]>(
      'GET',
      `/v1/{p}/connections?groupRef=globex&provider=${provider}`,
    )
    const { oauth2AuthorizationCode, providerMetadata } = await platform.call<{
      oauth2AuthorizationCode: { accessToken: object; refreshToken: object }
      providerMetadata: Record<string, { value: string }>
    }>('GET', `/v1/{p}/connections/${must(signedIn, 'connection').id}?includeCreds=true`)
    const groupRefs = ['imported-1', 'imported-2']
    for (const groupRef of groupRefs) {
      const { id, ...problem } = await platform.call<{ id: string }>(
        'POST',
        '/v1/{p}/connections:generate',
        { provider, groupRef, consumerRef: groupRef, oauth2AuthorizationCode },
      )
      expect(id, JSON.stringify({ problem, providerMetadata })).toBeDefined()
    }
    const objectName = provider === 'salesforce' ? 'Contact' : 'contacts'
    const fieldName = 'imported_region'
    const values = Array.from({ length: 12 }, (_, n) => `Region ${n}`)

    const replies = await Promise.all(
      values.map((value, n) =>
        platform.call<UpsertMetadataResponse>(
          'PUT',
          `/v1/{p}/providers/${provider}/object-metadata`,
          {
            groupRef: ['globex', ...groupRefs][n % 3],
            fields: { [objectName]: [choice(fieldName, [value])] },
          },
        ),
      ),
    )

    expect(replies.map(({ success }) => success)).toEqual(values.map(() => true))
    const suffix = provider === 'salesforce' ? '__c' : ''
    const present = await valuesAt(provider, objectName, fieldName + suffix)
    expect(present.toSorted()).toEqual(values.toSorted())
  },
)

it('does not wait for requests of other objects', async () => {
  const fault = await platform.hubspot.addFault({
    effect: 'slow',
    delayMs: 60_000,
    match: { pathRegex: '/properties/deals' },
  })
  const slow = put('hubspot', 'deals', choice('stuck_choice', ['One']))

  const other = await put('hubspot', 'companies', choice('free_choice', ['One']))

  expect(other.success).toBe(true)
  await platform.hubspot.removeFault(fault.id)
  expect((await slow).success).toBe(true)
})

it('reports that the provider allows no more calls, instead of an outage', async () => {
  const fault = await platform.hubspot.addFault({
    effect: 'rate-limit',
    retryAfterSeconds: 600,
    match: { pathRegex: '/properties/' },
  })

  const reply = await put('hubspot', 'contacts', choice('limited_choice', ['One']))

  await platform.hubspot.removeFault(fault.id)
  expect(reply.detail).toMatch(/^HubSpot allows no more calls at the moment: /)
})
