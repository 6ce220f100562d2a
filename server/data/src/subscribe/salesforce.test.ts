import { randomUUID } from 'node:crypto'
import type { Installation, Log, Operation } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeClient } from '@platform/kernel/db/client'
import { PgClient } from '../../../kernel/src/db/client.ts'
import { parseStoppedLine } from '@platform/testing/parse-stopped-line'
import { testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { must, sleep } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, requiredWatchFields: [Email]}
          deleteEvent: {enabled: always}
          otherEvents: [UNDELETE]
`
const base = '/v1/{p}/integrations/crm/installations'

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  const [topic] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic!.id,
    eventType: 'subscribe.create.error',
  })
  await platform.connect()
  ;({ id } = await platform.install('globex', { Contact: {} }))
  await setUp(id)
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(() => platform.close())

const findInstalled = (installationId: string, integration = 'crm') =>
  platform.call<Installation>(
    'GET',
    `/v1/{p}/integrations/${integration}/installations/${installationId}`,
  )

const setUp = (installationId: string, state = 'active', integration = 'crm') =>
  vi.waitFor(async () => {
    const installation = await findInstalled(installationId, integration)
    expect(installation.subscription).toMatchObject({ state })
    return installation
  }, patiently)

const changeMessages = (installationId = id) =>
  platform.messages
    .filter(
      (message) => message.action === 'subscribe' && message.installationId === installationId,
    )
    .flatMap(({ result }) => result ?? [])

const waitForChanges = (count: number, installationId = id) =>
  vi.waitFor(() => {
    expect(changeMessages(installationId).length).toBeGreaterThanOrEqual(count)
    return changeMessages(installationId)
  }, patiently)

const create = (LastName = 'Lind', at = {}) =>
  platform.control.createRecord('Contact', { LastName, Email: `${randomUUID()}@lind.example` }, at)

async function readLog(installationId: string, integration = 'crm') {
  const { results } = await platform.call<{ results: Operation[] }>(
    'GET',
    `/v1/{p}/integrations/${integration}/installations/${installationId}/operations`,
  )
  const operation = results.find(({ actionType }) => actionType === 'subscribe')!
  return platform.call<Log[]>('GET', `/v1/{p}/operations/${operation.id}/logs`)
}

const listLogLines = async (installationId: string) =>
  (await readLog(installationId)).map(({ message }) => message.msg)

/** Log entry of the set-up about a failure: the call, the attempt and the next step. */
async function findStopped(what: string, installationId: string = id, integration = 'crm') {
  const line = must(
    (await readLog(installationId, integration)).find(({ message }) =>
      message.msg.startsWith(what),
    ),
    `line that begins with ${what}`,
  )
  return parseStoppedLine(line)
}

/** As after the listening process died: its number is unknown. */
const endListening = (listenTime = new Date()) =>
  platform.database.everything
    .updateTable('subscriptions')
    .set((is) => ({ runner: null, fence: is('fence', '+', 1), listenTime }))
    .execute()

describe('an installation subscribed to Salesforce', () => {
  it('receives record changes with the builder’s field names', async () => {
    const { id: recordId } = await create()
    await waitForChanges(1)
    await platform.control.updateRecord('Contact', recordId, { Email: 'new@lind.example' })
    await waitForChanges(2)
    await platform.control.updateRecord('Contact', recordId, { Title: 'not watched' })
    await platform.control.deleteRecord('Contact', recordId)
    await platform.control.restoreRecord('Contact', recordId)
    const entries = await waitForChanges(4)

    expect(entries).toMatchObject([
      {
        subscribeEventType: 'create',
        providerEventType: 'CREATE',
        id: recordId,
        fields: { LastName: 'Lind' },
        mappedFields: { email: expect.stringContaining('@lind.example') },
        rawEvent: { payload: { ChangeEventHeader: { entityName: 'Contact' } } },
      },
      {
        subscribeEventType: 'update',
        mappedFields: { email: 'new@lind.example' },
        fieldsUpdated: expect.arrayContaining(['Email']),
      },
      { subscribeEventType: 'delete', id: recordId, fields: {} },
      { subscribeEventType: 'other', providerEventType: 'UNDELETE' },
    ])
    const begun = (await readLog(id)).find(({ message }) =>
      message.msg.includes('Subscribed to changes'),
    )
    expect(begun?.message.call).toMatchObject({
      method: expect.any(String),
      url: expect.stringMatching(/^http:/),
      status: expect.any(Number),
      durationMs: expect.any(Number),
      attempt: 1,
    })
    const message = platform.messages.find(({ action }) => action === 'subscribe')!
    expect(message).toMatchObject({
      objectName: 'person',
      rawObjectName: 'Contact',
      installationId: id,
      groupRef: 'globex',
      resultInfo: { type: 'inline', numRecords: 1 },
    })
    expect(message).not.toHaveProperty('operationId')
    expect((await findInstalled(id)).subscription).toEqual({
      state: 'active',
      health: { state: 'healthy' },
      delivery: 'pull',
      lastEventTime: expect.any(String),
    })
  })

  it('resumes after the last event in another process without duplicates', async () => {
    await create('One')
    await waitForChanges(1)

    await endListening()
    await create('Two')
    await create('Three')
    const entries = await waitForChanges(3)

    expect(entries.map(({ fields }) => fields?.['LastName'])).toEqual(['One', 'Two', 'Three'])
  })

  it('resumes after the database rejected all writes of a process that goes on', async () => {
    await create('One')
    await waitForChanges(1)
    const error = vi.spyOn(platform.services.log, 'error')
    onTestFinished(() => error.mockRestore())
    const owner = new PgClient({ connectionString: platform.databaseUrl })
    await owner.connect()
    onTestFinished(() => closeClient(owner))
    await owner.query(`create function reject_writes() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
      create trigger reject_writes before update on subscriptions
        for each row execute function reject_writes()`)
    await create('Two')
    await vi.waitFor(
      () => expect(error).toHaveBeenCalledWith(expect.anything(), 'listening was interrupted'),
      patiently,
    )
    // Its release is rejected too.
    await sleep(500)

    await owner.query('drop function reject_writes cascade')

    expect(await waitForChanges(2)).toMatchObject([
      { fields: { LastName: 'One' } },
      { fields: { LastName: 'Two' } },
    ])
  })

  it('reads changes that Salesforce no longer announces, with a log entry', async () => {
    await endListening(new Date(Date.now() + 60_000))
    await create('Lost')
    const { id: gone } = await create('Gone')
    await platform.control.deleteRecord('Contact', gone)
    await platform.control.forgetEvents()

    await endListening()
    const entries = await waitForChanges(2)

    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subscribeEventType: 'update',
          providerEventType: 'reconciled',
          fields: expect.objectContaining({ LastName: 'Lost' }),
        }),
        expect.objectContaining({ subscribeEventType: 'delete', id: gone }),
      ]),
    )
    const lines = await listLogLines(id)
    expect(lines).toContainEqual(expect.stringContaining('may be missing'))
    expect(lines).toContainEqual(
      expect.stringMatching(/Checked for missed changes of Contact: found \d/),
    )
  })

  it('stores events during an outage and delivers them afterwards', async () => {
    const warn = vi.spyOn(platform.services.log, 'warn')
    onTestFinished(() => warn.mockRestore())
    await platform.control.addFault({
      match: { method: 'GET', pathRegex: '/query' },
      effect: 'server-error',
    })

    await create()
    const failing = await vi.waitFor(async () => {
      const { subscription } = await findInstalled(id)
      expect(subscription?.error).toBeDefined()
      return subscription
    }, patiently)
    const before = changeMessages()
    await platform.control.clearFaults()

    expect(failing).toMatchObject({ state: 'active', errorTime: expect.any(String) })
    expect(before).toEqual([])
    expect(await waitForChanges(1)).toMatchObject([{ fields: { LastName: 'Lind' } }])
    const next = expect.stringMatching(/^the changes are kept; retrying at \d{4}-.+Z$/)
    expect(await findStopped('Delivering changes')).toEqual({
      what: 'Delivering changes stopped',
      answer: '500',
      attempt: 1,
      next,
    })
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({
        method: 'GET',
        path: expect.stringMatching(/\/query$/),
        status: 500,
        durationMs: expect.any(Number),
        attempt: 1,
        next,
      }),
      'delivering changes stopped',
    )
    // The next failure counts as the first one again.
    await vi.waitFor(async () => {
      const links = await platform.database.everything
        .selectFrom('subscribedInstallations')
        .select('attempts')
        .execute()
      expect(links).toEqual([{ attempts: 0 }])
    }, patiently)
  })

  it('receives changes without fields when the provider refuses the fields', async () => {
    await platform.control.showField('Contact', 'Email', false)

    const { id: recordId } = await platform.control.createRecord('Contact', { LastName: 'Lind' })

    expect(await waitForChanges(1)).toMatchObject([{ id: recordId, fields: {} }])
    expect(await findStopped('The provider rejects the fields')).toMatchObject({
      answer: '400',
      next: 'its changes are delivered without fields',
    })
    await platform.control.showField('Contact', 'Email', true)
  })

  it('resumes immediately after the customer signs in again', async () => {
    await platform.control.revokeTokens()
    await endListening()
    await vi.waitFor(async () => {
      const { subscription } = await findInstalled(id)
      expect(subscription?.error).toBeDefined()
    }, patiently)
    await create('Meanwhile')

    await platform.connect()

    expect(await waitForChanges(1)).toMatchObject([{ fields: { LastName: 'Meanwhile' } }])
    expect(await findStopped('Listening for changes')).toMatchObject({
      attempt: 1,
      next: expect.stringMatching(/^resuming at .+Z after the last received change$/),
    })
  })

  it('stops after uninstalling and leaves nothing at Salesforce', async () => {
    const { connection } = await findInstalled(id)

    await platform.call('DELETE', `${base}/${id}`)
    await vi.waitFor(async () => {
      const left = await platform.call<{ id: string }[]>('GET', '/v1/{p}/connections')
      expect(left.map((one) => one.id)).not.toContain(connection.id)
    }, patiently)

    const taken = (await platform.control.requests()).filter(
      ({ method, url }) => method === 'DELETE' && url.includes('PlatformEventChannelMember'),
    )
    expect(taken).toHaveLength(1)
  })
})

it('polls by modification time if Salesforce announces no changes', async () => {
  const match = { method: 'POST', pathRegex: 'PlatformEventChannelMember' }
  await platform.control.addFault({ match, effect: 'unavailable', times: 1 })
  await platform.control.addFault({ match, effect: 'permission-lost' })
  await platform.connect('initech')
  const { id: other } = await platform.install('initech', { Contact: {} })
  const installation = await setUp(other)
  await platform.control.clock(-120)
  await create('Polled')
  await platform.control.clock(0)

  /** Starts the next poll. The previous one is complete once the next one is scheduled. */
  const pollAgain = () =>
    vi.waitFor(async () => {
      const { numAffectedRows } = await sql`
        update graphile_worker._private_jobs set run_at = now()
        where key = ${`sweep-changes:${installation.connection.id}:Contact`}
          and run_at between now() + interval '1 minute' and now() + interval '5 minutes'`.execute(
        platform.database.everything,
      )
      expect(numAffectedRows).toBe(1n)
    }, patiently)
  await pollAgain()
  const entries = await waitForChanges(1, other)
  // A record that becomes visible minutes after its time.
  await pollAgain()
  await platform.control.clock(-400)
  await create('Late', {})
  await platform.control.clock(0)
  await pollAgain()
  await waitForChanges(entries.length + 1, other)
  await pollAgain()
  await pollAgain()
  const findNamed = (name: string) =>
    changeMessages(other).filter(({ fields }) => fields?.['LastName'] === name)
  expect(findNamed('Late')).toHaveLength(1)
  expect(findNamed('Polled')).toHaveLength(1)

  expect(installation.subscription).toMatchObject({ delivery: 'poll' })
  // Changes of the minute before are delivered too, because clocks differ and none may be missed.
  expect(entries).toContainEqual(
    expect.objectContaining({
      providerEventType: 'reconciled',
      fields: expect.objectContaining({ LastName: 'Polled' }),
    }),
  )
  expect(await findStopped('Subscribing', other)).toMatchObject({
    answer: '503',
    attempt: 1,
    next: expect.stringMatching(/^retrying at /),
  })
  expect(await findStopped('The provider does not push', other)).toMatchObject({
    answer: '403',
    attempt: 2,
    next: 'polling for them every 5 minutes',
  })
})

it('reports why a subscription cannot be set up', async () => {
  await platform.control.clearFaults()
  const sourceYaml = manifest.replaceAll('Contact', 'Nothing').replace('name: crm', 'name: odd')
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml })
  await platform.connect('hooli')

  const { id: odd } = await platform.call<{ id: string }>(
    'POST',
    '/v1/{p}/integrations/odd/installations?skipSampling=true',
    { groupRef: 'hooli', config: { content: { read: { objects: { Nothing: {} } } } } },
  )
  const installation = await setUp(odd, 'failed', 'odd')

  const event = await vi.waitFor(() => {
    const found = platform.messages.find(
      ({ notificationType }) => notificationType === 'subscribe.create.error',
    )
    expect(found).toBeDefined()
    return found!
  }, patiently)
  expect(event.data).toMatchObject({
    installationId: odd,
    integrationName: 'odd',
    error: expect.stringContaining('Nothing'),
  })
  expect(installation).toMatchObject({ healthStatus: 'unhealthy' })
  expect(await findStopped('Changes of Nothing', odd, 'odd')).toMatchObject({
    what: 'Changes of Nothing cannot be subscribed to',
    attempt: 1,
    next: expect.stringMatching(/^retrying at /),
  })
})
