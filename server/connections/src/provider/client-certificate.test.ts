import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { catalogue, overlayCatalogue, TemplateError } from '@platform/connectors'
import { getPort, must } from '@platform/kernel/values'
import { freePort } from '@platform/testing/free-port'
import { createEgress } from '@platform/kernel/egress'
import { issueCertificates, type Certificates } from '@platform/testing/certificates'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findCertificateRejection, readCertificate } from './client-certificate.ts'
import { openProvider } from './open-provider.ts'

const issued = await issueCertificates()
const adp = must(catalogue['adp'], 'adp')
const hubspot = must(catalogue['hubspot'], 'hubspot')
const now = new Date()

const withOpenssl = issued ? describe : describe.skip
const own = (index: 0 | 1 = 0) => must(issued, 'certificates').clients[index]

withOpenssl('a certificate that a customer enters', () => {
  const read = (certificate: string, privateKey = own().privateKey, at = now) =>
    readCertificate(adp, { certificate, privateKey }, at)

  it.each<[string, (pem: string) => string]>([
    ['as it is', (pem) => pem],
    ['on one line', (pem) => pem.replaceAll('\n', ' ')],
    ['without any line break', (pem) => pem.replaceAll('\n', '')],
    ['with Windows line breaks', (pem) => pem.replaceAll('\n', '\r\n')],
    ['as base64', (pem) => Buffer.from(pem).toString('base64')],
    ['with text around it', (pem) => `Bag Attributes\n${pem}\n`],
  ])('is read %s', (_how, write) => {
    const { certificate, privateKey } = own()

    expect(read(write(certificate), write(privateKey))).toEqual({ certificate, privateKey })
  })

  it('is read from a file with its key and its chain', () => {
    const { certificate, privateKey } = own()
    const { authority } = must(issued, 'certificates')
    const file = privateKey + certificate + authority

    expect(read(file, file)).toEqual({ certificate: certificate + authority, privateKey })
  })

  it.each<[string, () => unknown, RegExp, string[]]>([
    ['no PEM', () => read('a'), /certificate in PEM format/, ['certificate']],
    ['a key instead', () => read(own().privateKey), /certificate in PEM/, ['certificate']],
    ['no key', () => read(own().certificate, 'b'), /private key that is not/, ['privateKey']],
    [
      'the key of another',
      () => read(own().certificate, own(1).privateKey),
      /belong/,
      ['privateKey'],
    ],
    ['an encrypted key', () => read(own().certificate, encrypt()), /not encrypted/, ['privateKey']],
    [
      'a broken body',
      () => read(own().certificate.replace(/\n\w{8}/, '\nAAAAAAAA')),
      /read/,
      ['certificate'],
    ],
    [
      'one that ended',
      () => read(own().certificate, own().privateKey, new Date('2100-01-01')),
      /ended on 20/,
      ['certificate'],
    ],
    ['a megabyte', () => read(own().certificate.repeat(1000)), /PEM format/, ['certificate']],
    ['a chain of 11', () => read(own().certificate.repeat(11)), /too many/, ['certificate']],
  ])('is rejected: %s', (_what, act, message, variables) => {
    let thrown: unknown
    try {
      act()
    } catch (error) {
      thrown = error
    }

    expect(thrown).toBeInstanceOf(TemplateError)
    expect(thrown).toMatchObject({ message: expect.stringMatching(message), variables })
    expect(String(thrown)).not.toMatch(/BEGIN|[A-Za-z0-9+/]{40}/)
  })
})

/** A server of TLS 1.2 that rejects certificates of other authorities by an alert. */
async function givenStrictServer(): Promise<number> {
  const { authority, server } = must(issued, 'certificates')
  const folder = await mkdtemp(join(tmpdir(), 'strict-server-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = { cert: server.certificate, key: server.privateKey, CAfile: authority }
  const named = Object.entries(files).map(async ([name, text]) => {
    await writeFile(join(folder, name), text)
    return [`-${name}`, join(folder, name)]
  })
  const args = (await Promise.all(named)).flat()
  const port = await freePort()
  const strict = [
    '-Verify',
    '1',
    '-verify_return_error',
    '-tls1_2',
    '-www',
    '-accept',
    `127.0.0.1:${port}`,
  ]
  const child = spawn('openssl', ['s_server', ...args, ...strict])
  onTestFinished(() => void child.kill())
  // It listens from this line on; some versions print another one before.
  const lines = createInterface(child.stdout)
  for await (const line of lines) if (line === 'ACCEPT') break
  return port
}

function encrypt(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  })
  return privateKey
}

