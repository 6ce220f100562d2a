import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { generateKeyPair, exportJWK, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { expect, it, onTestFinished } from 'vitest'
import { outsideIssuer } from '@platform/kernel/access'
import { createEgress, fetchBy } from '@platform/kernel/egress'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { givenDatabase } from '@platform/testing/test-database'
import { capture, getPort } from '@platform/kernel/values'

const client = { clientId: 'platform', clientSecret: 'a secret of the client' }

/** An unused port, and the issuer that will listen on it. */
async function givenPlace() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = getPort(server)
  server.close()
  await once(server, 'close')
  return { port, issuer: `http://127.0.0.1:${port}` }
}

/** A real OpenID Connect provider whose pages sign in anyone under any name. */
async function givenProvider(place?: Awaited<ReturnType<typeof givenPlace>>) {
  const { port, issuer } = place ?? (await givenPlace())
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signingKey = { ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/auth/callback/sso`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [signingKey] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@corp.test`,
        email_verified: true,
        name: `${id} of Corp`,
      }),
    }),
  })
  const listening = provider.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const close = async () => {
    if (!listening.listening) return
    listening.closeAllConnections()
    listening.close()
    await once(listening, 'close')
  }
  onTestFinished(close)
  return { issuer, privateKey, close }
}

/** Acts like a browser at the provider: follows redirects, signs in, consents, keeps cookies. */
async function browse(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let [url, body]: [string, URLSearchParams | undefined] = [start, undefined]
  for (let step = 0; step < 15; step++) {
    const reply: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location?.startsWith(publicUrl)) return location
    if (location) {
      ;[url, body] = [new URL(location, url).href, undefined]
      continue
    }
    const page = await reply.text()
    const prompt = capture(/name="prompt" value="(\w+)"/, page)
    url = new URL(capture(/action="([^"]+)"/, page), url).href
    body = new URLSearchParams({ prompt, login: 'dora', password: 'any' })
  }
  throw new Error('The provider never came back.')
}

const listCookies = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ')

const begin = (api: TestApi) =>
  api.call('POST', '/auth/sign-in/social', {
    body: { provider: 'sso', callbackURL: '/' },
    headers: { origin: publicUrl },
  })

/** Completes a started sign-in at the provider, and returns the session. */
async function finish(api: TestApi, started: Awaited<ReturnType<typeof begin>>) {
  const back = await browse(started.body.url)
  const returned = await api.call('GET', back.slice(publicUrl.length), {
    headers: { cookie: listCookies(started) },
  })
  const { body } = await api.call('GET', '/auth/token', {
    headers: { cookie: listCookies(returned) },
  })
  return { returned, info: await api.call('GET', '/v1/my-info', { token: body.token }) }
}

it('signs in through an OpenID Connect provider', async () => {
  const { issuer } = await givenProvider()
  const api = await testApi(await givenDatabase(), { singleSignOn: { issuer, ...client } })
  onTestFinished(() => api.close())

  const started = await begin(api)
  const { info } = await finish(api, started)

  expect(started.body.url).toContain('code_challenge_method=S256')
  expect(started.body.url).toContain('nonce=')
  expect(info.body.builder).toMatchObject({
    primaryEmail: 'dora@corp.test',
    fullName: 'dora of Corp',
  })
})

