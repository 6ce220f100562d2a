import { expect, it } from 'vitest'
import { givenPlatform } from '../testing/test-platform.ts'

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

it('shows nothing of an object that the integration does not read', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  await platform.connect()

  const reply = await platform.call('GET', `${path}/User/sample?groupRef=globex&fieldNames=Email`)

  expect(reply).toMatchObject({ status: 404, type: expect.stringContaining('object-not-found') })
})
