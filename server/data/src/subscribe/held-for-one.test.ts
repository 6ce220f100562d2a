import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const makeIntegration = (name: string, destination: string) => `
  - name: ${name}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: LastName }]
    subscribe:
      objects:
        - objectName: Contact
          destination: ${destination}
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`
const makeManifest = (destination: string) =>
  `specVersion: 1.0.0\nintegrations:${makeIntegration('crm', 'webhook')}${makeIntegration('other', destination)}`

let platform: Awaited<ReturnType<typeof testPlatform>>
let changes: object
const names = new Map<string, string>()
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: makeManifest('webhook') })
  const { metadata } = await platform.call<{ metadata: object }>(
    'GET',
    '/v1/{p}/destinations/webhook',
  )
  changes = { name: 'changes', type: 'webhook', metadata }
  await platform.call('POST', '/v1/{p}/destinations', changes)
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: makeManifest('changes') })
  await platform.connect()
  for (const integration of ['crm', 'other']) {
    const path = `/v1/{p}/integrations/${integration}/installations`
    const { id } = await platform.call<{ id: string }>('POST', `${path}?skipSampling=true`, {
      groupRef: 'globex',
      config: { content: { read: { objects: { Contact: {} } } } },
    })
    names.set(id, integration)
    await vi.waitFor(async () => {
      const { subscription } = await platform.call<{ subscription: { state: string } }>(
        'GET',
        `${path}/${id}`,
      )
      expect(subscription).toMatchObject({ state: 'active' })
    }, patiently)
  }
})
afterAll(() => platform.close())

/** Returns how often each integration delivered the record. */
function countDeliveries(recordId: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { action, result = [], installationId } of platform.messages) {
    if (action !== 'subscribe' || !result.some(({ raw }) => raw?.['Id'] === recordId)) continue
    const name = names.get(String(installationId)) ?? ''
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

it('delivers a change to those whose destination exists, and once to each', async () => {
  await platform.call('DELETE', '/v1/{p}/destinations/changes?force=true')

  const first = await platform.control.createRecord('Contact', { LastName: 'First' })
  const second = await platform.control.createRecord('Contact', { LastName: 'Second' })
  for (const { id } of [first, second]) {
    await vi.waitFor(() => expect(countDeliveries(id)).toEqual({ crm: 1 }), patiently)
  }
  await platform.call('POST', '/v1/{p}/destinations', changes)
  const { everything } = platform.database
  // The next attempt is due in five minutes.
  await everything.executeQuery(
    sql`update change_events set retry_time = now() where retry_time is not null`.compile(
      everything,
    ),
  )
  const third = await platform.control.createRecord('Contact', { LastName: 'Third' })

  for (const { id } of [first, second, third]) {
    await vi.waitFor(() => expect(countDeliveries(id)).toEqual({ crm: 1, other: 1 }), patiently)
  }
})
