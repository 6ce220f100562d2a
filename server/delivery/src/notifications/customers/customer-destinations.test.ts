// @module-tag connection-share
import { generateKeyPairSync } from 'node:crypto'
import type {
  Attempt,
  CustomerDestination,
  CustomerDestinationWithSecret,
  Delivery,
} from '@platform/contract'
import { verifyWebhook } from '@platform/client/webhooks'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { consumerToken } from '@platform/testing/test-api'
import { testPlatform } from '@platform/testing/test-platform'
import { givenReceiver } from '../testing.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const offered = ['read', 'custom.paid', 'connection.created']

let platform: Awaited<ReturnType<typeof testPlatform>>
let kid: string
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' })
  const key = { label: 'backend', algorithm: 'ES256', publicKeyPem }
  kid = (await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', key)).kid
  await platform.call('POST', '/v1/{p}/event-types', { name: 'custom.paid' })
  await allow({ maxPerGroup: 20 })
})
afterAll(() => platform.close())

const settingsPath = '/v1/{p}/customer-destination-settings'
const base = '/v1/{p}/customer-destinations'
const allow = (changes: object) =>
  platform.call('PUT', settingsPath, {
    ...{ types: ['webhook'], maxPerGroup: 20, eventTypes: offered },
    ...changes,
  })

let groups = 0
/** A customer whose person may manage destinations. */
function givenCustomer(groupRef = `group-${++groups}`) {
  const ask = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    claims: object = {},
  ) => {
    const token = await consumerToken(
      privateKey,
      { alg: 'ES256', kid },
      { groupRef, consumerRef: 'ana', managesDestinations: true, ...claims },
    )
    const url = platform.url + path.replace('{p}', `projects/${platform.projectId}`)
    const reply = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return (text ? JSON.parse(text) : undefined) as T
  }
  const add = (url: string, eventTypes: string[] = ['custom.paid']) =>
    ask<CustomerDestinationWithSecret>('POST', base, { label: 'Ours', url, eventTypes })
  return { groupRef, ask, add }
}

const send = (groupRef: string | undefined, data: object = {}) =>
  platform.call<{ id: string; deliveries: number }>('POST', '/v1/{p}/events', {
    ...{ type: 'custom.paid', data },
    ...(groupRef !== undefined && { groupRef }),
  })

it('delivers signed events and records of the own group only', async () => {
  const [globex, initech] = [givenCustomer('globex'), givenCustomer('initech')]
  const [theirs, others] = [await givenReceiver(), await givenReceiver()]
  const added = await globex.add(theirs.url, ['read', 'custom.paid'])
  await initech.add(others.url, ['read', 'custom.paid'])

  const sent = await send('globex', { total: 1 })
  await send(undefined)
  await platform.connect('globex')
  await platform.install('globex')
  await vi.waitFor(() => {
    const actions = theirs.received.map(({ message }) => message.action ?? message.notificationType)
    expect(new Set(actions)).toEqual(new Set(['custom.paid', 'read']))
  }, patiently)

  const first = must(
    theirs.received.find(({ id }) => id === sent.id),
    'event',
  )
  const verified = verifyWebhook({
    body: first.text,
    headers: first.headers,
    secret: added.webhookSigningKey,
  })
  expect(verified).toMatchObject({ groupRef: 'globex', data: { total: 1 } })
  expect(theirs.received.every(({ message }) => message.groupRef === 'globex')).toBe(true)
  expect(theirs.received.filter(({ message }) => message.notificationType)).toHaveLength(1)
  expect(others.received).toEqual([])
  // The builder receives the records as before.
  const read = platform.messages.find(({ action }) => action === 'read')
  expect(read).toMatchObject({ groupRef: 'globex' })
})

