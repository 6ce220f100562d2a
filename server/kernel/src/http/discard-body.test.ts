import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { discardBody } from './request-end.ts'

/** A request that stays open when its body ends. */
function makeRequest(body: string): IncomingMessage {
  const headers = { 'content-length': String(body.length) }
  const request = new Readable({ autoDestroy: false, read() {} })
  request.push(body)
  request.push(null)
  return Object.assign(request, { complete: false, headers }) as unknown as IncomingMessage
}

async function discardSoon(request: IncomingMessage) {
  const giveUp = new AbortController()
  const discarded = discardBody(request).then(() => 'discarded')
  const first = await Promise.race([discarded, sleep(2_500, 'waits', { signal: giveUp.signal })])
  giveUp.abort()
  return first
}

it('waits for no more than the rest of a body', async () => {
  const request = makeRequest('body')

  expect(await discardSoon(request)).toBe('discarded')
  expect(request.readableEnded).toBe(true)
})

it('does not wait for a body that was read', async () => {
  const request = makeRequest('body')
  await buffer(request)

  expect(await discardSoon(request)).toBe('discarded')
})
