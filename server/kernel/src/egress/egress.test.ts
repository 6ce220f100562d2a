import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { LookupFunction } from 'node:net'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { mayReach, parseCidr } from './addresses.ts'
import { createEgress, type EgressSettings } from './egress.ts'
import { getPort } from '../values/net.ts'

async function givenServer(listener: RequestListener = (_request, reply) => reply.end('hello')) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  return getPort(server)
}

function givenEgress(settings: EgressSettings = {}) {
  const egress = createEgress(settings)
  onTestFinished(() => egress.close())
  return egress.forTenant('operator')
}

const resolvingTo = (...addresses: string[]): LookupFunction =>
  ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as LookupFunction

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::10.0.0.1',
  '64:ff9b:1:7f00:1:0:808:808',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '192.0.0.192',
  'fec0::1',
  '4000::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::5efe:127.0.0.1',
  '2001:db8::1',
  'not an address',
])('refuses %s', (address) => {
  expect(mayReach(address, [])).toBe(false)
})

it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'])(
  'lets requests reach %s',
  (address) => {
    expect(mayReach(address, [])).toBe(true)
  },
)

it('lets requests reach allowed addresses in every notation', () => {
  const allowed = [parseCidr('10.1.0.0/16'), parseCidr('::1')]

  expect(mayReach('10.1.2.3', allowed)).toBe(true)
  expect(mayReach('::ffff:10.1.2.3', allowed)).toBe(true)
  expect(mayReach('::1', allowed)).toBe(true)
  expect(mayReach('10.2.0.1', allowed)).toBe(false)
  expect(mayReach('64:ff9b:1::1', [parseCidr('64:ff9b:1::/96')])).toBe(true)
})

it.each([
  'http://127.0.0.1:{port}/',
  'http://2130706433:{port}/',
  'http://0x7f.1:{port}/',
  'http://0177.0.0.1:{port}/',
  'http://127.1:{port}/',
  'http://①②⑦.0.0.1:{port}/',
  'http://[::1]:{port}/',
  'http://[::ffff:7f00:1]:{port}/',
  'http://localhost:{port}/',
])('sends nothing to %s', async (url) => {
  let requests = 0
  const port = await givenServer((_request, reply) => {
    requests++
    reply.end()
  })
  const egress = givenEgress()

  const sending = egress.request(url.replace('{port}', String(port)))

  await expect(sending).rejects.toMatchObject({ code: 'EADDRREFUSED' })
  expect(requests).toBe(0)
})

it('checks the resolved addresses of a name on each request', async () => {
  const port = await givenServer((_request, reply) => {
    reply.setHeader('connection', 'close').end('inside')
  })
  let answers = ['127.0.0.1']
  const egress = givenEgress({
    allowCidrs: ['127.0.0.1/32'],
    lookup: ((host: string, options: object, callback: never) =>
      resolvingTo(...answers)(host, options, callback)) as LookupFunction,
  })

  const first = await egress.request(`http://rebind.test:${port}/`)
  answers = ['127.0.0.2']
  const second = egress.request(`http://rebind.test:${port}/`)

  expect(first.body).toBe('inside')
  await expect(second).rejects.toMatchObject({ code: 'EADDRREFUSED' })
})

it('never follows a redirect', async () => {
  const port = await givenServer((_request, reply) =>
    reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  const egress = givenEgress({ allowCidrs: ['127.0.0.0/8'] })

  const reply = await egress.request(`http://127.0.0.1:${port}/`)

  expect(reply.status).toBe(302)
})

it('aborts a body that exceeds the limit', async () => {
  const port = await givenServer((_request, reply) => reply.end('x'.repeat(10_000)))
  const egress = givenEgress({ allowCidrs: ['127.0.0.0/8'] })

  const sending = egress.request(`http://127.0.0.1:${port}/`, { maxBodyBytes: 100 })

  await expect(sending).rejects.toMatchObject({ code: 'EBODYTOOLARGE' })
})

it.each<[string, string, (text: string) => Buffer]>([
  ['gzip', 'gzip', gzipSync],
  ['Brotli', 'br', brotliCompressSync],
  ['zstd', 'zstd', zstdCompressSync],
  ['deflate with a header', 'deflate', deflateSync],
  ['deflate without a header', 'deflate', deflateRawSync],
  ['two encodings', 'gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  ['no known encoding', 'utf-8', Buffer.from],
])('decodes a body with %s', async (_what, encoding, encode) => {
  const text = 'Ash, elm, oak. '.repeat(100)
  const port = await givenServer((_request, reply) =>
    reply.writeHead(200, { 'content-encoding': encoding }).end(encode(text)),
  )

  const reply = await givenEgress({ allowCidrs: ['127.0.0.0/8'] }).request(
    `http://127.0.0.1:${port}`,
  )

  expect(reply.body).toBe(text)
})

it('limits the decompressed size of a body', async () => {
  const port = await givenServer((_request, reply) =>
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
  )

  const reply = givenEgress({ allowCidrs: ['127.0.0.0/8'] }).request(`http://127.0.0.1:${port}`, {
    maxBodyBytes: 100_000,
  })

  await expect(reply).rejects.toThrow('longer than 100000 bytes')
})

it('aborts when a server does not answer in time', async () => {
  const port = await givenServer(() => {})
  const egress = givenEgress({ allowCidrs: ['127.0.0.0/8'] })

  const sending = egress.request(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })

  await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' })
})

it.each([
  ['names the application if a request does not', {}, 'platform/1 (+https://acme.example/)'],
  ['keeps the name that a request sets', { 'User-Agent': 'acme/2' }, 'acme/2'],
])('%s', async (_what, headers, expected) => {
  const port = await givenServer((request, reply) => reply.end(request.headers['user-agent']))
  const egress = givenEgress({
    allowCidrs: ['127.0.0.0/8'],
    userAgent: 'platform/1 (+https://acme.example/)',
  })

  const { body } = await egress.request(`http://127.0.0.1:${port}/`, { headers })

  expect(body).toBe(expected)
})

it('reads a reply that arrived in time while the process was stopped', async () => {
  const port = await givenServer((_request, reply) => {
    reply.end('hello')
    // The reply is sent, and the loop that is to read it stands still until after the limit.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  })
  const egress = givenEgress({ allowCidrs: ['127.0.0.0/8'] })

  const { body } = await egress.request(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })

  expect(body).toBe('hello')
})

it('opens bare connections to permitted addresses only, which outlast the time to connect', async () => {
  const port = await givenServer((_request, reply) => reply.end('hello'))
  const connectTimeoutMs = 100
  const egress = createEgress({ allowCidrs: ['127.0.0.1/32'], connectTimeoutMs })
  onTestFinished(() => egress.close())
  const outlet = egress.forTenant('proj_1')

  const socket = await outlet.connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  await once(AbortSignal.timeout(2 * connectTimeoutMs), 'abort')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = await once(socket, 'data')

  expect(String(answer)).toContain('hello')
  for (const host of ['127.0.0.2', 'localhost2.invalid', '::1', '/var/run/x']) {
    await expect(outlet.connect({ host, port })).rejects.toThrow()
  }
})

it('ends an attempt to connect when the caller gives up', async () => {
  const egress = createEgress({ lookup: () => {} })
  onTestFinished(() => egress.close())
  const leaving = new AbortController()

  const connecting = egress
    .forTenant('proj_1')
    .connect({ host: 'slow.test', port: 5432, signal: leaving.signal })
  leaving.abort()

  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' })
})