it('lists, tests, disables, replays, rotates and deletes', async () => {
  const { groupRef, ask, add } = givenCustomer()
  const receiver = await givenReceiver()
  const { id, webhookSigningKey } = await add(receiver.url)
  const place = `${base}/${id}`

  const listed = await ask<CustomerDestination[]>('GET', base)
  expect(listed).toMatchObject([{ id, groupRef, label: 'Ours', url: receiver.url }])
  expect(JSON.stringify(listed)).not.toContain(webhookSigningKey)
  expect(await ask('POST', `${place}:test`)).toMatchObject({ succeeded: true })

  const body = { updateMask: ['disabled', 'label'], destination: { disabled: true, label: 'New' } }
  expect(await ask('PATCH', place, body)).toMatchObject({ status: 'disabled', label: 'New' })
  const sent = await send(groupRef)
  expect(sent.deliveries).toBe(1)
  expect(receiver.received).toHaveLength(1)
  await ask('PATCH', place, { updateMask: ['disabled'], destination: { disabled: false } })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)

  const find = () => ask<Delivery[]>('GET', `${place}/deliveries?status=delivered`)
  await vi.waitFor(async () => expect(await find()).toHaveLength(1), patiently)
  const delivery = getFirst(await find())
  const attempts = await ask<Attempt[]>('GET', `${place}/deliveries/${delivery.id}/attempts`)
  expect(attempts).toMatchObject([{ number: 1, succeeded: true, response: { status: 204 } }])
  await ask('POST', `${place}/deliveries/${delivery.id}:retry`)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patiently)
  expect(must(receiver.received[2], 'replayed').id).toBe(sent.id)

  const rotated = await ask<CustomerDestinationWithSecret>('POST', `${place}:rotate`)
  await send(groupRef)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(4), patiently)
  const { text, headers } = must(receiver.received[3], 'signed by both')
  for (const secret of [webhookSigningKey, rotated.webhookSigningKey])
    expect(() => verifyWebhook({ body: text, headers, secret })).not.toThrow()

  await ask('DELETE', place)
  expect((await send(groupRef)).deliveries).toBe(0)
  expect(await ask('GET', base)).toEqual([])
})

/** Every request about one destination. */
const requestsAbout = (id: string, deliveryId: string): [string, string, object?][] => [
  ['GET', `${base}/${id}`],
  ['PATCH', `${base}/${id}`, { updateMask: ['label'], destination: { label: 'Taken' } }],
  ['POST', `${base}/${id}:test`],
  ['POST', `${base}/${id}:rotate`],
  ['GET', `${base}/${id}/deliveries`],
  ['GET', `${base}/${id}/deliveries/${deliveryId}/attempts`],
  ['POST', `${base}/${id}/deliveries/${deliveryId}:retry`],
  ['DELETE', `${base}/${id}`],
]

async function givenDelivered() {
  const customer = givenCustomer()
  const receiver = await givenReceiver()
  const { id } = await customer.add(receiver.url)
  await send(customer.groupRef)
  const deliveries = () =>
    customer.ask<Delivery[]>('GET', `${base}/${id}/deliveries?status=delivered`)
  await vi.waitFor(async () => expect(await deliveries()).toHaveLength(1), patiently)
  return { ...customer, id, deliveryId: getFirst(await deliveries()).id, receiver }
}

it('shows and changes nothing of another group', async () => {
  const victim = await givenDelivered()
  const thief = await givenDelivered()

  for (const [method, path, body] of requestsAbout(victim.id, victim.deliveryId))
    expect(JSON.stringify(await thief.ask(method, path, body)), `${method} ${path}`).toContain(
      'destination-not-found',
    )
  // The delivery of another destination, under an own one.
  const own = `${base}/${thief.id}/deliveries/${victim.deliveryId}`
  expect(JSON.stringify(await thief.ask('GET', `${own}/attempts`))).toContain('delivery-not-found')
  expect(JSON.stringify(await thief.ask('POST', `${own}:retry`))).toContain('delivery-not-found')
  const spoofed = { groupRef: victim.groupRef, label: 'a', url: 'https://a.example' }
  const created = await thief.ask('POST', base, { ...spoofed, eventTypes: ['custom.paid'] })
  expect(JSON.stringify(created)).toContain('permission-missing')
  const listed = await thief.ask('GET', `${base}?groupRef=${victim.groupRef}`)
  expect(JSON.stringify(listed)).toContain('permission-missing')
  expect(await victim.ask('GET', `${base}/${victim.id}`)).toMatchObject({ label: 'Ours' })
  expect(victim.receiver.received).toHaveLength(1)
})

it('rejects an expired token, and one that another key has signed', async () => {
  const { id, deliveryId, groupRef, ask, receiver } = await givenDelivered()
  const now = Math.floor(Date.now() / 1000)
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const claims = { groupRef, consumerRef: 'ana', managesDestinations: true }
  const forged = await consumerToken(stranger.privateKey, { alg: 'ES256', kid }, claims)

  for (const [method, path, body] of requestsAbout(id, deliveryId)) {
    const expired = await ask(method, path, body, { iat: now - 600, exp: now - 300 })
    expect(expired, `${method} ${path}`).toMatchObject({ status: 401 })
    const url = platform.url + path.replace('{p}', `projects/${platform.projectId}`)
    const { status } = await fetch(url, { method, headers: { authorization: `Bearer ${forged}` } })
    expect(status, `${method} ${path}`).toBe(401)
  }
  expect(await ask('GET', `${base}/${id}`)).toMatchObject({ label: 'Ours', status: 'enabled' })
  expect(receiver.received).toHaveLength(1)
})

