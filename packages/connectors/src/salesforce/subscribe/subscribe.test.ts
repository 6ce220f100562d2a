import {
  ProviderError,
  type Connector,
  type EventBatch,
  type ProviderClient,
  type SubscriptionState,
} from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { oddProvider } from '../../testing/odd-provider.ts'
import type { TestClient } from '../../testing/provider-client.ts'
import { atSandbox } from '../../testing/sandbox-entries.ts'
import { signIn } from '../../testing/sign-in.ts'
import { behavesAsSubscribing } from '../../testing/subscribe-conformance.ts'
import { salesforce } from '../connector.ts'
import { apiPath } from '../query.ts'
import * as kit from '../testing.ts'

const subscribing = pulling(salesforce)
function pulling({ subscribing: found }: Connector) {
  if (found?.delivery === 'pull') return found
  throw new Error('Salesforce is not asked any more.')
}
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await control().reset()
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

const control = () => sandboxControl(sandbox.salesforceUrl)
const accounts = [{ objectName: 'account', create: true, update: 'all' as const, delete: true }]

/** Reads events like the engine: stores each batch before it requests the next. */
function listening(state: SubscriptionState, at: ProviderClient = client) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const batches: EventBatch[] = []
  const request = { objects: accounts, state, signal: abort.signal }
  const iterator = subscribing.listen(at, request)[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await iterator.next()
    if (done) throw new Error('Nobody listens any more.')
    batches.push(value)
    return value
  }
  return {
    stop: () => abort.abort(),
    ended: () => iterator.next(),
    next,
    state: () => batches.at(-1)?.state ?? state,
    /** Reads batches until this number of events has arrived. */
    async events(count: number) {
      while (batches.flatMap(({ events }) => events).length < count) await next()
      return batches.flatMap(({ events }) => events)
    },
  }
}

const createAccount = async (name: string) =>
  (await control().createRecord('Account', { Name: name })).id

behavesAsSubscribing({
  ...kit.subscribing,
  rehearse: () => ({ client, create: () => kit.createAccount(client) }),
})

