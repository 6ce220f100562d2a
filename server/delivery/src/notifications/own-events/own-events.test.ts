// @module-tag connection-share
import type { ApiKey, Delivery, EventType, SentEvent } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { getFirst, must } from '@platform/kernel/values'
import { jsonCpuMs, measureCpuMs } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { listMismatches, listSchemaFaults } from './check-schema.ts'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(() => platform.close())

const base = '/v1/{p}'
const send = (event: object, headers: Record<string, string> = {}) =>
  platform.call<SentEvent>('POST', `${base}/events`, event, headers)

/** Declares a type that all events of the project are routed with. */
async function givenRoutedType(name: string, schema?: object): Promise<void> {
  await platform.call('POST', `${base}/event-types`, { name, ...(schema && { schema }) })
  const [topic] = await platform.call<{ id: string }[]>('GET', `${base}/topics`)
  const body = { topicId: must(topic, 'topic').id, eventType: name }
  await platform.call('POST', `${base}/notification-event-topic-routes`, body)
}

const listOwnMessages = () =>
  platform.messages.filter(({ notificationType = '' }) => notificationType.startsWith('custom.'))

it('delivers an event of the builder, shows and replays it', async () => {
  await givenRoutedType('custom.invoice.paid')

  const sent = await send({
    ...{ type: 'custom.invoice.paid', groupRef: 'globex', groupName: 'Globex' },
    data: { total: 99.5 },
  })
  await vi.waitFor(() => expect(listOwnMessages()).toHaveLength(1), patiently)

  expect(sent).toMatchObject({ type: 'custom.invoice.paid', groupRef: 'globex', deliveries: 1 })
  expect(listOwnMessages()[0]).toMatchObject({
    ...{ notificationType: 'custom.invoice.paid', groupRef: 'globex', groupName: 'Globex' },
    data: { total: 99.5 },
  })
  const find = () =>
    platform.call<Delivery[]>(
      'GET',
      `${base}/deliveries?type=custom.invoice.paid&groupRef=globex&status=delivered`,
    )
  await vi.waitFor(async () => expect(await find()).toHaveLength(1), patiently)
  const delivery = getFirst(await find())
  expect(delivery).toMatchObject({ eventId: sent.id, groupName: 'Globex' })
  const filter = { status: 'delivered', eventTypes: ['custom.invoice.paid'] }
  await platform.call('POST', `${base}/deliveries:replay`, filter)
  await vi.waitFor(() => expect(listOwnMessages()).toHaveLength(2), patiently)
  expect(listOwnMessages()[1]).toEqual(listOwnMessages()[0])
})

it('sends an event once for all requests with its idempotency key', async () => {
  await givenRoutedType('custom.once')
  const event = { type: 'custom.once', data: { nth: 1 } }

  const first = await send(event, { 'idempotency-key': 'order-1' })
  const second = await send(event, { 'idempotency-key': 'order-1' })
  const third = await send({ ...event, data: { nth: 2 } })

  expect(second.id).toBe(first.id)
  expect(third.id).not.toBe(first.id)
  await vi.waitFor(() => expect(listOwnMessages()).toHaveLength(2), patiently)
})

it('keeps an event without a destination, and counts none', async () => {
  await platform.call('POST', `${base}/event-types`, { name: 'custom.unheard' })

  const sent = await send({ type: 'custom.unheard', data: {} })

  expect(sent.deliveries).toBe(0)
  expect(await platform.call('GET', `${base}/events/${sent.id}`)).toMatchObject({
    body: { notificationType: 'custom.unheard', data: {} },
  })
})

it.each([
  [{ type: 'custom.made-up', data: {} }, 'event-type-not-found'],
  [{ type: 'connection.created', data: {} }, 'invalid-input'],
  [{ type: 'custom.', data: {} }, 'invalid-input'],
  [{ type: 'custom.Upper', data: {} }, 'invalid-input'],
  [{ type: 'custom.strict', data: { total: '1' } }, 'data.total'],
  [{ type: 'custom.strict', data: {} }, 'data.total'],
  [{ type: 'custom.strict', data: { total: 1, more: 1 } }, 'data.more'],
  [{ type: 'custom.strict', data: [] }, 'invalid-input'],
  [{ type: 'custom.strict', data: { total: 1, note: 'x'.repeat(200_000) } }, '200000'],
])('rejects %j', { timeout: 60_000 }, async (event, reason) => {
  const schema = {
    type: 'object',
    properties: { total: { type: 'number' }, note: { type: 'string' } },
    required: ['total'],
    additionalProperties: false,
  }
  // It exists after the first case.
  await platform.call('POST', `${base}/event-types`, { name: 'custom.strict', schema })

  expect(JSON.stringify(await send(event))).toContain(reason)
})

