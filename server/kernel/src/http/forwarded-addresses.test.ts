import { expect, it, onTestFinished } from 'vitest'
import { getPort } from '../values/net.ts'
import { parseForwardedFor } from './client-address.ts'
import { createHttpServer } from './server.ts'

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['[2001:db8::1]:443, 198.51.100.7:80', '2001:db8::1, 198.51.100.7'],
  ['"[2001:db8::1]"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', ''],
  ['203.0.113.5, <script>, 198.51.100.7', '198.51.100.7'],
  ["' or 1=1, 198.51.100.7:99", '198.51.100.7'],
  ['', ''],
])('reads the addresses of %j', (header, addresses) => {
  expect(parseForwardedFor(header)).toBe(addresses)
})

it.each([
  ['198.51.100.7:4711', '198.51.100.7'],
  ['203.0.113.5, 198.51.100.7:4712', '198.51.100.7'],
  ['203.0.113.5, garbage', '127.0.0.1'],
])('counts a client behind a proxy by its address: %s', async (header, ip) => {
  const http = createHttpServer({ trustProxy: 1 })
  http.get('/ip', (request) => ({ ip: request.ip }))
  await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => http.close())

  const reply = await fetch(`http://127.0.0.1:${getPort(http.server)}/ip`, {
    headers: { 'x-forwarded-for': header },
  })

  expect(await reply.json()).toEqual({ ip })
})
