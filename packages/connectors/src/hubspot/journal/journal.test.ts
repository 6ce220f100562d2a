import type { EventBatch, SubscribedObject, SubscriptionState } from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { requireValue } from '../../require-value.ts'
import type { TestClient } from '../../testing/provider-client.ts'
import { atSandbox } from '../../testing/sandbox-entries.ts'
import { signIn } from '../../testing/sign-in.ts'
import { behavesAsSubscribing } from '../../testing/subscribe-conformance.ts'
import { hubspot } from '../connector.ts'
import * as kit from '../testing.ts'
import { parseJournalEvents } from './journal-events.ts'
import { hubspotJournal } from './subscribe.ts'

const journal = { ...requireValue(hubspot.subscribing), ...hubspotJournal, perApp: false }
const app = { ...sandboxApps.hubspot, metadata: { webhooksJournal: 'always' } }
const portalId = 24510001

let sandbox: Sandbox
let client: TestClient
beforeAll(async () => {
  sandbox = await startSandbox({ asOf: '2026-11', seed: { contacts: 5 } })
})
beforeEach(async () => {
  await control().reset()
  client = await signInAt()
})
afterAll(() => sandbox.close())

const control = () => sandboxControl(sandbox.hubspotUrl)
const signInAt = () =>
  signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, { scopes: kit.scopes })

behavesAsSubscribing({
  connector: { ...hubspot, subscribing: journal },
  objects: [
    { objectName: 'Contact', create: true, update: ['email', 'jobtitle'], delete: true },
    { objectName: 'companies', create: true },
  ],
  app: { app },
  rehearse: () => ({
    client,
    create: () => control().createRecord('contacts', { lastname: 'Lind' }),
  }),
})

const contacts: SubscribedObject = {
  objectName: 'Contact',
  create: true,
  update: ['email', 'jobtitle'],
  delete: true,
  association: true,
  other: ['merge'],
}

async function listen(state: SubscriptionState, isEnough: (batches: EventBatch[]) => boolean) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const batches: EventBatch[] = []
  const request = { objects: [contacts], app, state, signal: abort.signal }
  for await (const batch of journal.listen(client, request)) {
    batches.push(batch)
    if (isEnough(batches)) break
  }
  return {
    events: batches.flatMap(({ events }) => events),
    gaps: batches.flatMap(({ gaps = [] }) => gaps),
    state: requireValue(batches.at(-1)).state,
  }
}
const countEvents = (count: number) => (batches: EventBatch[]) =>
  batches.flatMap(({ events }) => events).length >= count

const listPresent = async () => {
  const { body: token } = await client.request({
    method: 'POST',
    path: '/oauth/2026-09/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      scope: 'developer.webhooks_journal.subscriptions.read',
    }).toString(),
  })
  const { access_token: text } = token as { access_token: string }
  const { body } = await client.request({
    path: '/webhooks-journal/subscriptions/2026-03',
    headers: { authorization: `Bearer ${text}` },
    anonymous: true,
  })
  return (body as { results: Record<string, unknown>[] }).results
}

