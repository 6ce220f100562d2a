import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { verifyWebhook } from '@platform/client/webhooks'
import { expect, it, onTestFinished } from 'vitest'
import * as given from './testing/given.ts'
import { parsePort } from './terminal/parse-port.ts'

const event = (id: string, createTime: string) => ({ id, type: 'read', createTime })

it('forwards new messages, signed and oldest first, with any local clock', async () => {
  const [before, first, second] = ['2099-01-01T00:00', '2099-01-01T00:01', '2099-01-01T00:02'].map(
    (time, n) => event(`evt_${n}`, `${time}:00.000Z`),
  )
  let listed = [before]
  let isAway = false
  const { baseUrl, asked } = await given.platform((path) => {
    if (isAway) return given.problemReply(503, 'unavailable')
    const one = [before, first, second].find((each) => path.endsWith(`/${each?.id}`))
    return { body: one ? { ...one, body: { of: one.id } } : listed }
  })
  const { url, received } = await registerReceiver()
  const key = `whsec_${Buffer.alloc(24).toString('base64')}`
  let seen = ''

  const running = given.runCli(
    [
      'listen',
      ...['--forward-to', url, '--signing-key', key],
      ...['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key'],
    ],
    { onOutput: (text) => (seen += text) },
  )
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('Forwarding messages of crm')
  isAway = true
  await waitForText('The server does not answer')
  listed = [second, first, before]
  isAway = false
  await waitForText('evt_2 → 503')
  process.emit('SIGTERM')
  const { exitCode, stdout } = await running

  expect(exitCode).toBe(0)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_2'])
  const verified = received.slice(0, 1).map((one) => verifyWebhook({ ...one, secret: key }))
  expect(verified).toEqual([{ of: 'evt_1' }])
  expect(stdout).toMatch(/^read evt_1 → 503 in \d+ ms\n  Not now\.\nread evt_2 → 503/)
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']))
})

it('shows new messages of the chosen project without options', async () => {
  const message = event('evt_1', '2099-01-01T00:00:00.000Z')
  let listed: object[] = []
  const { baseUrl, asked } = await given.platform((path) => {
    if (path === '/v1/projects') return { body: [{ name: 'crm' }] }
    const isOne = path.endsWith('/evt_1')
    return { body: isOne ? { ...message, body: { of: 'evt_1', text: 'a\u001B[2Jb' } } : listed }
  })
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_API_KEY: 'key' }
  let seen = ''

  const running = given.runCli(['listen'], { env, onOutput: (text) => (seen += text) })
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('Showing new messages of project crm')
  listed = [message]
  await waitForText('"of": "evt_1"')
  process.emit('SIGTERM')
  const { exitCode, stdout, stderr } = await running

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^2099-01-01T00:00:00\.000Z read evt_1\n\{\n {2}"of"/)
  expect(stdout).not.toContain('\u001B')
  expect(stderr).toContain('platform listen --forward-to http://localhost:3000')
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']))
})

it('signs with the key that the backend of the folder verifies with, without printing it', async () => {
  const message = event('evt_1', '2099-01-01T00:00:00.000Z')
  let listed: object[] = []
  const { baseUrl } = await given.platform((path) => ({
    body: path.endsWith('/evt_1') ? { ...message, body: { of: 'evt_1' } } : listed,
  }))
  const { url, received } = await registerReceiver()
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const cwd = await given.folder({ '.env.local': `PLATFORM_WEBHOOK_SECRET=${secret}\n` })
  let seen = ''

  const running = given.runCli(
    ['listen', '--forward-to', url, '--base-url', baseUrl, '--project', 'crm', '--api-key', 'key'],
    { cwd, onOutput: (text) => (seen += text) },
  )
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('that of PLATFORM_WEBHOOK_SECRET in .env.local')
  listed = [message]
  await waitForText('evt_1 → 503')
  process.emit('SIGTERM')
  await running

  expect(seen).not.toContain(secret)
  expect(received.map((one) => verifyWebhook({ ...one, secret }))).toEqual([{ of: 'evt_1' }])
})

it('names what to do if the backend of the folder fetches messages itself', async () => {
  const messages = ['2099-01-01T00:00:00.000Z', '2099-01-01T00:00:01.000Z'].map((time, n) =>
    event(`evt_${n}`, time),
  )
  let listed: object[] = []
  const { baseUrl } = await given.platform((path) => {
    const one = messages.find(({ id }) => path.endsWith(`/${id}`))
    return { body: one ? { ...one, body: {} } : listed }
  })
  const { url } = await registerReceiver(404)
  const cwd = await given.folder({ '.env': 'PLATFORM_RECEIVE=prcv_abc\n' })
  let seen = ''

  const running = given.runCli(
    ['listen', '--forward-to', url, '--base-url', baseUrl, '--project', 'crm', '--api-key', 'key'],
    { cwd, onOutput: (text) => (seen += text) },
  )
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('with PLATFORM_RECEIVE in .env: start it without `platform listen`')
  listed = messages.toReversed()
  await waitForText('evt_1 → 404')
  process.emit('SIGTERM')

  const hints = (await running).stderr.match(/Routes that `platform init` writes answer 404/g)
  expect(hints).toHaveLength(1)
})

it('forwards no message without its records', async () => {
  const message = {
    ...event('evt_1', '2099-01-01T00:00:00.000Z'),
    recordsOmitted: 'viewSeparately',
  }
  let listed: object[] = []
  const { baseUrl } = await given.platform((path) => ({
    body: path.endsWith('/evt_1') ? { ...message, body: {} } : listed,
  }))
  const { url, received } = await registerReceiver()
  let seen = ''

  const running = given.runCli(
    ['listen', '--forward-to', url, '--base-url', baseUrl, '--project', 'crm', '--api-key', 'key'],
    { onOutput: (text) => (seen += text) },
  )
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('Forwarding messages of crm')
  listed = [message]
  await waitForText('read evt_1 was not forwarded')
  process.emit('SIGTERM')

  expect((await running).stderr).toContain('Use an API key with read:messages.')
  expect(received).toEqual([])
})

it.each(['localhost:3000', 'ftp://localhost/'])('forwards to no %s', async (to) => {
  const { exitCode, stderr } = await given.runCli([
    ...['listen', '--forward-to', to],
    ...['--base-url', 'http://127.0.0.1:1', '--project', 'crm', '--api-key', 'key'],
  ])

  expect(exitCode).toBe(2)
  expect(stderr).toContain(`--forward-to must be a URL with http:// or https://, not ${to}.`)
})

async function registerReceiver(status = 503) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('Not now.')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  return { url: `http://127.0.0.1:${parsePort(server)}/`, received }
}
