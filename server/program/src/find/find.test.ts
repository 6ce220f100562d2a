import { isDeepStrictEqual } from 'node:util'
import {
  isId,
  type Delivery,
  type Found,
  type GroupSummary,
  type Operation,
  type OperationLog,
} from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  connectionQuery,
  findTroubledConnections,
} from '../../../connections/src/connections/store.ts'
import type { Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { createTenant } from '../main/bootstrap.ts'
import { logOperation } from '@platform/installations/operations/logs'
import { logsQuery } from '../../../installations/src/operations/log-store.ts'
import { operationsQuery } from '../../../installations/src/operations/list-store.ts'
import { rowsRead } from '@platform/testing/rows-read'
import { testPlatform } from '@platform/testing/test-platform'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

let platform: Awaited<ReturnType<typeof testPlatform>>
const installed: Record<string, { id: string }> = {}

beforeAll(async () => {
  platform = await testPlatform({ contacts: 5 })
  for (const groupRef of ['globex', 'initech']) {
    await platform.connect(groupRef)
    installed[groupRef] = await platform.install(groupRef)
  }
  await vi.waitFor(() => {
    const done = platform.messages.filter((one) => one.notificationType === 'read.backfill.done')
    expect(done).toHaveLength(2)
  }, patiently)
})
afterAll(() => platform.close())

const list = <Row>(path: string, query: Record<string, string> = {}) =>
  platform.call<Row[]>('GET', `/v1/{p}/${path}?${new URLSearchParams(query)}`)
const searchFor = (text: string) => list<Found>('find', { text })
const getInstallationId = (groupRef: string) => must(installed[groupRef], groupRef).id

describe('what is about a customer', () => {
  it('is recorded in its deliveries with installation, object and records', async () => {
    const [operation] = await list<Operation>('operations', { groupRef: 'initech' })

    const deliveries = await list<Delivery>('deliveries', { groupRef: 'initech' })

    expect(deliveries.length).toBeGreaterThan(2)
    expect(deliveries.every(({ groupRef }) => groupRef === 'initech')).toBe(true)
    expect(deliveries.find(({ eventType }) => eventType === 'read')).toMatchObject({
      groupName: 'initech',
      installationId: getInstallationId('initech'),
      operationId: operation?.id,
      objectName: 'person',
      numRecords: 5,
    })
  })

  it('is found by installation and operation', async () => {
    const groupRef = 'globex'
    const operation = getFirst(await list<Operation>('operations', { groupRef }))
    const ofOperation = { groupRef, operationId: operation.id }

    const deliveries = await list<Delivery>('deliveries', ofOperation)

    expect(deliveries.map(({ eventType }) => eventType)).toEqual(['read.backfill.done', 'read'])
    const installationId = getInstallationId(groupRef)
    const ofInstallation = await list<Delivery>('deliveries', { installationId })
    expect(new Set(ofInstallation.map((one) => one.groupRef))).toEqual(new Set([groupRef]))
    const another = { groupRef, installationId: getInstallationId('initech') }
    expect(await list('deliveries', another)).toEqual([])
    expect(await list('operations', another)).toEqual([])
  })

  it('is also delivered by events, page by page', async () => {
    const pages: Delivery[] = []
    let path: string | undefined = '/v1/projects/test/deliveries?pageSize=1&groupRef=globex'
    while (path) {
      const reply: Response = await fetch(platform.url + path, {
        headers: { 'x-api-key': platform.apiKey },
      })
      pages.push(...((await reply.json()) as Delivery[]))
      path = /<(.+)>/.exec(reply.headers.get('link') ?? '')?.[1]
    }
    const atOnce = await list<Delivery>('deliveries', { groupRef: 'globex' })

    const events = await list<{ groupRef?: string }>('events', { groupRef: 'globex' })

    expect(pages).toEqual(atOnce)
    expect(events.length).toBeGreaterThan(2)
    expect(events.every(({ groupRef }) => groupRef === 'globex')).toBe(true)
  })

  it('is recorded in operations and their logs', async () => {
    const operations = await list<Operation>('operations', {
      groupRef: 'globex',
      status: 'success',
    })
    const logs = await list<OperationLog>('logs', { groupRef: 'globex' })

    expect(operations.length).toBeGreaterThan(0)
    for (const one of [...operations, ...logs]) {
      expect(one).toMatchObject({ groupRef: 'globex', installationId: getInstallationId('globex') })
    }
    const { id } = getFirst(operations)
    const own = await list(`operations/${id}/logs`)
    const found = await list<OperationLog>('logs', { operationId: id })
    expect(
      found.map(({ timestamp, message, severity }) => ({ timestamp, message, severity })),
    ).toEqual(own)
    expect(await list('operations', { groupRef: 'globex', status: 'failure' })).toEqual([])
    expect(await list('logs', { to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await list('operations', { from: '2099-01-01T00:00:00Z' })).toEqual([])
    expect(await list('operations', { groupRef: 'nobody' })).toEqual([])
  })

  it('returns log entries of several operations by time', async () => {
    const [mine, other] = await list<Operation>('operations')
    const projectId = must(mine, 'operation').projectId
    const line = (operation: Operation | undefined, msg: string) =>
      ({ projectId, operationId: must(operation, 'operation').id, severity: 'info', msg }) as const
    const db = platform.database.tenant(platform.projectId)
    await logOperation(db, line(other, 'Sooner.'))
    await logOperation(db, line(mine, 'Later, in a transaction that began before.'))
    await sql`update operation_logs set create_time = create_time - interval '10 seconds'
      where operation_id = ${must(mine, 'operation').id} and message ->> 'msg' like 'Later%'`.execute(
      db,
    )

    const lines = await list<OperationLog>('logs')

    const [later, sooner] = lines
    expect([later?.message.msg, sooner?.message.msg]).toEqual([
      'Later, in a transaction that began before.',
      'Sooner.',
    ])
    const times = lines.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('finding', () => {
  it('finds the connections of a person', async () => {
    const found = await searchFor('hank')

    expect(found.map(({ kind, groupRef }) => [kind, groupRef])).toEqual([
      ['connection', 'initech'],
      ['connection', 'globex'],
    ])
  })

  it('finds an ID within other text and in capitals', async () => {
    const id = getInstallationId('globex')
    const copied = [`"${id}"`, ` ${id.toUpperCase()}\n`, `installationId: '${id}',`, `(${id})`]

    const found = await Promise.all([...copied, "'GLOBEX'", id.slice(0, -1)].map(searchFor))

    expect(found.map((all) => all.map((one) => one.id))).toEqual([
      ...copied.map(() => [id]),
      ['globex'],
      [],
    ])
  })

  it('finds every kind of resource by ID', async () => {
    const [delivery] = await list<Delivery>('deliveries', { groupRef: 'globex' })
    const [operation] = await list<Operation>('operations', { groupRef: 'globex' })
    const { id, eventId, destinationId } = must(delivery, 'a delivery')
    const { id: operationId, configId, integrationId } = must(operation, 'an operation')
    const [connection] = await list<{ id: string }>('connections', { groupRef: 'globex' })
    const [topic] = await list<{ id: string }>('topics')
    const [route] = await list<{ id: string }>('topic-destination-routes')
    const [eventRoute] = await list<{ id: string }>('notification-event-topic-routes')
    const [app] = await list<{ id: string }>('provider-apps')
    const [key] = await list<{ id: string }>('api-keys')
    const [integration] = await list<{ latestRevision: { id: string } }>('integrations')
    const kinds = {
      [id]: 'delivery',
      [eventId]: 'event',
      [destinationId]: 'destination',
      [operationId]: 'operation',
      [configId]: 'installation',
      [getInstallationId('globex')]: 'installation',
      [integrationId]: 'integration',
      [must(integration, 'an integration').latestRevision.id]: 'integration',
      [must(connection, 'a connection').id]: 'connection',
      [must(topic, 'a topic').id]: 'topic',
      [must(route, 'a route').id]: 'topic',
      [must(eventRoute, 'a route').id]: 'topic',
      [must(app, 'a provider app').id]: 'providerApp',
      [must(key, 'a key').id]: 'apiKey',
    }

    const found = Object.fromEntries(
      await Promise.all(
        Object.keys(kinds).map(async (one) => [
          one,
          (await searchFor(one)).map(({ kind }) => kind),
        ]),
      ),
    ) as Record<string, string[]>

    expect(found).toEqual(
      Object.fromEntries(Object.entries(kinds).map(([one, kind]) => [one, [kind]])),
    )
  })

  it('finds customers by a part of their reference, taken literally', async () => {
    const ofGroups = async (text: string) =>
      (await searchFor(text)).filter(({ kind }) => kind === 'group').map(({ id }) => id)

    expect(await ofGroups('LOBE')).toEqual(['globex'])
    expect(await ofGroups('e')).toEqual(['globex', 'initech'])
    for (const text of ['%', '_', '\\', 'inst_none', 'evt_', 'nobody', 'constructor_x']) {
      expect(await ofGroups(text)).toEqual([])
    }
    const groups = await list<{ groupRef: string }>('groups', { search: 'TECH' })
    expect(groups.map(({ groupRef }) => groupRef)).toEqual(['initech'])
  })

  it('finds destinations and integrations by a part of their name', async () => {
    const [destination] = await list<Found>('destinations')
    const { id, health } = must(destination, 'a destination')

    const found = await Promise.all(['WEBH', '"webhook"', 'Cr', 'web%'].map(searchFor))

    const webhook = { kind: 'destination', id, name: 'webhook', health }
    const crm = { kind: 'integration', id: expect.stringMatching(/^int_/), name: 'crm' }
    expect(found).toEqual([[webhook], [webhook], [crm], []])
  })

  it('reports no health for customers without installations', async () => {
    const { id } = await platform.connect('umbrella')

    const [connected] = await searchFor('umbrella')
    await platform.call('DELETE', `/v1/{p}/connections/${id}`)

    expect(connected).toMatchObject({ kind: 'group', health: { state: 'healthy' } })
    expect((await searchFor('umbrella'))[0]).not.toHaveProperty('health')
  })

  it('reports the health of each customer as the worst of its installations', async () => {
    const db = platform.database.tenant(platform.projectId)
    const change = (to: { status: 'bad_credentials' | 'working'; refusal: string | null }) =>
      db.updateTable('connections').set(to).where('groupRef', '=', 'globex').execute()
    const listStates = async (text: string) =>
      (await searchFor(text)).map(({ health }) => health?.state)
    const [connection] = await list<{ id: string; health: object }>('connections', {
      groupRef: 'globex',
    })
    const [destination] = await list<{ id: string; health: object }>('destinations')
    const { id, health } = must(destination, 'a destination')

    await change({ status: 'bad_credentials', refusal: 'invalid_grant' })
    const results = await Promise.all(
      ['lobex', getInstallationId('globex'), must(connection, 'a connection').id].map(listStates),
    )
    const both = (await listStates('e')).slice(0, 2)
    await change({ status: 'working', refusal: null })

    expect(results).toEqual([['needsSignIn'], ['needsSignIn'], ['needsSignIn']])
    expect(both).toEqual(['needsSignIn', 'healthy'])
    expect(await listStates('lobex')).toEqual(['healthy'])
    expect(await searchFor(id)).toEqual([expect.objectContaining({ kind: 'destination', health })])
  })

  it('lists customers with health, providers, last read and records of this month', async () => {
    const summary = (groupRef: string) => list<GroupSummary>('group-summaries', { groupRef })
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: 'Reader',
      scopes: ['read'],
    })
    await platform.connect('hooli')

    await vi.waitFor(async () => {
      expect((await summary('globex'))[0]?.recordsThisMonth).toBeGreaterThanOrEqual(5)
    }, patiently)
    const all = await list<GroupSummary>('group-summaries')
    const [withoutUsage] = await platform.call<GroupSummary[]>(
      'GET',
      '/v1/{p}/group-summaries',
      undefined,
      { 'x-api-key': key },
    )

    expect(all.map(({ groupRef }) => groupRef).slice(-3)).toEqual(['initech', 'hooli', 'globex'])
    expect(all.at(-1)).toMatchObject({
      groupName: 'globex',
      health: { state: 'healthy' },
      providers: ['salesforce'],
      lastReadTime: expect.stringMatching(/^20/),
    })
    expect(all.at(-2)).toMatchObject({ providers: ['salesforce'], recordsThisMonth: 0 })
    expect(all.at(-2)).not.toHaveProperty('lastReadTime')
    expect(withoutUsage).toBeDefined()
    expect(withoutUsage).not.toHaveProperty('recordsThisMonth')
    expect(await list('group-summaries', { search: 'LOBE' })).toHaveLength(1)
    expect(await summary('LOBE')).toEqual([])
  })

  it('reveals nothing about another tenant', async () => {
    const other = await createTenant(platform.database, {
      org: 'Others',
      project: 'others',
      owner: 'owner@others.test',
    })
    const [delivery] = await list<Delivery>('deliveries')
    const ask = async (path: string) => {
      const reply = await fetch(`${platform.url}/v1/projects/others/${path}`, {
        headers: { 'x-api-key': other.apiKey },
      })
      return (await reply.json()) as unknown
    }

    const answers = await Promise.all(
      [
        'find?text=globex',
        `find?text=${getInstallationId('globex')}`,
        `find?text=${must(delivery, 'a delivery').id}`,
        'find?text=webhook',
        'find?text=crm',
        'group-summaries',
        'group-summaries?search=globex',
        'operations?groupRef=globex',
        `operations?installationId=${getInstallationId('globex')}`,
        'logs',
        'deliveries?groupRef=globex',
      ].map(ask),
    )

    expect(answers.filter((answer) => !isDeepStrictEqual(answer, []))).toEqual([])
  })
})

it('finds rare operations without reading all rows', async () => {
  const { database, projectId } = platform
  const count = 3_000
  const enough = 300
  const installationId = getInstallationId('globex')
  if (!isId('inst', installationId)) throw new Error(installationId)
  const now = Date.now()
  const makeIds = (prefix: 'op' | 'log') =>
    Array.from({ length: count }, (_, n) => earliestId(prefix, now - (count - n) * 60_000))
  await sql`
    insert into operations (id, project_id, integration_id, installation_id, config_id, action_type, object_name, status)
    select _.id, i.project_id, i.integration_id, i.id, i.config_id,
           case when n % 1500 = 7 then 'write' else 'read' end, 'person',
           case when n % 1500 = 8 then 'canceled' when n % 1500 = 9 then 'failure' else 'success' end
      from unnest(${makeIds('op')}::text[]) with ordinality _ (id, n), installations i
     where i.id = ${installationId}`.execute(database.everything)
  await sql`
    insert into operation_logs (id, project_id, operation_id, severity, message)
    select l.id, ${projectId}, o.id,
           case when n % 1500 = 7 then 'warning' when n % 1500 = 8 then 'error' else 'info' end, '{}'
      from unnest(${makeIds('log')}::text[], ${makeIds('op')}::text[]) with ordinality l (id, operation_id, n)
      join operations o on o.id = l.operation_id`.execute(database.everything)
  await sql`
    insert into consumers (project_id, consumer_ref, consumer_name)
    select ${projectId}, 'many-' || n, 'Many' from generate_series(1, ${count}::int) n`.execute(
    database.everything,
  )
  await sql`
    insert into connections (id, project_id, provider, provider_app_id, group_ref, consumer_ref, auth_scheme, status, credentials)
    select 'conn_many' || n, project_id, provider, provider_app_id, group_ref, 'many-' || n, auth_scheme, status, credentials
      from connections, generate_series(1, ${count}::int) n
     where group_ref = 'globex'`.execute(database.everything)
  await database.asOwner((owner) =>
    owner.query('analyze operations, operation_logs, connections, consumers'),
  )

  const ofOperations = (filter: Partial<Parameters<typeof operationsQuery>[1]>) => (db: Db) =>
    operationsQuery(db, { projectId, ...filter })
      .orderBy('id', 'desc')
      .limit(26)
      .execute()
  const ofLogs = (filter: Partial<Parameters<typeof logsQuery>[1]>) => (db: Db) =>
    logsQuery(db, { projectId, ...filter })
      .orderBy('l.id', 'desc')
      .limit(26)
      .execute()
  const looks: [found: number, look: (db: Db) => Promise<readonly unknown[]>][] = [
    [26, ofOperations({})],
    [26, ofOperations({ status: 'success' })],
    [2, ofOperations({ status: 'canceled' })],
    [2, ofOperations({ status: 'failure' })],
    [2, ofOperations({ actionType: 'write' })],
    [0, ofOperations({ actionType: 'customFields' })],
    [26, ofOperations({ installationIds: [installationId] })],
    [26, ofLogs({})],
    [2, ofLogs({ severity: 'warning' })],
    [2, ofLogs({ severity: 'error' })],
    [26, ofLogs({ installationIds: [installationId] })],
    [0, (db) => findTroubledConnections(db, { projectId, groupRefs: ['globex', 'initech'] })],
    [1, (db) => connectionQuery(db, { projectId, consumerRef: 'many-7' }).execute()],
  ]
  const results = []
  for (const [expected, look] of looks) {
    const tables = /^(operations|operation_logs|connections)$/
    results.push({ expected, ...(await rowsRead(database, projectId, { tables, look })) })
  }

  expect(
    results.filter(({ found, expected, read }) => found !== expected || read > enough),
  ).toEqual([])
})
