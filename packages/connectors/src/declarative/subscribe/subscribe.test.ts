import { createHmac } from 'node:crypto'
import {
  ProviderError,
  type IncomingWebhook,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
  type PushSubscribing,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import { findFaults } from '../schema/find-faults.ts'

const people = {
  read: { path: '/people', records: 'data', id: 'id', byId: { style: 'path' } },
  events: { create: 'person.created', update: 'person.updated', delete: 'person.deleted' },
}
const stamped = { time: 't', signature: 'v1', toleranceSeconds: 300 }
const timed = { header: 'X-Time', format: 'unix', signed: '{time}{body}', toleranceSeconds: 300 }
const hmac = {
  style: 'hmac',
  hash: 'sha256',
  encoding: 'hex',
  header: 'X-Signature',
  secret: 'ours',
}
const subscribe = {
  create: { path: '/hooks', body: { url: '{url}', secret: '{secret}' }, id: 'id' },
  delete: { path: '/hooks/{id}' },
  events: { at: 'events', item: '{event}' },
  verify: hmac,
  delivery: {
    name: '{type}',
    record: 'person',
    id: 'key',
    time: [{ field: 'at', format: 'unix' }],
    fields: 'changed',
  },
}

const makeDeclaration = (rules: object, object: object = {}, more: object = {}) =>
  Declaration.parse({
    ...more,
    objects: { people: { ...people, ...object } },
    subscribe: { ...subscribe, ...rules },
  })

const makeSubscribing = (rules: object = {}, object: object = {}, more: object = {}) =>
  requireValue(makeDeclaredConnector('acme', makeDeclaration(rules, object, more)))
    .subscribing as PushSubscribing &
    NonNullable<ReturnType<typeof makeDeclaredConnector>>['subscribing'] &
    object

describe('subscription rules of an entry', () => {
  const wrongs: [string, object, string][] = [
    [
      'an address that is not sent',
      { create: { path: '/hooks', id: 'id', body: { secret: '{secret}' } } },
      'create.body',
    ],
    [
      'a secret that is not sent',
      { create: { path: '/hooks', id: 'id', body: { url: '{url}' } } },
      'create.body',
    ],
    ['a secret that no reply has', { verify: { ...hmac, secret: 'reply' } }, 'create'],
    ['a list for webhooks of one event', { each: true }, 'events'],
    ['no ID of the webhook', { create: { path: '/hooks', body: subscribe.create.body } }, 'create'],
    ['another host', { delete: { path: 'https://evil.test/{id}' } }, 'delete.path'],
    ['a path that leads out', { delete: { path: '/hooks/../{id}' } }, 'delete.path'],
    ['a pattern', { delivery: { ...subscribe.delivery, name: '{(a+)+$}' } }, 'delivery.name'],
    ['a hash that is broken', { verify: { ...hmac, hash: 'md5' } }, 'verify.hash'],
    ['deliveries that nothing proves', { verify: undefined }, 'verify'],
    [
      'signatures that last for a day',
      { verify: { ...hmac, stamped: { ...stamped, toleranceSeconds: 86_400 } } },
      'verify.stamped.toleranceSeconds',
    ],
    [
      'a signed text without its time',
      { verify: { ...hmac, timed: { ...timed, signed: '{body}' } } },
      'verify.timed.signed',
    ],
    ['two times', { verify: { ...hmac, stamped, timed } }, 'verify'],
    ['a secret at no place', { verify: { style: 'token', secret: 'ours' } }, 'verify'],
    [
      'a secret at two places',
      { verify: { style: 'token', at: 'token', header: 'X-Token', secret: 'ours' } },
      'verify',
    ],
    [
      'a user name that ends early',
      { verify: { style: 'basic', user: 'a:b', secret: 'ours' } },
      'verify.user',
    ],
    [
      'a request for a secret that is nowhere',
      { create: { ...subscribe.create, secretPath: '/hooks/{id}/secret' } },
      'create.secretPath',
    ],
    [
      'a token of each webhook',
      {
        each: true,
        events: undefined,
        create: { ...subscribe.create, body: { url: '{url}', event: '{event}' }, secret: 'secret' },
        verify: { style: 'token', at: 'token', secret: 'reply' },
      },
      'verify.secret',
    ],
    ['a parent that no request names', { parent: { object: 'people' } }, 'parent'],
    [
      'a parent that is not declared',
      { delete: { path: '/hooks/{id}' }, create: { ...subscribe.create, path: '/{parent}/hooks' } },
      'create',
    ],
    ['all events and a list of them', { all: true }, 'all'],
    [
      'a secret in each event without a list of events',
      { verify: { style: 'token', each: 'token', secret: 'ours' } },
      'verify.each',
    ],
    [
      'a list of events beside a secret',
      {
        verify: { style: 'token', at: 'token', secret: 'ours' },
        delivery: { ...subscribe.delivery, list: '' },
      },
      'delivery.list',
    ],
    ['a value of the app that is no key', { verify: { ...hmac, param: 'key' } }, 'verify'],
    ['a challenge that is answered nowhere', { challenge: { at: 'query:token' } }, 'challenge'],
    ['a challenge without a value', { challenge: {} }, 'challenge'],
    ['a challenge at no place', { challenge: { at: 'url', reply: 'text' } }, 'challenge.at'],
    [
      'a challenge whose reply is a redirect',
      { challenge: { at: 'query:token', reply: 'location' } },
      'challenge.reply',
    ],
  ]
  it.each(wrongs)('are rejected with %s', (_, rules, place) => {
    const { error } = Declaration.safeParse({
      objects: { people },
      subscribe: { ...subscribe, ...rules },
    })

    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(`subscribe.${place}`)
  })

  it.each([
    ['no object', 'teams', {}, 'The file has no object teams.'],
    ['not read', 'teams', { create: { path: '/teams' } }, 'teams is not read with an ID'],
  ])('are rejected with a parent that is %s', (_, object, team, message) => {
    const objects = { people, ...(Object.keys(team).length > 0 && { teams: team }) }
    const create = { ...subscribe.create, path: '/{parent}/hooks' }
    const declaration = Declaration.parse({
      objects,
      subscribe: { ...subscribe, parent: { object }, create },
    })

    expect(findFaults(declaration)).toEqual([{ path: ['subscribe', 'parent', 'object'], message }])
  })

  it('are no capability without reading by ID', () => {
    const read = { ...people.read, byId: undefined }

    expect(makeSubscribing({}, { read })).toBeUndefined()
  })
})

const secret = 'of this connection'
const now = new Date('2026-03-01T12:00:00Z')
const event = {
  type: 'person.updated',
  person: 7,
  key: 'e1',
  at: +now / 1000 - 5,
  changed: ['name'],
}

const incoming = (
  body: unknown,
  { key = secret, text = JSON.stringify(body) } = {},
): IncomingWebhook => ({
  method: 'POST',
  url: 'https://platform.test/',
  headers: { 'x-signature': createHmac('sha256', key).update(text).digest('hex') },
  rawBody: Buffer.from(text),
})

const status = (parse: () => unknown) => {
  try {
    parse()
    return undefined
  } catch (error) {
    return (error as { status?: number }).status
  }
}

describe('a delivery', () => {
  it('reports type, record, time and a stable ID', () => {
    const { parse } = makeSubscribing()
    const parsed = parse(incoming(event), { secret }, now)

    expect(parsed).toEqual([
      {
        id: expect.stringContaining('e1'),
        type: 'update',
        objectName: 'people',
        recordId: '7',
        time: '2026-03-01T11:59:55.000Z',
        providerEventType: 'person.updated',
        fieldsUpdated: ['name'],
        rawEvent: event,
      },
    ])
    expect(parse(incoming(event), { secret }, now)).toEqual(parsed)
  })

  it('of several records is one event each, and unknown events are ignored', () => {
    const { parse } = makeSubscribing()

    expect(parse(incoming({ ...event, person: [1, 'b'] }), { secret }, now)).toMatchObject([
      { recordId: '1' },
      { recordId: 'b' },
    ])
    expect(parse(incoming({ ...event, type: 'person.sneezed' }), { secret }, now)).toEqual([])
  })

  it.each<[string, IncomingWebhook]>([
    ['of another tenant’s connection', incoming(event, { key: 'of another connection' })],
    ['without a signature', { ...incoming(event), headers: {} }],
    ['with an empty signature', { ...incoming(event), headers: { 'x-signature': '' } }],
    [
      'with something behind the signature',
      {
        ...incoming(event),
        headers: { 'x-signature': `${String(incoming(event).headers['x-signature'])}zz` },
      },
    ],
    ['with half a signature', { ...incoming(event), headers: { 'x-signature': 'abcd' } }],
    ['whose bytes were altered', { ...incoming(event), rawBody: Buffer.from('{}') }],
  ])('%s is refused', (_, request) => {
    const { parse } = makeSubscribing()

    expect(status(() => parse(request, { secret }, now))).toBe(401)
  })

  it('is rejected without a known secret', () => {
    const { parse } = makeSubscribing()

    expect(status(() => parse(incoming(event, { key: '' }), {}, now))).toBe(401)
    expect(status(() => parse(incoming(event, { key: '' }), { secret: '' }, now))).toBe(401)
  })

  it.each<[string, unknown, string?]>([
    ['that is not JSON', undefined, '<html>'],
    ['that is a list', [event]],
    ['of no record', { ...event, person: undefined }],
    ['whose record leads elsewhere', { ...event, person: '..' }],
    ['whose record cannot be kept', { ...event, person: 'a\0b' }],
    ['whose record is as long as a book', { ...event, person: 'x'.repeat(501) }],
    [
      'of more than anybody sends',
      { ...event, person: Array.from({ length: 5_001 }, (_, n) => n) },
    ],
  ])('%s cannot be read', (_, body, text = JSON.stringify(body)) => {
    const { parse } = makeSubscribing()

    expect(status(() => parse(incoming(body, { text }), { secret }, now))).toBe(400)
  })

  it('can be the list of events itself', () => {
    const { parse } = makeSubscribing({ delivery: { ...subscribe.delivery, list: '' } })

    expect(parse(incoming([event, { ...event, key: 'another' }]), { secret }, now)).toHaveLength(2)
    expect(status(() => parse(incoming(event), { secret }, now))).toBe(400)
  })

  it('contains a timestamp and is rejected when old', () => {
    const { parse } = makeSubscribing({ verify: { ...hmac, stamped } })
    const text = JSON.stringify(event)
    const signBody = (time: number | string, key = secret) =>
      `v0=00,t=${time},v1=00,v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`
    const at = (ms: number, key?: string): IncomingWebhook => ({
      ...incoming(event),
      headers: { 'x-signature': signBody(Math.floor((+now + ms) / 1000), key) },
    })

    expect(parse(at(0), { secret }, now)).toHaveLength(1)
    expect(status(() => parse(at(-301_000), { secret }, now))).toBe(401)
    expect(status(() => parse(at(301_000), { secret }, now))).toBe(401)
    expect(status(() => parse(at(0, 'wrong'), { secret }, now))).toBe(401)
    const timeless = { ...at(0), headers: { 'x-signature': signBody('NaN') } }
    expect(status(() => parse(timeless, { secret }, now))).toBe(401)
  })

  it('is verified by the secret in its body, which is not exposed', () => {
    const { parse } = makeSubscribing({ verify: { style: 'token', at: 'token', secret: 'ours' } })
    const text = (token: unknown) => incoming({ ...event, token })

    expect(parse(text(secret), { secret }, now)).toHaveLength(1)
    for (const wrong of ['', 'of another', [secret], { length: secret.length }, null]) {
      expect(status(() => parse(text(wrong), { secret }, now))).toBe(401)
    }
    expect(status(() => parse(incoming(0, { text: '<html>' }), { secret }, now))).toBe(401)
  })

  it.each<[string, object, (secret: string) => string]>([
    ['a header', { style: 'token', header: 'X-Signature', secret: 'ours' }, (one) => one],
    [
      'HTTP basic authentication',
      { style: 'basic', user: 'platform', secret: 'ours' },
      (one) => `Basic ${Buffer.from(`platform:${one}`).toString('base64')}`,
    ],
  ])('is verified by the secret in %s', (_, verify, write) => {
    const { parse } = makeSubscribing({ verify })
    const withHeader = (text: string | undefined, body = JSON.stringify(event)) => ({
      ...incoming(event, { text: body }),
      headers: { 'x-signature': text, authorization: text },
    })

    expect(parse(withHeader(write(secret)), { secret }, now)).toHaveLength(1)
    expect(status(() => parse(withHeader(write(secret), '<html>'), { secret }, now))).toBe(400)
    const wrongs = [undefined, '', 'Basic', write(''), write('another'), `${write(secret)} `]
    for (const wrong of wrongs) {
      expect(status(() => parse(withHeader(wrong), { secret }, now))).toBe(401)
    }
    expect(status(() => parse(withHeader(write('')), { secret: '' }, now))).toBe(401)
  })

  it('with a key that is not hexadecimal is refused', () => {
    const { parse } = makeSubscribing({ verify: { ...hmac, key: 'hex' } })

    for (const wrong of ['zz', 'abc', '0x']) {
      const forged = incoming(event, { key: '' })
      expect(status(() => parse(forged, { secret: wrong }, now))).toBe(401)
    }
  })

  it('with a future time counts as now', () => {
    const { parse } = makeSubscribing()
    const [parsed] = parse(incoming({ ...event, at: +now / 1000 + 1e6 }), { secret }, now)

    expect(parsed?.time).toBe(now.toISOString())
  })

  it('without an ID is deduplicated by content, and without a time not at all', () => {
    const parseId = (delivery: object, body: object) =>
      requireValue(
        makeSubscribing({ delivery: { ...subscribe.delivery, id: undefined, ...delivery } }).parse(
          incoming(body),
          { secret },
          now,
        )[0],
      ).id

    expect(parseId({}, event)).toBe(parseId({}, event))
    expect(parseId({}, event)).not.toBe(parseId({}, { ...event, at: event.at + 1 }))
    expect(parseId({ time: undefined }, event)).not.toBe(parseId({ time: undefined }, event))
  })
})

/** A provider with prepared replies; `requests` are those it received. */
function makeClient(reply: (request: ProviderRequest) => Partial<ProviderResponse>) {
  const requests: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata: {},
    request: (request) => {
      requests.push(request)
      return Promise.resolve({ status: 200, headers: {}, body: {}, ...reply(request) })
    },
  }
  return { client, requests, asked: () => requests.map(({ method, path }) => `${method} ${path}`) }
}

