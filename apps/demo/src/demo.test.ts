import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { formatReceiveToken } from '@platform/client/receive'
import { importSPKI, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type Demo } from './index.ts'

const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, just so').toString('base64')}`
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
let demo: Demo
const registered: unknown[] = []
/** A platform that registers the receiver, and has no messages for it to fetch. */
const platform = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
  const isRegistration = request.url?.endsWith(':receive')
  if (isRegistration) registered.push(JSON.parse(body))
  const reply = isRegistration
    ? { destinationId: 'dest_1', type: 'webhook', webhookSigningKey: signingKey }
    : { messages: [], cursor: '0', hasMore: false, expired: 0 }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
})

beforeAll(async () => {
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  const address = platform.address()
  const port = typeof address === 'object' ? address?.port : undefined
  demo = await startDemo({
    port: 0,
    baseUrl: 'http://127.0.0.1:4000',
    projectName: 'demo',
    jwtPrivateKeyPem: keys.privateKey,
    jwtKeyId: '7c1d0b1e-0000-4000-8000-000000000001',
    receiveToken: formatReceiveToken({
      ...{ baseUrl: `http://127.0.0.1:${port}`, project: 'demo' },
      ...{ destination: 'demo-webhook', apiKey: 'key' },
    }),
  })
})
afterAll(async () => {
  await demo.close()
  platform.close().closeAllConnections()
})

const ana = { consumerRef: 'ana', groupRef: 'brightwater' }

const given = {
  webhook: (id: string, message: object, key = signingKey) => {
    const body = JSON.stringify(message)
    const timestamp = new Date()
    return fetch(demo.webhookInboxUrl, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(id, timestamp, body),
      },
    })
  },
  records: (id: string, ...names: string[]) =>
    given.webhook(id, {
      action: 'read',
      provider: 'salesforce',
      groupRef: 'brightwater',
      objectName: 'contact',
      resultInfo: { type: 'inline', numRecords: names.length },
      result: names.map((firstName) => ({ mappedFields: { id: firstName, firstName } })),
    }),
}

const fetchReceived = async (query = '') =>
  (await fetch(`${demo.demoUrl}/api/received${query}`)).json()
const token = (body: object, cookie = '') =>
  fetch(`${demo.demoUrl}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

it('signs a token for the user who is signed in, for ten minutes at most', async () => {
  const { token: jwt } = await (await token(ana)).json()

  const { payload, protectedHeader } = await jwtVerify(
    jwt,
    await importSPKI(keys.publicKey, 'RS256'),
  )
  expect(protectedHeader).toMatchObject({
    alg: 'RS256',
    kid: '7c1d0b1e-0000-4000-8000-000000000001',
  })
  expect(payload).toMatchObject({ ...ana, managesDestinations: true })
  expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(600)
})

it('signs no token for another user', async () => {
  const response = await token(ana, 'demo_user=ben')

  expect(response.status).toBe(403)
})

it('shows a verified webhook and detects a repeated message', async () => {
  await given.records('evt_1', 'Mira', 'Joao')
  await given.records('evt_1', 'Mira', 'Joao')

  const list = await fetchReceived('?type=read')
  const contacts = await (await fetch(`${demo.demoUrl}/api/records/contact?words=mir`)).json()

  expect(list.messages).toMatchObject([
    { id: 'evt_1', isVerified: true, isDuplicate: false, numRecords: 2 },
    { id: 'evt_1', isVerified: true, isDuplicate: true },
  ])
  expect(list).toMatchObject({ records: 2, duplicates: 1 })
  expect(registered).toEqual([{ consumer: 'default', url: demo.webhookInboxUrl }])
  expect(contacts).toMatchObject({ total: 2, matching: 1, records: [{ id: 'salesforce:Mira' }] })
})

it('rejects a webhook signed with another key, and stores none of its records', async () => {
  const otherKey = `whsec_${Buffer.from('another key of thirty-two bytes..').toString('base64')}`

  const response = await given.webhook('msg_2', { action: 'read', result: [{}] }, otherKey)

  expect(response.status).toBe(401)
  expect(await fetchReceived('?type=read')).toMatchObject({ unverified: 1, records: 2 })
})

it('serves the page with a policy that allows only its own resources', async () => {
  const response = await fetch(demo.demoUrl)

  expect(await response.text()).toContain('Larkfield')
  expect(response.headers.get('content-security-policy')).toContain(
    "connect-src 'self' http://127.0.0.1:4000",
  )
})
