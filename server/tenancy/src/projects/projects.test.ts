import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsWith } from '@platform/testing/columns-with'
import { givenTenant, publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '@platform/kernel/values'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let path: string
beforeAll(async () => {
  api = await testApi(await testDatabase({ maxConnections: 5 }))
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}`
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const getProblem = ({ status, body }: { status: number; body: any }) =>
  [status, body.type?.slice(`${publicUrl}/problems/`.length)] as const

const newName = () => `p-${crypto.randomUUID()}`

describe('projects', () => {
  const create = (body: object, token = acme.owner.token) =>
    api.call('POST', '/v1/projects', {
      token,
      body: { appName: 'App', orgId: acme.org.id, ...body },
    })

  it('are created in lower case and found by ID or name, in any case', async () => {
    const name = newName().toUpperCase()
    const created = await create({ name })

    const found = await Promise.all(
      [created.body.id, name, name.toLowerCase()].map((named) =>
        api.call('GET', `/v1/projects/${named}?includeEntitlements=true`, {
          token: acme.owner.token,
        }),
      ),
    )

    expect(created.status).toBe(201)
    expect(created.body.name).toBe(name.toLowerCase())
    expect(created.headers.location).toBe(`/v1/projects/${created.body.id}`)
    for (const { body } of found) {
      expect(body).toMatchObject({ id: created.body.id, entitlements: expect.anything() })
    }
  })

  it('keep working by ID after a rename', async () => {
    const { body } = await create({ name: newName() })
    const renamed = newName()

    await api.call('PATCH', `/v1/projects/${body.name}`, {
      token: acme.owner.token,
      body: { updateMask: ['name'], project: { name: renamed, appName: 'ignored' } },
    })
    const statuses = await Promise.all(
      [body.id, renamed, body.name].map(
        async (named) =>
          (await api.call('GET', `/v1/projects/${named}`, { token: acme.owner.token })).status,
      ),
    )
    const { body: after } = await api.call('GET', `/v1/projects/${body.id}`, {
      token: acme.owner.token,
    })

    expect(statuses).toEqual([200, 200, 404])
    expect(after).toMatchObject({ name: renamed, appName: 'App' })
  })

  it.each([
    'a',
    '-ab',
    'ab-',
    'a b',
    'proj_01jz5q0f8kf3bvw9s2m6t4x7ra',
    'ä'.repeat(3),
    'a'.repeat(129),
  ])('cannot be named %s', async (name) => {
    const reply = await create({ name })

    expect(getProblem(reply)).toEqual([400, 'invalid-input'])
    expect(reply.body.issues[0]).toMatchObject({ in: 'body', name: 'name' })
  })

  it('have unique names and an organization that the caller may change', async () => {
    const member = await api.builder({ orgId: acme.org.id })
    const stranger = await api.builder()
    const taken = { name: acme.project.name.toUpperCase() }

    expect(getProblem(await create(taken))).toEqual([422, 'project-name-taken'])
    expect(getProblem(await create({ name: newName() }, member.token))).toEqual([
      403,
      'permission-missing',
    ])
    expect(getProblem(await create({ name: newName() }, stranger.token))).toEqual([
      404,
      'org-not-found',
    ])
    const { body } = await create({ name: newName() })
    const renamed = await api.call('PATCH', `/v1/projects/${body.id}`, {
      token: acme.owner.token,
      body: { updateMask: ['name'], project: taken },
    })
    expect(getProblem(renamed)).toEqual([422, 'project-name-taken'])
  })

  it('are deleted by owners', async () => {
    const { body } = await create({ name: newName() })
    const admin = await api.builder({ orgId: acme.org.id, role: 'admin' })
    const remove = (token: string) => api.call('DELETE', `/v1/projects/${body.id}`, { token })

    expect(getProblem(await remove(admin.token))).toEqual([403, 'owner-required'])
    expect((await remove(acme.owner.token)).status).toBe(204)
    expect(getProblem(await remove(acme.owner.token))).toEqual([404, 'project-not-found'])
  })

  it('are listed for builders and keys', async () => {
    const byKey = await api.call('GET', '/v1/projects', { apiKey: acme.full.key })
    const byStranger = await api.call('GET', '/v1/projects', { token: (await api.builder()).token })

    expect(byKey.body.map(({ id }: any) => id)).toEqual([acme.project.id])
    expect(byStranger.body).toEqual([])
  })
})

describe('update masks', () => {
  const patch = (updateMask: unknown, project: object = {}) =>
    api.call('PATCH', path, { token: acme.owner.token, body: { updateMask, project } })

  it('name the allowed paths when one is unknown', async () => {
    const reply = await patch(['appName', 'orgId', 'name.x'], { appName: 'x' })

    expect(getProblem(reply)).toEqual([400, 'invalid-input'])
    expect(reply.body.issues).toMatchObject([
      { name: 'updateMask[1]', value: 'orgId' },
      { name: 'updateMask[2]', value: 'name.x' },
    ])
    expect(reply.body.remedy).toContain('appName, name')
  })

  it('are required and cannot clear required fields', async () => {
    expect(getProblem(await patch([]))).toEqual([400, 'invalid-input'])
    expect(getProblem(await patch(undefined))).toEqual([400, 'invalid-input'])
    expect(getProblem(await patch(['name']))).toEqual([400, 'invalid-input'])
  })
})

describe('API keys', () => {
  it('are shown once and masked in lists', async () => {
    const created = await api.call('POST', `${path}/api-keys`, {
      apiKey: acme.full.key,
      body: { label: 'UI Library', scopes: ['frontend'] },
    })
    const list = await api.call('GET', `${path}/api-keys?active=true`, { apiKey: acme.full.key })
    const one = await api.call('GET', `${path}/api-keys/${created.body.id}`, {
      apiKey: acme.full.key,
    })

    expect(created.body.key).toMatch(/^plat_frontend_[\w-]{43}$/)
    expect(created.headers.location).toBe(`${path}/api-keys/${created.body.id}`)
    expect(list.text + one.text).not.toContain(created.body.key)
    expect(one.body).toMatchObject({ label: 'UI Library', scopes: ['frontend'], active: true })
    expect(one.body.maskedKey).toMatch(/^plat_frontend_….{4}$/)
  })

  it('return their last use', async () => {
    const before = Date.now()
    const created = await api.call('POST', `${path}/api-keys`, {
      apiKey: acme.full.key,
      body: { label: 'used' },
    })
    await api.call('GET', path, { apiKey: created.body.key })

    const { body } = await api.call('GET', `${path}/api-keys/${created.body.id}`, {
      apiKey: acme.full.key,
    })

    expect(created.body.lastUseTime).toBeUndefined()
    expect(Date.parse(body.lastUseTime)).toBeGreaterThanOrEqual(before)
  })

  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    'that are missing answer 404 to %s',
    async (method) => {
      const body =
        method === 'PATCH' ? { updateMask: ['label'], apiKey: { label: 'x' } } : undefined

      const reply = await api.call(method, `${path}/api-keys/${acme.full.key}`, {
        apiKey: acme.full.key,
        body,
      })

      expect(getProblem(reply)).toEqual([404, 'api-key-not-found'])
      expect(reply.text).not.toContain(acme.full.key)
    },
  )

  it('cannot be created with an expiry in the past', async () => {
    const reply = await api.call('POST', `${path}/api-keys`, {
      apiKey: acme.full.key,
      body: { label: 'late', expireTime: new Date(Date.now() - 1000).toISOString() },
    })

    expect(getProblem(reply)).toEqual([400, 'invalid-input'])
    expect(reply.body.issues).toMatchObject([{ in: 'body', name: 'expireTime' }])
  })

  it('have one of two scopes', async () => {
    const reply = await api.call('POST', `${path}/api-keys`, {
      apiKey: acme.full.key,
      body: { label: 'x', scopes: ['root'] },
    })

    expect(getProblem(reply)).toEqual([400, 'invalid-input'])
    expect(reply.body.issues[0].name).toBe('scopes[0]')
  })
})

describe('JWT keys', () => {
  const create = (body: object) =>
    api.call('POST', `${path}/jwt-keys`, { apiKey: acme.full.key, body: { label: 'x', ...body } })
  const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits })
  const pem = (key: { export(options: object): unknown }, type: string) =>
    key.export({ type, format: 'pem' }) as string

  it('are registered as PEM or JWK', async () => {
    const { publicKey } = rsa(2048)

    const created = await create({ algorithm: 'RS256', publicKeyPem: pem(publicKey, 'spki') })
    const shown = await api.call('GET', `${path}/jwt-keys/${created.body.kid}`, {
      apiKey: acme.full.key,
    })

    expect(created.status).toBe(201)
    expect(created.headers.location).toBe(`${path}/jwt-keys/${created.body.kid}`)
    expect(shown.body).toMatchObject({
      id: created.body.kid,
      algorithm: 'RSA',
      active: true,
      publicKeyPem: pem(publicKey, 'spki'),
    })
  })

  it('are rejected if private, weak, of another type or invalid', async () => {
    const { privateKey } = rsa(2048)
    const secret = pem(privateKey, 'pkcs8')
    const replies = [
      await create({ publicKeyPem: secret }),
      await create({ publicKeyJwk: privateKey.export({ format: 'jwk' }) }),
      await create({ publicKeyPem: pem(rsa(1024).publicKey, 'spki') }),
      await create({ algorithm: 'ES256', publicKeyPem: pem(rsa(2048).publicKey, 'spki') }),
      await create({ publicKeyPem: 'nothing' }),
      await create({ publicKeyJwk: { kty: 'oct', k: 'c2VjcmV0' } }),
      await create({}),
      await create({ algorithm: 'HS256', publicKeyPem: 'x' }),
    ]

    for (const reply of replies) {
      expect(getProblem(reply)).toEqual([400, 'invalid-input'])
      expect(reply.text).not.toContain(secret.slice(100, 140))
    }
  })

  it.each(['nothing', '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11'])(
    'that are missing answer 404: %s',
    async (id) => {
      const call = (method: 'GET' | 'PATCH' | 'DELETE', body?: object) =>
        api.call(method, `${path}/jwt-keys/${id}`, { apiKey: acme.full.key, body })

      for (const reply of [
        await call('GET'),
        await call('PATCH', { updateMask: ['label'], jwtKey: { label: 'x' } }),
        await call('DELETE'),
      ]) {
        expect(getProblem(reply)).toEqual([404, 'jwt-key-not-found'])
      }
    },
  )
})

describe('provider apps', () => {
  const create = (body: object) =>
    api.call('POST', `${path}/provider-apps`, {
      apiKey: acme.full.key,
      body: { provider: 'salesforce', clientId: 'id', clientSecret: 'hunter2', ...body },
    })
  const patch = (id: string, updateMask: string[], providerApp: object) =>
    api.call('PATCH', `${path}/provider-apps/${id}`, {
      apiKey: acme.full.key,
      body: { updateMask, providerApp },
    })

  it('store their secret encrypted and never return it', async () => {
    const created = await create({ scopes: ['api'], externalRef: 'secret' })
    const shown = await api.call('GET', `${path}/provider-apps/${created.body.id}`, {
      apiKey: acme.full.key,
    })
    const rotated = await patch(created.body.id, ['clientSecret', 'scopes'], {
      clientSecret: 'hunter3',
    })
    const row = await api.database.everything
      .selectFrom('providerApps')
      .selectAll()
      .where('id', '=', created.body.id)
      .executeTakeFirstOrThrow()

    expect(created.status).toBe(201)
    expect(created.text + shown.text + rotated.text).not.toContain('hunter')
    expect(rotated.body.scopes).toBeUndefined()
    expect(row.clientSecret.toString()).not.toContain('hunter')
    expect(await api.secrets.open(acme.project.id, row.clientSecret)).toBe('hunter3')
  })

  it('store their provider parameters encrypted and never return them', async () => {
    const metadata = {
      authQueryParams: { prompt: ['consent'] },
      providerParams: { appId: 'swordfish-1', developerApiKey: 'swordfish-2' },
    }
    const selectStored = () =>
      api.database.everything
        .selectFrom('providerApps')
        .select(['metadata', 'providerParams'])
        .where('id', '=', created.body.id)
        .executeTakeFirstOrThrow()
    const params = async () => {
      const { providerParams } = await selectStored()
      return providerParams && JSON.parse(await api.secrets.open(acme.project.id, providerParams))
    }
    const created = await create({ externalRef: 'params', metadata })
    const shown = await api.call('GET', `${path}/provider-apps/${created.body.id}`, {
      apiKey: acme.full.key,
    })
    const listed = await api.call('GET', `${path}/provider-apps`, { apiKey: acme.full.key })
    const sealed = await params()
    const { providerParams, ...others } = metadata
    const kept = await patch(created.body.id, ['metadata'], { metadata: others })
    const keptParams = await params()
    const replaced = await patch(created.body.id, ['metadata'], {
      metadata: { ...others, providerParams: { appId: 'swordfish-3' } },
    })
    const replacedParams = await params()
    const refused = await patch(created.body.id, ['metadata'], {
      metadata: { providerParams: 'swordfish-4' },
    })
    const columns = await columnsWith(api.database, 'swordfish')
    const cleared = await patch(created.body.id, ['metadata'], {
      metadata: { ...others, providerParams: {} },
    })

    expect(sealed).toEqual(providerParams)
    expect(keptParams).toEqual(providerParams)
    expect(replacedParams).toEqual({ appId: 'swordfish-3' })
    expect(columns).toEqual([])
    const replies = [created, shown, listed, kept, replaced, refused, cleared]
    expect(replies.map(({ text }) => text).join()).not.toContain('swordfish')
    for (const { body } of [created, shown, kept, replaced]) expect(body.metadata).toEqual(others)
    const namesIn = ({ body }: { body: { providerParamNames?: string[] } }) =>
      body.providerParamNames
    expect([created, shown, kept, replaced, cleared].map(namesIn)).toEqual([
      ['appId', 'developerApiKey'],
      ['appId', 'developerApiKey'],
      ['appId', 'developerApiKey'],
      ['appId'],
      undefined,
    ])
    expect(refused.status).toBe(400)
    expect(await selectStored()).toEqual({ metadata: others, providerParams: null })
  })

  it('hide plain parameters and encrypt them with the next change', async () => {
    const { body } = await create({ externalRef: 'plain' })
    await api.database.everything
      .updateTable('providerApps')
      .set({ metadata: JSON.stringify({ providerParams: { developerApiKey: 'herring' } }) })
      .where('id', '=', body.id)
      .execute()
    const before = await columnsWith(api.database, 'herring')

    const shown = await api.call('GET', `${path}/provider-apps/${body.id}`, {
      apiKey: acme.full.key,
    })
    const changed = await patch(body.id, ['clientId'], { clientId: 'another' })
    const row = await api.database.everything
      .selectFrom('providerApps')
      .select('providerParams')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()

    expect(before).toEqual(['provider_apps.metadata'])
    expect(shown.text + changed.text).not.toContain('herring')
    expect(await columnsWith(api.database, 'herring')).toEqual([])
    expect(
      JSON.parse(
        await api.secrets.open(acme.project.id, must(row.providerParams, 'provider params')),
      ),
    ).toEqual({
      developerApiKey: 'herring',
    })
  })

  it('are unique per provider and reference, for known providers', async () => {
    const first = await create({ externalRef: 'a' })
    const second = await create({ externalRef: 'b' })

    expect(getProblem(await create({ externalRef: 'a' }))).toEqual([422, 'provider-app-exists'])
    expect(getProblem(await create({ provider: 'nobody' }))).toEqual([404, 'provider-not-found'])
    expect(getProblem(await patch(second.body.id, ['externalRef'], { externalRef: 'a' }))).toEqual([
      422,
      'provider-app-exists',
    ])
    expect(getProblem(await patch(first.body.id, ['provider'], { provider: 'nobody' }))).toEqual([
      404,
      'provider-not-found',
    ])
  })

  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    'that are missing answer 404 to %s',
    async (method) => {
      const body =
        method === 'PATCH'
          ? { updateMask: ['clientId'], providerApp: { clientId: 'x' } }
          : undefined

      const reply = await api.call(method, `${path}/provider-apps/papp_nothing`, {
        apiKey: acme.full.key,
        body,
      })

      expect(getProblem(reply)).toEqual([404, 'provider-app-not-found'])
    },
  )
})