const request = {
  objects: [{ objectName: 'people', create: true, update: 'all', delete: true }],
  targetURL: 'https://platform.test/here',
  secret,
} as const

describe('a subscription', () => {
  it('that is refused halfway is removed completely', async () => {
    const each = {
      each: true,
      events: undefined,
      create: {
        path: '/hooks',
        id: 'id',
        body: { url: '{url}', event: '{event}', secret: '{secret}' },
      },
    }
    let made = 0
    const { client, asked } = makeClient(({ method }) =>
      method !== 'POST' ? {} : ++made > 2 ? { status: 403 } : { body: { id: made } },
    )

    await expect(makeSubscribing(each).setUp(client, request)).rejects.toMatchObject({
      failure: 'permission',
    })
    expect(asked()).toEqual([
      ...Array.from({ length: 3 }, () => 'POST /hooks'),
      'DELETE /hooks/1',
      'DELETE /hooks/2',
    ])
  })

  it('that a successful reply rejects fails with the reason', async () => {
    const errors = { message: ['results.0.errors'] }
    const { setUp } = makeSubscribing({}, {}, { errors })
    const reply = { results: [{ errors: ['Only a single URL per app is allowed.'] }] }

    await expect(setUp(makeClient(() => ({ body: reply })).client, request)).rejects.toMatchObject({
      failure: 'bad-request',
      message: 'Only a single URL per app is allowed.',
    })
    await expect(setUp(makeClient(() => ({})).client, request)).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })

  it('without a returned secret is removed', async () => {
    const rules = {
      create: { ...subscribe.create, secret: 'secret' },
      verify: { ...hmac, secret: 'reply' },
    }
    const { client, asked } = makeClient(() => ({ body: { id: 'h1' } }))

    await expect(makeSubscribing(rules).setUp(client, request)).rejects.toMatchObject({
      failure: 'unavailable',
    })
    expect(asked()).toEqual(['POST /hooks', 'DELETE /hooks/h1'])
  })

  it('whose secret cannot be asked for is removed', async () => {
    const rules = {
      create: { ...subscribe.create, secret: 'secret', secretPath: '/hooks/{id}/secret' },
      verify: { ...hmac, secret: 'reply' },
    }
    const { client, asked } = makeClient(({ path }) =>
      path.endsWith('/secret') ? { status: 403 } : { body: { id: 'h1' } },
    )

    await expect(makeSubscribing(rules).setUp(client, request)).rejects.toMatchObject({
      failure: 'permission',
    })
    expect(asked()).toEqual(['POST /hooks', 'undefined /hooks/h1/secret', 'DELETE /hooks/h1'])
  })

  it('without the header of its ID is unreadable', async () => {
    const rules = { create: { ...subscribe.create, id: 'header:Resource-ID' } }
    const { client } = makeClient(() => ({ headers: { location: 'https://evil.test/1' } }))

    await expect(makeSubscribing(rules).setUp(client, request)).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })

  it('is not removed by an ID that would leave its path segment', async () => {
    const { client, asked } = makeClient(() => ({}))
    const state = { data: { id: '../../admin', events: [] } }

    const ended = makeSubscribing().tearDown(client, { ...request, state })

    await expect(ended).rejects.toMatchObject({ failure: 'bad-request' })
    expect(asked()).toEqual([])
  })

  it('warns about unsupported events and rejects objects without any', async () => {
    const { client } = makeClient(() => ({ body: { id: 1 } }))
    const partly = makeSubscribing({}, { events: { create: 'person.created' } })

    expect(await partly.setUp(client, request)).toMatchObject({
      warnings: ['The provider does not report changes and no deletions events of people.'],
    })
    const deletions = { ...request, objects: [{ objectName: 'people', delete: true }] }
    await expect(partly.setUp(client, deletions)).rejects.toMatchObject({ failure: 'bad-request' })
  })

  it('with an expiry is renewed at half its time and recreated after its end', async () => {
    const rules = {
      expiresAfterSeconds: 7 * 86_400,
      create: { ...subscribe.create, body: { ...subscribe.create.body, until: '{expires}' } },
      update: { method: 'PUT', path: '/hooks/{id}', body: { until: '{expires}' } },
    }
    const { client, requests, asked } = makeClient(() => ({ body: { id: 'h1' } }))
    const subscribing = makeSubscribing(rules)
    const state = await subscribing.setUp(client, request)
    const { until } = requireValue(requests[0]).body as { until: string }

    expect(Date.parse(until)).toBeLessThan(Date.now() + 7 * 86_400_000)
    expect(Date.parse(requireValue(state.maintainBefore))).toBeLessThan(
      Date.parse(until) - 2 * 86_400_000,
    )
    await subscribing.maintain(client, { ...request, state })
    expect(asked()).toEqual(['POST /hooks', 'PUT /hooks/h1'])

    const ended = { ...state, data: { ...state.data, expires: '2020-01-01T00:00:00Z' } }
    expect(await subscribing.maintain(client, { ...request, state: ended })).toMatchObject({
      wasInterrupted: true,
    })
    expect(asked().slice(2)).toEqual(['POST /hooks'])
  })
})

