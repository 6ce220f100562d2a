import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { totp } from '@platform/testing/totp'
import { createBuilderWithPassword } from './create-builder.ts'
import { capture, getFirst, must } from '@platform/kernel/values'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase())
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const password = 'correct horse battery'

/** The cookies that a reply sets, as a browser sends them back. */
const listCookies = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ')

const origin = { origin: publicUrl }

async function signInAs(email: string) {
  const reply = await api.call('POST', '/auth/sign-in/email', {
    body: { email, password },
    headers: origin,
  })
  return { reply, cookie: listCookies(reply) }
}

it('signs in, gets a token that the API accepts, and signs out', async () => {
  const builder = await createBuilderWithPassword(api.database.everything, {
    email: 'Ana@acme.test',
    password,
    name: 'Ana',
  })

  const { reply, cookie } = await signInAs('ana@acme.test')
  const token = await api.call('GET', '/auth/token', { headers: { cookie } })
  const info = await api.call('GET', '/v1/my-info', { token: token.body.token })
  const out = await api.call('POST', '/auth/sign-out', { headers: { cookie, ...origin }, body: {} })
  const after = await api.call('GET', '/auth/token', { headers: { cookie } })

  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)
  expect(info.body.builder).toMatchObject({ id: builder.id, primaryEmail: 'ana@acme.test' })
  expect(out.status).toBe(200)
  expect(after.status).toBe(401)
  expect(after.headers['www-authenticate']).toMatch(/^Bearer /)
})

it('reports an unavailable database as such', async () => {
  const email = 'noor@acme.test'
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Noor' })
  // As if an administrator ended the connection.
  await api.database.asOwner((client) =>
    client.query(`
      create function auth.end_connection() returns trigger language plpgsql as
        $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$;
      create trigger end_connection before insert on auth.session
        for each row execute function auth.end_connection()`),
  )

  const { reply } = await signInAs(email)
  await api.database.asOwner((client) =>
    client.query('drop trigger end_connection on auth.session'),
  )

  expect(reply.status).toBe(503)
  expect(reply.body).toMatchObject({ retryable: true, detail: 'The database is not responding.' })
  expect((await signInAs(email)).reply.status).toBe(200)
})

it('rejects tokens of an ended session', { tags: 'encrypted-secrets' }, async () => {
  const email = 'kim@acme.test'
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Kim' })
  const getToken = async () => {
    const { cookie } = await signInAs(email)
    const { body } = await api.call('GET', '/auth/token', { headers: { cookie } })
    return { cookie, token: body.token as string }
  }
  const [signedOut, revoked, staying] = [await getToken(), await getToken(), await getToken()]
  const statuses = () =>
    Promise.all(
      [signedOut, revoked, staying].map(
        async ({ token }) => (await api.call('GET', '/v1/my-info', { token })).status,
      ),
    )
  const before = await statuses()

  const headers = { cookie: signedOut.cookie, ...origin }
  await api.call('POST', '/auth/sign-out', { headers, body: {} })
  await api.call('POST', '/auth/revoke-other-sessions', {
    headers: { cookie: staying.cookie, ...origin },
    body: {},
  })
  api.access.forget()

  expect(before).toEqual([200, 200, 200])
  expect(await statuses()).toEqual([401, 401, 200])
})

it('publishes asymmetric keys for tokens of 15 minutes', async () => {
  const { token } = await api.builder()

  const keys = await api.call('GET', '/.well-known/jwks.json')

  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  expect(header.alg).toBe('EdDSA')
  expect(payload.exp - payload.iat).toBe(900)
  expect(keys.body.keys).toEqual([expect.objectContaining({ kid: header.kid, kty: 'OKP' })])
  expect(JSON.stringify(keys.body)).not.toContain('"d"')
})

it('rotates the signing key and accepts the old one for a day', async () => {
  const before = await api.builder()
  const keyIds = async () => {
    const { body } = await api.call('GET', '/.well-known/jwks.json')
    return body.keys.map(({ kid }: { kid: string }) => kid)
  }
  const age = (hours: number) =>
    sql`update auth.jwks set "expiresAt" = now() - make_interval(hours => ${hours}::int)
        where "id" = ${getKid(before.token)}`.execute(api.database.everything)

  await age(1)
  const after = await api.builder()
  const whileBoth = await keyIds()
  const old = await api.call('GET', '/v1/my-info', { token: before.token })
  const young = await api.call('GET', '/v1/my-info', { token: after.token })
  await age(25)
  const afterADay = await keyIds()

  expect(getKid(after.token)).not.toBe(getKid(before.token))
  expect(whileBoth.toSorted()).toEqual([getKid(before.token), getKid(after.token)].toSorted())
  expect([old.status, young.status]).toEqual([200, 200])
  expect(afterADay).toEqual([getKid(after.token)])
})

