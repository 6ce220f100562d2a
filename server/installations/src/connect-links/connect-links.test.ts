// @module-tag group-access
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operationsOfLinks } from '@platform/kernel/access'
import { getLast } from '@platform/kernel/values'
import { givenTenant, publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let other: Awaited<ReturnType<typeof givenTenant>>
beforeAll(async () => {
  api = await testApi(await testDatabase({ maxConnections: 5 }))
  acme = await givenTenant(api)
  other = await givenTenant(api)
  for (const tenant of [acme, other]) {
    for (const [name, provider] of [
      ['mail', 'sendGrid'],
      ['crm', 'salesforce'],
    ] as const) {
      const content = { name, provider, proxy: { enabled: true } }
      const { status, text } = await api.call('POST', pathIn(tenant, '/integrations'), {
        apiKey: tenant.full.key,
        body: { name, provider, latestRevision: { specVersion: '1.0.0', content } },
      })
      expect([status, text]).toEqual([201, text])
    }
  }
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

type Tenant = typeof acme
const pathIn = ({ project }: Tenant, path: string) => `/v1/projects/${project.id}${path}`

const create = (body: object = {}, { tenant = acme, apiKey, token }: Sender = {}) =>
  api.call('POST', pathIn(tenant, '/integrations/mail/connect-links'), {
    ...(token === undefined ? { apiKey: apiKey ?? tenant.full.key } : { token }),
    body: { groupRef: 'globex', groupName: 'Globex', ...body },
  })
interface Sender {
  tenant?: Tenant
  apiKey?: string
  token?: string
}

/** A link, and the secret in its address. */
async function givenLink(body: object = {}, sender: Sender = {}) {
  const { status, body: link, text } = await create(body, sender)
  expect([status, text]).toEqual([201, text])
  return { ...link, secret: new URL(link.link).hash.slice(1) }
}

const getProblem = ({ status, body }: { status: number; body: any }) => [
  status,
  getLast(String(body?.type ?? '').split('/')),
]
const page = (token: string, headers: Record<string, string> = {}) =>
  api.call('GET', '/v1/connect-page', { token, headers })

it('shows the page of a link with its customer, integration and the look of the project', async () => {
  const branding = { light: { primary: '#0a7d55' }, borderRadius: 4 }
  await api.call('PUT', pathIn(acme, '/branding'), { apiKey: acme.full.key, body: branding })
  const returnUrl = 'https://app.acme.example/settings'
  const link = await givenLink({ returnUrl, locale: 'de' })

  const { status, body, headers } = await page(link.secret)

  expect(status).toBe(200)
  expect(body).toEqual({
    projectId: acme.project.id,
    appName: 'Acme',
    branding,
    integrationName: 'mail',
    groupRef: 'globex',
    groupName: 'Globex',
    consumerRef: link.id,
    consumerName: 'Globex',
    locale: 'de',
    returnUrl,
    expireTime: link.expireTime,
  })
  expect(headers['access-control-allow-origin']).toBe(publicUrl)
})

it('keeps the secret out of the address that servers see, the list and the audit log', async () => {
  const { secret, link, id } = await givenLink()
  await page(secret)

  expect(new URL(link).pathname).toBe(`/connect/${id}`)
  const list = await api.call('GET', pathIn(acme, '/connect-links'), { apiKey: acme.full.key })
  const one = list.body.find((row: { id: string }) => row.id === id)
  expect(one).toMatchObject({ group: { groupRef: 'globex' }, lastUseTime: expect.any(String) })
  const stored = await api.database.everything.selectFrom('auditLog').selectAll().execute()
  const rows = await api.database.everything.selectFrom('connectLinks').selectAll().execute()
  for (const text of [list.text, JSON.stringify(stored), JSON.stringify(rows)]) {
    expect(text).not.toContain(secret)
    expect(text).toContain(id)
  }
})

it.each<[string, (link: { secret: string; id: string }) => unknown]>([
  [
    'tampered with',
    ({ secret }) => page(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`),
  ],
  ['named by its ID', ({ id }) => page(`plat_link_${id}`)],
  ['empty', () => page('plat_link_')],
  ['as long as a page', () => page(`plat_link_${'x'.repeat(5000)}`)],
])('rejects a link that is %s', async (_what, send) => {
  const reply = (await send(await givenLink())) as Awaited<ReturnType<typeof page>>

  expect(getProblem(reply)).toEqual([401, 'credential-invalid'])
})

it('rejects a link once it has expired', async () => {
  const { secret, id } = await givenLink({ hours: 1 })
  expect((await page(secret)).status).toBe(200)

  await api.database.everything
    .updateTable('connectLinks')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  api.access.forget()

  expect(getProblem(await page(secret))).toEqual([401, 'credential-invalid'])
})

it('rejects a revoked link at once, where it is open too', async () => {
  const { secret, id } = await givenLink()
  expect((await page(secret)).status).toBe(200)

  const revoked = await api.call('DELETE', pathIn(acme, `/connect-links/${id}`), {
    apiKey: acme.full.key,
  })

  expect(revoked.status).toBe(204)
  expect(getProblem(await page(secret))).toEqual([401, 'credential-invalid'])
  const read = await api.call('GET', pathIn(acme, '/integrations'), { token: secret })
  expect(getProblem(read)).toEqual([401, 'credential-invalid'])
})

it('neither lists nor returns links whose maker has lost access', async () => {
  const { body: maker } = await api.call('POST', pathIn(acme, '/api-keys'), {
    token: acme.owner.token,
    body: { label: 'maker' },
  })
  const { body: dead } = await create({}, { apiKey: maker.key })
  const { id: alive } = await givenLink()
  const listIds = async () => {
    const ids: string[] = []
    for (let token = ''; ;) {
      const path = `/connect-links?pageSize=1${token}`
      const { body, headers } = await api.call('GET', pathIn(acme, path), {
        apiKey: acme.full.key,
      })
      ids.push(...body.map(({ id }: { id: string }) => id))
      const next = /[?&]pageToken=([^&>]+)/.exec(String(headers.link ?? ''))?.[1]
      if (next === undefined) return ids
      token = `&pageToken=${next}`
    }
  }
  const get = () =>
    api.call('GET', pathIn(acme, `/connect-links/${dead.id}`), {
      apiKey: acme.full.key,
    })
  const before = await listIds()
  const shown = await get()
  const gone = await api.call('DELETE', pathIn(acme, `/api-keys/${maker.id}`), {
    token: acme.owner.token,
  })
  const after = await listIds()

  expect(before).toEqual(expect.arrayContaining([dead.id, alive]))
  expect(gone.status).toBe(204)
  expect(after).toEqual(before.filter((id) => id !== dead.id))
  expect(shown.status).toBe(200)
  expect(getProblem(await get())).toEqual([404, 'connect-link-not-found'])
})

it('does not reveal or revoke links of another project', async () => {
  const { id } = await givenLink({}, { tenant: other })
  for (const method of ['GET', 'DELETE'] as const) {
    const reply = await api.call(method, pathIn(acme, `/connect-links/${id}`), {
      apiKey: acme.full.key,
    })
    expect(getProblem(reply)).toEqual([404, 'connect-link-not-found'])
  }
})

it('allows nothing but what the page needs', async () => {
  const { secret } = await givenLink()
  for (const operation of api.api.operations) {
    if (operation.callers.length === 0 || operationsOfLinks.has(operation.id)) continue
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
      name === 'projectIdOrName' ? acme.project.id : 'mail',
    )
    const reply = await api.call(operation.method, path, {
      token: secret,
      ...(operation.body && { body: { projectIdOrName: acme.project.id } }),
    })
    expect([operation.id, ...getProblem(reply)]).toEqual([operation.id, 403, 'permission-missing'])
  }
  const mcp = await api.call('POST', '/mcp/v1', { token: secret, body: {} })
  expect(mcp.status).toBeGreaterThanOrEqual(400)
})

it('is limited to one project, group, integration and provider', async () => {
  const { secret, id } = await givenLink()
  const connect = (groupRef: string, provider: string, consumerRef = 'ana') =>
    api.call('POST', pathIn(acme, '/connections:generate'), {
      apiKey: acme.full.key,
      body: { provider, groupRef, consumerRef, apiKey: 'key-of-the-customer' },
    })
  const foreign = await connect('initech', 'sendGrid')
  const tool = await connect('globex', 'brevo')
  expect([foreign.status, tool.status]).toEqual([201, 201])
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    api.call(method, path, { token: secret, ...(body && { body }) })
  const oauth = { projectIdOrName: acme.project.id, groupRef: 'globex', consumerRef: id }

  const listed = await send('GET', pathIn(acme, '/integrations'))
  expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['mail'])
  const connections = await send('GET', pathIn(acme, '/connections'))
  expect(connections.body).toEqual([])

  const rejected = [
    send('GET', pathIn(other, '/integrations')),
    send('GET', pathIn(acme, '/integrations/crm')),
    send('GET', pathIn(acme, '/integrations/crm/installations')),
    send('POST', pathIn(acme, '/integrations/crm/installations'), {
      groupRef: 'globex',
      config: { content: {} },
    }),
    send('GET', pathIn(acme, '/integrations/mail/installations?groupRef=initech')),
    send('GET', pathIn(acme, `/connections/${foreign.body.id}`)),
    send('GET', pathIn(acme, `/connections/${tool.body.id}`)),
    send('PATCH', pathIn(acme, `/connections/${tool.body.id}`), {
      updateMask: ['apiKey'],
      connection: { apiKey: 'mine' },
    }),
    send('GET', pathIn(acme, '/connections?provider=brevo')),
    send('GET', pathIn(acme, '/connections?groupRef=initech')),
    send('POST', '/v1/oauth-connect', { ...oauth, provider: 'salesforce' }),
    send('POST', '/v1/oauth-connect', { ...oauth, provider: 'sendGrid', groupRef: 'initech' }),
    send('POST', '/v1/oauth-connect', { ...oauth, provider: 'sendGrid', consumerRef: 'ana' }),
    send('POST', pathIn(acme, '/connections:generate'), {
      ...{ provider: 'brevo', groupRef: 'globex', consumerRef: id, apiKey: 'mine' },
    }),
  ]
  const statuses = (await Promise.all(rejected)).map(({ status }, index) => ({ index, status }))
  expect(statuses.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
})

it('is accepted only from the hosted page, and never as an API key', async () => {
  const { secret } = await givenLink()

  const [elsewhere, here, asKey] = await Promise.all([
    page(secret, { origin: 'https://evil.example' }),
    page(secret, { origin: publicUrl }),
    api.call('GET', '/v1/connect-page', { apiKey: secret }),
  ])

  expect(getProblem(elsewhere)).toEqual([403, 'origin-not-allowed'])
  expect(here.status).toBe(200)
  expect(asKey.status).toBe(401)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/settings',
  'https://user:secret@acme.example/',
  'file:///etc/passwd',
])('rejects the return URL %s', async (returnUrl) => {
  expect(getProblem(await create({ returnUrl }))).toEqual([400, 'invalid-input'])
})

it('links back only to allowed origins, if the project lists any', async () => {
  const set = (allowedOrigins: string[]) =>
    api.call('PATCH', pathIn(acme, ''), {
      apiKey: acme.full.key,
      body: { updateMask: ['allowedOrigins'], project: { allowedOrigins } },
    })
  await set(['https://app.acme.example'])

  const elsewhere = await create({ returnUrl: 'https://app.acme.example.evil.example/' })
  const own = await create({ returnUrl: 'https://app.acme.example/settings' })
  await set([])

  expect(getProblem(elsewhere)).toEqual([400, 'invalid-input'])
  expect(own.status).toBe(201)
})

it('cannot be created by a key that may do less than an end user, or with another integration', async () => {
  const key = async (body: object) =>
    (
      await api.call('POST', pathIn(acme, '/api-keys'), {
        token: acme.owner.token,
        body: { label: 'limited', ...body },
      })
    ).body.key
  const connecting = await key({ scopes: ['manage:connections'] })
  const all = ['manage:connections', 'manage:installations', 'read:records']
  const { body: integrations } = await api.call('GET', pathIn(acme, '/integrations'), {
    apiKey: acme.full.key,
  })
  const findIntegrationId = (name: string) =>
    integrations.find((one: { name: string }) => one.name === name).id
  const ofCrm = await key({ scopes: [...all, 'read'], integrationIds: [findIntegrationId('crm')] })
  const ofMail = await key({
    scopes: [...all, 'read'],
    integrationIds: [findIntegrationId('mail')],
  })
  const { id } = await givenLink()

  expect(getProblem(await create({}, { apiKey: connecting }))).toEqual([403, 'permission-missing'])
  expect(getProblem(await create({}, { apiKey: ofCrm }))).toEqual([403, 'permission-missing'])
  expect((await create({}, { apiKey: ofMail })).status).toBe(201)
  const seen = await api.call('GET', pathIn(acme, `/connect-links/${id}`), { apiKey: ofCrm })
  expect(getProblem(seen)).toEqual([404, 'connect-link-not-found'])
})

it.each([
  ['a script', { logo: 'data:text/html;base64,PHNjcmlwdD4=' }],
  ['another server', { logo: 'https://evil.example/logo.png' }],
  ['more than a color', { light: { primary: 'red; background: url(//evil.example)' } }],
  ['an unknown variable', { dark: { 'primary;x': '#000000' } }],
])('rejects a look with %s', async (_what, body) => {
  const reply = await api.call('PUT', pathIn(acme, '/branding'), { apiKey: acme.full.key, body })

  expect(getProblem(reply)).toEqual([400, 'invalid-input'])
})

it('gives callers without rights no way to create links', async () => {
  const member = await api.builder({ orgId: acme.org.id })
  const replies = await Promise.all([
    api.call('POST', pathIn(acme, '/integrations/mail/connect-links'), { body: {} }),
    create({}, { apiKey: acme.frontend.key }),
    create({}, { token: await acme.consumerToken() }),
    create({}, { token: member.token }),
    create({}, { apiKey: other.full.key }),
  ])

  expect(replies.map(({ status }) => status)).toEqual([401, 403, 403, 403, 404])
})

/** An integration that allows several accounts, and links to it. */
async function givenSeveral(name: string) {
  const content = { name, provider: 'salesforce', multiple: true, proxy: { enabled: true } }
  await api.call('POST', pathIn(acme, '/integrations'), {
    apiKey: acme.full.key,
    body: { name, provider: 'salesforce', latestRevision: { specVersion: '1.0.0', content } },
  })
  return async (body: object = {}) => {
    const made = await api.call('POST', pathIn(acme, `/integrations/${name}/connect-links`), {
      apiKey: acme.full.key,
      body: { groupRef: 'globex', ...body },
    })
    expect([made.status, made.text]).toEqual([201, made.text])
    return { ...made.body, secret: new URL(made.body.link).hash.slice(1) }
  }
}

it('reports whether the customer can add accounts', async () => {
  const { body } = await page((await givenLink()).secret)
  const linkTo = await givenSeveral('several')

  const { body: severalPage } = await page((await linkTo()).secret)

  expect(body.allowsSeveral).toBeUndefined()
  expect(severalPage).toMatchObject({ integrationName: 'several', allowsSeveral: true })
  expect(severalPage.instance).toBeUndefined()
})

it('reports the account that the page opens, also the default one', async () => {
  const linkTo = await givenSeveral('regions')
  const account = { instance: 'emea', displayName: 'Sales EMEA' }
  const link = await linkTo(account)

  const { body: opened } = await page(link.secret)
  const { body: ofDefault } = await page((await linkTo({ instance: '' })).secret)
  const list = await api.call('GET', pathIn(acme, '/connect-links'), { apiKey: acme.full.key })

  expect(link).toMatchObject(account)
  expect(opened).toMatchObject({ ...account, allowsSeveral: true })
  expect(ofDefault).toMatchObject({ instance: '' })
  expect(list.body.find(({ id }: { id: string }) => id === link.id)).toMatchObject(account)
})

it.each([
  ['an account that the integration does not allow', { instance: 'emea' }, 'accounts-not-allowed'],
  ['a name without an account', { displayName: 'Sales EMEA' }, 'invalid-input'],
  ['an instance with blanks', { instance: 'Sales EMEA' }, 'invalid-input'],
])('rejects a link with %s', async (_what, body, problem) => {
  expect(getProblem(await create(body))[1]).toBe(problem)
})