describe('reading records by ID', () => {
  it('returns only requested records and omits deleted ones', async () => {
    const byId = { style: 'list', in: 'query', name: 'ids[]', max: 2 }
    const { client, requests } = makeClient(() => ({
      body: { data: [{ id: 'a' }, { id: 'c' }, { id: 'of somebody else' }] },
    }))
    const { readRecords } = makeSubscribing({}, { read: { ...people.read, byId } })

    const records = await readRecords(client, {
      objectName: 'people',
      fieldNames: [],
      ids: ['a', 'b', 'c', 'a'],
    })

    expect([...new Set(records.map(({ id }) => id))].toSorted()).toEqual(['a', 'c'])
    expect(requests.map(({ query }) => query)).toEqual([
      { 'ids[]': ['a', 'b'] },
      { 'ids[]': ['c'] },
    ])
  })

  it('requests all at once, and reports an oversized reply without dropping records', async () => {
    const byId = { style: 'list', in: 'query', name: 'ids[]', max: 4 }
    const paging = { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 100 } }
    const { client } = makeClient(({ query }) => {
      const size = Number(query?.['size'] ?? 100)
      if (size > 1) throw new ProviderError('too-large', 'Too large.')
      return { body: { data: [{ id: 'a' }, { id: 'b' }].slice(0, size) } }
    })
    const { readRecords } = makeSubscribing({}, { read: { ...people.read, byId, paging } })

    const attempt = readRecords(client, { objectName: 'people', fieldNames: [], ids: ['a', 'b'] })

    await expect(attempt).rejects.toMatchObject({ failure: 'too-large' })
  })

  it('requests a record by the end of its ID, or by POST', async () => {
    const read = async (byId: object, ids: string[]) => {
      const { client, requests } = makeClient(() => ({ body: { id: ids[0] } }))
      const { readRecords } = makeSubscribing({}, { read: { ...people.read, byId } })
      const records = await readRecords(client, { objectName: 'people', fieldNames: [], ids })
      return { requests, records: records.map(({ id }) => id) }
    }
    const url = 'https://api.acme.test/people/7'
    const byEnd = await read({ style: 'path', path: '/people/{id:end}' }, [url, `${url}/..`, '/'])
    const byPost = await read({ style: 'path', path: '/info', body: { personId: '{id}' } }, ['7'])

    expect(byEnd).toMatchObject({ requests: [{ path: '/people/7' }], records: [url] })
    expect(byEnd.requests).toHaveLength(1)
    expect(byPost).toMatchObject({
      requests: [{ method: 'POST', path: '/info', body: { personId: '7' } }],
      records: ['7'],
    })
  })

  it('asks for no record whose ID would leave its path segment', async () => {
    const { client, asked } = makeClient(() => ({ status: 404 }))

    await makeSubscribing().readRecords(client, {
      objectName: 'people',
      fieldNames: [],
      ids: ['../x', 'a b'],
    })

    expect(asked()).toEqual(['undefined /people/a%20b'])
  })
})

