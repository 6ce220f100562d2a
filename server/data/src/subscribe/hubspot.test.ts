import { createHmac, randomUUID } from 'node:crypto'
import { findProvider } from '@platform/connectors'
import type { ConnectionId, Installation, Log, Operation } from '@platform/contract'
import { sandboxApps, sandboxPortals, sandboxWebhookAppId } from '@platform/sandbox'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTenant } from '../../../program/src/main/bootstrap.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { deliverChanges } from './deliver-changes.ts'
import { countPending } from './event-store.ts'
import { parseStoppedLine } from '@platform/testing/parse-stopped-line'
import { testPlatform } from '@platform/testing/test-platform'
import { must, getNth } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          mapToName: person
          destination: webhook
          optionalFieldsAuto: all
          requiredFields:
            - fieldName: lastname
            - fieldName: email
              mapToName: email
    subscribe:
      objects:
        - objectName: contacts
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: selected}
          deleteEvent: {enabled: always}
          associationChangeEvent: {enabled: always, includeFullRecords: true}
`
const base = '/v1/{p}/integrations/crm/installations'
const [portalId, secondPortalId] = sandboxPortals.map(({ id }) => Number(id))

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  const [topic] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic!.id,
    eventType: 'subscribe.create.error',
  })
  await platform.connect('globex', 'hubspot')
  ;({ id } = await platform.install('globex', { contacts: {} }))
  await setUp(id)
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(() => platform.close())

const findInstalled = (installationId = id) =>
  platform.call<Installation>('GET', `${base}/${installationId}`)

const setUp = (installationId: string, state = 'active') =>
  vi.waitFor(async () => {
    const installation = await platform.call<Installation>('GET', `${base}/${installationId}`)
    expect(installation.subscription).toMatchObject({ state })
    return installation
  }, patiently)

const changeMessages = () =>
  platform.messages
    .filter(({ action }) => action === 'subscribe')
    .flatMap(({ result }) => result ?? [])

const waitForChanges = (count: number) =>
  vi.waitFor(() => {
    expect(changeMessages().length).toBeGreaterThanOrEqual(count)
    return changeMessages()
  }, patiently)

/** The delivered records among these, with duplicates, in the order of delivery. */
const waitForDelivered = (...ids: string[]) =>
  vi.waitFor(() => {
    const those = changeMessages().flatMap((entry) => entry.id ?? [])
    const heardNow = those.filter((one) => ids.includes(one))
    expect(heardNow.length).toBeGreaterThanOrEqual(ids.length)
    return heardNow
  }, patiently)

const create = (lastname = 'Lind') =>
  platform.hubspot.createRecord('contacts', { lastname, email: `${randomUUID()}@lind.example` })

/** Log entries of the installation's set-up. */
async function setUpLines(): Promise<Log[]> {
  const { results: operations } = await platform.call<{ results: Operation[] }>(
    'GET',
    `${base}/${id}/operations`,
  )
  const { id: of } = must(
    operations.find(({ actionType }) => actionType === 'subscribe'),
    'operation of the set-up',
  )
  return platform.call<Log[]>('GET', `/v1/{p}/operations/${of}/logs`)
}

const setUpLog = async () => (await setUpLines()).map(({ message }) => message.msg)

const path = () =>
  `/subscribe/v1/projects/${platform.projectId}/providers/hubspot/apps/${platform.hubspotAppId}`

/** Sends a webhook like HubSpot, signed with the secret of the app. */
function sendWebhook(
  events: unknown,
  options: {
    at?: string
    secret?: string
    signedAt?: number
    signedPath?: string
    body?: string
    signedBody?: string
  } = {},
) {
  const { at = path(), body = JSON.stringify(events) } = options
  const { secret = sandboxApps.hubspot.clientSecret, signedAt = Date.now() } = options
  const { signedPath = at, signedBody = body } = options
  const signature = createHmac('sha256', secret)
    .update(`POST${platform.url}${signedPath}${signedBody}${signedAt}`)
    .digest('base64')
  return fetch(platform.url + at, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hubspot-signature-v3': signature,
      'x-hubspot-request-timestamp': String(signedAt),
    },
  })
}

let eventId = 1
const deletion = (more: object = {}) => ({
  eventId: ++eventId,
  portalId,
  appId: 1,
  occurredAt: Date.now(),
  subscriptionType: 'contact.deletion',
  objectId: 4711,
  attemptNumber: 0,
  ...more,
})

const nest = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ inner }), {})

const runStatement = <Row>(statement: RawBuilder<Row>) =>
  statement.execute(platform.database.everything)

/** The subscriptions of the app at HubSpot. */
const list = () => `${platform.hubspotUrl}/webhooks/v3/${sandboxWebhookAppId}/subscriptions`
const listSubscribed = async () =>
  ((await (await fetch(`${list()}?hapikey=key`)).json()) as { results: { id: string }[] }).results

/** How many events are kept. */
const countStored = async () => {
  const { count } = await platform.database.everything
    .selectFrom('changeEvents')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Fills the queue of events to its limit. */
const fillQueue = (connectionId: ConnectionId) =>
  runStatement(sql`
    insert into change_events (connection_id, project_id, event_hash, object_name, record_id, event_time, body)
    select ${connectionId}, ${platform.projectId}, int4send(n), 'contacts', n::text, now(), '{}'
    from generate_series(1, 50001) n`)

const empty = () => runStatement(sql`delete from change_events where body = '{}'`)

/** IDs of the records with stored events of the connection. */
const listStoredIds = async (connectionId: ConnectionId) =>
  (
    await platform.database.everything
      .selectFrom('changeEvents')
      .select('recordId')
      .where('connectionId', '=', connectionId)
      .execute()
  ).map(({ recordId }) => recordId)

/** Stores an event whose job was lost with its process. */
async function leaveBehind(recordId: string): Promise<ConnectionId> {
  const { database, projectId } = platform
  const { connection } = await findInstalled()
  const now = new Date()
  await database
    .tenant(projectId)
    .insertInto('changeEvents')
    .values({
      connectionId: connection.id,
      projectId,
      eventHash: Buffer.from(`left behind ${recordId}`),
      objectName: 'contacts',
      recordId,
      eventTime: now,
      body: JSON.stringify({
        id: `left behind ${recordId}`,
        type: 'delete',
        objectName: 'contacts',
        recordId,
        time: now.toISOString(),
        providerEventType: 'contact.deletion',
        rawEvent: {},
      }),
    })
    .execute()
  return connection.id
}

describe('an installation subscribed to HubSpot', () => {
  it('logs delivered changes once per minute, with the call for records', async () => {
    const counting = async () =>
      (await setUpLines()).flatMap(({ message }) => (message.counted ? [message] : []))
    const sumCounted = async (kind: string) =>
      (await counting()).reduce((sum, { counted }) => sum + (counted?.[kind] ?? 0), 0)
    const [created, deleted] = [
      await sumCounted('contacts created'),
      await sumCounted('contacts deleted'),
    ]

    for (let record = 0; record < 3; record++) await create('Counted')
    await sendWebhook([deletion({ objectId: 7_001 }), deletion({ objectId: 7_002 })])
    await waitForDelivered('7001', '7002')

    await vi.waitFor(async () => {
      expect(await sumCounted('contacts created')).toBe(created + 3)
      expect(await sumCounted('contacts deleted')).toBe(deleted + 2)
    }, patiently)
    const lines = await counting()
    expect(lines.length).toBeLessThan(5)
    expect(lines.map(({ call }) => call?.url)).toContainEqual(
      expect.stringContaining('/crm/objects/2026-09/contacts/batch/read'),
    )
    expect(lines[0]?.msg).toMatch(/^Delivered [\d,]+ changes?: .*contacts/)
  })

  it('receives record changes with fields by webhook', async () => {
    const { id: recordId } = await create()
    await waitForChanges(1)
    await platform.hubspot.updateRecord('contacts', recordId, { lastname: 'Berg' })
    await platform.hubspot.updateRecord('contacts', recordId, { jobtitle: 'not watched' })
    await vi.waitFor(
      () => expect(changeMessages().at(-1)?.fields?.['lastname']).toBe('Berg'),
      patiently,
    )
    await platform.hubspot.deleteRecord('contacts', recordId)
    await vi.waitFor(
      () => expect(changeMessages().at(-1)?.subscribeEventType).toBe('delete'),
      patiently,
    )

    const entries = changeMessages()
    expect(entries[0]).toMatchObject({
      subscribeEventType: 'create',
      providerEventType: 'contact.creation',
      id: recordId,
      fields: { lastname: 'Lind' },
      mappedFields: { email: expect.stringContaining('@lind.example') },
      rawEvent: { portalId, subscriptionType: 'contact.creation' },
    })
    const updates = entries.filter(({ fieldsUpdated }) => fieldsUpdated?.includes('lastname'))
    expect(updates.at(-1)).toMatchObject({ subscribeEventType: 'update', id: recordId })
    expect(entries.flatMap(({ fieldsUpdated }) => fieldsUpdated ?? [])).not.toContain('jobtitle')
    expect(platform.messages.find(({ action }) => action === 'subscribe')).toMatchObject({
      objectName: 'person',
      rawObjectName: 'contacts',
      workspace: String(portalId),
    })
    expect((await findInstalled()).subscription).toMatchObject({
      state: 'active',
      delivery: 'push',
    })
  })

  it('receives association changes', async () => {
    const { id: contact } = await create('Joined')
    await waitForChanges(1)
    platform.messages.length = 0

    await sendWebhook([
      deletion({
        subscriptionType: 'contact.associationChange',
        objectId: undefined,
        fromObjectId: Number(contact),
        toObjectId: 99,
        associationType: 'CONTACT_TO_COMPANY',
        associationRemoved: false,
      }),
    ])

    expect(await waitForChanges(1)).toMatchObject([
      {
        subscribeEventType: 'associationUpdate',
        fromRecord: { objectName: 'contacts', id: contact, fields: { lastname: 'Joined' } },
        toRecord: { objectName: 'companies', id: '99' },
      },
    ])
  })

  it('receives only the ID of a record that is too large, and the others with their fields', async () => {
    const { egress } = platform.services
    const { forTenant } = egress
    const lowered = vi.spyOn(egress, 'forTenant').mockImplementation((tenant) => {
      const { request, ...others } = forTenant(tenant)
      return {
        ...others,
        request(url, options = {}) {
          const isOfRecords = String(url).includes('/batch/read')
          return request(url, { ...options, ...(isOfRecords && { maxBodyBytes: 8_000 }) })
        },
      }
    })
    onTestFinished(() => lowered.mockRestore())
    const names = [
      'One',
      'Two',
      'x'.repeat(9_000),
      'Four',
      ...Array<string>(12).fill('y'.repeat(2_000)),
    ]
    const records: { id: string }[] = []
    for (const name of names) records.push(await create(name))

    const listCreated = () =>
      changeMessages().filter((entry) => entry.subscribeEventType === 'create')
    await vi.waitFor(() => expect(listCreated()).toHaveLength(names.length), patiently)
    const entries = listCreated().toSorted((one, other) => Number(one.id) - Number(other.id))
    const large = getNth(records, 2)

    const getLength = (name: unknown) => (typeof name === 'string' ? name.length : undefined)
    expect(entries.map((entry) => [entry.id, getLength(entry.fields?.['lastname'])])).toEqual(
      records.map(({ id: of }, n) => [of, of === large.id ? undefined : getNth(names, n).length]),
    )
    const named = (await setUpLog()).filter((msg) => msg.includes('too large'))
    expect(named).not.toEqual([])
    for (const msg of named)
      expect(msg).toContain(`The record ${large.id} of contacts is too large`)
  })

  it('stores a repeated event once, also after a kill before its reply', async () => {
    const event = deletion()

    const replies = await Promise.all([
      sendWebhook([event]),
      sendWebhook([event]),
      sendWebhook([event, event]),
    ])
    await waitForDelivered('4711')
    // HubSpot repeats webhooks without a reply, and counts the attempts.
    const repeated = await sendWebhook([{ ...event, attemptNumber: 3 }])
    await sendWebhook([deletion({ objectId: 1 })])
    const entries = await waitForDelivered('4711', '1')

    expect([...replies, repeated].map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(entries).toEqual(['4711', '1'])
  })

  it('delivers acknowledged events after a kill', async () => {
    await leaveBehind('7')

    await sendWebhook([deletion({ objectId: 8 })])

    expect(await waitForDelivered('7', '8')).toEqual(['7', '8'])
  })

  it('acknowledges an event only after storing it', async () => {
    const event = deletion({ objectId: 11 })
    const owner = new pg.Client(platform.databaseUrl)
    await owner.connect()
    await owner.query('alter table change_events add constraint no_room check (false) not valid')

    const refused = await sendWebhook([event])
    await owner.query('alter table change_events drop constraint no_room')
    await owner.end()
    const taken = await sendWebhook([{ ...event, attemptNumber: 1 }])

    expect([refused.status, taken.status]).toEqual([500, 204])
    expect(await waitForDelivered('11')).toEqual(['11'])
  })

  it('delivers an event once with two processes', async () => {
    const { database, projectId, services } = platform
    const connectionId = await leaveBehind('9')
    const sendOn = () =>
      deliverChanges(services, database.tenant(projectId), { projectId, connectionId })

    await Promise.all([sendOn(), sendOn()])
    await sendWebhook([deletion({ objectId: 10 })])

    expect(await waitForDelivered('9', '10')).toEqual(['9', '10'])
  })
})

describe('a webhook', () => {
  it.each<[string, () => Promise<Response>]>([
    ['is forged', () => sendWebhook([deletion()], { secret: 'another' })],
    ['was signed longer ago', () => sendWebhook([deletion()], { signedAt: Date.now() - 301_000 })],
    ['has another body', () => sendWebhook([deletion()], { signedBody: '[]' })],
    ['was signed for another address', () => sendWebhook([deletion()], { signedPath: '/other' })],
    ['is for no app', () => sendWebhook([deletion()], { at: path().slice(0, -1) })],
    [
      'is for all projects',
      () => sendWebhook([deletion()], { at: path().replace(platform.projectId, '%2A') }),
    ],
    [
      'is for another provider',
      () => sendWebhook([], { at: path().replace('hubspot', 'salesforce') }),
    ],
  ])('is rejected with the same reply when it %s', async (_, request) => {
    const before = await countStored()

    const reply = await request()

    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({
      type: expect.stringContaining('/problems/webhook-not-proved'),
    })
    expect(await countStored()).toBe(before)
  })

  it('verifies the raw bytes', async () => {
    const spaced = `${JSON.stringify([deletion({ objectId: 12 })], null, 2)}\n`

    const reply = await sendWebhook(null, { body: spaced })
    const rewritten = await sendWebhook(null, {
      body: spaced,
      signedBody: spaced.replaceAll(/\s/g, ''),
    })

    expect([reply.status, rewritten.status]).toEqual([204, 401])
    expect(await waitForDelivered('12')).toEqual(['12'])
  })

  it("is rejected with 503 while the account's queue is full", async () => {
    const { connection } = await findInstalled()
    await fillQueue(connection.id)
    const db = platform.database.tenant(platform.projectId)

    const reply = await sendWebhook([deletion()])
    const counts = await countPending(db, connection.id, 60_000)
    await empty()

    const bytes = counts.reduce((total, one) => total + one.bytes, 0)
    expect(bytes).toBeGreaterThan(99_999)
    expect(bytes).toBeLessThan(110_000)
    expect(reply.status).toBe(503)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is rejected if it is not a list of events or too long', async () => {
    const unreadable = await sendWebhook(null, { body: '{"a":' })
    const long = await sendWebhook([], { body: JSON.stringify(['x'.repeat(1024 * 1024)]) })

    expect([unreadable.status, long.status]).toEqual([400, 413])
  })

  it.each<[string, object]>([
    ['a lone surrogate in its record ID', { objectId: 'x\ud800' }],
    [
      'a NUL in its object',
      { objectId: 5, objectTypeId: '2-\0', subscriptionType: 'object.creation' },
    ],
    ['an ID of 3,000 characters', { objectId: 'x'.repeat(3_000) }],
    ['an object in place of its ID', { objectId: {} }],
    ['a time before the calendar', { occurredAt: -8e15 }],
    ['1,000 levels', { nested: nest(1_000) }],
  ])('is rejected for an event that has %s, and its other events are delivered', async (_, bad) => {
    const [before, behind] = [eventId + 20_000, eventId + 30_000]
    const events = [{ objectId: before }, bad, { objectId: behind }].map((event) => deletion(event))

    const reply = await sendWebhook(events)

    expect(reply.status).toBe(400)
    expect(await waitForDelivered(String(before), String(behind))).toEqual([
      String(before),
      String(behind),
    ])
  })

  it('ignores events of an unconnected account', async () => {
    const before = await countStored()

    const reply = await sendWebhook([deletion({ portalId: 1 })])

    expect(reply.status).toBe(204)
    expect(await countStored()).toBe(before)
  })

  it('of another tenant is rejected although its signature is valid', async () => {
    const theirs = await createTenant(platform.database, {
      org: 'Other',
      project: 'other',
      owner: 'owner@other.test',
    })
    const before = await countStored()

    const reply = await sendWebhook([deletion()], {
      at: path().replace(platform.projectId, theirs.projectId),
    })

    expect(reply.status).toBe(401)
    expect(await countStored()).toBe(before)
  })
})

describe('maintenance', () => {
  const subscriptionId = async () =>
    (
      await platform.database.everything
        .selectFrom('subscribedInstallations')
        .select('subscriptionId')
        .where('installationId', '=', id)
        .executeTakeFirstOrThrow()
    ).subscriptionId
  const isTheNext = async () => sql`key = ${`set-up-subscription:${await subscriptionId()}`}`
  /** Makes the scheduled upkeep due now. */
  const lookAfter = async () => {
    const { numAffectedRows } = await runStatement(sql`
      update graphile_worker._private_jobs set run_at = now()
      where ${await isTheNext()} and run_at between now() and now() + interval '6 hours'`)
    expect(numAffectedRows).toBe(1n)
  }

  it('is recreated after removal, and missed changes are found and logged', async () => {
    await platform.database.everything
      .updateTable('subscriptions')
      .set({ upkeepTime: new Date(Date.now() - 60_000) })
      .execute()
    for (const one of await listSubscribed()) {
      await fetch(`${list()}/${one.id}?hapikey=key`, { method: 'DELETE' })
    }
    const { id: missed } = await create('Missed')
    const match = { method: 'POST', pathRegex: '/contacts/search' }
    await platform.hubspot.addFault({ match, effect: 'server-error', times: 1 })
    const connector = must(
      findProvider('hubspot', { among: platform.services.catalogue })?.connector,
      'connector',
    )
    const { read } = connector
    const cut = 'HubSpot reports 9 records, and 1 were returned.'
    vi.spyOn(connector, 'read').mockImplementation(async (client, request) => {
      const page = await read(client, request)
      return { ...page, ...(page.next === undefined && { incomplete: cut }) }
    })

    await lookAfter()

    await vi.waitFor(
      () =>
        expect(changeMessages()).toContainEqual(
          expect.objectContaining({ id: missed, providerEventType: 'reconciled' }),
        ),
      patiently,
    )
    const lines = await setUpLines()
    const stopped = lines.find(({ message }) => message.msg.includes('contacts stopped'))
    expect(parseStoppedLine(must(stopped, 'line of the sweep'))).toEqual({
      what: 'Checking for missed changes of contacts stopped',
      answer: '500',
      attempt: 1,
      next: expect.stringMatching(/^resuming at \d{4}-.+Z$/),
    })
    expect(lines.map(({ message }) => message.msg)).toContainEqual(
      expect.stringContaining('may be missing'),
    )
    expect(lines.map(({ message }) => message.msg)).toContain(
      `Changes of contacts may have been missed: ${cut}`,
    )
  })

  it('delivers events of a lost job, and reads changes that HubSpot no longer repeats', async () => {
    const { everything } = platform.database
    await runStatement(sql`
      select graphile_worker.remove_job(key) from graphile_worker._private_jobs
      where ${await isTheNext()}`)
    await everything
      .updateTable('subscriptions')
      .set({ upkeepTime: new Date(Date.now() - 24 * 3_600_000) })
      .execute()

    await inTransaction(everything, (tx) => enqueue(tx, 'look-after-subscriptions', {}))

    await vi.waitFor(async () => {
      const lines = await setUpLog()
      expect(lines).toContainEqual(expect.stringContaining('was unavailable for longer'))
      expect(lines[0]).toMatch(/^Checked for missed changes of contacts: found \d/)
    }, patiently)
  })
})

it('is delivered with all fields of the account once chosen', async () => {
  await platform.call('PATCH', `${base}/${id}`, {
    updateMask: ['config.content.read.objects'],
    installation: {
      config: { content: { read: { objects: { contacts: { selectedFieldsAuto: 'all' } } } } },
    },
  })
  const { id: recordId } = await create('Whole')
  const { fields = {} } = await vi.waitFor(
    () =>
      must(
        changeMessages().find((entry) => entry.id === recordId),
        'change',
      ),
    patiently,
  )

  expect(fields['lastname']).toBe('Whole')
  expect(Object.keys(fields)).toEqual(
    expect.arrayContaining(['hs_object_id', 'jobtitle', 'createdate']),
  )
})

it('reports a missing app key to the builder during set-up', async () => {
  // The selection of an earlier test is set up in the background, also while the state is active.
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('subscriptions-changed', 'set-up-subscription') and j.run_at <= now()`.execute(
      platform.database.everything,
    )
    expect(rows).toEqual([])
  }, patiently)
  await setUp(id)
  await platform.call('PATCH', `/v1/{p}/provider-apps/${platform.hubspotAppId}`, {
    updateMask: ['metadata'],
    providerApp: { metadata: { providerParams: { appId: String(sandboxWebhookAppId) } } },
  })
  await platform.connect('initech', 'hubspot', { account: sandboxPortals[1]!.id })
  const { id: second } = await platform.install('initech', { contacts: {} })
  const installation = await setUp(second, 'failed')

  expect(installation.subscription?.error).toContain('developerApiKey')
  await vi.waitFor(
    () =>
      expect(
        platform.messages.filter(
          ({ notificationType }) => notificationType === 'subscribe.create.error',
        ),
      ).toMatchObject([{ data: { installationId: second, groupRef: 'initech' } }]),
    patiently,
  )
  expect((await findInstalled()).subscription).toMatchObject({ state: 'active' })
})

