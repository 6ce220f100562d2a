// @module-tag aws-role
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from '@platform/kernel/egress'
import { getPort } from '@platform/kernel/values'
import { awsRole } from './role.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'

const lent = { AccessKeyId: 'AKIA', SecretAccessKey: 'secret', Token: 'session' }
const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'session' }

/** Metadata service of an instance or a container, with the requests it received. */
async function givenMetadata({ expiresInMs = 3_600_000 } = {}) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    const { authorization, 'x-aws-ec2-metadata-token': token } = request.headers
    if (request.method === 'PUT') return reply.end('a token')
    if (token !== 'a token' && authorization !== 'of the container') {
      return reply.writeHead(401).end('secret')
    }
    if (request.url?.endsWith('/')) return reply.end('the-role')
    const Expiration = new Date(Date.now() + expiresInMs).toISOString()
    reply.end(JSON.stringify({ ...lent, Expiration }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${getPort(server)}`, asked }
}

function givenEgress(allowCidrs = ['127.0.0.0/8']) {
  const egress = createEgress({ allowCidrs })
  onTestFinished(() => egress.close())
  return egress.forTenant('operator')
}

it("requests the instance's role once for concurrent callers", async () => {
  const { url, asked } = await givenMetadata()
  const role = awsRole(givenEgress(), { env: { AWS_EC2_METADATA_SERVICE_ENDPOINT: url } })

  const found = await Promise.all([role(), role()])
  await role()

  expect(found).toMatchObject([credentials, credentials])
  expect(asked).toEqual([
    'PUT /latest/api/token',
    'GET /latest/meta-data/iam/security-credentials/',
    'GET /latest/meta-data/iam/security-credentials/the-role',
  ])
})

it("requests the container's role with its token", async () => {
  const { url } = await givenMetadata()
  const env = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/role`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'of the container',
  }

  expect(await awsRole(givenEgress(), { env })()).toMatchObject(credentials)
  await expect(
    awsRole(givenEgress(), { env: { ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'x' } })(),
  ).rejects.toThrow(`${url} answered 401.`)
})

it('renews credentials shortly before they expire', async () => {
  const { url, asked } = await givenMetadata({ expiresInMs: 60_000 })
  const role = awsRole(givenEgress(), { env: { AWS_EC2_METADATA_SERVICE_ENDPOINT: url } })

  await role()
  await role()

  expect(asked).toHaveLength(6)
})

it('prefers keys of the environment', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }

  expect(await awsRole(givenEgress(), { env })()).toMatchObject({ accessKeyId: 'AKIA' })
})

it('sends no request to an address that the operator has not allowed', async () => {
  const { url, asked } = await givenMetadata()
  const env = { AWS_EC2_METADATA_SERVICE_ENDPOINT: url }
  const role = awsRole(givenEgress(['169.254.169.254/32']), { env })

  await expect(role()).rejects.toMatchObject({
    name: 'NoAwsRole',
    message: expect.stringContaining('the operator has not allowed its network'),
  })
  expect(asked).toEqual([])
})