describe('webhooks of each record of a parent', () => {
  const rules = {
    parent: { object: 'teams' },
    create: {
      path: '/teams/{parent}/hooks',
      body: { url: '{url}' },
      id: 'id',
      secret: 'secret',
    },
    delete: { path: '/teams/{parent}/hooks/{id}' },
    verify: { ...hmac, secret: 'reply' },
  }
  const makeForTeams = (change: object = {}) =>
    requireValue(
      makeDeclaredConnector(
        'acme',
        Declaration.parse({
          objects: { people, teams: { read: { path: '/teams', records: '', id: 'id' } } },
          subscribe: { ...subscribe, ...rules, ...change },
        }),
      ),
    ).subscribing as ReturnType<typeof makeSubscribing>

  /** A provider with these teams; it rejects webhooks of some. */
  const makeTeams = (teams: string[], forbidden: string[] = [], hook = 'hook') =>
    makeClient(({ method, path }) => {
      if (path === '/teams') return { body: teams.map((id) => ({ id })) }
      const [, team = ''] = /^\/teams\/([^/]+)\/hooks$/.exec(path) ?? []
      if (method !== 'POST') return {}
      return forbidden.includes(team)
        ? { status: 403 }
        : { body: { id: `${hook} of ${team}`, secret: `secret of ${team}` } }
    })
  const listCalls = (asked: () => string[]) => asked().filter((one) => !one.endsWith(' /teams'))

  it('are verified by the secret of any of them, and by no other', async () => {
    const subscribing = makeForTeams()
    const { client } = makeTeams(['a', 'b'])
    const state = await subscribing.setUp(client, request)
    const proof = { secret: requireValue(state.secret), state }

    for (const team of ['a', 'b']) {
      const signed = incoming(event, { key: `secret of ${team}` })
      expect(subscribing.parse(signed, proof, now)).toHaveLength(1)
    }
    for (const key of ['secret of c', proof.secret, '']) {
      expect(status(() => subscribing.parse(incoming(event, { key }), proof, now))).toBe(401)
    }
    expect(JSON.stringify(state.data)).not.toContain('secret')
  })

  it('are created for new parents, whose changes are read, and deleted with others', async () => {
    const subscribing = makeForTeams()
    const { client } = makeTeams(['a', 'b'])
    const before = await subscribing.setUp(client, request)
    const { client: later, asked } = makeTeams(['b', 'c'])
    const after = await subscribing.maintain(later, {
      ...request,
      secret: requireValue(before.secret),
      state: before,
    })

    expect(listCalls(asked)).toEqual(['POST /teams/c/hooks', 'DELETE /teams/a/hooks/hook%20of%20a'])
    expect(after.wasInterrupted).toBe(true)
    expect(JSON.parse(requireValue(after.secret))).toEqual({ b: 'secret of b', c: 'secret of c' })

    const { client: same, asked: askedSame } = makeTeams(['b', 'c'])
    const kept = await subscribing.maintain(same, {
      ...request,
      secret: requireValue(after.secret),
      state: after,
    })
    expect(listCalls(askedSame)).toEqual([])
    expect(kept.wasInterrupted).toBeUndefined()

    const { client: last, asked: askedLast } = makeTeams([])
    await subscribing.tearDown(last, { ...request, state: after })
    expect(askedLast()).toEqual([
      'DELETE /teams/b/hooks/hook%20of%20b',
      'DELETE /teams/c/hooks/hook%20of%20c',
    ])
  })

  it('warn of parents that reject them, and fail if all do', async () => {
    const subscribing = makeForTeams()
    const { client } = makeTeams(['a', 'b'], ['b'])

    expect((await subscribing.setUp(client, request)).warnings).toEqual([
      expect.stringContaining('The provider rejected 1 of 2 webhooks'),
    ])
    const { client: closed } = makeTeams(['a', 'b'], ['a', 'b'])
    await expect(subscribing.setUp(closed, request)).rejects.toMatchObject({
      failure: 'permission',
    })
    const { client: none } = makeTeams([])
    await expect(subscribing.setUp(none, request)).rejects.toMatchObject({
      failure: 'bad-request',
    })
  })

  it('are limited, and the limit is reported', async () => {
    const subscribing = makeForTeams()
    const teams = Array.from({ length: 251 }, (_, n) => `t${n}`)
    const { client, asked } = makeTeams(teams)
    const { warnings } = await subscribing.setUp(client, request)

    expect(listCalls(asked)).toHaveLength(250)
    expect(warnings).toEqual([
      'The account has more than 250 teams. Changes in the others are not reported.',
    ])
  })

  it('are not created for a parent whose ID would leave its path segment', async () => {
    const { client, asked } = makeTeams(['..', 'a'])
    await makeForTeams().setUp(client, request)

    expect(listCalls(asked)).toEqual(['POST /teams/a/hooks'])
  })

  it('are replaced if their events change and cannot be updated', async () => {
    const subscribing = makeForTeams()
    const { client } = makeTeams(['a'])
    const state = await subscribing.setUp(client, request)
    const { client: later, asked } = makeTeams(['a'], [], 'another')
    const fewer = { ...request, objects: [{ objectName: 'people', create: true }] }
    await subscribing.maintain(later, { ...fewer, secret: requireValue(state.secret), state })

    expect(listCalls(asked)).toEqual(['POST /teams/a/hooks', 'DELETE /teams/a/hooks/hook%20of%20a'])
  })
})

