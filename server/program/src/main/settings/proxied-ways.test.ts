import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { destinationTypes, type DestinationType } from '@platform/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getPort, must } from '@platform/kernel/values'
import { givenProxy } from '@platform/testing/connect-proxy'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'

/** Destination types that use no proxy, with the reason. */
const direct: Partial<Record<DestinationType, string>> = {
  pull: 'Consumers fetch.',
  postgres: 'Proxies of HTTP do not apply to it.',
  kafka: 'Proxies of HTTP do not apply to it.',
  nats: 'Proxies of HTTP do not apply to it.',
  redis: 'Proxies of HTTP do not apply to it.',
  rabbitmq: 'Proxies of HTTP do not apply to it.',
}

/** Starts a server that records the port that each of its connections comes from. */
async function givenOutside(answer: (path: string, reply: ServerResponse) => void = answerEmpty) {
  const from: (number | undefined)[] = []
  const paths: string[] = []
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '', 'http://-')
    paths.push(pathname)
    request.resume().on('end', () => answer(pathname, reply))
  })
  server.on('connection', ({ remotePort }) => from.push(remotePort))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${getPort(server)}`, from, paths }
}

const answerEmpty = (_path: string, reply: ServerResponse) => {
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

/** Settings of a destination of each type whose server is at the URL. */
const settingsAt = (url: string): Partial<Record<DestinationType, object>> => {
  const aws = { endpointUrl: url, region: 'us-east-1' }
  const secrets = { awsKeyId: 'key', awsSecretKey: 'secret' }
  const queue = `${url}/123456789012/events`
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const account = {
    type: 'service_account',
    client_email: 'platform@acme.test',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  return {
    webhook: { metadata: { url } },
    kinesis: { metadata: { ...aws, streamName: 'events' }, secrets },
    s3: { metadata: { ...aws, bucket: 'events' }, secrets },
    gcs: {
      metadata: { bucket: 'events', endpointUrl: url },
      secrets: { serviceAccountKey: JSON.stringify(account) },
    },
    azureblob: {
      metadata: { storageAccount: 'acme', container: 'events', endpointUrl: url },
      secrets: { storageAccountKey: Buffer.alloc(64).toString('base64') },
    },
    sqs: { metadata: { ...aws, queueUrl: queue }, secrets },
    sns: {
      metadata: { topicArn: 'arn:aws:sns:us-east-1:123456789012:events', endpointUrl: url },
      secrets,
    },
    eventbridge: {
      metadata: {
        eventBusArn: 'arn:aws:events:us-east-1:123456789012:event-bus/default',
        endpointUrl: url,
      },
      secrets,
    },
    pubsub: {
      metadata: { topic: 'projects/acme-test/topics/events', endpointUrl: url },
      secrets: { serviceAccountKey: JSON.stringify(account) },
    },
    clickhouse: { metadata: { url, database: 'default' } },
    snowflake: {
      metadata: {
        ...{ endpointUrl: url, accountIdentifier: 'acme-analytics', user: 'acme' },
        ...{ database: 'acme', maxWaitSecs: 0 },
      },
      secrets: { privateKey: account.private_key },
    },
    bigquery: {
      metadata: { project: 'acme-test', dataset: 'acme', endpointUrl: url, maxWaitSecs: 0 },
      secrets: { serviceAccountKey: JSON.stringify(account) },
    },
    databricks: {
      metadata: { url, warehouseId: '12', catalog: 'main', schema: 'acme', maxWaitSecs: 0 },
      secrets: { accessToken: 'dapi-acme' },
    },
    chat: { metadata: {}, secrets: { chatUrl: url } },
    log: { metadata: { endpointUrl: url } },
  }
}

it('delivers to every type of destination through the proxy', async () => {
  const proxy = await givenProxy()
  const { call } = await givenPlatform({ contacts: 1, env: { HTTP_PROXY: proxy.url } })

  for (const type of Object.keys(destinationTypes) as DestinationType[]) {
    if (type in direct) continue
    const outside = await givenOutside()
    const settings = must(settingsAt(outside.url)[type], `settings of ${type}`)
    const body = { name: `${type}-outside`, type, ...settings }
    const { id } = await call<{ id: string }>('POST', '/v1/{p}/destinations', body)
    await call('POST', `/v1/{p}/destinations/${id}:test`, {})

    expect(outside.paths, type).not.toEqual([])
    expect(listDirect(outside, proxy), type).toEqual([])
  }
})

it('signs in, verifies tokens, reads clients of agents and exports through the proxy', async () => {
  const proxy = await givenProxy()
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] }
  let idToken = ''
  const issuer = await givenOutside((path, reply) => {
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        userinfo_endpoint: `${issuer.url}/userinfo`,
      },
      '/token': { access_token: 'at', token_type: 'bearer', id_token: idToken },
      '/jwks': keys,
      '/userinfo': { sub: 'dora', email: 'dora@corp.test', email_verified: true },
    }
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(documents[path] ?? {}))
  })
  const outsideKeys = await givenOutside((_path, reply) => reply.end(JSON.stringify(keys)))
  const collector = await givenOutside()
  const published = await givenOutside()
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(privateKey)
  const { url } = await givenPlatform({
    contacts: 1,
    env: {
      HTTP_PROXY: proxy.url,
      HTTPS_PROXY: proxy.url,
      PLATFORM_SIGN_UP: 'open',
      PLATFORM_SSO_ISSUER: issuer.url,
      PLATFORM_SSO_CLIENT_ID: 'platform',
      PLATFORM_SSO_CLIENT_SECRET: 'secret',
      PLATFORM_TOKEN_ISSUER: 'https://issuer.test',
      PLATFORM_TOKEN_AUDIENCE: 'platform',
      PLATFORM_TOKEN_JWKS_URL: outsideKeys.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  })

  const started = await fetch(`${url}/auth/sign-in/social`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: String(url) },
    body: JSON.stringify({ provider: 'sso', callbackURL: '/' }),
  })
  const { url: page } = (await started.json()) as { url: string }
  const { state, nonce } = Object.fromEntries(new URL(page).searchParams)
  idToken = await sign({ iss: issuer.url, aud: 'platform', sub: 'dora', nonce })
  const returned = await fetch(`${url}/auth/callback/sso?code=c&state=${state}`, {
    headers: { cookie: listCookies(started) },
    redirect: 'manual',
  })
  const session = await fetch(`${url}/auth/token`, { headers: { cookie: listCookies(returned) } })
  const { token: own } = (await session.json()) as { token: string }
  const ask = (path: string, token: string) =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await ask('/v1/my-info', await sign({ iss: 'https://issuer.test', aud: 'platform', sub: 'ana' }))
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: `${published.url.replace('http:', 'https:')}/client`,
    redirect_uri: 'https://agent.example/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await ask(`/v1/agent-request?request=${encodeURIComponent(String(request))}`, own)
  await vi.waitFor(() => expect(collector.paths).not.toEqual([]), patiently)

  expect(issuer.paths).toEqual([
    '/.well-known/openid-configuration',
    '/token',
    '/jwks',
    '/userinfo',
  ])
  expect(outsideKeys.paths).toEqual(['/'])
  expect(proxy.asked.map(({ target }) => target)).toContain(new URL(published.url).host)
  for (const outside of [issuer, outsideKeys, published]) {
    expect(listDirect(outside, proxy)).toEqual([])
  }
  // A collector on the same machine is not beside the proxy.
  expect(listDirect(collector, proxy)).toEqual(collector.from)
})

const listCookies = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Returns the ports of connections that are not the proxy's. */
const listDirect = (
  { from }: Awaited<ReturnType<typeof givenOutside>>,
  { ports }: Awaited<ReturnType<typeof givenProxy>>,
) => from.filter((port) => !ports.has(port))