describe('a web identity', () => {
  const reply = (over: Record<string, string> = {}) => {
    const fields = {
      AccessKeyId: 'ASIA',
      SecretAccessKey: 'lent',
      SessionToken: 'session',
      Expiration: new Date(Date.now() + 3_600_000).toISOString(),
      ...over,
    }
    const xml = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
    return `<AssumeRoleWithWebIdentityResponse><Credentials>${xml.join('\n')}</Credentials></AssumeRoleWithWebIdentityResponse>`
  }

  /** Stand-in for STS that accepts one token for one role. */
  async function givenSts(replies: () => string = reply) {
    const asked: { line: string; form: Record<string, string> }[] = []
    const server = createServer(async (request, response) => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)))
      asked.push({ line: `${request.method} ${request.url}`, form })
      if (form['WebIdentityToken'] === 'of the pod') return response.end(replies())
      response
        .writeHead(400)
        .end(
          '<Error><Code>ExpiredTokenException</Code><Message>of the pod: secret</Message></Error>',
        )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const file = join(await mkdtemp(join(tmpdir(), 'token-')), 'token')
    const setToken = (token: string) => writeFile(file, token)
    await setToken('of the pod\n')
    const env = {
      AWS_WEB_IDENTITY_TOKEN_FILE: file,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/platform',
      AWS_REGION: 'eu-west-3',
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${getPort(server)}/`,
    }
    return { env, asked, setToken }
  }

  it('is exchanged at STS and signs requests of allowed projects', async () => {
    const { env, asked } = await givenSts()
    const role = awsRole(givenEgress(), { env })
    const sent: { origin: string; headers: Record<string, string> }[] = []
    const request = (origin: string, call: Omit<(typeof sent)[number], 'origin'>) => {
      sent.push({ ...call, origin })
      return Promise.reject(new Error('It was looked at.'))
    }
    const sendFor = (awsRoleProjects: string[], metadata: object = {}) => {
      const context = givenContext({ awsRoleProjects, awsRole: role })
      return open(
        'kinesis',
        {
          metadata: { region: 'eu-west-3', streamName: 'events', ...metadata },
          credentials: {},
          arrived: async () => [],
        },
        { ...context, egress: { ...context.egress, forTenant: () => ({ request }) as never } },
      ).send(givenEvents(1))
    }

    await sendFor(['proj_1'])
    const ofOther = await sendFor(['proj_2'])
    const elsewhere = await sendFor(['proj_1'], { endpointUrl: 'https://collector.example' })

    expect(asked).toEqual([
      {
        line: 'POST /',
        form: {
          Action: 'AssumeRoleWithWebIdentity',
          Version: '2011-06-15',
          RoleArn: env.AWS_ROLE_ARN,
          RoleSessionName: 'platform',
          WebIdentityToken: 'of the pod',
        },
      },
    ])
    expect(sent).toMatchObject([
      {
        origin: 'https://kinesis.eu-west-3.amazonaws.com',
        headers: {
          'x-amz-security-token': 'session',
          authorization: expect.stringContaining('Credential=ASIA/'),
        },
      },
    ])
    for (const [outcome] of [ofOther, elsewhere]) {
      expect(outcome).toMatchObject({
        succeeded: false,
        class: 'misconfigured',
        detail: expect.stringContaining('PLATFORM_AWS_AMBIENT'),
      })
    }
  })

  it('is read from its file each time', async () => {
    const { env, asked, setToken } = await givenSts(() =>
      reply({ Expiration: new Date(Date.now() + 60_000).toISOString() }),
    )
    const role = awsRole(givenEgress(), { env })

    await role()
    await setToken('of nobody')
    const meanwhile = await role()

    expect(asked.map(({ form }) => form['WebIdentityToken'])).toEqual(['of the pod', 'of nobody'])
    // Credentials issued before stay valid until they expire.
    expect(meanwhile).toMatchObject({ accessKeyId: 'ASIA' })
  })

  it.each<[string, (given: Awaited<ReturnType<typeof givenSts>>) => unknown, string]>([
    ['whose token STS refuses', ({ setToken }) => setToken('stolen'), 'answered 400'],
    ['without a file', ({ env }) => rm(env.AWS_WEB_IDENTITY_TOKEN_FILE), 'ENOENT'],
    [
      'at an address that the operator has not allowed',
      ({ env }) => (env.AWS_ENDPOINT_URL_STS = 'http://10.0.0.1/'),
      'has not allowed its network',
    ],
  ])('%s is refused, and no secret is reported', async (_name, change, words) => {
    const given = await givenSts()
    await change(given)

    const refusal = await awsRole(givenEgress(), { env: given.env })().catch((error) => error)

    expect(refusal).toMatchObject({
      name: 'NoAwsRole',
      message: expect.stringContaining(words),
    })
    expect(refusal.message).not.toMatch(/secret|of the pod|stolen/)
  })

  it.each([
    ['nothing', () => ''],
    ['no secret', () => reply({ SecretAccessKey: '' })],
    ['a page', () => '<html>'],
  ])('is rejected for the reply %s', async (_name, replies) => {
    const { env } = await givenSts(replies)

    await expect(awsRole(givenEgress(), { env })()).rejects.toMatchObject({
      name: 'NoAwsRole',
      message: 'The reply contains no credentials.',
    })
  })
})
