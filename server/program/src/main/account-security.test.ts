import { newId } from '@platform/kernel/db/new-id'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
})
afterAll(() => platform.close())

const email = 'owner@acme.test'
let password = ''

const auth = async (
  path: string,
  { body, cookie = '' }: { body?: object; cookie?: string } = {},
) => {
  const reply = await fetch(`${platform.url}/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      origin: must(platform.url, 'url'),
      cookie,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  const cookies = reply.headers.getSetCookie().map((set) => set.split(';', 1)[0])
  return {
    status: reply.status,
    body: text === '' ? undefined : JSON.parse(text),
    cookie: cookies.join('; '),
  }
}
const signIn = async () => {
  password ||= platform.ownerPassword
  const { status, cookie } = await auth('/sign-in/email', { body: { email, password } })
  expect(status).toBe(200)
  return cookie
}

it('shows no token of a session, and ends sessions by what it shows', async () => {
  const [first, second] = [await signIn(), await signIn()]

  const listed = await auth('/list-sessions', { cookie: first })
  const own = await auth('/get-session', { cookie: first })

  const shown: string[] = listed.body.map(({ token }: { token: string }) => token)
  expect(shown).toContain(own.body.session.token)
  expect(shown.length).toBeGreaterThan(1)
  for (const token of shown) {
    expect(decodeURIComponent(`${first} ${second}`)).not.toContain(token)
  }

  for (const token of shown.filter((one) => one !== own.body.session.token)) {
    await auth('/revoke-session', { body: { token }, cookie: first })
  }
  expect((await auth('/get-session', { cookie: second })).body).toBeNull()
  expect((await auth('/get-session', { cookie: first })).body).toMatchObject({ user: { email } })
})

it('ends the access of others when a password changes, and that of nobody else', async () => {
  const other = await platform.anotherTenant('umbrella')
  const { everything } = platform.database
  const connect = async (projectId: `proj_${string}`, builderEmail: string) => {
    const builder = await everything
      .selectFrom('builders')
      .select('id')
      .where('primaryEmail', '=', builderEmail)
      .executeTakeFirstOrThrow()
    const row = {
      ...{ id: newId('agt'), projectId, builderId: builder.id, builderEmail },
      ...{ clientId: 'client', clientName: 'Agent', host: 'agent.test', capabilities: ['read'] },
      expireTime: new Date(Date.now() + 3_600_000),
    }
    await everything.insertInto('agents').values(row).execute()
    return row.id
  }
  await connect(platform.projectId, email)
  const ofOther = await connect(other.projectId, 'owner@umbrella.test')
  const [cookie, elsewhere] = [await signIn(), await signIn()]

  const changed = await auth('/change-password', {
    body: { currentPassword: password, newPassword: 'another long passphrase' },
    cookie,
  })

  expect(changed.status).toBe(200)
  password = 'another long passphrase'
  expect((await auth('/get-session', { cookie: elsewhere })).body).toBeNull()
  expect((await auth('/get-session', { cookie: changed.cookie })).body).toMatchObject({
    user: { email },
  })
  const left = await everything.selectFrom('agents').select('id').execute()
  expect(getFirst(left).id).toBe(ofOther)
  expect(left).toHaveLength(1)
})

it('leaves no agent that a session connected as the password changed', async () => {
  const { everything } = platform.database
  const [cookie, elsewhere] = [await signIn(), await signIn()]
  const { body } = await auth('/token', { cookie: elsewhere })
  const connect = async () => {
    const registered = await fetch(`${platform.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Agent',
        redirect_uris: ['https://agent.example/callback'],
      }),
    })
    const { client_id: clientId } = (await registered.json()) as { client_id: string }
    const request = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId },
      redirect_uri: 'https://agent.example/callback',
      ...{
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
    }).toString()
    return fetch(`${platform.url}/v1/projects/test/agents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request, capabilities: [] }),
    })
  }
  // Its session is found valid, and the agent is not stored before the password has changed.
  const { late, changed } = await everything
    .transaction()
    .execute(async (tx) => {
      await sql`lock table agent_tokens in access exclusive mode`.execute(tx)
      const connecting = connect()
      await expect
        .poll(async () => {
          const { rows } = await sql`
          select from pg_locks where not granted and relation = 'agent_tokens'::regclass`.execute(
            everything,
          )
          return rows.length
        }, patiently)
        .toBe(1)
      const outcome = await auth('/change-password', {
        body: { currentPassword: password, newPassword: 'a third long passphrase' },
        cookie,
      })
      return { late: connecting, changed: outcome }
    })
    .then(async (both) => ({ ...both, late: await both.late }))

  expect(changed.status).toBe(200)
  password = 'a third long passphrase'
  expect(late.status).toBe(401)
  const left = await everything
    .selectFrom('agents')
    .select('clientName')
    .where('projectId', '=', platform.projectId)
    .execute()
  expect(left).toEqual([])
})

it.each([
  ['https://evil.example', 403],
  ['null', 403],
  ['http://localhost:3000', 200],
])('answers a key for servers in a page of %s with %i', async (origin, status) => {
  const reply = await fetch(`${platform.url}/v1/projects/test`, {
    headers: { 'x-api-key': platform.apiKey, origin },
  })

  expect(reply.status).toBe(status)
})

it('accepts a key for servers from its own origin and from origins of the project', async () => {
  await platform.call('PATCH', '/v1/{p}', {
    updateMask: ['allowedOrigins'],
    project: { allowedOrigins: ['https://app.example'] },
  })
  const callFrom = async (origin: string) =>
    (
      await fetch(`${platform.url}/v1/projects/test`, {
        headers: { 'x-api-key': platform.apiKey, origin },
      })
    ).status

  expect(await callFrom(must(platform.url, 'url'))).toBe(200)
  expect(await callFrom('https://app.example')).toBe(200)
  expect(await callFrom('https://other.example')).toBe(403)
})

it('rejects a new password that attackers try first', async () => {
  const reply = await auth('/change-password', {
    body: { currentPassword: password, newPassword: 'Password1234!' },
    cookie: await signIn(),
  })

  expect(reply).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'body', name: 'newPassword' }] },
  })
  await signIn()
})

it('shows the headers of a destination to those who set them or may read secrets', async () => {
  const { id } = await platform.call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name: 'guarded',
    type: 'webhook',
    metadata: { url: 'https://app.example/hook', headers: { Authorization: 'Bearer of-acme' } },
  })
  const readBy = async (...scopes: string[]) => {
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: scopes.join(' '),
      scopes,
    })
    const paths = [`/v1/{p}/destinations/${id}`, '/v1/{p}/destinations']
    const replies = await Promise.all(
      paths.map((path) => platform.call('GET', path, undefined, { 'x-api-key': key })),
    )
    const change = { updateMask: ['disabled'], destination: { disabled: false } }
    replies.push(await platform.call('PATCH', paths[0]!, change, { 'x-api-key': key }))
    return JSON.stringify(replies)
  }

  for (const scopes of [['observe'], ['manage:notifications'], ['observe', 'read:messages']]) {
    const shown = await readBy(...scopes)
    expect(shown, scopes.join()).toContain('Authorization')
    expect(shown, scopes.join()).not.toContain('of-acme')
  }
  for (const scopes of [['read:secrets'], ['manage:notifications', 'read:messages']]) {
    expect(await readBy('observe', ...scopes)).toContain('of-acme')
  }
})

it('lets only those choose where messages go who may read them', async () => {
  const name = `chosen-${newId('req').slice(-8)}`
  const keyWith = async (...scopes: string[]) => {
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: scopes.join(' '),
      scopes,
    })
    return (method: string, path: string, body: object) =>
      platform.call<{ id: string; type?: string; detail?: string }>(method, path, body, {
        'x-api-key': key,
      })
  }
  const at = (url: string) => ({ type: 'webhook', metadata: { url } })
  const { id } = await platform.call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name,
    ...at('https://app.example/hook'),
  })
  const path = `/v1/{p}/destinations/${id}`
  const change = (destination: object) => ({ updateMask: Object.keys(destination), destination })

  const alone = await keyWith('observe', 'manage:notifications')
  const redirections: [string, string, object][] = [
    ['POST', '/v1/{p}/destinations', { name: `${name}-2`, ...at('https://own.example') }],
    ['PATCH', path, change({ metadata: { url: 'https://own.example' } })],
    [
      'PATCH',
      path,
      { ...change({ metadata: { url: 'https://own.example' } }), updateMask: ['metadata.url'] },
    ],
    ['PATCH', path, change({ name: `${name}-3` })],
  ]
  for (const redirection of redirections) {
    const { type, detail } = await alone(...redirection)
    expect([redirection[2], type?.split('/').at(-1)]).toEqual([
      redirection[2],
      'permission-missing',
    ])
    expect(detail).toContain('read:messages')
  }
  expect(await alone('PATCH', path, change({ disabled: true }))).toMatchObject({ id })
  expect(await alone('PATCH', path, change({ disabled: false }))).toMatchObject({
    metadata: { url: 'https://app.example/hook' },
  })

  for (const capability of ['read:messages', 'read:secrets']) {
    const reader = await keyWith('manage:notifications', capability)
    expect(
      await reader('PATCH', path, change({ metadata: { url: 'https://own.example' } })),
    ).toMatchObject({ id })
  }
})
