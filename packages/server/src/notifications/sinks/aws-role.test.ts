import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '../../egress/egress.ts'
import { portOf } from '../../values/port-of.ts'
import { awsRole } from './aws-role.ts'

const lent = { AccessKeyId: 'AKIA', SecretAccessKey: 'secret', Token: 'session' }
const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'session' }

/** A metadata service of an instance or a container, and what it was asked. */
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
  return { url: `http://127.0.0.1:${portOf(server)}`, asked }
}

function givenEgress(allowCidrs = ['127.0.0.0/8']) {
  const egress = createEgress({ allowCidrs })
  onTestFinished(() => egress.close())
  return egress
}

it('asks the instance once for all who need the role at the same time', async () => {
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

it('asks the container, with its token', async () => {
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

it('asks anew shortly before the credentials end', async () => {
  const { url, asked } = await givenMetadata({ expiresInMs: 60_000 })
  const role = awsRole(givenEgress(), { env: { AWS_EC2_METADATA_SERVICE_ENDPOINT: url } })

  await role()
  await role()

  expect(asked).toHaveLength(6)
})

it('takes the keys of the environment first', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }

  expect(await awsRole(givenEgress(), { env })()).toMatchObject({ accessKeyId: 'AKIA' })
})

it('asks nobody at an address that the operator has not allowed', async () => {
  const { url, asked } = await givenMetadata()
  const env = { AWS_EC2_METADATA_SERVICE_ENDPOINT: url }
  const role = awsRole(givenEgress(['169.254.169.254/32']), { env })

  await expect(role()).rejects.toMatchObject({
    name: 'CredentialsProviderError',
    message: expect.stringContaining('the operator has not allowed its network'),
  })
  expect(asked).toEqual([])
})