describe('a check of the URL', () => {
  const makeAnswer = (challenge: object) => requireValue(makeSubscribing({ challenge }).answer)
  const check = (change: Partial<IncomingWebhook>): IncomingWebhook => ({
    method: 'POST',
    url: 'https://platform.test/',
    headers: {},
    rawBody: Buffer.alloc(0),
    ...change,
  })

  it.each([
    ['query:token', { url: 'https://platform.test/?token=a%20b' }],
    ['header:X-Token', { headers: { 'x-token': 'a b' } }],
    ['body:token', { rawBody: Buffer.from('{"token":"a b"}') }],
  ])('with a value at %s is answered with it alone', (at, change) => {
    const written = [
      ['text', { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'a b' }],
      ['header:X-Reply', { headers: { 'X-Reply': 'a b' }, body: '' }],
      ['body:reply', { headers: { 'content-type': 'application/json' }, body: '{"reply":"a b"}' }],
    ] as const
    for (const [reply, expected] of written) {
      expect(makeAnswer({ at, reply })(check(change))).toEqual(expected)
    }
  })

  it('is not answered without a value of one line', () => {
    const answer = makeAnswer({ at: 'query:token', reply: 'header:X-Reply' })

    for (const value of ['', 'a\r\nb', 'a\nb', 'ü', '\0', 'x'.repeat(2_001)]) {
      const url = `https://platform.test/?token=${encodeURIComponent(value)}`
      expect(answer(check({ url }))).toBeUndefined()
    }
    expect(answer(check({ url: 'https://platform.test/?other=a' }))).toBeUndefined()
    expect(answer(check({ method: 'GET', url: 'https://platform.test/?token=a' }))).toBeUndefined()
  })

  it('by HEAD is answered without a body', () => {
    const answer = makeAnswer({ method: 'HEAD' })

    expect(answer(check({ method: 'HEAD' }))).toEqual({ headers: {}, body: '' })
    expect(answer(check({}))).toBeUndefined()
  })
})

