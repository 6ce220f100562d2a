import { Signature, type Client } from '@hubspot/api-client'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { sandboxApps } from '../oauth-apps.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectHubSpot } from '../testing/sign-in.ts'
import { portals } from './portal/portal.ts'
import { appId } from './api/webhooks.ts'

let sandbox: Sandbox
let client: Client
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let answers: number[] = []
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(answers.shift() ?? 200).end()
})
const targetUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?a=1`
const control = () => sandboxControl(sandbox.hubspotUrl)
const events = () => received.flatMap(({ body }) => JSON.parse(body) as Record<string, unknown>[])

async function subscribeTo(...wanted: object[]): Promise<void> {
  const call = (method: string, path: string, body: object) =>
    fetch(`${sandbox.hubspotUrl}/webhooks/v3/${appId}${path}?hapikey=key`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  await call('PUT', '/settings', { targetUrl: targetUrl() })
  for (const subscription of wanted) {
    const { status } = await call('POST', '/subscriptions', { active: true, ...subscription })
    expect(status).toBe(201)
  }
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 50, accounts: 10 } })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  received.length = 0
  answers = []
  await control().reset()
  client = (await connectHubSpot(sandbox)).client
})
afterAll(async () => {
  await sandbox.close()
  receiver.close()
})

describe('webhooks', () => {
  it('report merged records and erased people', async () => {
    await subscribeTo(
      { eventType: 'contact.merge' },
      { eventType: 'contact.privacyDeletion' },
      { eventType: 'line_item.creation' },
    )
    const create = async (email: string) =>
      (await client.crm.contacts.basicApi.create({ properties: { email }, associations: [] })).id
    const [kept, merged] = [await create('a@acme.test'), await create('b@acme.test')]
    const post = (path: string, body: object) => client.apiRequest({ method: 'POST', path, body })

    await post('/crm/v3/objects/contacts/merge', {
      primaryObjectId: kept,
      objectIdToMerge: merged,
    })
    await post('/crm/v3/objects/contacts/gdpr-delete', { objectId: kept })
    await client.crm.lineItems.basicApi.create({ properties: { name: 'x' }, associations: [] })

    await expect.poll(events).toHaveLength(3)
    expect(events()).toMatchObject([
      {
        subscriptionType: 'contact.merge',
        primaryObjectId: Number(kept),
        mergedObjectIds: [Number(merged)],
        newObjectId: Number(kept),
      },
      { subscriptionType: 'contact.privacyDeletion', objectId: Number(kept) },
      { subscriptionType: 'line_item.creation', changeFlag: 'CREATED' },
    ])
  })

  it('send subscribed changes with signatures that the official client accepts', async () => {
    await subscribeTo(
      { eventType: 'contact.creation' },
      { eventType: 'contact.propertyChange', propertyName: 'email' },
      { eventType: 'object.deletion', objectTypeId: '0-1' },
    )
    const { id } = await control().createRecord('contacts', { firstname: 'Rin' })
    await client.crm.contacts.basicApi.update(id, { properties: { email: 'rin@acme.test' } })
    await client.crm.contacts.basicApi.archive(id)

    await expect.poll(events).toHaveLength(3)

    const about = {
      objectId: Number(id),
      portalId: Number(requireDefined(portals[0]).id),
      appId,
      attemptNumber: 0,
    }
    expect(events()).toEqual([
      expect.objectContaining({ ...about, changeFlag: 'CREATED', changeSource: 'CRM_UI' }),
      expect.objectContaining({
        ...about,
        propertyName: 'email',
        propertyValue: 'rin@acme.test',
        changeSource: 'INTEGRATION',
      }),
      expect.objectContaining({ ...about, changeFlag: 'DELETED', objectTypeId: '0-1' }),
    ])
    const { headers, body } = requireDefined(received[0])
    const isValid = Signature.isValid({
      signatureVersion: 'v3',
      method: 'POST',
      clientSecret: sandboxApps.hubspot.clientSecret,
      url: targetUrl(),
      requestBody: body,
      signature: String(headers['x-hubspot-signature-v3']),
      timestamp: Number(headers['x-hubspot-request-timestamp']),
    })
    expect(isValid).toBe(true)
  })

  it('are repeated when the receiver rejects them', async () => {
    await control().settings({ webhookRetryDelaysMs: [20, 20, 20] })
    await subscribeTo({ eventType: 'company.creation' })
    answers = [500, 503]

    await control().createRecord('companies', { name: 'Acme' })

    await expect.poll(() => received).toHaveLength(3)
    expect(events().map(({ attemptNumber }) => attemptNumber)).toEqual([0, 1, 2])
    expect(new Set(events().map(({ eventId }) => eventId)).size).toBe(1)
  })

  it('omit a property that was written without a change', async () => {
    await subscribeTo({ eventType: 'contact.propertyChange', propertyName: 'firstname' })
    const { id } = await control().createRecord('contacts', { firstname: 'Rin' })

    await control().updateRecord('contacts', id, { firstname: 'Rin' })
    await control().updateRecord('contacts', id, { firstname: 'Ren' })

    await expect.poll(() => events().at(-1)).toMatchObject({ propertyValue: 'Ren' })
    expect(events().map(({ propertyValue }) => propertyValue)).toEqual(['Rin', 'Ren'])
  })
})

describe('associations', () => {
  it('link contacts to the company they work for', async () => {
    const { results } = await client.crm.contacts.basicApi.getPage(1, undefined, [
      'associatedcompanyid',
    ])
    const [contact] = results
    const companyId = requireDefined(
      requireDefined(contact).properties['associatedcompanyid'] ?? undefined,
    )

    const ofContact = await client.crm.associations.v4.basicApi.getPage(
      'contacts',
      requireDefined(contact).id,
      'companies',
    )
    const ofCompany = await client.crm.associations.v4.batchApi.getPage('companies', 'contacts', {
      inputs: [{ id: companyId }],
    })

    expect(ofContact.results).toMatchObject([{ toObjectId: Number(companyId) }])
    expect(requireDefined(ofCompany.results[0]).to.map(({ toObjectId }) => toObjectId)).toContain(
      Number(requireDefined(contact ?? undefined).id),
    )
  })

  it('are made with a new record, read with it, and removed', async () => {
    const company = await control().createRecord('companies', { name: 'Acme' })
    const { id } = await client.crm.deals.basicApi.create({
      properties: { dealname: 'Pilot' },
      associations: [
        {
          to: { id: company.id },
          types: [{ associationCategory: 'HUBSPOT_DEFINED' as never, associationTypeId: 341 }],
        },
      ],
    })
    const read = () => client.crm.deals.basicApi.getById(id, undefined, undefined, ['companies'])
    const before = await read()
    await client.crm.associations.v4.basicApi.archive('deals', id, 'companies', company.id)

    const after = await read()

    expect(requireDefined(requireDefined(before.associations)['companies']).results).toEqual([
      { id: company.id, type: 'deal_to_company' },
    ])
    expect(after.associations).toEqual({})
  })
})