describe('subscribing at Salesforce', () => {
  it('receives record changes, from the moment of the set-up on', async () => {
    await createAccount('Before')
    const state = await subscribing.setUp(client, { objects: accounts })
    const id = await createAccount('Acme')
    const heard = listening(state)
    const first = await heard.events(1)
    await control().updateRecord('Account', id, { Name: 'Acme 2' })
    await control().deleteRecord('Account', id)
    await control().restoreRecord('Account', id)

    const events = await heard.events(4)

    expect(first).toMatchObject([{ type: 'create', recordId: id }])
    expect(events).toMatchObject([
      { type: 'create', objectName: 'Account', recordId: id, providerEventType: 'CREATE' },
      { type: 'update', fieldsUpdated: ['Name', 'LastModifiedDate'] },
      { type: 'delete', providerEventType: 'DELETE' },
      { type: 'other', providerEventType: 'UNDELETE' },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(4)
    expect(requireValue(events[0]).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('resumes after the last stored event with stable IDs', async () => {
    const state = await subscribing.setUp(client, { objects: accounts })
    await createAccount('One')
    await createAccount('Two')
    const before = listening(state)
    const [one, two] = await before.events(2)
    before.stop()
    const three = await createAccount('Three')

    const after = await listening(before.state()).events(1)
    const again = await listening(state).events(3)

    expect(after).toMatchObject([{ recordId: three }])
    expect(again.map(({ id }) => id)).toEqual([
      requireValue(one).id,
      requireValue(two).id,
      requireValue(after[0]).id,
    ])
  })

  it('stops when requested, also while waiting', async () => {
    const heard = listening(await subscribing.setUp(client, { objects: accounts }))
    const waiting = heard.next().catch((error: Error) => error.message)
    await new Promise((resolve) => setTimeout(resolve, 100))

    heard.stop()

    expect(await waiting).toBe('Nobody listens any more.')
  })

  it('reports missing changes when Salesforce no longer has the last event', async () => {
    const state = await subscribing.setUp(client, { objects: accounts })
    await createAccount('Known')
    const before = listening(state)
    const [known] = await before.events(1)
    before.stop()
    await createAccount('Lost')
    await control().forgetEvents()
    const kept = await createAccount('Kept')

    const after = listening(before.state())
    const { gaps } = await after.next()
    const events = await after.events(1)

    expect(gaps).toEqual([
      {
        objectName: 'Account',
        since: requireValue(known).time,
        reason: expect.stringContaining('no longer has the events'),
      },
    ])
    expect(events).toMatchObject([{ recordId: kept }])
  })

  it('distinguishes gaps from records without fields', async () => {
    const state = await subscribing.setUp(client, { objects: accounts })
    const id = await createAccount('Acme')
    await control().announceGap('Account', id, 'GAP_UPDATE')
    await control().announceGap('Account', '001*', 'GAP_UPDATE')
    await control().announceGap('Account', id, 'GAP_OVERFLOW')

    const { events, gaps } = await listening(state).next()

    expect(events).toMatchObject([{ type: 'create' }, { type: 'update', recordId: id }])
    expect(events[1]).not.toHaveProperty('fieldsUpdated')
    expect(gaps).toHaveLength(2)
  })

  it('starts a new session when Salesforce has dropped the old one', async () => {
    const heard = listening(await subscribing.setUp(client, { objects: accounts }))
    await createAccount('One')
    await heard.events(1)
    let isForgotten = false
    const forgetful: ProviderClient = {
      metadata: {},
      request: async (request) => {
        const body = request.body as { channel: string; clientId?: string }[] | undefined
        if (
          !isForgotten &&
          request.path.includes('cometd') &&
          body?.[0]?.channel === '/meta/connect'
        ) {
          isForgotten = true
          return client.request({ ...request, body: [{ ...body[0], clientId: 'nobody' }] })
        }
        return client.request(request)
      },
    }
    const again = listening(heard.state(), forgetful)
    heard.stop()
    const two = await createAccount('Two')

    expect(await again.events(1)).toMatchObject([{ recordId: two }])
    expect(isForgotten).toBe(true)
  })

  it('continues automatically after an outage', async () => {
    const state = await subscribing.setUp(client, { objects: accounts })
    await control().addFault({ effect: 'unavailable', match: { pathRegex: 'cometd' }, times: 2 })
    const id = await createAccount('Acme')

    expect(await listening(state).events(1)).toMatchObject([{ recordId: id }])
  })

  it('throws when the credential is refused', async () => {
    const state = await subscribing.setUp(client, { objects: accounts })
    await control().expireTokens()

    await expect(listening(state).next()).rejects.toMatchObject({ failure: 'credentials' })
  })

  it('adds objects to the channel once and removes only its own', async () => {
    const members = async () => {
      const { body } = await client.request({
        path: `${apiPath}/tooling/query`,
        query: { q: 'SELECT SelectedEntity FROM PlatformEventChannelMember' },
      })
      const { records } = body as { records: { SelectedEntity: string }[] }
      return records.map(({ SelectedEntity }) => SelectedEntity)
    }
    await client.request({
      method: 'POST',
      path: `${apiPath}/tooling/sobjects/PlatformEventChannelMember`,
      body: {
        FullName: 'theirs',
        Metadata: { eventChannel: 'ChangeEvents', selectedEntity: 'LeadChangeEvent' },
      },
    })
    const objects = [...accounts, { objectName: 'Lead', create: true }]

    const first = await subscribing.setUp(client, { objects })
    const second = await subscribing.maintain(client, { objects, state: first })
    const both = await members()
    const fewer = await subscribing.setUp(client, {
      objects: [requireValue(objects[1])],
      state: second,
    })
    const one = await members()
    await subscribing.setUp(client, { objects, state: fewer })
    await subscribing.tearDown(client, { objects, state: second })
    await subscribing.tearDown(client, { objects, state: second })

    expect(both.toSorted()).toEqual(['AccountChangeEvent', 'LeadChangeEvent'])
    expect(second.data).toEqual(first.data)
    expect(Date.parse(requireValue(second.maintainBefore))).toBeGreaterThan(Date.now())
    expect(one).toEqual(['LeadChangeEvent'])
    expect(await members()).toContain('LeadChangeEvent')
  })

  it('removes its objects when Salesforce refuses others', async () => {
    const objects = ['Account', 'Contact', 'Lead', 'Opportunity', 'Case', 'Task'].map(
      (objectName) => ({ objectName, create: true }),
    )

    const attempt = subscribing.setUp(client, { objects })

    await expect(attempt).rejects.toMatchObject({ failure: 'unsupported', code: 'LIMIT_EXCEEDED' })
    expect(await subscribing.setUp(client, { objects: accounts })).toMatchObject({
      data: { made: { AccountChangeEvent: expect.any(String) } },
    })
  })

  it('rejects an unknown object', async () => {
    const attempt = subscribing.setUp(client, { objects: [{ objectName: 'Butterflies' }] })

    await expect(attempt).rejects.toMatchObject({
      failure: 'bad-request',
      message: expect.stringContaining('Butterflies'),
    })
  })

  it.each([
    [403, [], 'permission'],
    [400, [{ errorCode: 'X', message: 'no' }], 'bad-request'],
    [
      200,
      [{ channel: '/meta/handshake', successful: false, error: '403::Forbidden' }],
      'permission',
    ],
  ])('throws when the session is refused: %s %j', async (status, body, failure) => {
    const odd = await oddProvider(() => ({ status, body }))
    const state = { data: { made: {}, objects: { Account: { since: 0 } } } }

    const error = await listening(state, odd)
      .next()
      .catch((refusal: ProviderError) => refusal)

    expect(error).toMatchObject({ failure })
  })
})