it('resets a forgotten password, which ends the sessions', async () => {
  const email = 'cy@acme.test'
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Cy' })
  const { cookie } = await signInAs(email)

  await api.call('POST', '/auth/request-password-reset', { body: { email }, headers: origin })
  const mail = must(
    api.mails.findLast(({ to }) => to === email),
    `mail to ${email}`,
  )
  const resetToken = capture(/reset-password\/([^?]+)/, mail.text)
  const reset = await api.call('POST', '/auth/reset-password', {
    body: { token: resetToken, newPassword: 'another good password' },
    headers: origin,
  })

  expect(reset.status).toBe(200)
  expect((await signInAs(email)).reply.status).toBe(401)
  expect((await api.call('GET', '/auth/token', { headers: { cookie } })).status).toBe(401)
})

it('returns the same problem for a wrong password and an unknown email', async () => {
  await createBuilderWithPassword(api.database.everything, {
    email: 'dee@acme.test',
    password,
    name: 'Dee',
  })
  const attempt = (email: string) =>
    api.call('POST', '/auth/sign-in/email', {
      body: { email, password: 'wrong wrong' },
      headers: origin,
    })

  const [wrong, unknown] = [await attempt('dee@acme.test'), await attempt('nobody@acme.test')]

  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.headers['content-type']).toBe('application/problem+json')
  expect(wrong.body.detail).toBe(unknown.body.detail)
})

it('does not sign in for a page of another origin', async () => {
  const reply = await api.call('POST', '/auth/sign-in/email', {
    body: { email: 'ana@acme.test', password },
    headers: { origin: 'https://evil.example', cookie: 'x=y' },
  })

  expect(reply.status).toBe(403)
})

it('slows down password guesses', async () => {
  const strict = await testApi(api.database, { attemptsPerMinute: 3 })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const reply = await strict.http.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      remoteAddress: '203.0.113.9',
      headers: origin,
      payload: { email: 'ana@acme.test', password: `guess ${attempt} guess` },
    })
    statuses.push(reply.statusCode)
    if (reply.statusCode === 429) expect(reply.headers['retry-after']).toBeDefined()
  }
  await strict.close()

  expect(statuses).toEqual([401, 401, 401, 429, 429])
})

it('blocks nobody else at the address of a stranger who guesses', async () => {
  const strict = await testApi(api.database, { attemptsPerMinute: 3 })
  const email = 'gus@acme.test'
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Gus' })
  const attempt = (payload: object) =>
    strict.http.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      remoteAddress: '203.0.113.10',
      headers: origin,
      payload,
    })
  for (let guess = 0; guess < 10; guess++) {
    await attempt({ email: 'ana@acme.test', password: `guess ${guess} guess` })
  }

  const blocked = await attempt({ email: 'ana@acme.test', password })
  const other = await attempt({ email, password })
  await strict.close()

  expect([blocked.statusCode, other.statusCode]).toEqual([429, 200])
})

it('requires the second factor once enabled', async () => {
  const email = 'fay@acme.test'
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Fay' })
  const { cookie } = await signInAs(email)
  const enabled = await api.call('POST', '/auth/two-factor/enable', {
    body: { password },
    headers: { cookie, ...origin },
  })
  const secret = must(new URL(enabled.body.totpURI).searchParams.get('secret'), 'secret')
  const verify = (own: string, code: string) =>
    api.call('POST', '/auth/two-factor/verify-totp', {
      body: { code },
      headers: { cookie: own, ...origin },
    })
  await verify(cookie, totp(secret))

  const second = await signInAs(email)
  const early = await api.call('GET', '/auth/token', { headers: { cookie: second.cookie } })
  const wrong = await verify(second.cookie, '000000')
  const usedCode = totp(secret)
  const right = await verify(second.cookie, usedCode)
  const token = await api.call('GET', '/auth/token', { headers: { cookie: listCookies(right) } })
  const third = await signInAs(email)
  const again = await verify(third.cookie, usedCode)

  expect(again.status).toBe(401)
  expect(second.reply.body).toMatchObject({ twoFactorRedirect: true })
  expect([early.status, wrong.status, right.status, token.status]).toEqual([401, 401, 200, 200])
  expect(wrong.body.issues).toMatchObject([
    { name: 'code', detail: /code is wrong or has expired/ },
  ])
})

const getKid = (token: string): string =>
  JSON.parse(Buffer.from(getFirst(token.split('.', 1)), 'base64url').toString()).kid
