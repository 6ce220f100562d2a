import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { verifyWebhook } from '@platform/client/webhooks'
import { expect, it, onTestFinished } from 'vitest'
import * as given from './testing/given.ts'
import { portOf } from './port-of.ts'

const base = '/v1/projects/crm'
const event = (id: string, createTime: string) => ({ id, type: 'read', createTime })

it('posts what the project sends, oldest first and signed, and makes nothing at the server', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/events`]: { body: [event('evt_2', '2026-02'), event('evt_1', '2026-01')] },
    [`GET ${base}/events/evt_1`]: { body: { ...event('evt_1', '2026-01'), body: { first: true } } },
    [`GET ${base}/events/evt_2`]: { body: { ...event('evt_2', '2026-02'), body: {} } },
  })
  const { url, received } = await givenReceiver()
  const key = `whsec_${Buffer.alloc(24).toString('base64')}`

  const running = given.run([
    'listen',
    ...['--forward-to', url, '--signing-key', key],
    ...['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key'],
  ])
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2)
  process.emit('SIGTERM')
  const { exitCode, stdout } = await running

  expect(exitCode).toBe(0)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_2'])
  const verified = received.slice(0, 1).map((one) => verifyWebhook({ ...one, secret: key }))
  expect(verified).toEqual([{ first: true }])
  expect(stdout).toMatch(/^read evt_1 → 503 in \d+ ms\n  Not now\.\nread evt_2 → 503/)
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']))
})

async function givenReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(503).end('Not now.')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  return { url: `http://127.0.0.1:${portOf(server)}/`, received }
}