it(
  'signs in a verified provider identity, though a stranger signed up with the address',
  { tags: 'confirmed-addresses' },
  async () => {
    const { issuer } = await givenProvider()
    const api = await testApi(await givenDatabase(), { singleSignOn: { issuer, ...client } })
    onTestFinished(() => api.close())
    const db = api.database.everything
    await sql`insert into auth."user" ("id", "name", "email", "emailVerified")
    values ('u1', 'Not Dora', 'dora@corp.test', false)`.execute(db)
    await sql`insert into auth."session" ("id", "expiresAt", "token", "updatedAt", "userId")
    values ('s1', now() + interval '1 day', 't1', now(), 'u1')`.execute(db)
    await sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values ('a1', 'u1', 'credential', 'u1', 'x', now())`.execute(db)

    const { info } = await finish(api, await begin(api))

    expect(info.body.builder.primaryEmail).toBe('dora@corp.test')
    const { rows: sessions } = await sql`select "id" from auth.session where "id" = 's1'`.execute(
      db,
    )
    const { rows: accounts } = await sql`select "providerId" from auth.account`.execute(db)
    expect(sessions).toEqual([])
    expect(accounts).toEqual([{ providerId: 'sso' }])
  },
)

it.each(['closed', 'invited'] as const)(
  'rejects sign-up with a provider that the operator does not allow: %s',
  { tags: 'closed-sign-up' },
  async (signUp) => {
    const { issuer } = await givenProvider()
    const api = await testApi(await givenDatabase(), {
      singleSignOn: { issuer, ...client },
      signUp,
    })
    onTestFinished(() => api.close())

    const { returned, info } = await finish(api, await begin(api))

    expect(returned.headers.location).toContain('error=sign_up_closed')
    expect(info.status).toBe(401)
  },
)

it('starts without the provider and signs in once it is available', async () => {
  const place = await givenPlace()
  const api = await testApi(await givenDatabase(), {
    singleSignOn: { issuer: place.issuer, ...client },
  })
  onTestFinished(() => api.close())

  const away = await begin(api)
  const unconcerned = await api.call('GET', '/.well-known/jwks.json')
  await givenProvider(place)
  const { info } = await finish(api, await begin(api))

  expect(away.status).toBe(502)
  expect(away.body).toMatchObject({ title: 'The provider did not answer', retryable: true })
  expect(away.body.detail).toContain(`${place.issuer} could not be reached`)
  expect(unconcerned.status).toBe(200)
  expect(info.body.builder.primaryEmail).toBe('dora@corp.test')
})

it('does not reach a provider in a network that the operator has not allowed', async () => {
  const { issuer } = await givenProvider()
  const api = await testApi(await givenDatabase(), {
    singleSignOn: { issuer, ...client },
    allowCidrs: [],
  })
  onTestFinished(() => api.close())

  const started = await begin(api)

  expect(started.status).toBe(502)
  expect(started.body.detail).toBe(
    `The address of ${issuer} is private. If you trust it, allow its network with PLATFORM_OPERATOR_ALLOW_CIDR.`,
  )
})

it('rejects a provider with another issuer', async () => {
  const { issuer } = await givenProvider()
  const other = issuer.replace('127.0.0.1', 'localhost')
  const api = await testApi(await givenDatabase(), { singleSignOn: { issuer: other, ...client } })
  onTestFinished(() => api.close())

  const started = await begin(api)

  expect(started.status).toBe(502)
  expect(started.body.detail).toContain(`its issuer is http`)
})

it('does not sign in when the provider is unavailable at the callback', async () => {
  const { issuer, close } = await givenProvider()
  const api = await testApi(await givenDatabase(), { singleSignOn: { issuer, ...client } })
  onTestFinished(() => api.close())
  const started = await begin(api)
  const back = await browse(started.body.url)
  await close()

  const returned = await api.call('GET', back.slice(publicUrl.length), {
    headers: { cookie: listCookies(started) },
  })

  expect(returned.status).toBe(302)
  expect(returned.headers.location).toContain('error=')
  expect(listCookies(returned)).not.toContain('session_token=')
})

it('accepts tokens of the external issuer with its audience and keys only', async () => {
  const { issuer, privateKey } = await givenProvider()
  const api = await testApi(await givenDatabase(), {
    outsideIssuers: [
      outsideIssuer({ issuer, audience: 'platform', jwksUrl: `${issuer}/jwks`, fetch }),
    ],
  })
  onTestFinished(() => api.close())
  const sign = (claims: object, key = privateKey) =>
    new SignJWT({
      sub: 'eve',
      iat: secondsAgo(0),
      email: 'eve@corp.test',
      email_verified: true,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setExpirationTime('10m')
      .sign(key)
  const infoWith = async (token: string) => api.call('GET', '/v1/my-info', { token })
  const stranger = await generateKeyPair('RS256')

  const first = await infoWith(await sign({ aud: 'platform' }))
  const again = await infoWith(await sign({ aud: 'platform' }))
  const refused = [
    await infoWith(await sign({ aud: 'somebody else' })),
    await infoWith(await sign({})),
    await infoWith(await sign({ aud: 'platform' }, stranger.privateKey)),
    await infoWith(await sign({ aud: 'platform', sub: 'a\0b' })),
    await infoWith(await sign({ aud: 'platform', sub: '' })),
    await infoWith(await sign({ aud: 'platform', iat: secondsAgo(3700) })),
    await infoWith(await sign({ aud: 'platform', iat: secondsAgo(-60) })),
  ]

  expect(first.body.builder).toMatchObject({ idpProvider: issuer, idpRef: 'eve' })
  expect(again.body.builder.id).toBe(first.body.builder.id)
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401])
})

it('reports an unavailable external issuer', async () => {
  const { issuer, privateKey, close } = await givenProvider()
  const brokenKeys = `${issuer}/.well-known/nothing`
  const token = await new SignJWT({ sub: 'eve', iat: secondsAgo(0), aud: 'platform' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(issuer)
    .setExpirationTime('10m')
    .sign(privateKey)
  const ask = async (jwksUrl: string) => {
    const api = await testApi(await givenDatabase(), {
      outsideIssuers: [outsideIssuer({ issuer, audience: 'platform', jwksUrl, fetch })],
    })
    onTestFinished(() => api.close())
    return api.call('GET', '/v1/my-info', { token })
  }

  const broken = await ask(brokenKeys)
  await close()
  const away = await ask(`${issuer}/jwks`)

  for (const { status, body } of [broken, away]) {
    expect([status, body.retryable]).toEqual([503, true])
    expect(body.detail).toContain(issuer)
  }
})

it('reads no document of an issuer that is larger than any', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const server = createHttpServer(({ url = '', headers }, response) => {
    const base = `http://${headers.host}`
    const urls = { issuer: base, jwks_uri: `${base}/jwks`, token_endpoint: `${base}/token` }
    const document = url.startsWith('/jwks')
      ? { keys: [key] }
      : { ...urls, authorization_endpoint: `${base}/authorize` }
    const pad = isLarge ? 'x'.repeat(1024 ** 2) : ''
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...document, pad }))
  })
  let isLarge = true
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${getPort(server)}`
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  onTestFinished(() => egress.close())
  const own = { issuer, audience: 'platform', fetch: fetchBy(egress.forTenant('operator')) }
  const api = await testApi(await givenDatabase(), {
    singleSignOn: { issuer, ...client },
    outsideIssuers: [outsideIssuer({ ...own, jwksUrl: `${issuer}/jwks` })],
  })
  onTestFinished(() => api.close())
  const token = await new SignJWT({ sub: 'eve', iat: secondsAgo(0), aud: 'platform' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(issuer)
    .setExpirationTime('10m')
    .sign(privateKey)
  const ask = async () => [
    (await begin(api)).status,
    (await api.call('GET', '/v1/my-info', { token })).status,
  ]

  const refused = await ask()
  isLarge = false
  const accepted = await ask()

  expect([refused, accepted]).toEqual([
    [502, 503],
    [200, 200],
  ])
})

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
