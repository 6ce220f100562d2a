import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { givenProxy } from '@platform/testing/connect-proxy'
import { getPort } from '../values/net.ts'
import { createEgress, type EgressSettings } from './egress.ts'
import { createProxyChoice } from './outbound-proxy.ts'

/** Resolves each name to the given addresses; others are unknown. */
const resolving = (names: Record<string, string>): LookupFunction =>
  ((host: string, _options: object, callback: (error: Error | null, found?: object[]) => void) => {
    const address = names[host]
    if (address === undefined) {
      callback(Object.assign(new Error(`${host} is unknown`), { code: 'ENOTFOUND' }))
    } else callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }) as unknown as LookupFunction

async function givenTarget() {
  const server = createServer((request, reply) => reply.end(`hello ${request.headers.host}`))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return getPort(server)
}

function givenEgress(settings: EgressSettings) {
  const egress = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    lookup: resolving({ 'orchard.test': '127.0.0.1', 'inside.test': '10.0.0.7' }),
    ...settings,
  })
  onTestFinished(() => egress.close())
  return egress.forTenant('operator')
}

it('sends requests through the proxy to the address that the guard has checked', async () => {
  const proxy = await givenProxy()
  const port = await givenTarget()
  const http = proxy.url.replace('//', '//ana:p%40ss@')
  const egress = givenEgress({ proxy: { http } })

  const first = await egress.request(`http://orchard.test:${port}/`)
  // The body's end frees the connection.
  await sleep(50)
  const second = await egress.request(`http://orchard.test:${port}/`)

  expect([first.body, second.body]).toEqual(Array(2).fill(`hello orchard.test:${port}`))
  // The connection is kept for the second.
  expect(proxy.asked).toEqual([
    {
      target: `127.0.0.1:${port}`,
      authorization: `Basic ${Buffer.from('ana:p@ss').toString('base64')}`,
    },
  ])
})

it('verifies the certificate of the target inside the tunnel', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'proxied-tls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=orchard', '-addext', 'subjectAltName=DNS:orchard.test'],
      ...['-keyout', key, '-out', cert],
    ])
  } catch {
    return skip('openssl is not on this machine')
  }
  const own = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  const server = createHttpsServer(own, (_request, reply) => reply.end('hello'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const proxy = await givenProxy()
  const url = `https://orchard.test:${getPort(server)}/`
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))

  const untrusted = givenEgress({ proxy: { https: proxy.url } }).request(url)
  await expect(untrusted).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  setDefaultCACertificates([...trusted, own.cert])
  const reply = await givenEgress({ proxy: { https: proxy.url } }).request(url)

  expect(reply.body).toBe('hello')
  expect(proxy.asked).toHaveLength(2)
})

it.each([
  'http://10.0.0.7:80/',
  'http://inside.test:80/',
  'http://169.254.169.254/',
  'http://[::ffff:10.0.0.7]:80/',
])('asks the proxy for no private address: %s', { tags: 'separate-networks' }, async (url) => {
  const proxy = await givenProxy()

  for (const resolvesNames of [false, true]) {
    const egress = givenEgress({ proxy: { http: proxy.url, resolvesNames } })
    await expect(egress.request(url)).rejects.toMatchObject({ code: 'EADDRREFUSED' })
  }

  expect(proxy.asked).toEqual([])
})

it('leaves the resolution of names to the proxy if the operator wants it', async () => {
  const proxy = await givenProxy()
  const port = await givenTarget()
  const send = (resolvesNames: boolean, name: string) =>
    givenEgress({ proxy: { http: proxy.url, resolvesNames } }).request(`http://${name}:${port}/`)

  const known = await send(true, 'orchard.test')
  const unknown = await send(true, 'only-the-proxy.test')
  const rejected = send(false, 'only-the-proxy.test')

  await expect(rejected).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(proxy.asked.map(({ target }) => target)).toEqual([
    `orchard.test:${port}`,
    `only-the-proxy.test:${port}`,
  ])
})

it('fails within the limit, and names neither the proxy nor its password', async () => {
  const port = await givenTarget()
  const url = `http://orchard.test:${port}/`
  const rejecting = await givenProxy({ status: 403 })
  const hanging = await givenProxy({ hangs: true })
  const withPassword = (proxy: string) => proxy.replace('//', '//ana:secret@')
  const send = (http: string) =>
    givenEgress({ proxy: { http: withPassword(http) }, connectTimeoutMs: 200 })
      .request(url)
      .then(
        () => undefined,
        (error: Error & { code?: string }) => ({ code: error.code, message: error.message }),
      )

  const outcomes = await Promise.all([
    send(rejecting.url),
    send(hanging.url),
    send('http://127.0.0.1:1'),
  ])

  expect(outcomes).toEqual([
    {
      code: 'EPROXY',
      message: `The server's outgoing proxy rejected the connection to 127.0.0.1:${port} with 403.`,
    },
    { code: 'EPROXY', message: "The server's outgoing proxy did not answer in time." },
    { code: 'EPROXY', message: "The server's outgoing proxy cannot be reached (ECONNREFUSED)." },
  ])
})

it.each([
  ['', 'orchard.test', true],
  ['*', 'orchard.test', false],
  ['orchard.test', 'orchard.test', false],
  ['orchard.test', 'eu.Orchard.test', false],
  ['.orchard.test, other.test', 'eu.orchard.test', false],
  ['*.orchard.test', 'eu.orchard.test', false],
  ['orchard.test', 'myorchard.test', true],
  ['orchard.test:443', 'orchard.test', false],
  ['orchard.test:8443', 'orchard.test', true],
  ['10.0.0.0/8', '10.1.2.3', false],
  ['10.0.0.0/8', '11.1.2.3', true],
  ['127.0.0.1:443', '127.0.0.1', false],
  ['127.0.0.1:80', '127.0.0.1', true],
  ['fd00::/8', 'fd00::1', false],
  ['[fd00::1]:443', 'fd00::1', false],
  ['::1', '::1', false],
  ['', '169.254.169.254', false],
  ['', 'fd00:ec2::254', false],
  ['', 'fd00:ec2::23', false],
  ['', 'fd00:ec3::23', true],
])('with NO_PROXY=%s, a request to %s uses the proxy: %s', (exceptions, host, isProxied) => {
  const choose = createProxyChoice({ https: 'http://proxy.test:3128', exceptions })

  const chosen = choose({ protocol: 'https:', host, port: 443 })

  expect(chosen !== undefined).toBe(isProxied)
})
