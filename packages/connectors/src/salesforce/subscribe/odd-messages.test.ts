import type { EventBatch, ProviderClient } from '@platform/connector'
import { expect, it, onTestFinished } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { salesforce } from '../connector.ts'

const since = Date.parse('2026-11-28T10:00:00Z')
const channel = '/data/AccountChangeEvent'
const meta = (name: string, more: object = {}) => [
  { channel: `/meta/${name}`, clientId: 'c1', successful: true, ...more },
]
const change = {
  changeType: 'UPDATE',
  transactionKey: 't',
  sequenceNumber: 1,
  entityName: 'Account',
}
const makeEvent = (header: object, event: unknown = { replayId: 8 }) => ({
  channel,
  data: {
    payload: {
      ChangeEventHeader: {
        ...change,
        recordIds: ['001'],
        commitTimestamp: since + 1_000,
        ...header,
      },
    },
    event,
  },
})

/** Listens to a provider with these replies to subscribing and to each poll. */
function listenTo({
  subscribe = () => meta('subscribe'),
  connect,
}: {
  subscribe?: (replayId: number) => object[]
  connect: (poll: number) => object[] | undefined
}) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const timeouts: (number | undefined)[] = []
  const client: ProviderClient = {
    metadata: {},
    request: async ({ body, timeoutMs, signal }) => {
      const [sent] = body as { channel: string; ext?: { replay: Record<string, number> } }[]
      const name = requireValue(sent).channel.replace('/meta/', '')
      const reply = (messages: object[]) => ({ status: 200, headers: {}, body: messages })
      if (name === 'subscribe') return reply(subscribe(sent?.ext?.replay[channel] ?? 0))
      if (name !== 'connect') return reply(meta(name))
      timeouts.push(timeoutMs)
      const messages = connect(timeouts.length)
      if (messages) return reply(messages)
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    },
  }
  const { subscribing } = salesforce
  if (subscribing?.delivery !== 'pull') throw new Error('Salesforce is not asked any more.')
  const batches = subscribing.listen(client, {
    objects: [{ objectName: 'Account', create: true }],
    state: { data: { made: {}, objects: { Account: { replayId: 7, since } } } },
    signal: abort.signal,
  })
  return { timeouts, abort, batches: batches[Symbol.asyncIterator]() }
}

const readNext = async ({ batches }: ReturnType<typeof listenTo>): Promise<EventBatch> => {
  const { value } = await batches.next()
  return requireValue(value as EventBatch | undefined)
}

it.each<[string, object]>([
  ['a number of more than 53 bits', makeEvent({}, { replayId: '9223372036854775807' })],
  ['no number', makeEvent({}, null)],
  ['IDs that are no text', makeEvent({ recordIds: [1] })],
  ['no ID', makeEvent({ recordIds: [] })],
  ['no time', makeEvent({ commitTimestamp: null })],
  ['a time beyond all calendars', makeEvent({ commitTimestamp: 1e20 })],
  ['no content', { channel, data: null }],
])('looks for the changes of an event with %s by reading', async (_what, event) => {
  const heard = listenTo({
    connect: (poll) => (poll === 1 ? [...meta('connect'), event, makeEvent({})] : undefined),
  })

  const { events, gaps } = await readNext(heard)

  expect(gaps).toEqual([
    {
      objectName: 'Account',
      since: new Date(since).toISOString(),
      reason: 'Salesforce sent an event in an unknown form.',
    },
  ])
  expect(events).toMatchObject([{ recordId: '001' }])
})

it('delivers an update whose list of fields is none', async () => {
  const heard = listenTo({
    connect: (poll) =>
      poll === 1 ? [...meta('connect'), makeEvent({ changedFields: 'Name' })] : undefined,
  })

  const { events } = await readNext(heard)

  expect(events).toMatchObject([{ type: 'update', recordId: '001' }])
  expect(events[0]).not.toHaveProperty('fieldsUpdated')
})

it.each([
  '400::The replayId {7} you provided was invalid.',
  '400:7:The replay ID 7 is not valid',
  `400:${channel}:Invalid replay id`,
])('replays everything after a stale position: %s', async (error) => {
  const heard = listenTo({
    subscribe: (replayId) => meta('subscribe', replayId === 7 ? { successful: false, error } : {}),
    connect: () => undefined,
  })

  const { gaps } = await readNext(heard)

  expect(gaps).toMatchObject([{ objectName: 'Account', since: new Date(since).toISOString() }])
})

it.each([-1, 1e12, 'soon', null])(
  'waits for a poll as long as is usual, not %j',
  async (timeout) => {
    const heard = listenTo({
      connect: (poll) =>
        poll < 3
          ? [...meta('connect', { advice: { timeout } }), makeEvent({}, { replayId: 7 + poll })]
          : undefined,
    })

    await readNext(heard)
    await readNext(heard)

    expect(heard.timeouts[1]).toBe(120_000)
  },
)

it('pauses between polls that Salesforce answers at once without events', async () => {
  const heard = listenTo({ connect: () => meta('connect') })
  const waiting = heard.batches.next()

  await new Promise((resolve) => setTimeout(resolve, 1_500))
  heard.abort.abort()
  await waiting

  expect(heard.timeouts.length).toBeLessThan(20)
})