it('accepts events of one account while another account’s queue is full', async () => {
  const installations = await platform.call<Installation[]>('GET', base)
  const { connection: other } = must(
    installations.find(({ group }) => group?.groupRef === 'initech'),
    'installation of another account',
  )
  const { connection } = await findInstalled()
  await fillQueue(connection.id)
  const both = [deletion({ objectId: 81 }), deletion({ objectId: 82, portalId: secondPortalId })]

  const reply = await sendWebhook(both)
  const kept = await listStoredIds(other.id)
  await empty()
  const again = await sendWebhook(both)

  expect([reply.status, again.status]).toEqual([503, 204])
  expect(kept).toEqual(['82'])
  expect(await listStoredIds(other.id)).toEqual(['82'])
  expect(await listStoredIds(connection.id)).toContain('81')
})

it('sets up immediately when the missing key is added to the app', async () => {
  const installations = await platform.call<Installation[]>('GET', base)
  const second = must(
    installations.find(({ group }) => group?.groupRef === 'initech'),
    'installation without a subscription',
  )
  await platform.call('PATCH', `/v1/{p}/provider-apps/${platform.hubspotAppId}`, {
    updateMask: ['metadata'],
    providerApp: {
      metadata: { providerParams: { appId: String(sandboxWebhookAppId), developerApiKey: 'key' } },
    },
  })

  const installation = await setUp(second.id)

  expect(second.subscription).toMatchObject({ state: 'failed' })
  expect(installation.subscription).not.toHaveProperty('error')
})

it('removes unused subscriptions at HubSpot, also after an outage', async () => {
  const installations = await platform.call<Installation[]>('GET', base)
  const before = await listSubscribed()
  const warn = vi.spyOn(platform.services.log, 'warn')
  onTestFinished(() => warn.mockRestore())
  await platform.hubspot.addFault({
    match: { method: 'DELETE', pathRegex: '/webhooks/v3' },
    effect: 'unavailable',
    times: 1,
  })

  // The provider was unavailable for many hours before.
  await platform.database
    .tenant(platform.projectId)
    .updateTable('subscriptions')
    .set({ attempts: 25 })
    .execute()
  for (const one of installations) await platform.call('DELETE', `${base}/${one.id}`)

  await vi.waitFor(async () => expect(await listSubscribed()).toEqual([]), patiently)
  expect(before).not.toEqual([])
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({
      method: 'DELETE',
      path: expect.stringContaining('/webhooks/v3/'),
      status: 503,
      attempt: 1,
      next: expect.stringMatching(/^retrying at /),
    }),
    'unsubscribing stopped',
  )
  await vi.waitFor(
    async () => expect((await sendWebhook([deletion()])).status).toBe(401),
    patiently,
  )
})
