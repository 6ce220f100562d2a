import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noteRefresh } from '../../../connections/src/credentials/store.ts'
import { givenKeptRecords } from '../../../data/src/kept-records/provocations.ts'
import { insertLog } from '../../../installations/src/operations/log-store.ts'
import { nextPageToken, paginateMatching } from '@platform/kernel/http/paginate'
import type { Tables } from '@platform/kernel/db/tables'
import type { Updateable } from 'kysely'
import { patiently } from '@platform/testing/patiently'
import { givenWorld, operations, worldManifest, type World } from '@platform/testing/world'

let world: World
beforeAll(async () => {
  world = await givenWorld()
  // Further records of kinds with only one in the world.
  await world.must(contract.createCustomerDestination, {
    body: {
      ...{ groupRef: 'globex', label: 'More', url: world.silentUrl },
      eventTypes: ['custom.paid'],
    },
  })
  for (const nth of [1, 2]) {
    await world.must(contract.sendEvent, {
      body: { type: 'custom.paid', groupRef: 'globex', data: { nth } },
    })
  }
  await world.must(contract.createEventType, { body: { name: 'custom.more' } })
  const { body: topic } = await world.must(contract.createTopic, { body: { name: 'more' } })
  const topicId = topic.id
  await world.must(contract.createEventTopicRoute, {
    body: { topicId, eventType: 'connection.created' },
  })
  const destinationId = world.ids['destination']
  await world.must(contract.createTopicDestinationRoute, { body: { topicId, destinationId } })
  for (const name of ['second', 'third']) {
    const webhook = { name, type: 'webhook', metadata: { url: world.silentUrl } }
    await world.must(contract.createDestination, { body: webhook })
    await world.must(contract.createPullConsumer, { body: { name } })
    await world.must(contract.createOrgInvite, { body: { email: `${name}@guest.test` } })
    await world.must(contract.createProject, {
      body: { name, appName: name, orgId: world.tenant.org.id },
    })
    await world.connect(name)
    await world.must(contract.createInstallation, {
      body: { groupRef: name, config: { content: {} } },
    })
    await world.must(contract.triggerRead)
    await world.must(contract.replayDeliveries)
    const domain = `${name}.example`
    world.txtRecords.set(domain, [`platform-domain-claim=${world.tenant.org.id}`])
    await world.must(contract.claimDomain, {
      body: { domain, parentId: world.tenant.org.id, parentType: 'org' },
    })
  }
  // No engine runs here to write it.
  const { id: projectId } = world.tenant.project
  const operationId = world.ids['operationId'] as `op_${string}`
  for (const msg of ['first', 'second', 'third']) {
    await insertLog(world.api.database.tenant(projectId), {
      projectId,
      operationId,
      severity: 'info',
      msg,
    })
  }
  const connectionId = world.ids['connectionId'] as `conn_${string}`
  for (let count = 0; count < 3; count++) {
    await noteRefresh(world.api.database.tenant(projectId), { id: connectionId, projectId })
  }
  for (const fieldName of ['First', 'Second']) {
    const field = { fieldName, displayName: fieldName, valueType: 'boolean' }
    await world.must(contract.upsertMetadataForInstallation, {
      body: { groupRef: 'globex', fields: { Contact: [field] } },
    })
  }
  for (const month of ['2026-01-01', '2026-02-01', '2026-03-01']) {
    const counts = { messagesDelivered: 1, recordsDelivered: 1, messagesFailed: 0 }
    await world.api.database
      .tenant(projectId)
      .insertInto('usageMonths')
      .values({ projectId, month, groupRef: 'globex', groupName: 'Globex', ...counts })
      .execute()
  }
  for (const provider of ['asana', 'linear', 'zoom']) {
    const report = { detail: 'The project has no OAuth client.', providerAppId: null }
    await world.api.database
      .tenant(projectId)
      .insertInto('setupReports')
      .values({ projectId, provider, cause: 'missing', reportTime: null, ...report })
      .execute()
  }
  await givenKeptRecords(world, ['Ivanova', 'Lind', 'Okafor'])
  await world.api.database
    .tenant(projectId)
    .updateTable('installations')
    .set({ supportAccess: true })
    .execute()
  await world.must(contract.createJWTKey)
  await world.must(contract.createProviderApp)
  await world.must(contract.connectAgent)
  await world.must(contract.createConnectLink)
  await world.must(contract.writeRecords, {
    body: {
      ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous', approval: 'person' },
      record: { LastName: 'Ivanova' },
    },
  })
  await world.must(contract.createDestination)
  const sourceYaml = worldManifest.replace('days: 30', 'days: 31')
  await world.must(contract.createRevision, { body: { sourceYaml } })
  await world.must(contract.createIntegration)
})
afterAll(() => world.close())

const lists = operations.filter(({ query }) => query && 'pageToken' in query.shape)

/** The token of the next page in the `Link` header. */
function nextTokenIn({ link = '' }: Record<string, unknown>): string | undefined {
  const next = /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1]
  return next && (new URL(next, 'http://any').searchParams.get('pageToken') ?? undefined)
}

/** All items of a list, read with one item per page by the links to the next page. */
async function oneByOne(operation: OperationDefinition, sort: Record<string, string> = {}) {
  const items: unknown[] = []
  let query: Record<string, string> | undefined = { pageSize: '1', ...sort }
  while (query) {
    const { body, headers } = await world.must(operation, { query })
    const page: unknown[] = Array.isArray(body) ? body : body.results
    expect(page).toHaveLength(1)
    items.push(...page)
    const pageToken: string | undefined = nextTokenIn(headers) ?? body.pagination?.nextPageToken
    query = pageToken ? { pageSize: '1', ...sort, pageToken } : undefined
  }
  return items
}

