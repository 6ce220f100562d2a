import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenTenant, publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { expectWithin } from '@platform/testing/machine-speed'

let api: TestApi
/** Another process on the same database. */
let other: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let path: string
beforeAll(async () => {
  const database = await testDatabase({ maxConnections: 5 })
  api = await testApi(database)
  other = await testApi(database)
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}`
})
afterAll(async () => {
  await Promise.all([api.close(), other.close()])
  await api.database.close()
})

const getProblem = ({ status, body }: { status: number; body: any }) =>
  [status, body.type?.slice(`${publicUrl}/problems/`.length)] as const
const refused = [403, 'origin-not-allowed'] as const
const off = [403, 'frontend-keys-off'] as const

const create = (body: object) =>
  api.call('POST', `${path}/api-keys`, {
    token: acme.owner.token,
    body: { label: 'UI library', scopes: ['frontend'], ...body },
  })

const update = (id: string, apiKey: object, updateMask = Object.keys(apiKey)) =>
  api.call('PATCH', `${path}/api-keys/${id}`, {
    token: acme.owner.token,
    body: { updateMask, apiKey },
  })

const keyFor = async (...allowedOrigins: string[]) => {
  const { body } = await create({ allowedOrigins })
  return body as { id: string; key: string }
}

const callWith = (apiKey: string, headers: Record<string, string> = {}) =>
  api.call('GET', path, { apiKey, headers })

describe('a frontend key that is bound to origins', () => {
  let bound: { id: string; key: string }
  beforeAll(async () => {
    bound = await keyFor('https://app.example.com', 'http://localhost:3000')
  })

  it.each(['https://app.example.com', 'http://localhost:3000'])(
    'is accepted from pages of %s, which alone may read the reply',
    async (origin) => {
      const reply = await callWith(bound.key, { origin })

      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': origin,
        vary: 'origin',
      })
    },
  )

  it.each([
    'https://evil.example',
    'null',
    '',
    '*',
    'https://app.example.com.evil.example',
    'https://app.example.com@evil.example',
    'https://evil.example/https://app.example.com',
    'https://evil.example#https://app.example.com',
    'https://xapp.example.com',
    'https://sub.app.example.com',
    'https://example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:443',
    'https://app.example.com/',
    'https://app.example.com.',
    'HTTPS://APP.EXAMPLE.COM',
    'https://app.example.com, https://evil.example',
    'https://evil.example https://app.example.com',
    'https://\u0430pp.example.com',
    'https://xn--pp-7cd.example.com',
    'http://localhost',
    'http://localhost:30000',
    'http://127.0.0.1:3000',
  ])('rejects %j without revealing allowed origins', { tags: 'frontend-keys' }, async (origin) => {
    const reply = await callWith(bound.key, { origin: Buffer.from(origin).toString('latin1') })

    expect(getProblem(reply)).toEqual(refused)
    expect(reply.body.remedy).toContain('allowedOrigins')
    expect(JSON.stringify(reply.body)).not.toContain('localhost:3000"')
    // The page's developer finds the reason in the console.
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })

  it(
    'is rejected without an origin, such as from a script',
    { tags: 'frontend-keys' },
    async () => {
      const reply = await callWith(bound.key)

      expect(getProblem(reply)).toEqual(refused)
      expect(reply.body.detail).toContain('has no Origin header')
    },
  )

  it('is accepted from a page at the address of the call, for which browsers send no Origin', async () => {
    const from = (referer: string) => callWith(bound.key, { referer })

    expect((await from('https://app.example.com/settings?tab=1')).status).toBe(200)
    expect(getProblem(await from('https://evil.example/https://app.example.com'))).toEqual(refused)
    expect(getProblem(await from('https://app.example.com.evil.example/'))).toEqual(refused)
    expect(getProblem(await from('app.example.com'))).toEqual(refused)
    const hidden = { origin: 'null', referer: 'https://app.example.com/' }
    expect(getProblem(await callWith(bound.key, hidden))).toEqual(refused)
  })

  it('can change data only from its own pages', async () => {
    const connect = (origin: string) =>
      api.call('POST', '/v1/oauth-connect', {
        apiKey: bound.key,
        headers: { origin },
        body: {
          projectIdOrName: acme.project.id,
          provider: 'hubspot',
          groupRef: 'globex',
          consumerRef: 'hank',
        },
      })

    expect(getProblem(await connect('https://evil.example'))).toEqual(refused)
    expect(getProblem(await connect('https://app.example.com'))).toEqual([
      422,
      'provider-app-missing',
    ])
  })

  it('answers preflights of every origin, because they contain no key', async () => {
    const reply = await api.call('OPTIONS', path, {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    })

    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })

  it('allows each of two keys only its own origin', async () => {
    const second = await keyFor('https://second.example')
    const origins = ['https://app.example.com', 'https://second.example']

    const statuses = await Promise.all(
      [bound.key, second.key].map((key) =>
        Promise.all(
          origins.map(async (origin) => {
            const { status, headers } = await callWith(key, { origin })
            return [status, headers['access-control-allow-origin']]
          }),
        ),
      ),
    )

    expect(statuses).toEqual([
      [
        [200, origins[0]],
        [403, '*'],
      ],
      [
        [403, '*'],
        [200, origins[1]],
      ],
    ])
  })

  it('reveals nothing of another tenant for any origin', async () => {
    const globex = await givenTenant(api)
    const reply = await api.call('GET', `/v1/projects/${globex.project.id}`, {
      apiKey: bound.key,
      headers: { origin: 'https://app.example.com' },
    })
    const stolen = await api.call('PATCH', `${path}/api-keys/${bound.id}`, {
      apiKey: globex.full.key,
      body: { updateMask: ['allowedOrigins'], apiKey: { allowedOrigins: [] } },
    })

    expect(getProblem(reply)).toEqual([404, 'project-not-found'])
    expect(getProblem(stolen)).toEqual([404, 'project-not-found'])
  })
})

describe('a wildcard', () => {
  it('matches one label of a host', async () => {
    const { key } = await keyFor('https://*.example.com', 'http://*.localhost:3000')
    const statusFrom = async (origin: string) => (await callWith(key, { origin })).status

    for (const origin of [
      'https://acme.example.com',
      'https://xn--bcher-kva.example.com',
      'http://acme.localhost:3000',
    ]) {
      expect([origin, await statusFrom(origin)]).toEqual([origin, 200])
    }
    for (const origin of [
      'https://example.com',
      'https://.example.com',
      'https://*.example.com',
      'https://a.b.example.com',
      'https://evil.example/.example.com',
      'https://evil.example#.example.com',
      'https://evil.example:1.example.com',
      'https://evil@.example.com',
      'https://evilexample.com',
      'https://acme.example.com:444',
      'http://acme.example.com',
      'https://acme.example.com.evil.example',
      'http://acme.localhost',
    ]) {
      expect([origin, await statusFrom(origin)]).toEqual([origin, 403])
    }
  })
})

describe('the origins of a key', () => {
  it.each([
    ['https://app.example.com/', 'https://app.example.com'],
    ['https://app.example.com/path', 'https://app.example.com'],
    ['https://App.Example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['https://ana:secret@app.example.com', 'https://app.example.com'],
    ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    [' https://app.example.com', 'https://app.example.com'],
    ['app.example.com', 'https://app.example.com'],
    ['null', 'such as'],
    ['', 'such as'],
    ['*', 'such as'],
    ['https://', 'such as'],
    ['ftp://app.example.com', 'begin with https://'],
    ['javascript:alert(1)', 'begin with https://'],
    ['https://*', 'first label'],
    ['https://*.com', 'first label'],
    ['https://*.com.', 'first label'],
    ['https://app.*.com', 'first label'],
    ['https://a*.example.com', 'first label'],
    ['https://*.*.example.com', 'first label'],
    [`https://${'a'.repeat(300)}.com`, '300'],
  ])('are rejected as %j, with a hint at %s', async (origin, hint) => {
    const { id } = await keyFor()
    const allowedOrigins = ['https://good.example', origin]

    const created = await create({ allowedOrigins })
    const updated = await update(id, { allowedOrigins })

    expect(getProblem(created)).toEqual([400, 'invalid-input'])
    expect(created.body.issues).toMatchObject([
      { in: 'body', name: 'allowedOrigins[1]', value: origin },
    ])
    expect(created.body.issues[0].detail).toContain(hint)
    expect(updated.body.issues).toMatchObject([{ name: 'apiKey.allowedOrigins[1]' }])
  })

  it('can be changed and cleared with immediate effect', async () => {
    const { id, key } = await keyFor()
    const statuses = () =>
      Promise.all(
        ['https://third.example', 'https://new.example', 'https://old.example'].map(
          async (origin) => (await callWith(key, { origin })).status,
        ),
      )

    const unbound = await statuses()
    const old = await update(id, { allowedOrigins: ['https://old.example'] })
    const atOld = await statuses()
    await update(id, { allowedOrigins: ['https://new.example'] })
    const atNew = await statuses()
    await update(id, { label: 'Renamed', allowedOrigins: [] }, ['label'])
    const renamed = await statuses()
    await update(id, { allowedOrigins: [] })
    const cleared = await statuses()

    expect(old.body.allowedOrigins).toEqual(['https://old.example'])
    expect([unbound, atOld, atNew, renamed, cleared]).toEqual([
      [200, 200, 200],
      [403, 403, 200],
      [403, 200, 403],
      [403, 200, 403],
      [200, 200, 200],
    ])
  })

  it('apply to frontend keys only, also after a change of scope', async () => {
    const allowedOrigins = ['https://app.example.com']
    const { id } = await keyFor(...allowedOrigins)
    const issues = ({ status, body }: { status: number; body: any }) => [
      status,
      body.issues?.[0].name,
    ]

    const full = await create({ scopes: ['full'], allowedOrigins })
    const widened = await update(id, { scopes: ['full'] })
    const both = await update(id, { scopes: ['full'], allowedOrigins: [] })
    const boundFull = await update(id, { allowedOrigins })
    const back = await update(id, { scopes: ['frontend'], allowedOrigins })

    expect(issues(full)).toEqual([400, 'allowedOrigins'])
    expect(issues(widened)).toEqual([400, 'apiKey.allowedOrigins'])
    expect(both.body).toMatchObject({ scopes: ['full'], allowedOrigins: [] })
    expect(issues(boundFull)).toEqual([400, 'apiKey.allowedOrigins'])
    expect(back.body).toMatchObject({ scopes: ['frontend'], allowedOrigins })
  })

  it('are never set on a full key by concurrent changes', async () => {
    const { id } = await keyFor()

    await Promise.all([
      update(id, { scopes: ['full'] }),
      update(id, { allowedOrigins: ['https://app.example.com'] }),
    ])

    const { body } = await api.call('GET', `${path}/api-keys/${id}`, { token: acme.owner.token })
    expect([body.scopes[0], body.allowedOrigins.length]).not.toEqual(['full', 1])
  })

  it('do not restrict tokens of end users, and keys for servers have none', async () => {
    const headers = { origin: 'https://evil.example' }

    const full = await callWith(acme.full.key, headers)
    const consumer = await api.call('GET', path, { token: await acme.consumerToken(), headers })

    expect([full.status, consumer.status]).toEqual([403, 200])
    expect(full.body).toMatchObject({ detail: expect.stringContaining('is for servers') })
    expect(full.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('a project that has switched frontend keys off', () => {
  const switchTo = (frontendKeys: string, project = acme.project.id) =>
    api.call('PATCH', `/v1/projects/${project}`, {
      token: acme.owner.token,
      body: { updateMask: ['frontendKeys'], project: { frontendKeys } },
    })

  it(
    'rejects existing keys in every process until it is enabled again',
    { tags: 'frontend-keys' },
    async () => {
      const bound = await keyFor('https://app.example.com')
      const headers = { origin: 'https://app.example.com' }
      const replies = () =>
        Promise.all([
          callWith(acme.frontend.key),
          callWith(bound.key, headers),
          other.call('GET', path, { apiKey: bound.key, headers }),
        ])

      const before = await replies()
      const switched = await switchTo('off')
      const [own, alsoBound] = await replies()
      await expectWithin(2500, async () => {
        const elsewhere = await other.call('GET', path, { apiKey: bound.key, headers })
        expect(getProblem(elsewhere)).toEqual(off)
      })
      const full = await callWith(acme.full.key)
      const consumer = await api.call('GET', path, { token: await acme.consumerToken() })
      await switchTo('allowed')
      const after = await callWith(acme.frontend.key)

      expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(switched.body.frontendKeys).toBe('off')
      expect([getProblem(own), getProblem(alsoBound)]).toEqual([off, off])
      expect(own.body).toMatchObject({
        detail: `The project ${acme.project.name} does not accept API keys of scope frontend. An admin can allow them in the project settings.`,
        remedy: expect.stringContaining('JWT'),
      })
      expect([full.status, consumer.status, after.status]).toEqual([200, 200, 200])
    },
  )

  it('does not affect other projects and rejects other values', async () => {
    const globex = await givenTenant(api)

    const byKey = await api.call('PATCH', path, {
      apiKey: acme.frontend.key,
      body: { updateMask: ['frontendKeys'], project: { frontendKeys: 'off' } },
    })
    const byStranger = await switchTo('off', globex.project.id)
    const wrong = await switchTo('on')

    expect(getProblem(byKey)).toEqual([403, 'permission-missing'])
    expect(getProblem(byStranger)).toEqual([404, 'project-not-found'])
    expect(getProblem(wrong)).toEqual([400, 'invalid-input'])
    expect((await callWith(acme.frontend.key)).status).toBe(200)
  })
})

describe('a project that names the origins of its pages', () => {
  let initech: typeof acme
  const page = 'https://app.initech.example'
  const name = (allowedOrigins: string[], as: object = { token: initech.owner.token }) =>
    api.call('PATCH', `/v1/projects/${initech.project.id}`, {
      ...as,
      body: { updateMask: ['allowedOrigins'], project: { allowedOrigins } },
    })
  const callFrom = async (origin: string | undefined, as: object, at = api) =>
    at.call('GET', `/v1/projects/${initech.project.id}`, {
      ...as,
      headers: origin === undefined ? {} : { origin: Buffer.from(origin).toString('latin1') },
    })
  const asUser = async () => ({ token: await initech.consumerToken() })
  beforeAll(async () => {
    initech = await givenTenant(api)
    await name([page, 'https://*.initech.example', 'http://localhost:3000'])
  })

  it.each([page, 'https://eu.initech.example', 'http://localhost:3000'])(
    'accepts tokens of its users from pages of %s, which alone may read the reply',
    async (origin) => {
      const reply = await callFrom(origin, await asUser())

      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' })
    },
  )

  it.each([
    'https://evil.example',
    'null',
    '',
    '*',
    'https://app.initech.example.evil.example',
    'https://a.b.initech.example',
    'https://initech.example',
    'http://app.initech.example',
    'https://app.initech.example:8443',
    'https://\u0430pp.initech.example',
    'http://localhost',
    'http://localhost:30000',
    undefined,
  ])('rejects tokens from %j', async (origin) => {
    const reply = await callFrom(origin, await asUser())

    expect(getProblem(reply)).toEqual(refused)
    expect(reply.body.remedy).toContain('to the project')
    expect(JSON.stringify(reply.body)).not.toContain('localhost:3000"')
  })

  it('restricts frontend keys without their own origins, and no others', async () => {
    const { body: bound } = await api.call('POST', `/v1/projects/${initech.project.id}/api-keys`, {
      token: initech.owner.token,
      body: { label: 'Own', scopes: ['frontend'], allowedOrigins: ['https://own.example'] },
    })
    const getStatusFrom = async (apiKey: string, origin: string) =>
      (await callFrom(origin, { apiKey })).status
    const { full, frontend } = initech

    expect(await getStatusFrom(frontend.key, page)).toBe(200)
    expect(await getStatusFrom(frontend.key, 'https://evil.example')).toBe(403)
    expect(await getStatusFrom(bound.key, 'https://own.example')).toBe(200)
    expect(await getStatusFrom(bound.key, page)).toBe(403)
    expect(await getStatusFrom(full.key, page)).toBe(200)
    expect(await getStatusFrom(full.key, 'https://evil.example')).toBe(403)
    expect((await callFrom('https://evil.example', { token: initech.owner.token })).status).toBe(
      200,
    )
  })

  it('applies in other processes within two seconds', async () => {
    const origin = 'https://next.initech-two.example'
    const status = async () => (await callFrom(origin, await asUser(), other)).status
    const before = await status()
    await name([page, 'https://*.initech.example', 'http://localhost:3000', origin])

    expect(before).toBe(403)
    await expectWithin(2500, async () => expect(await status()).toBe(200))
  })

  it('accepts origins only from builders and servers, in the format of browsers', async () => {
    const byUser = await name([], { ...(await asUser()), headers: { origin: page } })
    const byKey = await name([], { apiKey: initech.frontend.key, headers: { origin: page } })
    const byStranger = await name([], { token: acme.owner.token })
    const wrong = await name([page, 'https://App.Initech.example/'])
    const { body } = await callFrom(undefined, { token: initech.owner.token })

    expect([byUser, byKey, byStranger].map(getProblem)).toEqual([
      [403, 'permission-missing'],
      [403, 'permission-missing'],
      [404, 'project-not-found'],
    ])
    expect(wrong.body.issues).toMatchObject([
      { name: 'project.allowedOrigins[1]', detail: expect.stringContaining(page) },
    ])
    expect(body.allowedOrigins).toContain(page)
  })
})