it('rejects the public key, tokens without the claim, and builders without the right', async () => {
  const { id, deliveryId, groupRef, ask } = await givenDelivered()
  const key = (scopes: string[]) =>
    platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', { label: 'a', scopes })
  const observer = { 'x-api-key': (await key(['read', 'observe'])).key }
  const manager = { 'x-api-key': (await key(['observe', 'manage:notifications'])).key }
  const publicKeyOnly = { 'x-api-key': platform.frontendApiKey }
  const adding = { groupRef, label: 'a', url: 'https://a.example', eventTypes: ['custom.paid'] }
  const requests = [...requestsAbout(id, deliveryId), ['POST', base, adding] as const]

  for (const [method, path, body] of requests) {
    const by = (headers: Record<string, string>) => platform.call(method, path, body, headers)
    const refused = { ...(await by(publicKeyOnly)) }
    expect(refused['status'], `${method} ${path}`).toBe(403)
    // A person who may no longer manage destinations has a token without the claim, an agent never has it.
    for (const claim of [undefined, false, 'true'])
      expect(await ask(method, path, body, { managesDestinations: claim })).toMatchObject({
        status: 403,
      })
    if (method !== 'GET') expect(await by(observer)).toMatchObject({ status: 403 })
  }
  expect(await platform.call('POST', base, adding, manager)).toMatchObject({ status: 403 })
  expect(
    await ask('PUT', settingsPath, { types: [], maxPerGroup: 0, eventTypes: [] }),
  ).toMatchObject({ status: 403 })
  expect(await ask('GET', `${base}/${id}`)).toMatchObject({ id, status: 'enabled' })
})

it.each([
  ['http://169.254.169.254/latest/meta-data'],
  ['https://10.0.0.1/hook'],
  ['https://[fd00::1]/hook'],
  ['https://metadata:0/'],
  ['file:///etc/passwd'],
  ['https://user:secret@a.example'],
  ['not a url'],
])('rejects the URL %s, also in a change', async (url) => {
  const { add, ask } = givenCustomer()
  const { id } = await add('https://a.example/hook')

  expect(await add(url)).toMatchObject({ status: 400 })
  const change = { updateMask: ['url'], destination: { url } }
  expect(await ask('PATCH', `${base}/${id}`, change)).toMatchObject({ status: 400 })
  expect(await ask('GET', base)).toMatchObject([{ id, url: 'https://a.example/hook' }])
})

it('keeps to what the project allows, also for requests at the same time', async () => {
  const { add, ask, groupRef } = givenCustomer()
  const receiver = await givenReceiver()
  await allow({ maxPerGroup: 2 })

  const results = await Promise.all(Array.from({ length: 6 }, () => add(receiver.url)))
  expect(results.filter(({ id }) => id)).toHaveLength(2)
  expect(JSON.stringify(await add(receiver.url, ['subscribe']))).toContain('does not offer')
  await allow({ eventTypes: ['read'] })
  expect((await send(groupRef)).deliveries).toBe(0)
  await allow({ types: [] })
  expect(await add(receiver.url, ['read'])).toMatchObject({ status: 403 })
  await allow({})

  expect((await send(groupRef)).deliveries).toBe(2)
  expect(await ask('GET', settingsPath)).toMatchObject({ maxPerGroup: 20, eventTypes: offered })
})

it('keeps them apart from the destinations of the builder', async () => {
  const { id } = await givenDelivered()
  const [topic] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  const route = { topicId: must(topic, 'topic').id, destinationId: id }

  const routed = await platform.call('POST', '/v1/{p}/topic-destination-routes', route)
  const shown = await platform.call('GET', `/v1/{p}/destinations/${id}`)
  const all = await platform.call<{ id: string }[]>('GET', '/v1/{p}/destinations')

  expect(JSON.stringify(routed)).toContain('destination-not-found')
  expect(JSON.stringify(shown)).toContain('destination-not-found')
  expect(all.map((one) => one.id)).not.toContain(id)
  expect(await platform.call('GET', `${base}/${id}`)).toMatchObject({ id })
})

it('deletes them with the data of their group', async () => {
  const { groupRef, ask, id } = await givenDelivered()
  await platform.connect(groupRef)

  await platform.call('DELETE', `/v1/{p}/groups/${groupRef}`)

  await vi.waitFor(async () => expect(await ask('GET', base)).toEqual([]), patiently)
  expect(JSON.stringify(await platform.call('GET', `${base}/${id}`))).toContain('not-found')
})
