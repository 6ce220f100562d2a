// @module-tag live-records
import type { Schemas } from '@platform/client'
import type { ObjectMetadata } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'

// HubSpot computes the score. Its change does not change the modification time of the contact.

const makeIntegration = (name: string, schedule: string, optional: string) => `
  - name: ${name}
    provider: hubspot
    proxy: { enabled: true }
    read:
      objects:
        - objectName: contacts
          destination: webhook
          ${schedule}
          requiredFields: [{ fieldName: lastname }]
          optionalFields: [{ fieldName: ${optional} }]`
const yearly = "schedule: '0 0 1 1 *'"
const sourceYaml = `
specVersion: 1.0.0
integrations:${makeIntegration('scheduled', yearly, 'score')}${makeIntegration('on-request', '', 'score')}${makeIntegration('beside', yearly, 'jobtitle')}
`

let platform: Awaited<ReturnType<typeof testPlatform>>
const ids: Record<string, string> = {}
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml })
  await platform.connect('acme', 'hubspot')
  for (const [name, optional] of [
    ['scheduled', 'score'],
    ['on-request', 'score'],
    ['beside', 'jobtitle'],
  ] as const) {
    const content = { read: { objects: { contacts: { selectedFields: { [optional]: true } } } } }
    const { id } = await platform.call<{ id: string }>(
      'POST',
      `/v1/{p}/integrations/${name}/installations?skipSampling=true`,
      { groupRef: 'acme', config: { content: { ...content, proxy: { enabled: true } } } },
    )
    ids[name] = id
  }
})
afterAll(() => platform.close())

const addScore = (fieldType: string) =>
  fetch(`${platform.url}/proxy/crm/v3/properties/contacts`, {
    method: 'POST',
    headers: {
      ...{ 'x-api-key': platform.apiKey, 'x-platform-project-id': 'test' },
      ...{ 'x-platform-installation-id': ids['scheduled']!, 'content-type': 'application/json' },
    },
    body: JSON.stringify({
      ...{ name: 'score', label: 'Score', groupName: 'contactinformation' },
      ...{ type: 'number', fieldType },
    }),
  })

const readObject = async (name: string) => {
  const path = `/v1/{p}/integrations/${name}/installations/${ids[name]}`
  return (await platform.call<Schemas['Installation']>('GET', path)).objects['contacts']
}

it('names the computed fields that a scheduled read requests', async () => {
  const created = await addScore('calculation_equation')
  const before = await readObject('scheduled')

  const metadata = await platform.call<ObjectMetadata>(
    'GET',
    '/v1/{p}/integrations/scheduled/objects/contacts/metadata?groupRef=acme',
  )
  const scheduled = await readObject('scheduled')
  const onRequest = await readObject('on-request')
  const beside = await readObject('beside')

  expect(created.status).toBe(201)
  expect(metadata.fields['score']).toMatchObject({ isCalculated: true, readOnly: true })
  expect(metadata.fields['jobtitle']).not.toHaveProperty('isCalculated')
  expect(before).not.toHaveProperty('calculatedFields')
  expect(scheduled).toMatchObject({ calculatedFields: ['score'] })
  expect(onRequest).toBeDefined()
  expect(onRequest).not.toHaveProperty('calculatedFields')
  expect(beside).toBeDefined()
  expect(beside).not.toHaveProperty('calculatedFields')
})

it('names the computed fields of a change before it is deployed', async () => {
  const preview = (schedule: string) =>
    platform.call<Schemas['MappingPreview']>(
      'POST',
      `/v1/{p}/integrations/beside/installations/${ids['beside']}/objects/contacts:preview`,
      {
        sourceYaml: `specVersion: 1.0.0\nintegrations:${makeIntegration('beside', schedule, 'score').replace('requiredFields: [', 'requiredFields: [{ fieldName: score }, ')}\n`,
      },
    )

  const scheduled = await preview(yearly)
  const onRequest = await preview('')

  expect(scheduled.calculatedFields).toEqual(['score'])
  expect(onRequest).not.toHaveProperty('calculatedFields')
})