describe('a delivery as a form', () => {
  const { parse } = makeSubscribing({
    verify: { style: 'url' },
    delivery: { form: true, name: '{type}', record: 'person.id' },
  })
  const send = (text: string) => parse(incoming(undefined, { text }), {}, now)

  it('has names in brackets', () => {
    expect(send('type=person.updated&person[id]=7&person[fields][2]=Rome')).toMatchObject([
      {
        type: 'update',
        recordId: '7',
        rawEvent: { person: { id: '7', fields: { 2: 'Rome' } } },
      },
    ])
  })

  it('changes no other object, whatever its names are', () => {
    const names = ['__proto__[id]', 'person[__proto__][id]', 'constructor[prototype][id]']
    for (const name of names) {
      expect(status(() => send(`type=person.updated&${name}=7`))).toBe(400)
      expect(({} as { id?: string }).id).toBeUndefined()
    }
    const deep = `person${'[a]'.repeat(50_000)}=1&type=person.updated&person[id]=7`
    expect(send(deep)).toHaveLength(1)
    const twice = 'type=person.updated&person=1&person[id]=7'
    expect(status(() => send(twice))).toBe(400)
  })
})

describe('a delivery with a secret in each event', () => {
  const { parse } = makeSubscribing({
    verify: { style: 'token', each: 'state', secret: 'ours' },
    delivery: { list: 'value', name: '{type}', record: 'person' },
  })
  const send = (states: unknown[]) =>
    parse(incoming({ value: states.map((state) => ({ ...event, state })) }), { secret }, now)

  it('is accepted if all have it', () => {
    expect(send([secret, secret])).toHaveLength(2)
    for (const wrong of ['', 'another', undefined, [secret], null]) {
      expect(status(() => send([secret, wrong]))).toBe(401)
    }
    expect(status(() => send([]))).toBe(401)
  })
})
