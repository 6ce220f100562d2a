import { AssociationTypes, type Client } from '@hubspot/api-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireDefined } from '../require-defined.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectHubSpot } from '../testing/sign-in.ts'

let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 5, accounts: 2, opportunities: 2 } })
  client = (await connectHubSpot(sandbox)).client
})
afterAll(() => sandbox.close())

const crm = () => client.crm
const makeDefinedType = (associationTypeId: number) => ({
  associationCategory: 'HUBSPOT_DEFINED' as never,
  associationTypeId,
})
const listSomeIds = async (object: string) =>
  (await crm().objects.basicApi.getPage(object)).results.map(({ id }) => id)
/** With numeric IDs, which replies contain although the client's types declare strings. */
const listAssociated = async (from: string, id: string, to: string) =>
  (await crm().associations.v4.basicApi.getPage(from, id, to)).results.map(
    ({ toObjectId, associationTypes }) => ({ to: Number(toObjectId), associationTypes }),
  )

describe('the official client', () => {
  it('creates products, and line items of a deal', async () => {
    const [deal] = await listSomeIds('deals')
    const product = await crm().products.basicApi.create({
      properties: { name: 'Seat', price: '12.5', hs_sku: 'SEAT-1' },
      associations: [],
    })
    const lineItem = await crm().lineItems.basicApi.create({
      properties: { name: 'Seat', quantity: '3', hs_product_id: product.id },
      associations: [
        {
          to: { id: requireDefined(deal) },
          types: [makeDefinedType(AssociationTypes.lineItemToDeal)],
        },
      ],
    })

    expect(await crm().products.getAll()).toMatchObject([{ properties: { name: 'Seat' } }])
    expect((await crm().lineItems.getAll())[0]?.properties).toMatchObject({ quantity: '3' })
    expect(await listAssociated('deals', requireDefined(deal), 'line_items')).toMatchObject([
      { to: Number(lineItem.id), associationTypes: [{ typeId: AssociationTypes.dealToLineItem }] },
    ])
  })

  it.each([
    ['notes', { hs_note_body: 'Called' }, AssociationTypes.noteToContact],
    [
      'tasks',
      { hs_task_subject: 'Call', hs_task_status: 'WAITING' },
      AssociationTypes.taskToContact,
    ],
  ])('creates an activity of a contact: %s', async (object, properties, type) => {
    const [contact] = await listSomeIds('contacts')
    const write = (more: Record<string, string>) =>
      crm().objects.basicApi.create(object, {
        properties: { ...properties, ...more },
        associations: [{ to: { id: requireDefined(contact) }, types: [makeDefinedType(type)] }],
      })

    await expect(write({})).rejects.toMatchObject({ code: 400 })
    const { id } = await write({ hs_timestamp: '2026-05-01T10:00:00Z' })

    expect(await listAssociated('contacts', requireDefined(contact), object)).toMatchObject([
      { to: Number(id) },
    ])
    expect(await listAssociated(object, id, 'contacts')).toMatchObject([
      { associationTypes: [{ typeId: type }] },
    ])
  })

  it('associates contacts with other contacts, but not with themselves', async () => {
    const [one, other] = await listSomeIds('contacts')
    const { basicApi } = crm().associations.v4

    await basicApi.createDefault('contacts', requireDefined(one), 'contacts', requireDefined(other))

    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await listAssociated('contacts', requireDefined(from), 'contacts')).toMatchObject([
        { to: Number(to), associationTypes: [{ typeId: AssociationTypes.contactToContact }] },
      ])
    }
    const alone = basicApi.createDefault(
      'contacts',
      requireDefined(one),
      'contacts',
      requireDefined(one),
    )
    await expect(alone).rejects.toMatchObject({ code: 400 })
  })

  it('merges two records into one with the values and associations of both', async () => {
    const [company, otherCompany] = await listSomeIds('companies')
    const make = async (properties: Record<string, string>, companyId: string) =>
      (
        await crm().contacts.basicApi.create({
          properties,
          associations: [
            { to: { id: companyId }, types: [makeDefinedType(AssociationTypes.contactToCompany)] },
          ],
        })
      ).id
    const kept = await make({ email: 'kept@acme.test', firstname: 'Kim' }, requireDefined(company))
    const merged = await make(
      { email: 'gone@acme.test', firstname: 'K.', jobtitle: 'Chief' },
      requireDefined(otherCompany),
    )

    // The client has a method for every other call.
    await client.apiRequest({
      method: 'POST',
      path: '/crm/v3/objects/contacts/merge',
      body: { primaryObjectId: kept, objectIdToMerge: merged },
    })
    const names = ['firstname', 'jobtitle', 'email']
    const { properties } = await crm().contacts.basicApi.getById(kept, names)

    expect(properties).toMatchObject({
      firstname: 'Kim',
      jobtitle: 'Chief',
      email: 'kept@acme.test',
    })
    await expect(crm().contacts.basicApi.getById(merged)).rejects.toMatchObject({ code: 404 })
    const friends = await listAssociated('contacts', kept, 'companies')
    expect(friends.map(({ to }) => to).toSorted()).toEqual(
      [company, otherCompany].map(Number).toSorted(),
    )
  })
})
