import type { ProviderRequest, SubscribeRequest } from '@platform/connector'
import { expect, it } from 'vitest'
import { catalogue } from '../../index.ts'
import { requireValue } from '../../require-value.ts'
import { getEntryFile } from '../catalogue.ts'
import { announced } from './announced.ts'
import { code } from './code.ts'
import { commerce } from './commerce.ts'
import type { Documented } from './documented.ts'
import { sales } from './sales.ts'
import { support } from './support.ts'
import { work } from './work.ts'

const documented = [...sales, ...commerce, ...support, ...work, ...code, ...announced]

it.each(documented)('subscribes to $provider as $source documents', async (one) => {
  const { connector } = requireValue(catalogue[one.provider])
  const subscribing = requireValue(requireValue(connector).subscribing)
  if (!('parse' in subscribing) || !('setUp' in subscribing)) throw new Error('It is no webhook.')
  const requests: ProviderRequest[] = []
  const request = async (sent: ProviderRequest) => {
    const list = findList(one, sent)
    if (list) return { status: 200, headers: {}, body: list }
    const isGet = sent.method === undefined || sent.method === 'GET'
    if (one.startReply && isGet) return { status: 200, headers: {}, body: one.startReply }
    requests.push(sent)
    const isSecret = sent.method === undefined && one.secretReply !== undefined
    const body = isSecret ? one.secretReply : (one.created ?? {})
    return { status: 200, headers: one.createdHeaders ?? {}, body }
  }
  const metadata = {
    workspace: 'acme',
    host: 'api.pagerduty.com',
    storeHash: 'abc',
    dc: 'us1',
    OrganizationURI: 'https://api.calendly.com/organizations/BBBB',
    accountId: 'acc-1',
    userEmail: 'ann@acme.test',
    clientId: 'app',
  }
  const client = { request, metadata }
  const app = {
    clientId: 'app',
    clientSecret: 'of the app',
    metadata: { webhookSigningKey: 'of the app' },
  }
  const wanted: SubscribeRequest = {
    objects: [{ objectName: one.objectName, create: true, update: 'all', delete: true }],
    targetURL: 'https://platform.test/hook',
    secret: 'of the server',
    app,
  }
  const state = await subscribing.setUp(client, wanted)

  expect(requests).toHaveLength(one.requests)
  expect(requests[0]).toMatchObject(one.request)
  if (one.activated) expect(requests[1]).toMatchObject(one.activated)

  const stored = { reply: state.secret, ours: wanted.secret, app: app.clientSecret, url: '' }
  const kept = requireValue(stored[one.secret.from])
  const [secret = ''] = one.secret.isOfSeveral
    ? Object.values(JSON.parse(kept) as Record<string, string>)
    : [kept]
  const { delivery } = one
  const parse = (
    proof: { secret?: string; headers?: Record<string, string>; suffix?: string },
    now = new Date('2026-03-01T11:00:30Z'),
  ) => {
    const given = proof.secret
    const content =
      delivery.fill && given !== undefined
        ? { ...delivery.body, ...delivery.fill(given) }
        : delivery.body
    const text = delivery.empty ? '' : (delivery.form ?? JSON.stringify(content))
    const signed = given === undefined ? {} : delivery.sign?.(text, given)
    const incoming = {
      method: 'POST',
      url: 'https://platform.test/hook',
      headers: { ...delivery.headers, ...signed, ...proof.headers },
      rawBody: Buffer.from(text + (proof.suffix ?? '')),
    }
    const known = { app, state, ...(one.secret.from !== 'app' && kept !== '' && { secret: kept }) }
    // Both verify the delivery.
    const found = subscribing.listAnnounced?.(incoming, known, now)
    return { events: subscribing.parse(incoming, known, now), found }
  }
  const { events, found } = parse({ secret })
  const [event, ...more] = events
  expect(found).toEqual(one.announced)
  if (one.silent) expect(parse({ secret, headers: one.silent }).found).toEqual([])
  if (one.event) expect(event).toMatchObject({ objectName: one.objectName, ...one.event })
  else expect(event).toBeUndefined()
  expect(more).toEqual([])
  // A repeated delivery has the same ID, unless the provider sends neither an ID nor a time.
  if (one.event && one.event.time !== '2026-03-01T11:00:30.000Z') {
    expect(parse({ secret }).events).toMatchObject([{ id: requireValue(event).id }])
  }
  if (one.secret.from !== 'url') {
    if (!delivery.stranger)
      expect(() => parse({})).toThrow(delivery.fill ? 'is wrong' : 'no header')
    expect(() => parse({ secret: 'another' })).toThrow(/does not match|is wrong/)
    if (!delivery.isSecretSent) expect(() => parse({ secret, suffix: ' ' })).toThrow('signature')
  }
  if (delivery.stranger) {
    const rawBody = Buffer.from(JSON.stringify(delivery.stranger))
    const mixed = { method: 'POST', url: 'https://platform.test/hook', headers: {}, rawBody }
    expect(() => subscribing.parse(mixed, { app, state, secret: kept }, new Date())).toThrow(
      'in an event is wrong',
    )
  }
  if (delivery.time) {
    const { header, toleranceSeconds } = delivery.time
    const late = new Date(Date.parse('2026-03-01T11:00:01Z') + toleranceSeconds * 1000)
    expect(() => parse({ secret }, late)).toThrow('too old')
    for (const time of ['', 'soon', '-1e9', '9'.repeat(40)]) {
      expect(() => parse({ secret, headers: { [header]: time } })).toThrow(/too old|no header/)
    }
    const another =
      delivery.time.another ?? (header.startsWith('close') ? '1772362801' : '2026-03-01T11:00:01Z')
    expect(() => parse({ secret, headers: { [header]: another } })).toThrow('does not match')
  }
  if (one.challenge) {
    const { query = '', headers = {}, body, method = 'POST' } = one.challenge.request
    const rawBody = Buffer.from(body ? JSON.stringify(body) : '')
    const url = `https://platform.test/hook${query}`
    expect(subscribing.answer?.({ method, url, headers, rawBody })).toEqual(one.challenge.reply)
  }
  expect('answer' in subscribing).toBe(one.challenge !== undefined)
  if (one.renewed) {
    const { hours, isReplaced = false, ...renewed } = one.renewed
    requests.length = 0
    const isDue = { ...state, ...(isReplaced && { maintainBefore: '2026-01-01T00:00:00Z' }) }
    const after = await subscribing.maintain(client, { ...wanted, state: isDue })
    // The replaced one is removed.
    expect(requests).toHaveLength(one.requests + (isReplaced ? 1 : 0))
    expect(requests[0]).toMatchObject(renewed)
    if (isReplaced) expect(requests[1]).toMatchObject(one.removed)
    expect(after.data['ids']).toEqual(state.data['ids'])
    const ends = Date.parse(requireValue(after.data['expires'] as string | undefined))
    expect(Date.parse(requireValue(after.maintainBefore))).toBeLessThan(ends)
    expect(ends - Date.now()).toBeLessThanOrEqual(hours * 3_600_000)
  }

  requests.length = 0
  await subscribing.tearDown(client, { ...wanted, state })
  expect(requests[0]).toMatchObject(one.removed)
})

/** Returns the list of parents that a request asks for. */
function findList({ lists = {} }: Documented, { method, path, body }: ProviderRequest) {
  const isRead =
    method === undefined || method === 'GET' || !JSON.stringify(body ?? null).includes('mutation')
  return isRead ? lists[path] : undefined
}

it('compares each subscription of an entry with a document', () => {
  const subscribed = Object.entries(catalogue).flatMap(([name, entry]) => {
    const { subscribe, like } = requireValue(getEntryFile(entry))
    return subscribe && like === undefined ? [name] : []
  })
  const compared = new Set(documented.map(({ provider }) => provider))

  // These six are compared by tests of their own.
  const others = ['attio', 'jobber', 'outreach', 'salesloft', 'stripe', 'zoho']
  expect(subscribed.filter((one) => !compared.has(one)).toSorted()).toEqual(others)
})
