import { updatesRecord } from '@platform/contract'
import fc from 'fast-check'
import { closeClient } from '@platform/kernel/db/client'
import { patiently } from '@platform/testing/patiently'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { givenTenant, publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { givenDatabase, testDatabase } from '@platform/testing/test-database'
import { getNth } from '@platform/kernel/values'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let path: string
beforeAll(async () => {
  api = await testApi(await testDatabase({ maxConnections: 10 }))
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}`
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const getKind = ({ body }: { body: any }) => body.type?.slice(`${publicUrl}/problems/`.length)
const asOwner = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, options: object = {}) =>
  api.call(method, url, { token: acme.owner.token, ...options })

describe('conditional requests', () => {
  const rename = (appName: string, ifMatch?: string) =>
    asOwner('PATCH', path, {
      body: { updateMask: ['appName'], project: { appName } },
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  it('accept only the current version', async () => {
    const { headers } = await asOwner('GET', `${path}?includeEntitlements=true`)
    const seen = String(headers.etag)

    const first = await rename('One', seen)
    const second = await rename('Two', seen)
    const third = await rename('Three', String(first.headers.etag))
    const anyway = await rename('Four', '*')

    expect([first, second, third, anyway].map(({ status }) => status)).toEqual([200, 412, 200, 200])
    expect(getKind(second)).toBe('precondition-failed')
  })

  it('accept exactly one of several concurrent requests', async () => {
    const { headers } = await asOwner('GET', path)

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => rename(`Race ${index}`, String(headers.etag))),
    )

    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(7)
  })

  it('apply to deletions', async () => {
    const { body } = await asOwner('POST', `${path}/api-keys`, { body: { label: 'x' } })
    const remove = (etag: string) =>
      asOwner('DELETE', `${path}/api-keys/${body.id}`, { headers: { 'if-match': etag } })
    const { headers } = await asOwner('GET', `${path}/api-keys/${body.id}`)

    expect((await remove('"old"')).status).toBe(412)
    expect((await remove(String(headers.etag))).status).toBe(204)
  })

  it('reply 304 to unchanged requests and 200 to changed ones', async () => {
    const get = (ifNoneMatch?: string, query = '') =>
      asOwner('GET', `${path}${query}`, {
        headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
      })
    const { headers } = await get()
    const seen = String(headers.etag)

    const replies = [
      await get(seen),
      await get(`"another", W/${seen}`),
      await get('*'),
      // The reply contains more than before, in the same version.
      await get(seen, '?includeEntitlements=true'),
      await get('"another"'),
    ]
    await rename('Renamed')
    const after = await get(seen)

    expect(replies.map(({ status }) => status)).toEqual([304, 304, 304, 200, 200])
    expect(replies[0]!.text).toBe('')
    expect(replies[0]!.headers.etag).toBe(seen)
    expect([after.status, after.body.appName]).toEqual([200, 'Renamed'])
  })

  it('have a GET for every update', () => {
    const operations = api.api.operations
    const readable = new Set(
      operations.filter(({ method }) => method === 'GET').map((operation) => operation.path),
    )

    const without = operations
      .filter((operation) => updatesRecord(operation))
      // Erased data is not read before; otherwise the audit log would keep it.
      .filter(({ tag }) => tag !== 'Personal data')
      // Compared with the installation, of which it changes a part.
      .filter(({ id }) => id !== 'patchObjectConfigContent')
      .filter((operation) => !readable.has(operation.path.replace(/:[\w-]+$/, '')))

    expect(without.map(({ id }) => id)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  const create = (key: string, body: object = { label: 'once' }) =>
    asOwner('POST', `${path}/api-keys`, { body, headers: { 'idempotency-key': key } })

  it('replays the first reply with secrets and headers', async () => {
    const key = crypto.randomUUID()

    const first = await create(key)
    const second = await create(key)

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers.location).toBe(first.headers.location)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([
      undefined,
      'true',
    ])
  })

  it('keeps the secret of a stored reply encrypted', async () => {
    const { body } = await create(crypto.randomUUID())

    const rows = await api.database.everything
      .selectFrom('idempotencyKeys')
      .select('reply')
      .execute()

    expect(rows.some(({ reply }) => reply?.includes(body.key))).toBe(false)
  })

  it('leaves neither a change nor an audit record when the request fails', async () => {
    const label = `lost ${crypto.randomUUID()}`
    await api.database.asOwner((owner) =>
      owner.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
      create trigger fails before insert on idempotency_keys execute function fail()
    `),
    )
    onTestFinished(async () => {
      await api.database.asOwner((owner) => owner.query(`drop function fail cascade`))
    })

    const reply = await create(crypto.randomUUID(), { label })
    const { body: keys } = await asOwner('GET', `${path}/api-keys`)
    const { body: records } = await asOwner('GET', `/v1/orgs/${acme.org.id}/audit-log`)

    expect(reply.status).toBe(500)
    expect(JSON.stringify([keys, records])).not.toContain(label)
  })

  it('admits a new member immediately after rejections', async () => {
    const { id: builderId, token } = await api.builder()
    const url = `/v1/orgs/${acme.org.id}/memberships`
    const look = () => api.call('GET', `/v1/orgs/${acme.org.id}`, { token })
    await api.database.asOwner((owner) =>
      owner.query(`
      create function pause() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger pauses before insert on idempotency_keys for each row execute function pause()
    `),
    )
    onTestFinished(async () => {
      await api.database.asOwner((owner) => owner.query(`drop function pause cascade`))
    })

    const holder = await api.database.dedicated()
    await holder.query('select pg_advisory_lock(1)')

    const adding = asOwner('POST', url, {
      body: { builderId },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    await vi.waitFor(async () => {
      const { rows } = await holder.query(
        `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toHaveLength(1)
    }, patiently)
    const before = await look()
    await closeClient(holder)
    const added = await adding
    const after = await look()

    expect([before.status, added.status, after.status]).toEqual([404, 201, 200])
  })

  it('audits a change once', async () => {
    const key = crypto.randomUUID()
    const label = `recorded ${key}`

    await create(key, { label })
    await create(key, { label })
    const { body: records } = await asOwner('GET', `/v1/orgs/${acme.org.id}/audit-log`)

    const own = records.filter(({ after }: any) => after?.label === label)
    expect(own.map(({ action }: any) => action)).toEqual(['createApiKey'])
  })

  it('is rejected for another request', async () => {
    const key = crypto.randomUUID()
    await create(key)

    const reply = await create(key, { label: 'other' })

    expect([reply.status, getKind(reply)]).toEqual([422, 'idempotency-key-reused'])
  })

  it('creates once for concurrent requests', async () => {
    const key = crypto.randomUUID()
    const label = `race ${key}`

    const replies = await Promise.all(Array.from({ length: 12 }, () => create(key, { label })))
    const { body: keys } = await asOwner('GET', `${path}/api-keys`)

    const ids = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect([reply.status, getKind(reply), reply.body.retryable]).toEqual([
        409,
        'idempotency-key-in-use',
        true,
      ])
    }
    expect(keys.filter((created: any) => created.label === label)).toHaveLength(1)
  })

  it('does not store a failure', async () => {
    const key = crypto.randomUUID()
    const name = `p-${crypto.randomUUID()}`
    const createNamed = () =>
      asOwner('POST', '/v1/projects', {
        body: { name, appName: 'x', orgId: acme.org.id },
        headers: { 'idempotency-key': key },
      })
    const blocking = await api.project({ orgId: acme.org.id, name })

    const refused = await createNamed()
    await asOwner('DELETE', `/v1/projects/${blocking.id}`)
    const accepted = await createNamed()

    expect([refused.status, accepted.status]).toEqual([422, 201])
  })

  it('applies to organizations', async () => {
    const key = crypto.randomUUID()
    const headers = { 'idempotency-key': key }
    const invites = `/v1/orgs/${acme.org.id}/invites`
    const body = { email: 'ana@guest.test' }

    const first = await asOwner('POST', invites, { body, headers })
    const second = await asOwner('POST', invites, { body, headers })
    const another = await create(key)

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(getKind(another)).toBe('idempotency-key-reused')
  })

  it('is scoped to the caller', async () => {
    const key = crypto.randomUUID()
    const headers = { 'idempotency-key': key }
    const first = await create(key)

    const byKey = await api.call('POST', `${path}/api-keys`, {
      apiKey: acme.full.key,
      body: { label: 'once' },
      headers,
    })

    expect(byKey.status).toBe(201)
    expect(byKey.body.id).not.toBe(first.body.id)
  })
})

describe('lists', () => {
  /** All items of a list, read page by page by the Link headers only. */
  async function all(url: string, onPage: () => Promise<unknown> = async () => {}) {
    const items: any[] = []
    for (let next: string | undefined = url; next;) {
      const { status, body, headers } = await asOwner('GET', next)
      expect(status).toBe(200)
      items.push(...body)
      next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1]
      await onPage()
    }
    return items
  }

  it('return every record exactly once, newest first, during insertions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (count, pageSize) => {
          const project = await api.project({ orgId: acme.org.id })
          const insert = async () =>
            (await asOwner('POST', `/v1/projects/${project.id}/api-keys`, { body: { label: 'x' } }))
              .body.id
          const ids: string[] = []
          for (let index = 0; index < count; index++) ids.unshift(await insert())

          const items = await all(
            `/v1/projects/${project.id}/api-keys?pageSize=${pageSize}`,
            insert,
          )

          expect(items.map(({ id }) => id)).toEqual(ids)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('page by UUID as well', async () => {
    const project = await api.project({ orgId: acme.org.id })
    const kids: string[] = []
    for (let index = 0; index < 5; index++) {
      const { body } = await asOwner('POST', `/v1/projects/${project.id}/jwt-keys`, {
        body: { label: 'x', algorithm: 'ES256', publicKeyPem: acme.publicKeyPem },
      })
      kids.unshift(body.kid)
    }

    const items = await all(`/v1/projects/${project.id}/jwt-keys?pageSize=2`)

    expect(items.map(({ id }) => id)).toEqual(kids)
  })

  it.each([
    'x',
    'cDE6',
    Buffer.from('p1:\0').toString('base64url'),
    Buffer.from('p1:zzz').toString('base64url'),
  ])('reject the invalid page token %s, or return nothing', async (token) => {
    for (const list of ['api-keys', 'jwt-keys']) {
      const { status } = await asOwner('GET', `${path}/${list}?pageToken=${token}`)

      expect([200, 400]).toContain(status)
    }
  })

  it.each(['0', '1001', 'x', '-1', '1.5'])('reject the page size %s', async (pageSize) => {
    const reply = await asOwner('GET', `/v1/projects?pageSize=${pageSize}`)

    expect(reply.status).toBe(400)
    expect(reply.body.issues).toMatchObject([{ in: 'query', name: 'pageSize' }])
  })
})

describe('query parameters', () => {
  it('are rejected with a suggestion if unknown', async () => {
    const misspelt = await asOwner('GET', `${path}/connections?groupref=a`)
    const none = await asOwner('DELETE', `${path}/connections/conn_1?force=true`)

    expect([misspelt.status, none.status]).toEqual([400, 400])
    expect(misspelt.body.issues).toMatchObject([
      { in: 'query', name: 'groupref', detail: expect.stringContaining('`groupRef`') },
    ])
    expect(none.body.issues).toMatchObject([{ in: 'query', name: 'force' }])
  })
})

describe('rate limits', () => {
  it('return the remaining requests and the reset time', async () => {
    const database = await givenDatabase()
    const strict = await testApi(database, { rateLimit: { requests: 2, windowSeconds: 60 } })
    const tenant = await givenTenant(strict)
    const call = () => strict.call('GET', '/v1/projects', { apiKey: tenant.full.key })

    const replies = [await call(), await call(), await call()]
    const another = await strict.call('GET', '/v1/projects', { token: tenant.owner.token })
    await strict.close()

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0'])
    expect(Number(getNth(replies, 2).headers['retry-after'])).toBeGreaterThan(0)
    expect(getNth(replies, 2).body).toMatchObject({
      retryable: true,
      retryAfter: expect.any(String),
    })
    expect(another.status).toBe(200)
  })

  it('limit invalid credentials by address', async () => {
    const database = await givenDatabase()
    const strict = await testApi(database, { rateLimit: { requests: 2, windowSeconds: 60 } })
    const tenant = await givenTenant(strict)
    const call = (apiKey: string) => strict.call('GET', '/v1/projects', { apiKey })

    const guesses = [
      await call('plat_full_1'),
      await call('plat_full_2'),
      await call('plat_full_3'),
    ]
    const known = await call(tenant.full.key)
    await strict.close()

    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(known.status).toBe(200)
  })
})

describe('media types', () => {
  it('must accept JSON', async () => {
    const accepting = async (accept: string) =>
      (await asOwner('GET', '/v1/projects', { headers: { accept } })).status

    expect(await accepting('application/json')).toBe(200)
    expect(await accepting('text/html, */*;q=0.1')).toBe(200)
    expect(await accepting('text/html')).toBe(406)
    expect(await accepting('application/json;q=0')).toBe(406)
  })
})

it('returns a retryable 503 while the database is unavailable', async () => {
  const database = await testDatabase()
  const down = await testApi(database)
  const tenant = await givenTenant(down)
  await down.signIn.close()
  await database.close()

  const reply = await down.call('GET', '/v1/projects', { apiKey: tenant.full.key })
  await down.http.close()

  expect(reply.status).toBe(503)
  expect(reply.body).toMatchObject({ retryable: true })
  expect(reply.headers['retry-after']).toBeDefined()
})

it('serves the OpenAPI document and the schemas', async () => {
  const document = await api.call('GET', '/openapi.json')
  const provider = await api.call('GET', '/schemas/provider.json')
  const manifest = await api.call('GET', '/schemas/platform.yaml.json')

  expect(document.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: publicUrl }] })
  expect(provider.body).toMatchObject({ additionalProperties: false })
  expect(manifest.body).toMatchObject({ additionalProperties: false })
})
