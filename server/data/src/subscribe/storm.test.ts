import { createHmac, hash, randomUUID } from 'node:crypto'
import type { Installation } from '@platform/contract'
import { sandboxApps, sandboxPortals } from '@platform/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase, type Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { median } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getNth } from '@platform/kernel/values'
import { storeIncomingEvents } from './take-in.ts'

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
          requiredFields:
            - fieldName: lastname
    subscribe:
      objects:
        - objectName: contacts
          destination: webhook
          inheritFieldsAndMapping: true
          deleteEvent: {enabled: always}
`
const base = '/v1/{p}/integrations/crm/installations'
const [stormy, calm] = [getNth(sandboxPortals, 0).id, getNth(sandboxPortals, 1).id]

/** How long requests of a tenant wait for a lock: who depended on the storm would wait as long. */
const lockTimeoutMs = 10_000

/** A separate pool of connections, like that of another process. */
let elsewhere: Database
let platform: Awaited<ReturnType<typeof testPlatform>>
let connections: [`conn_${string}`, `conn_${string}`]
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  elsewhere = await openDatabase(platform.databaseUrl)
  connections = [await install('globex', stormy), await install('initech', calm)]
})
afterAll(async () => {
  await elsewhere.close()
  await platform.close()
})

async function install(groupRef: string, account: string): Promise<`conn_${string}`> {
  const connection = await platform.connect(groupRef, 'hubspot', { account })
  const { id } = await platform.install(groupRef, { contacts: {} })
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>('GET', `${base}/${id}`)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  return connection.id
}

const deletion = (eventId: number) => ({
  eventId,
  portalId: Number(stormy),
  appId: 1,
  occurredAt: Date.now(),
  subscriptionType: 'contact.deletion',
  objectId: eventId,
  attemptNumber: 0,
})

const hashEvent = ({ portalId, eventId, objectId, occurredAt }: ReturnType<typeof deletion>) =>
  hash('sha256', [portalId, eventId, 'deletion', objectId, '', '', occurredAt].join('-'), 'buffer')

function sendEvent(event: object): Promise<Response> {
  const { projectId, hubspotAppId, url } = platform
  const path = `/subscribe/v1/projects/${projectId}/providers/hubspot/apps/${hubspotAppId}`
  const body = JSON.stringify([event])
  const now = String(Date.now())
  const signature = createHmac('sha256', sandboxApps.hubspot.clientSecret)
    .update(`POST${url}${path}${body}${now}`)
    .digest('base64')
  return fetch(url + path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hubspot-signature-v3': signature,
      'x-hubspot-request-timestamp': now,
    },
  })
}

const listDelivered = () =>
  platform.messages
    .filter(({ action }) => action === 'subscribe')
    .flatMap(({ result }) => (result ?? []).flatMap(({ id }) => id ?? []))

/** Milliseconds between the acknowledgement of an event of the calm account and its delivery. */
async function deliveryMs(recordId: string): Promise<number> {
  const time = new Date().toISOString()
  const event = {
    ...{ id: recordId, type: 'delete' as const, objectName: 'contacts', recordId, time },
    ...{ providerEventType: 'contact.deletion', workspaceRef: calm, rawEvent: {} },
  }
  const { projectId } = platform
  await inTransaction(elsewhere.tenant(projectId), (tx) =>
    storeIncomingEvents(tx, projectId, [{ connectionId: connections[1], event }]),
  )
  const start = performance.now()
  await vi.waitFor(() => expect(listDelivered()).toContain(recordId), { ...patiently, interval: 5 })
  return performance.now() - start
}

it('delivers acknowledged events while webhooks arrive faster than they are stored', async () => {
  const other = await platform.anotherTenant('other')
  const quiet: number[] = []
  for (const recordId of ['q1', 'q2', 'q3', 'q4', 'q5']) quiet.push(await deliveryMs(recordId))
  const quietMs = median(quiet)
  // Others that store the same event wait until this transaction ends.
  const holder = new pg.Client(platform.databaseUrl)
  await holder.connect()
  const event = deletion(1)
  await holder.query('begin')
  await holder.query(
    `insert into change_events (connection_id, project_id, event_hash, object_name, record_id, event_time)
     values ($1, $2, $3, 'contacts', '1', now())`,
    [connections[0], platform.projectId, hashEvent(event)],
  )

  const replies = Array.from({ length: 300 }, () => sendEvent(event))
  const watcher = new pg.Client(platform.databaseUrl)
  await watcher.connect()
  await vi.waitFor(async () => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rows[0]?.count).toBeGreaterThan(3)
  }, patiently)
  const ownTimes: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = performance.now()
    const own = await platform.call('GET', '/v1/{p}/topics')
    ownTimes.push(performance.now() - start)
    expect(own).toEqual([expect.objectContaining({ name: 'all' })])
  }
  const theirs = await other.call('GET', '/v1/{p}/topics')
  const inStorm: number[] = []
  for (const recordId of ['s1', 's2', 's3']) inStorm.push(await deliveryMs(recordId))
  await holder.query('rollback')
  await holder.end()
  await watcher.end()
  const answered = await Promise.all(replies)
  const again = await sendEvent(deletion(2))

  // The first delivery of each may be affected by the burst itself.
  const limitMs = Math.max(20 * quietMs, lockTimeoutMs / 2)
  expect(median(inStorm)).toBeLessThan(limitMs)
  expect(theirs).toEqual([expect.objectContaining({ name: 'all' })])
  expect(median(ownTimes)).toBeLessThan(limitMs)
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([204, 503]))
  for (const { status, headers } of answered) {
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(again.status).toBe(204)
  await vi.waitFor(
    () => expect(listDelivered()).toEqual(expect.arrayContaining(['1', '2', 's1', 's2', 's3'])),
    patiently,
  )
})

it('accepts concurrent requests for the same connections in opposite order', async () => {
  const { projectId } = platform
  const receive = (of: readonly `conn_${string}`[], untilThen: () => Promise<void> | void) =>
    inTransaction(elsewhere.tenant(projectId), async (tx) => {
      const time = new Date().toISOString()
      const event = { type: 'delete', objectName: 'contacts', recordId: '1', time } as const
      const events = of.map((connectionId) => ({
        connectionId,
        event: { ...event, id: randomUUID(), providerEventType: 'contact.deletion', rawEvent: {} },
      }))
      await storeIncomingEvents(tx, projectId, events)
      await untilThen()
    })
  const watcher = new pg.Client(platform.databaseUrl)
  await watcher.connect()
  onTestFinished(() => watcher.end())
  const areWaiting = () =>
    vi.waitFor(async () => {
      const { rows } = await watcher.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and query like '%enqueue_job%'`,
      )
      expect(rows[0]?.count).toBe(2)
    }, patiently)

  // Both wait for their first connection before either requests its second.
  const [taken, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ahead = receive(connections, () => {
    taken.resolve()
    return release.promise
  })
  await taken.promise
  const both = [connections, connections.toReversed()].map((of) => receive(of, () => {}))
  await areWaiting()
  release.resolve()
  await ahead

  await expect(Promise.all(both)).resolves.toHaveLength(2)
})
