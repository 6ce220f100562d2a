// @module-tag bounded-replies
import { ProviderError } from '@platform/connector'
import { catalogue } from '@platform/connectors'
import { newId } from '@platform/kernel/db/new-id'
import { type EgressRequest, NoFreeMemoryError } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import { expect, it } from 'vitest'
import { sendRequest } from './call/send-request.ts'

const mb = 1024 ** 2

/** Sends a request that is answered with this reply; the memory of its values is limited to these bytes. */
async function readReply(body: string, { maxBytes = Infinity, method = 'GET' } = {}) {
  let grown = 0
  let isReleased = false
  const room = {
    async grow(bytes: number) {
      if (bytes > maxBytes) throw new NoFreeMemoryError('https://api.example')
      expect(isReleased).toBe(false)
      grown = Math.max(grown, bytes)
    },
    release: () => (isReleased = true),
  }
  const request = async (_url: string, { keep }: EgressRequest) => {
    keep?.(room)
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  }
  const outcome = await sendRequest(
    { egress: { forTenant: () => ({ request }) } } as unknown as Services,
    {
      projectId: newId('proj'),
      entry: must(catalogue['whereby'], 'whereby'),
      baseUrl: 'https://api.example',
      values: {},
      credentials: { kind: 'apiKey', apiKey: 'the-secret' },
      wanted: { path: '/meetings', method: method as 'GET' },
    },
  ).then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    },
  )
  return { outcome, grown, isReleased }
}

/** 450 kB of text that become more than 8 MB of lists. */
const lists = `[${'[],'.repeat(150_000)}[]]`
const record = { id: '7', roomName: 'A room of one’s own', startDate: '2026-01-01T00:00:00Z' }

it('counts a reply by the memory of its parsed values, until they are parsed', async () => {
  const { outcome, grown, isReleased } = await readReply(lists)

  expect({ outcome, isReleased }).toEqual({ outcome: 200, isReleased: true })
  expect(grown).toBeGreaterThan(8 * mb)
})

it('counts no more for ordinary records than their text takes', async () => {
  const text = JSON.stringify(Array.from({ length: 5_000 }, () => record))

  const { outcome, grown } = await readReply(text)

  expect(outcome).toBe(200)
  expect(grown).toBeGreaterThan(0)
  expect(grown).toBeLessThan(2 * text.length)
})

it('rejects what finds no memory as an outage, and leaves the outcome of a change open', async () => {
  const read = await readReply(lists, { maxBytes: 2 * mb })
  const change = await readReply(lists, { maxBytes: 2 * mb, method: 'POST' })

  expect(read).toMatchObject({
    outcome: { failure: 'unavailable', isOutcomeUnknown: false },
    isReleased: true,
  })
  expect(change).toMatchObject({
    outcome: { failure: 'unavailable', isOutcomeUnknown: true },
    isReleased: true,
  })
})
