import type { ConnectionId, Installation } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { openProvider } from '@platform/connections/provider/open-provider'
import { getNth, must } from '@platform/kernel/values'
import { sandboxPortals, sandboxWebhookAppId } from '@platform/sandbox'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

const [portal, otherPortal] = [getNth(sandboxPortals, 0).id, getNth(sandboxPortals, 1).id]
const cars = `p${portal}_cars`

const describeRead = (objectName: string) => `
        - objectName: ${objectName}
          destination: webhook
          optionalFieldsAuto: all`
const describeSubscribe = (objectName: string) => `
        - objectName: ${objectName}
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}`
const objectNames = ['contacts', cars, 'boats']
const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:${objectNames.map(describeRead).join('')}
    subscribe:
      objects:${objectNames.map(describeSubscribe).join('')}
`
const base = '/v1/{p}/integrations/crm/installations'

let platform: Awaited<ReturnType<typeof testPlatform>>
let first: { id: `inst_${string}`; connectionId: ConnectionId }
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  const { id: connectionId } = await platform.connect('globex', 'hubspot', { account: portal })
  const { database, projectId, services } = platform
  const { client } = await openProvider(services, database.tenant(projectId), connectionId)
  const made = await client.request({
    method: 'POST',
    path: '/crm/v3/schemas',
    body: {
      name: 'cars',
      labels: { singular: 'Car', plural: 'Cars' },
      primaryDisplayProperty: 'model',
      requiredProperties: ['model'],
      properties: [{ name: 'model', label: 'Model', type: 'string', fieldType: 'text' }],
      associatedObjects: ['CONTACT'],
    },
  })
  expect(made.status).toBe(201)
  const { id } = await platform.install('globex', { contacts: {}, [cars]: {} })
  first = { id, connectionId }
  await waitForState(id, 'active')
})
afterAll(() => platform.close())

const findInstalled = (id: string) => platform.call<Installation>('GET', `${base}/${id}`)

const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => {
    const { subscription } = await findInstalled(id)
    expect(subscription).toMatchObject({ state })
    return must(subscription, 'subscription')
  }, patiently)

const connectAndInstall = async (groupRef: string, account: string, objects: object) => {
  await platform.connect(groupRef, 'hubspot', { account })
  return platform.install(groupRef, objects)
}

/** Expects that a change of the account arrives for the group. */
async function expectHeard(groupRef: string, account: string, objectName = 'contacts') {
  const email = `${groupRef}-${Date.now()}@lind.example`
  const values = objectName === 'contacts' ? { lastname: 'Lind', email } : { model: 'Saga' }
  const { id } = await platform.hubspot.createRecord(objectName, values, { account })
  await vi.waitFor(() => {
    const heard = platform.messages
      .filter((message) => message.action === 'subscribe' && message.groupRef === groupRef)
      .flatMap(({ result }) => result ?? [])
    expect(heard).toContainEqual(expect.objectContaining({ id }))
  }, patiently)
}

const listSubscribed = async () => {
  const url = `${platform.hubspotUrl}/webhooks/v3/${sandboxWebhookAppId}/subscriptions?hapikey=key`
  const { results } = (await (await fetch(url)).json()) as {
    results: { eventType: string; objectTypeId?: string; propertyName?: string }[]
  }
  return results
    .map((one) => [one.eventType, one.objectTypeId, one.propertyName].join(' '))
    .toSorted()
}

/** Makes the scheduled check of the subscription due now. */
const lookAfter = async () => {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where key like 'set-up-subscription:%' and run_at > now()`.execute(platform.database.everything)
}

it('hears changes of an object that events name by its ID', async () => {
  await expectHeard('globex', portal, cars)
})

describe('an account that shares the subscription of an app', () => {
  it('is subscribed while the account of another user lacks an object, which fails alone', async () => {
    const without = await connectAndInstall('hooli', otherPortal, { boats: {} })
    expect((await waitForState(without.id, 'failed')).error).toContain('boats')

    const { id } = await connectAndInstall('initech', otherPortal, { contacts: {} })

    await waitForState(id, 'active')
    await expectHeard('initech', otherPortal)
    await waitForState(without.id, 'failed')
    await waitForState(first.id, 'active')
  })

  it('is subscribed while HubSpot fails for another new account, which is tried again', async () => {
    const fault = await platform.hubspot.addFault({
      match: { account: portal, pathRegex: '/crm/properties' },
      effect: 'unavailable',
    })
    const before = await listSubscribed()
    const waiting = await connectAndInstall('soylent', portal, { contacts: {} })

    const { id } = await connectAndInstall('acme', otherPortal, { contacts: {} })
    await waitForState(id, 'active')

    await waitForState(waiting.id, 'pending')
    expect(await listSubscribed()).toEqual(before)
    await platform.hubspot.removeFault(fault.id)
    await lookAfter()
    await waitForState(waiting.id, 'active')
  })

  it('is subscribed while the credentials of another are rejected, which keeps its objects', async () => {
    const before = await listSubscribed()
    expect(before).toContainEqual('object.creation 2-3001 ')
    await platform.hubspot.revokeTokens({ account: portal })

    const { id } = await connectAndInstall('umbrella', otherPortal, { contacts: {} })

    await waitForState(id, 'active')
    await expectHeard('umbrella', otherPortal)
    expect(await listSubscribed()).toEqual(before)
    const { status } = await platform.call('GET', `/v1/{p}/connections/${first.connectionId}`)
    expect(status).toBe('bad_credentials')
  })

  it('fails alone when its own credentials are rejected, until it is connected again', async () => {
    await platform.connect('tyrell', 'hubspot', { account: portal })
    await platform.hubspot.revokeTokens({ account: portal })
    // Its set-up may still run when the next one is requested.
    const bystander = await connectAndInstall('wonka', otherPortal, { contacts: {} })

    const { id } = await platform.install('tyrell', { contacts: {}, [cars]: {} })

    const { error } = await waitForState(id, 'failed')
    expect(error).toContain('invalid_grant')
    await waitForState(bystander.id, 'active')
    await expectHeard('wonka', otherPortal)
    await platform.connect('tyrell', 'hubspot', { account: portal })
    await waitForState(id, 'active')
  })

  it('is subscribed while another is deleted during the set-up', async () => {
    const leaving = await connectAndInstall('stark', otherPortal, { contacts: {} })
    await waitForState(leaving.id, 'active')
    const { catalogue } = platform.services
    const { connector } = must(findProvider('hubspot', { among: catalogue }), 'provider')
    const { describeObject } = must(connector, 'connector')
    let deletes = 0
    const spied = vi
      .spyOn(must(connector, 'connector'), 'describeObject')
      .mockImplementation(async (...asked) => {
        if (deletes++ === 0) await platform.call('DELETE', `${base}/${leaving.id}`)
        return describeObject(...asked)
      })
    onTestFinished(() => spied.mockRestore())

    const { id } = await connectAndInstall('wayne', otherPortal, { contacts: {} })

    await waitForState(id, 'active')
    expect(deletes).toBeGreaterThan(0)
    await expectHeard('wayne', otherPortal)
  })
})
