import type { ProviderEvent } from '@platform/connector'
import type { Installation, Log, Operation } from '@platform/contract'
import { providerStandIns } from '@platform/connectors/stand-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { setUpSubscription } from './set-up/set-up.ts'
import { insertEvents } from './event-store.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: billing
    provider: stripe
    read:
      objects:
        - objectName: customers
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: email
              mapToName: email
    subscribe:
      objects:
        - objectName: customers
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
          deleteEvent: {enabled: always}
`
const base = '/v1/{p}/integrations/billing/installations'

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>
const ids = new Map<string, string>()

beforeAll(async () => {
  standIns = await providerStandIns(['stripe'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
  for (const group of ['globex', 'initech']) ids.set(group, await install(group))
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

async function install(groupRef: string): Promise<string> {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'stripe',
    groupRef,
    consumerRef: `hank of ${groupRef}`,
    apiKey: `secret of ${groupRef}`,
  })
  const content = { provider: 'stripe', read: { objects: { customers: {} } } }
  const { id } = await platform.call<{ id: string }>('POST', base, {
    groupRef,
    config: { content },
  })
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>('GET', `${base}/${id}`)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  return id
}

const webhooks = () => [...standIns.of('stripe').webhooks!.registered.values()]

/** Stripe's delivery to the webhook of the nth installation. */
const deliveryTo = (number: number, type: 'create' | 'update' | 'delete', recordId: string) => {
  const { url } = webhooks()[number]!
  return standIns
    .of('stripe')
    .webhooks!.makeDeliveries('customers', type, recordId)
    .find((one) => one.url === url)!
}

type Delivery = ReturnType<typeof deliveryTo>

const sendDelivery = ({ url, headers, body }: Delivery, change: Partial<Delivery> = {}) =>
  fetch(change.url ?? url, {
    method: 'POST',
    headers: { ...headers, ...change.headers } as Record<string, string>,
    body: change.body ?? body,
  }).then(({ status }) => status)

const changeMessages = () => platform.messages.filter(({ action }) => action === 'subscribe')

const listReceivedIds = () =>
  changeMessages().flatMap(({ result }) => (result ?? []).flatMap(({ id }) => id ?? []))

const selectStored = async () => {
  const { count } = await platform.database.everything
    .selectFrom('changeEvents')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const findSubscription = (group: string) =>
  platform.database.everything
    .selectFrom('subscribedInstallations as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
    .selectAll('s')
    .where('l.installationId', '=', ids.get(group) as `inst_${string}`)
    .executeTakeFirstOrThrow()

const lookAfter = async (group: string) => {
  const { id: subscriptionId, projectId } = await findSubscription(group)
  const db = platform.database.tenant(projectId)
  await setUpSubscription(platform.services, db, { subscriptionId })
}

describe('an installation of a provider that only a file describes', () => {
  it('receives record changes with fields by webhook, once', async () => {
    const created = deliveryTo(0, 'create', '1002')

    expect(
      await Promise.all([sendDelivery(created), sendDelivery(created), sendDelivery(created)]),
    ).toEqual([204, 204, 204])
    expect(await sendDelivery(deliveryTo(0, 'delete', '1003'))).toBe(204)

    await vi.waitFor(
      () => expect(changeMessages().flatMap(({ result }) => result ?? [])).toHaveLength(2),
      patiently,
    )
    const entries = changeMessages().flatMap(({ result }) => result ?? [])
    expect(entries).toMatchObject([
      {
        subscribeEventType: 'create',
        providerEventType: 'customer.created',
        id: '1002',
        mappedFields: { email: expect.stringContaining('email') },
      },
      { subscribeEventType: 'delete', id: '1003', fields: {} },
    ])
    expect(changeMessages().every(({ groupRef }) => groupRef === 'globex')).toBe(true)
  })

  it('rejects unverified deliveries', async () => {
    const mine = deliveryTo(0, 'update', '1004')
    const theirs = deliveryTo(1, 'update', '1004')
    const before = await selectStored()
    const signature = mine.headers['stripe-signature'] as string
    const yesterday = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 86_400}`)
    const { projectId } = platform

    expect(await sendDelivery(mine, { url: theirs.url })).toBe(401)
    expect(await sendDelivery(theirs, { url: mine.url })).toBe(401)
    expect(await sendDelivery(mine, { body: mine.body.replace('1004', '1005') })).toBe(401)
    expect(await sendDelivery(mine, { headers: { 'stripe-signature': yesterday } })).toBe(401)
    expect(await sendDelivery(mine, { headers: { 'stripe-signature': '' } })).toBe(401)
    expect(await sendDelivery(mine, { body: '<html>' })).toBe(401)
    expect(await sendDelivery(mine, { url: `${mine.url}x` })).toBe(401)
    expect(await sendDelivery(mine, { url: mine.url.replace(/[^/]+$/, 'x') })).toBe(401)
    const elsewhere = `${platform.url}/subscribe/v1/projects/${projectId}/subscriptions`
    expect(await sendDelivery(mine, { url: `${elsewhere}/%00/x` })).toBe(401)
    expect(await sendDelivery(mine, { url: `${elsewhere}/sub_${'0'.repeat(26)}/x` })).toBe(401)
    const foreign = mine.url.replace(projectId, `proj_${'0'.repeat(26)}`)
    expect(await sendDelivery(mine, { url: foreign })).toBe(401)
    expect(await sendDelivery(mine, { body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
    expect(await selectStored()).toBe(before)
  })

  it.each([
    ['a lone surrogate', 'cus_\ud800'],
    ['a NUL', 'cus_\0'],
    ['600 characters', 'x'.repeat(600)],
  ])('rejects an event whose record ID has %s, and delivers later ones', async (_, recordId) => {
    const before = await selectStored()

    expect(await sendDelivery(deliveryTo(0, 'update', recordId))).toBe(400)
    expect(await selectStored()).toBe(before)
    expect(await sendDelivery(deliveryTo(0, 'update', '1007'))).toBe(204)
    expect(await sendDelivery(deliveryTo(1, 'update', '1008'))).toBe(204)

    await vi.waitFor(
      () => expect(listReceivedIds()).toEqual(expect.arrayContaining(['1007', '1008'])),
      patiently,
    )
  })

  it('delivers events after an undeliverable one, and retries it', async () => {
    const { connectionId, projectId } = await findSubscription('globex')
    const before = deliveryTo(0, 'update', '1001')
    expect(await sendDelivery(before)).toBe(204)
    await vi.waitFor(() => expect(listReceivedIds()).toContain('1001'), patiently)
    // As stored by an earlier version.
    const poison = {
      id: 'poison',
      type: 'update',
      objectName: 'customers',
      recordId: 'cus_\ud800',
      time: new Date().toISOString(),
      providerEventType: 'customer.updated',
      rawEvent: {},
    }
    const db = platform.database.tenant(projectId)
    await inTransaction(db, (tx) =>
      insertEvents(tx, projectId, [
        { connectionId: must(connectionId, 'connection'), event: poison as ProviderEvent },
      ]),
    )

    expect(await sendDelivery(deliveryTo(0, 'update', '1009'))).toBe(204)
    expect(await sendDelivery(deliveryTo(1, 'update', '1010'))).toBe(204)

    await vi.waitFor(
      () => expect(listReceivedIds()).toEqual(expect.arrayContaining(['1009', '1010'])),
      patiently,
    )
    const job = await sql<{ attempts: number }>`
      select attempts from graphile_worker._private_jobs
       where key = ${`deliver-changes-again:${connectionId}`}`.execute(platform.database.everything)
    expect(job.rows).toEqual([{ attempts: 0 }])
    const { results } = await platform.call<{ results: Operation[] }>(
      'GET',
      `${base}/${ids.get('globex')}/operations`,
    )
    const { id: setUpId } = must(
      results.find(({ actionType }) => actionType === 'subscribe'),
      'operation of the set-up',
    )
    const lines = await platform.call<Log[]>('GET', `/v1/{p}/operations/${setUpId}/logs`)
    expect(lines.map(({ message }) => message.msg)).toContainEqual(
      expect.stringMatching(
        /^A change of customers \(record cus_.+\) could not be delivered; retrying/,
      ),
    )
  })

  it('stores its secret encrypted and never returns it', async () => {
    const { secret, state, deliveryKey } = await findSubscription('globex')
    const { secret: plain } = webhooks()[0]!
    const installation = JSON.stringify(await platform.call('GET', `${base}/${ids.get('globex')}`))

    expect(secret!.includes(plain)).toBe(false)
    expect(JSON.stringify(state)).not.toContain(plain)
    expect(installation).not.toContain(deliveryKey)
  })

  it('recreates a removed webhook and reports possibly missed changes', async () => {
    const [first] = webhooks()
    standIns.of('stripe').webhooks!.registered.delete(first!.id)

    const { results } = await platform.call<{ results: Operation[] }>(
      'GET',
      `${base}/${ids.get('globex')}/operations`,
    )
    const subscribed = results.find(({ actionType }) => actionType === 'subscribe')
    const before = await selectStored()
    await lookAfter('globex')

    const made = webhooks().find(({ url }) => url === first!.url)
    expect(made).toBeDefined()
    const logs = () =>
      platform
        .call<Log[]>('GET', `/v1/{p}/operations/${subscribed!.id}/logs`)
        .then((all) => all.map(({ message }) => message.msg))
    await vi.waitFor(async () => {
      expect(await logs()).toContainEqual(expect.stringContaining('may be missing'))
      // Customers have no modification time: delivering all of them would report changes that did not happen.
      expect(await logs()).toContainEqual(expect.stringContaining('the next read finds them'))
    }, patiently)
    expect(await selectStored()).toBe(before)
    const anew = deliveryTo(webhooks().indexOf(made!), 'update', '1006')
    expect(await sendDelivery(anew)).toBe(204)
  })

  it('is removed with its webhook, whose deliveries are then rejected', async () => {
    const url = new RegExp((await findSubscription('initech')).deliveryKey!)
    const mine = () => webhooks().findIndex((one) => url.test(one.url))
    const late = deliveryTo(mine(), 'update', '1002')

    await platform.call('DELETE', `${base}/${ids.get('initech')}`)
    await vi.waitFor(() => expect(mine()).toBe(-1), patiently)

    await vi.waitFor(async () => expect(await sendDelivery(late)).toBe(401), patiently)
  })
})