describe('the webhooks journal of HubSpot', () => {
  it('reports the same changes as webhooks, of this account alone', async () => {
    const state = await journal.setUp(client, { objects: [contacts], app })
    const { id } = await control().createRecord('contacts', { email: 'ada@acme.test' })
    await control().updateRecord('contacts', id, { jobtitle: 'Chief' })
    await control().deleteRecord('contacts', id)

    const { events } = await listen(state, countEvents(4))

    expect(events).toMatchObject([
      { type: 'create', objectName: 'Contact', recordId: id, workspaceRef: String(portalId) },
      { type: 'update', fieldsUpdated: ['email'], providerEventType: 'contact.propertyChange' },
      { type: 'update', fieldsUpdated: ['jobtitle'] },
      { type: 'delete', recordId: id },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(4)
  })

  it('reports associations in both directions', async () => {
    const { id } = await control().createRecord('contacts', { email: 'eve@acme.test' })
    const company = await control().createRecord('companies', { name: 'Acme' })
    const state = await journal.setUp(client, { objects: [contacts], app })
    const path = `/crm/objects/2026-09/contacts/${id}/associations/default/companies/${company.id}`
    await client.request({ method: 'PUT', path })

    const { events } = await listen(state, countEvents(1))

    expect(events).toMatchObject([
      {
        type: 'associationUpdate',
        association: { to: { objectName: 'companies', id: company.id }, removed: false },
      },
    ])
  })

  it('continues after the stored offset, and repeats nothing', async () => {
    const first = await journal.setUp(client, { objects: [contacts], app })
    await control().createRecord('contacts', { lastname: 'One' })
    const { state } = await listen(first, countEvents(1))
    const { id } = await control().createRecord('contacts', { lastname: 'Two' })

    const { events } = await listen(state, countEvents(1))

    expect(events.map((event) => event.recordId)).toEqual([id])
  })

  it('reports a gap and continues if HubSpot has forgotten the offset', async () => {
    const first = await journal.setUp(client, { objects: [contacts], app })
    await control().createRecord('contacts', { lastname: 'One' })
    const { state } = await listen(first, countEvents(1))
    await control().forgetEvents()
    const { id } = await control().createRecord('contacts', { lastname: 'Seen by the sweep' })

    const { gaps, state: after } = await listen(state, (batches) =>
      batches.some((batch) => batch.gaps),
    )
    const next = await control().createRecord('contacts', { lastname: 'Two' })
    const { events } = await listen(after, countEvents(1))

    expect(gaps).toMatchObject([
      {
        objectName: 'Contact',
        since: expect.any(String),
        reason: expect.stringContaining('no longer'),
      },
    ])
    expect(events.map((event) => event.recordId)).toEqual([next.id])
    expect(id).not.toBe(next.id)
  })

  it('leaves subscriptions of other connections and their fields', async () => {
    const other = { ...contacts, update: ['lifecyclestage'] }
    const theirs = await journal.setUp(client, { objects: [other], app })

    const ours = await journal.setUp(client, { objects: [contacts], app })
    const during = await listPresent()
    await journal.tearDown(client, { objects: [contacts], app, state: ours })
    const after = await listPresent()
    const kept = await journal.maintain(client, { objects: [other], app, state: theirs })

    const object = during.find((one) => one['subscriptionType'] === 'OBJECT')
    expect(object).toMatchObject({ portalId })
    expect(object?.['properties']).toEqual(
      expect.arrayContaining(['email', 'jobtitle', 'lifecyclestage']),
    )
    expect(after).toHaveLength(2)
    expect(kept.wasInterrupted).toBeUndefined()
  })

  it('finds that its subscriptions were removed', async () => {
    const state = await journal.setUp(client, { objects: [contacts], app })
    await journal.tearDown(client, { objects: [contacts], app, state })

    const kept = await journal.maintain(client, { objects: [contacts], app, state })

    expect(kept.wasInterrupted).toBe(true)
    expect(await listPresent()).toHaveLength(2)
  })

  it('names the provider app if HubSpot rejects its secret, without the secret', async () => {
    const wrong = { ...app, clientSecret: 'a-wrong-secret-of-the-app' }
    const attempt = journal.setUp(client, { objects: [contacts], app: wrong })

    await expect(attempt).rejects.toMatchObject({
      failure: 'bad-request',
      code: 'BAD_CLIENT_SECRET',
      message: expect.not.stringContaining(wrong.clientSecret),
    })
  })

  it('leaves out other accounts and objects, and counts what is unreadable', () => {
    const one = { portalId, action: 'CREATE', objectTypeId: '0-1', objectId: 1, occurredAt: 1 }
    const entries = [
      one,
      { ...one, portalId: 24510002 },
      { ...one, objectTypeId: '0-2' },
      { ...one, action: 'SNAPSHOT' },
      { ...one, objectId: {} },
      { ...one, occurredAt: 'yesterday' },
      null,
    ]
    const state = { portalId, madeIds: [], names: { '0-1': 'contacts' } }

    const { events, unreadable } = parseJournalEvents(entries, state)

    expect(events).toMatchObject([{ recordId: '1', workspaceRef: String(portalId) }])
    expect(unreadable).toBe(3)
  })

  it('is read if HubSpot cannot reach the server, or if the app chooses it', () => {
    const isChosen = (metadata: Record<string, string>, isPublic: boolean) =>
      hubspotJournal.isChosen({ metadata }, { isPublic })
    const legacy = { appId: '1', developerApiKey: 'key' }

    expect([isChosen({}, false), isChosen({}, true)]).toEqual([true, false])
    expect([isChosen(legacy, false), isChosen(legacy, true)]).toEqual([false, false])
    expect(isChosen({ ...legacy, webhooksJournal: 'always' }, true)).toBe(true)
    expect(isChosen({ webhooksJournal: 'never' }, false)).toBe(false)
  })
})