it('deletes a type with its routes, while what was sent stays', async () => {
  await givenRoutedType('custom.leaving')
  const sent = await send({ type: 'custom.leaving', data: {} })

  await platform.call('DELETE', `${base}/event-types/custom.leaving`)

  expect(JSON.stringify(await send({ type: 'custom.leaving', data: {} }))).toContain(
    'event-type-not-found',
  )
  const routes = `${base}/notification-event-topic-routes?eventType=custom.leaving`
  expect(await platform.call('GET', routes)).toEqual([])
  expect(await platform.call('GET', `${base}/events/${sent.id}`)).toMatchObject({ id: sent.id })
})

it('changes what a type says of its data', async () => {
  const name = 'custom.changing'
  await platform.call('POST', `${base}/event-types`, { name, schema: { required: ['a'] } })
  expect(JSON.stringify(await send({ type: name, data: {} }))).toContain('data.a')

  const body = { description: 'Anything.' }
  const changed = await platform.call<EventType>('PUT', `${base}/event-types/${name}`, body)

  expect(changed).toMatchObject({ name, description: 'Anything.' })
  expect(changed.schema).toBeUndefined()
  expect(await send({ type: name, data: {} })).toMatchObject({ type: name })
})

it('lets a key that may only trigger send events, and change nothing', async () => {
  const key = await platform.call<ApiKey & { key: string }>('POST', `${base}/api-keys`, {
    ...{ label: 'events', scopes: ['trigger'] },
  })
  await platform.call('POST', `${base}/event-types`, { name: 'custom.by-key' })
  const headers = { 'x-api-key': key.key }

  expect(await send({ type: 'custom.by-key', data: {} }, headers)).toMatchObject({ deliveries: 0 })
  const refused = await platform.call(
    'POST',
    `${base}/event-types`,
    { name: 'custom.other' },
    headers,
  )
  expect(JSON.stringify(refused)).toContain('permission-missing')
})

it.each([
  [{ pattern: '(a+)+$' }, '.pattern'],
  [{ $ref: 'https://evil.example/schema' }, '.$ref'],
  [{ anyOf: [{}] }, '.anyOf'],
  [{ type: 'thing' }, '.type'],
  [{ enum: [{}] }, '.enum'],
  [{ properties: { a: 1 } }, '.properties.a'],
  [{ items: [] }, '.items'],
  [JSON.parse('{"__proto__": {}}') as object, '.__proto__'],
])('rejects the schema %j', (schema, path) => {
  expect(listSchemaFaults({ ...schema }).map((fault) => fault.path)).toContain(path)
})

it('checks data at once by each schema that it accepts', () => {
  const many = Array(20_000).fill('null')
  const schemas = [
    { type: [...many, 'number'] },
    { enum: [...Array(199).fill('x'), 1] },
    { required: Array(500).fill('a') },
  ]
  const unitMs = jsonCpuMs(Array.from({ length: 1_000_000 }, (_, n) => n))

  const usedMs = measureCpuMs(() => {
    for (const items of schemas) {
      const schema = { properties: { list: { items } } }
      const data = { list: Array(20_000).fill('required' in items ? { a: 1 } : 1) }
      if (listSchemaFaults(schema).length === 0) expect(listMismatches(schema, data)).toEqual([])
    }
  })

  expect(usedMs).toBeLessThan(10 * unitMs)
})

it('bounds the depth and size of schemas', () => {
  const deep = Array.from({ length: 20 }).reduce<Record<string, unknown>>(
    (inner) => ({ items: inner }),
    {},
  )
  const members = Array.from({ length: 600 }, (_, nth) => [`p${nth}`, {}])

  expect(listSchemaFaults(deep)).toHaveLength(1)
  expect(listSchemaFaults({ properties: Object.fromEntries(members) })).not.toEqual([])
})

it.each([
  [{ type: ['string', 'null'] }, { ok: ['a', null], not: [1, {}, []] }],
  [
    { type: 'integer', minimum: 1, exclusiveMaximum: 3 },
    { ok: [1, 2], not: [0, 3, 1.5, '1'] },
  ],
  [{ enum: ['a', 2, null] }, { ok: ['a', 2, null], not: ['b', '2'] }],
  [{ const: 'a' }, { ok: ['a'], not: ['b', null] }],
  [
    { maxLength: 2, minLength: 1 },
    { ok: ['a', 'ab'], not: ['', 'abc'] },
  ],
  [
    { items: { type: 'number' }, maxItems: 2 },
    { ok: [[], [1, 2]], not: [['a'], [1, 2, 3]] },
  ],
  [
    { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    { ok: [{}, { a: 'x', b: 1 }], not: [{ a: 1 }, { b: 'x' }] },
  ],
  [{ required: ['toString'] }, { ok: [{ toString: 1 }], not: [{}] }],
])('checks data by %j', (schema, { ok, not }) => {
  expect(listSchemaFaults(schema)).toEqual([])
  for (const data of ok) expect(listMismatches(schema, data)).toEqual([])
  for (const data of not) expect(listMismatches(schema, data)).toHaveLength(1)
})
