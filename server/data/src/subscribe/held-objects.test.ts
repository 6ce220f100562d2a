import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const objects = (destinations: { Account: string; Contact: string }) => `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Account
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: Name }]
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: LastName }]
    subscribe:
      objects:
        - objectName: Account
          destination: ${destinations.Account}
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
        - objectName: Contact
          destination: ${destinations.Contact}
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
let changes: object
const subscription = async () =>
  (
    await platform.call<{ subscription: { state: string; error?: string } }>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${id}`,
    )
  ).subscription
beforeAll(async () => {
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: objects({ Account: 'webhook', Contact: 'webhook' }),
  })
  const { metadata } = await platform.call<{ metadata: object }>(
    'GET',
    '/v1/{p}/destinations/webhook',
  )
  changes = { name: 'changes', type: 'webhook', metadata }
  await platform.call('POST', '/v1/{p}/destinations', changes)
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: objects({ Account: 'changes', Contact: 'webhook' }),
  })
  await platform.connect()
  ;({ id } = await platform.install('globex', { Account: {}, Contact: {} }))
  await vi.waitFor(
    async () => expect(await subscription()).toMatchObject({ state: 'active' }),
    patiently,
  )
})
afterAll(() => platform.close())

const receivedIds = () =>
  platform.messages.flatMap(({ action, result = [] }) =>
    action === 'subscribe' ? result.map(({ raw, id: entryId }) => raw?.['Id'] ?? entryId) : [],
  )

it('delivers changes of other objects while the provider fails for one', async () => {
  await platform.control.addFault({
    effect: 'unavailable',
    match: { pathRegex: 'FROM(\\+|%20)Account' },
  })

  const held = await platform.control.createRecord('Account', { Name: 'Held' })
  const other = await platform.control.createRecord('Contact', { LastName: 'Other' })

  await vi.waitFor(() => expect(receivedIds()).toContain(other.id), patiently)
  expect(receivedIds()).not.toContain(held.id)
  await platform.control.clearFaults()
  const { everything } = platform.database
  // The next attempt is due in a minute.
  await vi.waitFor(async () => {
    const { numAffectedRows } = await sql`
      update change_events set retry_time = now() where retry_time > now()`.execute(everything)
    expect(numAffectedRows).toBe(1n)
  }, patiently)
  await platform.control.createRecord('Contact', { LastName: 'Further' })

  await vi.waitFor(() => expect(receivedIds()).toContain(held.id), patiently)
})

it('delivers changes of other objects while a destination is missing, and keeps its own', async () => {
  await platform.call('DELETE', '/v1/{p}/destinations/changes?force=true')

  const held = await platform.control.createRecord('Account', { Name: 'Held' })
  const others = [
    await platform.control.createRecord('Contact', { LastName: 'First' }),
    await platform.control.createRecord('Contact', { LastName: 'Second' }),
  ]
  const otherIds = others.map((record) => record.id)
  await vi.waitFor(() => expect(receivedIds()).toEqual(expect.arrayContaining(otherIds)), patiently)
  await vi.waitFor(
    async () => expect((await subscription()).error).toContain('No destination'),
    patiently,
  )
  const receivedMeanwhile = receivedIds()
  await platform.call('POST', '/v1/{p}/destinations', changes)
  const { everything } = platform.database
  // The next attempt is due in five minutes.
  await everything.executeQuery(
    sql`update change_events set retry_time = now()`.compile(everything),
  )
  await platform.control.createRecord('Contact', { LastName: 'Third' })

  await vi.waitFor(() => expect(receivedIds()).toContain(held.id), patiently)
  expect(receivedMeanwhile).not.toContain(held.id)
  await vi.waitFor(async () => expect((await subscription()).error).toBeUndefined(), patiently)
})

/** Stores events of an object that are set aside, more than a connection stored before it took no more. */
const setManyAside = (objectName: string) =>
  sql`insert into change_events
        (connection_id, project_id, event_hash, object_name, record_id, event_time, body, retry_time)
      select (select id from connections limit 1), ${platform.projectId}, sha256(n::text::bytea),
             ${objectName}, n::text, now() - interval '1 hour', '{}', now() + interval '1 day'
        from generate_series(1, 50001) n`.execute(platform.database.everything)

it('delivers changes of other objects while too many of one are set aside, and finds its own later', async () => {
  const { everything } = platform.database
  await setManyAside('Account')

  const leftOut = await platform.control.createRecord('Account', { Name: 'Left out' })
  const other = await platform.control.createRecord('Contact', { LastName: 'Beside' })

  await vi.waitFor(() => expect(receivedIds()).toContain(other.id), patiently)
  const { rows: logs } = await sql<{ msg: string }>`
    select message::text as msg from operation_logs
     where message::text like '%Changes of Account%may be missing%'`.execute(everything)
  expect(logs).toHaveLength(1)
  expect(receivedIds()).not.toContain(leftOut.id)
  await sql`delete from change_events where body = '{}'`.execute(everything)
  await vi.waitFor(async () => {
    // It looks for room every five minutes.
    await sql`update graphile_worker._private_jobs set run_at = now()
               where key like 'sweep-changes:%' and run_at > now()`.execute(everything)
    expect(receivedIds()).toContain(leftOut.id)
  }, patiently)
})
