import type { Client } from '@hubspot/api-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireDefined } from '../require-defined.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectHubSpot } from '../testing/sign-in.ts'

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
  client = (await connectHubSpot(sandbox)).client
})
afterAll(() => sandbox.close())

describe('objects of the portal', () => {
  it('are made, listed and filled by the official client', async () => {
    const before = await client.crm.schemas.coreApi.getAll()
    const made = await client.crm.schemas.coreApi.create({
      name: 'cars',
      labels: { singular: 'Car', plural: 'Cars' },
      primaryDisplayProperty: 'model',
      requiredProperties: ['model'],
      searchableProperties: [],
      properties: [{ name: 'model', label: 'Model', type: 'string', fieldType: 'text' }],
      associatedObjects: ['CONTACT'],
    } as never)
    const after = await client.crm.schemas.coreApi.getAll()
    const car = await client.crm.objects.basicApi.create(requireDefined(made.objectTypeId), {
      properties: { model: 'Beetle' },
      associations: [],
    })
    const found = await client.crm.objects.basicApi.getById('p24510001_cars', car.id, ['model'])

    expect(before.results).toEqual([])
    expect(after.results).toMatchObject([
      { fullyQualifiedName: 'p24510001_cars', labels: { plural: 'Cars' } },
    ])
    expect(found.properties).toMatchObject({ model: 'Beetle' })
  })

  it('require their required properties, and are unique', async () => {
    const again = client.crm.schemas.coreApi.create({
      name: 'cars',
      labels: { singular: 'Car', plural: 'Cars' },
      requiredProperties: [],
      properties: [{ name: 'model', label: 'Model', type: 'string', fieldType: 'text' }],
      associatedObjects: [],
    } as never)
    const nameless = client.crm.objects.basicApi.create('p24510001_cars', {
      properties: {},
      associations: [],
    })

    await expect(again).rejects.toMatchObject({ code: 409 })
    await expect(nameless).rejects.toMatchObject({ code: 400 })
  })
})

describe('the history of properties', () => {
  it('returns every value, newest first', async () => {
    const { results } = await client.crm.contacts.basicApi.getPage(1)
    const { id, properties } = requireDefined(results[0])
    for (const jobtitle of ['First', 'Second']) {
      await client.crm.contacts.basicApi.update(id, { properties: { jobtitle } })
    }

    const read = await client.crm.contacts.basicApi.getById(id, ['email'], ['jobtitle', 'email'])
    const listed = await client.crm.contacts.basicApi.getPage(1, undefined, ['email'], ['jobtitle'])
    const tooMany = client.crm.contacts.basicApi.getPage(51, undefined, [], ['jobtitle'])

    const { jobtitle, email } = requireDefined(read.propertiesWithHistory)
    expect(
      requireDefined(jobtitle)
        .map(({ value }) => value)
        .slice(0, 2),
    ).toEqual(['Second', 'First'])
    expect(jobtitle).toHaveLength(3)
    expect(email).toMatchObject([{ value: properties.email }])
    expect(requireDefined(listed.results[0]).propertiesWithHistory).toHaveProperty('jobtitle')
    await expect(tooMany).rejects.toMatchObject({ code: 400 })
  })
})