withOpenssl('a provider that demands client certificates', () => {
  let api: TestApi
  let acme: Awaited<ReturnType<typeof givenTenant>>
  let globex: Awaited<ReturnType<typeof givenTenant>>
  let foreign: Certificates
  const trusted = getCACertificates('default')
  const seen: string[] = []
  const { authority, server: host } = issued ?? { authority: '', server: undefined }
  /** Issues tokens to the holder of a certificate, and accepts them from that holder only. */
  const provider = createServer(
    {
      cert: host?.certificate,
      key: host?.privateKey,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, reply) => {
      const holder = String((request.socket as TLSSocket).getPeerCertificate().subject.CN)
      const { authorization } = request.headers
      seen.push(`${request.method} ${request.url} ${holder}`)
      const json = (status: number, body: object) =>
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.url === '/token') {
        const client = Buffer.from(String(authorization).slice(6), 'base64').toString()
        if (client !== 'an-id:a-secret') return json(401, { error: 'invalid_client' })
        return json(200, { access_token: `token-of-${holder}`, expires_in: 3600 })
      }
      if (authorization !== `Bearer token-of-${holder}`) return json(401, {})
      return json(200, { workers: [{ associateOID: holder }] })
    },
  )

  beforeAll(async () => {
    setDefaultCACertificates([...trusted, authority])
    foreign = must(await issueCertificates(), 'certificates')
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const url = `https://localhost:${getPort(provider)}`
    const { steps } = must(adp.authSteps, 'steps')
    const moved = steps.map((step) =>
      step.kind === 'request' ? { ...step, url: `${url}/token` } : step,
    )
    api = await testApi(await testDatabase(), {
      catalogue: overlayCatalogue(catalogue, {
        adp: { baseURL: url, authSteps: { token: 'accessToken', steps: moved } },
      }),
    })
    acme = await givenTenant(api)
    globex = await givenTenant(api)
  })
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    provider.close().closeAllConnections()
    await api.close()
    await api.database.close()
  })

  let groups = 0
  const connect = (tenant: typeof acme, customAuth: object) =>
    api.call('POST', `/v1/projects/${tenant.project.id}/connections:generate`, {
      apiKey: tenant.full.key,
      body: {
        provider: 'adp',
        groupRef: `group-${++groups}`,
        consumerRef: 'ana',
        customAuth: { clientId: 'an-id', clientSecret: 'a-secret', ...customAuth },
      },
    })

  it('is read by each tenant with its own certificate, also at once', async () => {
    const made = [await connect(acme, own(0)), await connect(globex, own(1))]
    const ids = made.map(({ body }) => String((body as { id?: string }).id))
    const open = (tenant: typeof acme, id: string) =>
      openProvider(api.services, api.database.tenant(tenant.project.id), id as never)
    const [first, second] = [
      await open(acme, must(ids[0], 'id')),
      await open(globex, must(ids[1], 'id')),
    ]

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? first : second).client.request({ path: '/hr/v2/workers' }),
      ),
    )

    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect(replies.map(({ body }) => body)).toEqual(
      Array.from({ length: 10 }, (_, n) => ({
        workers: [{ associateOID: n % 2 === 0 ? 'ana' : 'ben' }],
      })),
    )
    expect(JSON.stringify(made)).not.toContain('BEGIN')
  })

  it('reports a certificate that it does not accept, without its key', async () => {
    const { certificate, privateKey } = foreign.clients[0]
    const port = await givenStrictServer()
    const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
    onTestFinished(() => egress.close())
    const asking = egress
      .forTenant('operator', { clientCertificate: { certificate, privateKey } })
      .request(`https://localhost:${port}/`)

    const error: unknown = await asking.catch((thrown: unknown) => thrown)

    const rejection = error instanceof Error && findCertificateRejection(adp, error)
    expect(rejection).toMatchObject({
      failure: 'credentials',
      message: 'ADP Workforce Now rejected the client certificate.',
    })
    expect(error instanceof Error && findCertificateRejection(hubspot, error)).toBeUndefined()
    expect(findCertificateRejection(adp, new Error('socket hang up'))).toBeUndefined()
  })

  it('names the input that cannot be used', async () => {
    const { certificate } = own(0)

    const reply = await connect(acme, { certificate, privateKey: own(1).privateKey })

    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain('customAuth.privateKey')
    expect(JSON.stringify(reply.body)).not.toContain('BEGIN')
  })
})
