import type { Connector, EventBatch, SubscribedObject, SubscribeRequest } from '@platform/connector'
import { describe, expect, it, onTestFinished } from 'vitest'
import { oddProvider } from './odd-provider.ts'
import type { RehearsalClient } from './provider-client.ts'

interface SubscribeConformance {
  connector: Connector
  /** Two objects with subscriptions. */
  objects: readonly [SubscribedObject, SubscribedObject]
  /** Further members of requests. */
  app?: Pick<SubscribeRequest, 'app' | 'targetURL'>
  rehearse(): {
    client: RehearsalClient
    /** Creates a record of the first object; only for providers whose events are fetched. */
    create?(): Promise<unknown>
  }
}

/** Tests what the engine requires of subscriptions, with any kind of delivery. */
export function behavesAsSubscribing({
  connector,
  objects,
  app = {},
  rehearse,
}: SubscribeConformance): void {
  const { subscribing } = connector
  if (!subscribing) throw new Error(`${connector.provider} has no subscriptions to try.`)
  const [first, second] = objects
  // A token of the app changes nothing.
  const listWrites = ({ requests }: RehearsalClient) =>
    requests.filter(({ method = 'GET', path }) => method !== 'GET' && !path.startsWith('/oauth/'))

  describe('subscribe', () => {
    it('subscribes objects once and removes only its own', async () => {
      const { client } = rehearse()
      const foreign = await subscribing.setUp(client, { ...app, objects: [first] })
      client.requests.length = 0

      const state = await subscribing.setUp(client, { ...app, objects: [...objects] })
      const made = listWrites(client).length
      client.requests.length = 0
      const again = await subscribing.maintain(client, { ...app, objects: [...objects], state })
      const more = listWrites(client)
      await subscribing.tearDown(client, { ...app, objects: [...objects], state: again })
      client.requests.length = 0
      await subscribing.maintain(client, { ...app, objects: [first], state: foreign })

      expect(made).toBeGreaterThan(0)
      expect(more).toEqual([])
      expect(listWrites(client)).toEqual([])
      await subscribing.tearDown(client, { ...app, objects: [first], state: foreign })
    })

    it('can be removed twice', async () => {
      const { client } = rehearse()
      const request = { ...app, objects: [second] }
      const state = await subscribing.setUp(client, request)

      await subscribing.tearDown(client, { ...request, state })
      await subscribing.tearDown(client, { ...request, state })

      client.requests.length = 0
      const anew = await subscribing.setUp(client, request)
      expect(listWrites(client).length).toBeGreaterThan(0)
      await subscribing.tearDown(client, { ...request, state: anew })
    })

    it('rejects an unknown object', async () => {
      const wrong = { ...first, objectName: 'Butterflies' }
      const attempt = subscribing.setUp(rehearse().client, { ...app, objects: [wrong] })

      await expect(attempt).rejects.toMatchObject({
        failure: expect.stringMatching(/^(bad-request|not-found)$/),
        message: expect.stringContaining('Butterflies'),
      })
    })

    it.each([
      [401, 'credentials'],
      [403, 'permission'],
      [503, 'unavailable'],
    ])('throws for a status %s: %s', async (status, failure) => {
      const client = await oddProvider(() => ({ status, body: {} }))

      const attempt = subscribing.setUp(client, { ...app, objects: [first] })

      await expect(attempt).rejects.toMatchObject({ failure, status })
    })
  })

  if (subscribing.delivery === 'push') return
  describe('listen', () => {
    it('receives a created record and resumes after the stored position', async () => {
      const { client, create } = rehearse()
      const request = { ...app, objects: [first] }
      const state = await subscribing.setUp(client, request)
      const abort = new AbortController()
      onTestFinished(() => abort.abort())
      await create?.()
      await create?.()

      const heard: EventBatch[] = []
      const signal = abort.signal
      for await (const batch of subscribing.listen(client, { ...request, state, signal })) {
        heard.push(batch)
        if (heard.flatMap(({ events }) => events).length >= 2) break
      }

      const events = heard.flatMap((batch) => batch.events)
      expect(events.map(({ type }) => type)).toEqual(['create', 'create'])
      expect(new Set(events.map(({ id }) => id)).size).toBe(2)
      await subscribing.tearDown(client, { ...request, state })
    })
  })
}
