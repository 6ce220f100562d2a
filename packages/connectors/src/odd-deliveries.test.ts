import { createHmac } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type ProviderEvent,
  type PushSubscribing,
  type WebhookProof,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { makeDeclaredConnector } from './declarative/connector.ts'
import { Declaration } from './declarative/schema/entry.ts'
import { hubspot } from './hubspot/connector.ts'
import { requireValue } from './require-value.ts'

/**
 * Webhooks that are encoded oddly, repeated, out of order and in batches with bad rows, by seed. Each
 * change is read at least once, with the same ID however often it is sent, and its own time.
 */
const seeds = Array.from({ length: 60 }, (_, n) => n + 1)
const now = new Date('2026-11-29T12:00:00Z')
const secret = 'secret-of-the-orchard'
const url = 'https://platform.test/hooks/1'

/** Returns numbers from 0 to 1 that a seed determines. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface Change {
  id: string
  recordId: string
  atMs: number
}

interface Kind {
  name: string
  /** Writes a change as JSON, with long numbers as they are. */
  write: (change: Change, isNumber: boolean) => string
  sign: (body: Buffer) => Record<string, string>
  subscribing: PushSubscribing
  proof: WebhookProof
}

const orchard = Declaration.parse({
  objects: {
    trees: {
      read: { path: '/trees', records: 'data', id: 'id', byId: { style: 'path' } },
      events: { update: 'tree.updated' },
    },
  },
  subscribe: {
    create: { path: '/hooks', body: { url: '{url}', secret: '{secret}' }, id: 'id' },
    delete: { path: '/hooks/{id}' },
    events: { at: 'events', item: '{event}' },
    verify: {
      style: 'hmac',
      hash: 'sha256',
      encoding: 'hex',
      header: 'X-Signature',
      secret: 'ours',
    },
    delivery: {
      list: 'events',
      name: '{type}',
      record: 'tree',
      id: 'key',
      time: [{ field: 'at', format: 'unix-ms' }],
    },
  },
})

const kinds: readonly Kind[] = [
  {
    name: 'an entry',
    write: ({ id, recordId, atMs }, isNumber) =>
      isNumber
        ? `{"type":"tree.updated","key":${id},"tree":${recordId},"at":${atMs}}`
        : `{"type":"tree.updated","key":"${id}","tree":"${recordId}","at":${atMs}}`,
    sign: (body) => ({ 'x-signature': createHmac('sha256', secret).update(body).digest('hex') }),
    subscribing: requireValue(makeDeclaredConnector('orchard', orchard))
      .subscribing as PushSubscribing,
    proof: { secret },
  },
  {
    name: 'HubSpot',
    write: ({ id, recordId, atMs }, isNumber) => {
      const ids = isNumber
        ? `"eventId":${id},"objectId":${recordId}`
        : `"eventId":"${id}","objectId":"${recordId}"`
      return `{${ids},"portalId":7,"occurredAt":${atMs},"subscriptionType":"contact.propertyChange","propertyName":"email"}`
    },
    sign: (body) => {
      const timestamp = String(now.getTime())
      const hmac = createHmac('sha256', secret).update(`POST${url}`).update(body).update(timestamp)
      return {
        'x-hubspot-signature-v3': hmac.digest('base64'),
        'x-hubspot-request-timestamp': timestamp,
      }
    },
    subscribing: hubspot.subscribing as PushSubscribing,
    proof: { app: { clientId: 'id', clientSecret: secret, metadata: {} } },
  },
]

describe.each(kinds)('odd deliveries of $name', ({ name, write, sign, subscribing, proof }) => {
  it.each(seeds)('seed %i: each change is read', (seed) => {
    const random = makeRandom(seed)
    const first = random() < 0.5 ? 9_007_199_254_740_992n : 1n
    const isNumber = random() < 0.7
    const changes = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, n) => ({
      id: String(first + BigInt(n)),
      recordId: String(first + BigInt(Math.floor(random() * 3))),
      atMs: now.getTime() - Math.floor(random() * 3_600_000),
    }))
    const read: ProviderEvent[] = []
    let bad = 0

    // Everything is sent at least once, some of it again and in another order.
    const sent = [...changes, ...changes.filter(() => random() < 0.5)].toSorted(
      () => random() - 0.5,
    )
    for (let from = 0; from < sent.length;) {
      const some = sent.slice(from, from + 1 + Math.floor(random() * 4))
      from += some.length
      const rows = some.map((change) => write(change, isNumber))
      const isBad = random() < 0.3
      if (isBad) rows.splice(Math.floor(random() * rows.length), 0, 'null')
      const list = `[${rows.join(', ')}]`
      const text = name === 'HubSpot' ? list : `{"events":${list}}`
      const rawBody = Buffer.from((random() < 0.5 ? '\uFEFF' : '') + text)
      const incoming: IncomingWebhook = { method: 'POST', url, headers: sign(rawBody), rawBody }
      try {
        read.push(...subscribing.parse(incoming, proof, now))
        expect(isBad).toBe(false)
      } catch (error) {
        if (!(error instanceof WebhookRefusedError)) throw error
        expect(error.message).toMatch(/\d/)
        bad++
        read.push(...error.events)
        expect(isBad).toBe(true)
      }
    }

    // The same event has one ID, and different events have different ones.
    expect(new Set(read.map(({ id }) => id)).size).toBe(changes.length)
    expect(read).toHaveLength(sent.length)
    const show = ({ recordId, time }: { recordId: string; time: string }) => `${recordId} ${time}`
    const expected = changes.map(({ recordId, atMs }) =>
      show({ recordId, time: new Date(atMs).toISOString() }),
    )
    expect(new Set(read.map(show))).toEqual(new Set(expected))
    expect(bad).toBeLessThanOrEqual(sent.length)
  })
  it('has at most 5000 events, however many records one of them names', () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => n + 1).join(',')
    const at = now.getTime()
    const text =
      name === 'HubSpot'
        ? `[{"eventId":1,"portalId":7,"occurredAt":${at},"subscriptionType":"contact.merge","primaryObjectId":1,"mergedObjectIds":[${ids}]}]`
        : `{"events":[{"type":"tree.updated","tree":[${ids}],"at":${at}}]}`
    const rawBody = Buffer.from(text)
    const incoming: IncomingWebhook = { method: 'POST', url, headers: sign(rawBody), rawBody }

    expect(() => subscribing.parse(incoming, proof, now)).toThrow(/at most 5000 events/)
  })
})