it.each(lists)('$id shows each item on exactly one page', async (operation) => {
  // Deliveries fail during the test, which changes their records.
  await vi.waitFor(async () => {
    const { body } = await world.must(operation)
    const all: unknown[] = Array.isArray(body) ? body : body.results

    const items = await oneByOne(operation)

    expect(all.length).toBeGreaterThan(1)
    expect(items).toEqual(all)
  }, patiently)
})

const orders = lists.flatMap((operation) => {
  const sort = operation.query?.shape['sort'] as { unwrap(): { options: string[] } } | undefined
  return (sort?.unwrap().options ?? []).map((order) => [operation.id, order, operation] as const)
})

/** Value of the field in an item; installations name their customer within `group`. */
const getValue = (item: any, field: string): string => item[field] ?? item.group?.[field]

it.each(orders)('%s sorts all items by %s, page by page', async (_id, sort, operation) => {
  await vi.waitFor(async () => {
    const { body: usual } = await world.must(operation)

    const items = await oneByOne(operation, { sort })

    const field = sort.replace('-', '')
    const values = items.map((item) => getValue(item, field))
    const ascending = values.toSorted((a, b) => a.localeCompare(b))
    expect(values).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)
    expect(items).toHaveLength(usual.length)
    expect(items).toEqual(expect.arrayContaining(usual))
  }, patiently)
})

it.each(orders)('%s rejects page tokens of other orders than %s', async (_id, sort, operation) => {
  const others = orders.filter(([id, order]) => id === operation.id && order !== sort)
  expect(others).not.toEqual([])

  for (const [, other] of others) {
    const { headers } = await world.must(operation, { query: { pageSize: '1', sort: other } })
    const link = /^<([^>]+)>/.exec(String(headers.link))?.[1] ?? ''
    const pageToken = new URL(link, 'http://any').searchParams.get('pageToken') ?? ''
    const { status, body } = await world.send(operation, { query: { sort, pageToken } })

    expect([other, status, body.issues?.[0].name]).toEqual([other, 400, 'pageToken'])
  }
})

const ofHealth = [contract.listInstallations, contract.listInstallationsForProject]

it.each(ofHealth)('$id filters by health, page by page', async (operation) => {
  const db = world.api.database.tenant(world.tenant.project.id)
  const change = (groupRef: string, values: Updateable<Tables['connections']>) =>
    db.updateTable('connections').set(values).where('groupRef', '=', groupRef).execute()
  const listShown = async (health?: string, pageSize = '1') => {
    const items: contract.Installation[] = []
    let pageToken: string | undefined
    do {
      const query = { pageSize, ...(health && { health }), ...(pageToken && { pageToken }) }
      const { body, headers } = await world.must(operation, { query })
      items.push(...body)
      pageToken = nextTokenIn(headers)
    } while (pageToken)
    return items.map(({ id, health: { state } }) => `${id} ${state}`)
  }
  await change('second', { status: 'bad_credentials' })
  const refreshFailingSince = new Date()
  await change('third', { refreshFailureKind: 'outage', refreshError: '503', refreshFailingSince })
  const all = await listShown()
  const refused = all.filter((one) => one.endsWith('needsSignIn'))

  expect(refused).toHaveLength(1)
  expect(await listShown('needsSignIn')).toEqual(refused)
  for (const state of contract.Health.shape.state.options) {
    expect(await listShown(state, '2')).toEqual(all.filter((one) => one.endsWith(` ${state}`)))
  }
  expect(all.filter((one) => one.endsWith(' retrying'))).toHaveLength(1)
  expect(await listShown('unhealthy')).toEqual(refused)
  const { status, body } = await world.send(operation, { query: { health: 'poorly' } })
  expect([status, body.issues?.[0].name]).toEqual([400, 'health'])
  await change('second', { status: 'working' })
  await change('third', { refreshFailureKind: null, refreshError: null, refreshFailingSince: null })
})

it('examines only some rows for a page of matching items', async () => {
  const list = world.api.database.tenant(world.tenant.project.id).selectFrom('groups').selectAll()
  const read = async (wanted: readonly string[], pageSize: number) => {
    const pages: string[][] = []
    let pageToken: string | undefined
    do {
      const page = await paginateMatching(
        list,
        { pageSize, pageToken },
        {
          toItems: (rows) => rows.map(({ groupRef }) => ({ groupRef })),
          matches: ({ groupRef }) => wanted.includes(groupRef),
          keyOf: ({ groupRef }) => groupRef,
          order: { by: 'groupRef', order: 'asc' },
          maxExamined: 2,
        },
      )
      pages.push(page.map(({ groupRef }) => groupRef))
      pageToken = nextPageToken(page)
    } while (pageToken)
    return pages
  }
  const refs = (await list.orderBy('groupRef').execute()).map(({ groupRef }) => groupRef)
  const last = refs.slice(-1)

  const pages = await read(last, 5)
  expect(pages.flat()).toEqual(last)
  expect(pages).toHaveLength(Math.ceil(refs.length / 2))
  expect((await read(refs, 1)).flat()).toEqual(refs)
})

it('pages every list', () => {
  const unpaged = operations
    .filter((operation) => operation.id.startsWith('list') && !lists.includes(operation))
    .map(({ id }) => id)

  // The catalogue is one document, and a delivery has few attempts.
  expect(unpaged.toSorted()).toEqual(['listAttempts', 'listCustomerAttempts', 'listProviders'])
})
