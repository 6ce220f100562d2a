import { expect, it } from 'vitest'
import { givenPlatform, manifest } from '@platform/testing/test-platform'

const path = '/v1/{p}/integrations/crm/objects'

it('shows up to three records with the fields asked for and nothing else', async () => {
  const platform = await givenPlatform({ contacts: 5 })
  await platform.connect()

  const { records } = await platform.call<{ records: { fields: Record<string, unknown> }[] }>(
    'GET',
    `${path}/Contact/sample?groupRef=globex&fieldNames=LastName,Email`,
  )

  expect(records).toHaveLength(3)
  expect(records[0]).toEqual({
    fields: { LastName: expect.any(String), Email: expect.stringContaining('@') },
  })
})

it('returns no samples of an object that the integration does not read', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  await platform.connect()

  const reply = await platform.call('GET', `${path}/User/sample?groupRef=globex&fieldNames=Email`)

  expect(reply).toMatchObject({ status: 404, type: expect.stringContaining('object-not-found') })
})

it('returns a remedy for every failed sample read', async () => {
  const sourceYaml = manifest.replace('fieldName: Title', 'fieldName: MadeUp__c')
  const platform = await givenPlatform({ contacts: 1, sourceYaml })
  await platform.connect()
  const sample = (what: string) => platform.call('GET', `${path}/${what}`)
  const sampleUnder = async (effect: 'permission-lost' | 'unavailable') => {
    const { id } = await platform.control.addFault({ effect, match: { pathRegex: '/query' } })
    const reply = await sample('Contact/sample?groupRef=globex&fieldNames=Email')
    await platform.control.removeFault(id)
    return reply
  }
  const selectedFields = { MadeUp__c: true }
  const config = { content: { read: { objects: { Contact: { selectedFields } } } } }

  const replies = [
    await sample('User/sample?groupRef=globex&fieldNames=Email'),
    await sample('Contact/sample?groupRef=nobody&fieldNames=Email'),
    await sample('Contact/sample?groupRef=globex&fieldNames=,'),
    await sample('Contact/sample?groupRef=globex&fieldNames=MadeUp__c'),
    await sampleUnder('permission-lost'),
    await sampleUnder('unavailable'),
    await platform.call('POST', '/v1/{p}/integrations/crm/installations', {
      groupRef: 'globex',
      config,
    }),
  ]

  expect(replies.map(({ type }) => String(type).split('/').at(-1))).toEqual([
    'object-not-found',
    'connection-not-found',
    'invalid-input',
    'provider-refused',
    'provider-refused',
    'provider-unavailable',
    'sample-read-failed',
  ])
  for (const { remedy } of replies) expect(remedy).toMatch(/^[A-Z].{10,}[.]$/s)
})
