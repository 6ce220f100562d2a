import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, it } from 'vitest'
import { type ListenedMessage, receiveWebhooks } from './listen.ts'
import { parsePort } from '../../terminal/parse-port.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const body = JSON.stringify({ notificationType: 'connection.created', data: {} })

let close: (() => void) | undefined
afterEach(() => close?.())

async function listening(key: string | undefined) {
  const shown: ListenedMessage[] = []
  const server = receiveWebhooks({ secret: key, show: (received) => shown.push(received) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => server.close()
  return { url: `http://127.0.0.1:${parsePort(server)}/`, shown }
}

const makeSignedCall = (key: string) => {
  const now = new Date()
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', now, body),
  }
}

it('acknowledges a webhook with a valid signature', async () => {
  const { url, shown } = await listening(secret)

  const { status } = await fetch(url, { method: 'POST', body, headers: makeSignedCall(secret) })

  expect(status).toBe(204)
  expect(shown).toMatchObject([{ id: 'msg_1', isVerified: true, message: JSON.parse(body) }])
})

it('rejects a webhook with an invalid signature and shows the reason', async () => {
  const { url, shown } = await listening(secret)
  const other = `whsec_${randomBytes(24).toString('base64')}`

  const { status } = await fetch(url, { method: 'POST', body, headers: makeSignedCall(other) })

  expect(status).toBe(401)
  expect(shown).toMatchObject([
    { isVerified: false, reason: expect.stringContaining('No signature') },
  ])
})

it('accepts every webhook without a key and warns that none is verified', async () => {
  const { url, shown } = await listening(undefined)

  const { status } = await fetch(url, { method: 'POST', body: 'hello' })

  expect(status).toBe(204)
  expect(shown).toMatchObject([{ isVerified: false, message: 'hello' }])
})

it('rejects other methods and oversized bodies', async () => {
  const { url, shown } = await listening(undefined)

  const got = await fetch(url)
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(5_000_001) })

  expect(got.status).toBe(405)
  expect(large.status).toBe(413)
  expect(shown).toEqual([])
})
