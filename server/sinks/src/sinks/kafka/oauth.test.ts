import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getFirst, getPort } from '@platform/kernel/values'
import { hasKafka, startKafka } from '@platform/testing/kafka-broker'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { givenKafka } from './testing.ts'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** An unsigned token, as Kafka's own broker accepts it for tests. */
const formatToken = ({ scope = 'kafka', lifetimeSecs = 600 } = {}) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'acme', scope, iat: now - 60, exp: now + lifetimeSecs }
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

/** Starts a token endpoint for the client `acme` with the secret `acme-secret`. */
async function givenTokens(
  makeToken: () => string = formatToken,
  { expiresIn = 600 }: { expiresIn?: number } = {},
) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      asked.push(String(request.headers.authorization))
      const isOwn = request.headers.authorization === `Basic ${btoa('acme:acme-secret')}`
      reply.writeHead(isOwn ? 200 : 401, { 'content-type': 'application/json' }).end(
        JSON.stringify(
          isOwn
            ? { access_token: makeToken(), token_type: 'Bearer', expires_in: expiresIn }
            : {
                error: 'invalid_client',
                error_description: String(request.headers.authorization),
              },
        ),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { tokenUrl: `http://127.0.0.1:${getPort(server)}/token`, asked }
}

const login = { saslMechanism: 'oauthbearer', clientId: 'acme' } as const

describe.runIf(hasKafka)('a topic whose broker demands a token', () => {
  const givenSecured = async (tokenUrl: string, clientSecret = 'acme-secret') => {
    const { secured, authority } = await startKafka()
    const world = await givenKafka({
      ...{ ...login, tokenUrl, bootstrapServers: secured, caCertificate: authority },
      sslMode: 'verify-full',
    })
    return { ...world, credentials: { clientSecret } }
  }

  it('receives messages with one token', async () => {
    const { tokenUrl, asked } = await givenTokens()
    const world = await givenSecured(tokenUrl)
    const sink = open('kafka', world)

    const outcomes = [...(await sink.send(givenEvents(3))), ...(await sink.send(givenEvents(3)))]

    expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
    expect(await world.arrived()).toHaveLength(6)
    expect(asked).toHaveLength(1)
  })

  it('receives messages of new connections with a token that has not expired', async () => {
    const { tokenUrl, asked } = await givenTokens(() => formatToken({ lifetimeSecs: 1 }), {
      expiresIn: 1,
    })
    const world = await givenSecured(tokenUrl)
    const sink = open('kafka', world)

    await sink.send(givenEvents(1))
    // The broker ends the session with the token.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: true }])
    expect(asked.length).toBeGreaterThan(1)
  })

  it('refuses a token without the scope, and its words contain no token', async () => {
    const token = formatToken({ scope: 'other' })
    const { tokenUrl } = await givenTokens(() => token)
    const world = await givenSecured(tokenUrl)

    const outcomes = await open('kafka', world).send(givenEvents(1))

    expect(outcomes).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('refused the access token') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain(token)
  })

  it('fails in the words of the token endpoint, without the secret', async () => {
    const { tokenUrl } = await givenTokens()
    const world = await givenSecured(tokenUrl, 'wr0ng')

    const outcomes = await open('kafka', world).send(givenEvents(1))

    expect(getFirst(outcomes)).toMatchObject({
      class: 'misconfigured',
      detail: 'No access token: the token endpoint answered 401 invalid_client.',
    })
    expect(JSON.stringify(outcomes)).not.toContain('wr0ng')
  })

  it('fails in time while the token endpoint hangs, and delays no other destination', async () => {
    const hanging = createServer(() => {}).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    onTestFinished(() => hanging.close().closeAllConnections())
    const tokenUrl = `http://127.0.0.1:${getPort(hanging)}/token`
    const world = await givenSecured(tokenUrl)
    const bystander = await givenKafka()
    const sink = open('kafka', world, givenContext({ timeoutMs: 1_000 }))

    const waiting = sink.send(givenEvents(2))
    const other = await open('kafka', bystander).send(givenEvents(1))

    expect(other).toMatchObject([{ succeeded: true }])
    expect(await waiting).toMatchObject([{ class: 'timeout' }, { class: 'timeout' }])
  })
})

it('sends no secret to an address that is not allowed', { tags: 'separate-networks' }, async () => {
  const { tokenUrl, asked } = await givenTokens()
  const world = {
    metadata: { ...login, tokenUrl, topic: 'events', bootstrapServers: '127.0.0.1:1' },
    ...{ credentials: { clientSecret: 'acme-secret' }, arrived: async () => [] },
  }

  const outcomes = await open('kafka', world, givenContext({ allowCidrs: [] })).send(givenEvents(1))

  expect(outcomes).toMatchObject([{ class: 'addressRefused' }])
  expect(asked).toEqual([])
})

it.each([
  [{ tokenUrl: undefined }, 'metadata.tokenUrl'],
  [{ tokenUrl: 'http://10.0.0.1/token' }, 'metadata.tokenUrl'],
  [{ clientId: undefined }, 'metadata.clientId'],
  [{ username: 'acme' }, 'metadata.saslMechanism'],
])('refuses the settings %j', (settings, name) => {
  const metadata = {
    ...{ ...login, tokenUrl: 'https://login.acme.example/token' },
    ...{ bootstrapServers: 'b1.acme.example:9092', topic: 'events', ...settings },
  }

  expect(
    sinkTypes.kafka.validate(
      { projectId: 'proj_1', metadata, credentials: { clientSecret: 'x' } },
      givenContext(),
    ),
  ).toMatchObject([{ name }])
})
