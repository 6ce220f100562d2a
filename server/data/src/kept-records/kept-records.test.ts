import { randomBytes } from 'node:crypto'
import type { Installation, KeptRecords, Operation } from '@platform/contract'
import { sql } from 'kysely'
import { closeClient } from '@platform/kernel/db/client'
import { inTransaction } from '@platform/kernel/db/transaction'
import { createSecrets, parseMasterKeys, type Secrets } from '@platform/kernel/secrets'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { PgClient } from '../../../kernel/src/db/client.ts'
import { getRetention } from '../../../program/src/main/storage/retention.ts'
import { readSettings } from '../../../program/src/main/settings/settings.ts'
import { getFirst, must } from '@platform/kernel/values'
import { aliveProcess } from '@platform/testing/trial'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { keptRecordJobs } from './jobs.ts'
import { keepRecords, sealEntries } from './keep-records.ts'
import { KeptUsage } from './kept-usage.ts'

const reading = (name: string, more = 'keepRecords: true') => `
  - name: ${name}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          deleted: ${!['gone', 'older', 'wary', 'calm'].includes(name)}
          deletionLimitPercent: ${name === 'gone' ? 100 : 20}
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
              mapToName: surname
          ${more}
`
const names = [
  'crm',
  'paged',
  'resumed',
  'older',
  'ended',
  'full',
  'gone',
  'wary',
  'calm',
  'poison',
  'broken',
]
const manifest = (...changed: string[]) => `
specVersion: 1.0.0
integrations:
${names.map((name) => reading(name, changed.includes(name) ? '' : undefined)).join('')}
${reading('plain', '')}
${reading('heard')}
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          updateEvent: { enabled: always, watchFieldsAuto: all }
          deleteEvent: { enabled: always }
`

const masterKey = randomBytes(32).toString('base64')
const services = {
  retention: getRetention(readSettings({})),
  keptUsage: new KeptUsage({ maxBytes: 1 }),
}

let givenSecrets: { secrets: Secrets }
let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({
    contacts: 3,
    sourceYaml: manifest(),
    env: { PLATFORM_MASTER_KEY: masterKey },
  })
  await platform.connect()
  givenSecrets = { secrets: createSecrets(platform.database, parseMasterKeys(masterKey)) }
})
afterAll(() => platform.close())

const installed = new Map<string, string>()

async function install(integration: string) {
  const { id } = await platform.call<Installation>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects: { Contact: {} } } } } },
  )
  installed.set(integration, id)
}

async function readAll(integration: string) {
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${integration}/objects/Contact`,
    { groupRef: 'globex' },
  )
  await vi.waitFor(async () => {
    const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(status).toBe('success')
  }, patiently)
}

const list = (integration: string, query = '', objectName = 'Contact') =>
  platform.call<KeptRecords>(
    'GET',
    `/v1/{p}/integrations/${integration}/installations/${must(installed.get(integration), 'installation')}/objects/${objectName}/records${query}`,
  )

async function listAll(integration: string, query = '') {
  const results: KeptRecords['results'] = []
  for (let token = ''; ;) {
    const page = await list(integration, `?pageSize=2${token}${query}`)
    results.push(...page.results)
    if (page.pagination.done) return results
    token = `&pageToken=${must(page.pagination.nextPageToken, 'token')}`
  }
}

const tenant = () => platform.database.tenant(platform.projectId)
const toSurnames = (results: KeptRecords['results']) =>
  results.map(({ record }) => record?.mappedFields?.['surname'])

it('lists the last delivered state of each record, by either name, and follows changes', async () => {
  await install('crm')
  const before = await list('crm')
  const made = await platform.control.createRecord('Contact', { LastName: 'First' })
  await readAll('crm')
  const first = await list('crm', '', 'person')
  await platform.control.updateRecord('Contact', made.id, { LastName: 'Second' })
  await readAll('crm')
  const since = must(first.results.at(-1), 'record').updateTime
  const changed = await list('crm', `?updatedAfter=${since}`)
  await platform.control.deleteRecord('Contact', made.id)
  await readAll('crm')
  const after = await list('crm')
  const withDeleted = await list('crm', '?includeDeleted=true')

  const about = { groupRef: 'globex', objectName: 'Contact' }
  expect(before).toEqual({ ...about, results: [], pagination: { done: true } })
  expect(first.results.find(({ id }) => id === made.id)).toMatchObject({
    updateTime: expect.any(String),
    versionTime: expect.any(String),
    record: { id: made.id, fields: {}, mappedFields: { surname: 'First' }, raw: { Id: made.id } },
  })
  expect(first).toMatchObject({ keptSince: expect.any(String), completeSince: expect.any(String) })
  expect(first).not.toHaveProperty('incomplete')
  expect(toSurnames(changed.results)).toContain('Second')
  expect(toSurnames(changed.results)).not.toContain('First')
  expect(after.results.map(({ id }) => id)).not.toContain(made.id)
  expect(withDeleted.results.find(({ id }) => id === made.id)).toEqual({
    ...{ id: made.id, deleted: true, bytes: 0 },
    updateTime: expect.any(String),
    versionTime: expect.any(String),
  })
})

it('stores records encrypted, and what they take', async () => {
  const { rows } = await sql<{ body: Buffer }>`select body from kept_records
    where body is not null`.execute(tenant())
  const { objects } = await platform.call<Installation>(
    'GET',
    `/v1/{p}/integrations/crm/installations/${installed.get('crm')}`,
  )
  const { rows: counted } = await sql`
    select count(*) filter (where not is_deleted)::int as records,
           sum(200 + 2 * octet_length(record_id) + coalesce(octet_length(body), 0))::int as bytes
      from kept_records r join kept_objects o on o.key = r.object_key
     where o.installation_id = ${installed.get('crm')}`.execute(tenant())

  expect(rows.length).toBeGreaterThan(2)
  expect(rows.filter(({ body }) => body.includes('LastName') || body.includes('raw'))).toEqual([])
  expect(getFirst(Object.values(objects))?.kept).toMatchObject(getFirst(counted) ?? {})
})

it('returns every record exactly once while others are delivered between pages', async () => {
  await install('paged')
  await readAll('paged')
  const all = await list('paged')
  const firstPage = await list('paged', '?pageSize=2')
  const moved = must(firstPage.results[0], 'record')
  await platform.control.updateRecord('Contact', moved.id, { LastName: 'Moved' })
  await readAll('paged')
  const rest = await list('paged', `?pageToken=${firstPage.pagination.nextPageToken}`)

  // All of them were delivered again, and so come again; none is missing.
  expect(new Set(rest.results.map(({ id }) => id))).toEqual(
    new Set(all.results.map(({ id }) => id)),
  )
  expect(toSurnames(rest.results)).toContain('Moved')
  expect((await listAll('paged')).map(({ id }) => id)).toHaveLength(all.results.length)
})

it('keeps changes of a subscription and their deletions', async () => {
  await install('heard')
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>(
      'GET',
      `/v1/{p}/integrations/heard/installations/${installed.get('heard')}`,
    )
    expect(subscription?.state).toBe('active')
  }, patiently)

  const made = await platform.control.createRecord('Contact', { LastName: 'Heard' })
  await vi.waitFor(
    async () => expect(toSurnames((await list('heard')).results)).toContain('Heard'),
    patiently,
  )
  await platform.control.deleteRecord('Contact', made.id)
  await vi.waitFor(
    async () => expect((await list('heard')).results.map(({ id }) => id)).not.toContain(made.id),
    patiently,
  )
})

it('marks as deleted what two complete reads in a row no longer return', async () => {
  await install('gone')
  const made = await platform.control.createRecord('Contact', { LastName: 'Unheard' })
  await readAll('gone')
  const before = await list('gone')
  await platform.control.deleteRecord('Contact', made.id)
  await readAll('gone')
  const missedOnce = await list('gone')
  await readAll('gone')
  const after = await list('gone', '?includeDeleted=true')

  expect(toSurnames(before.results)).toContain('Unheard')
  expect(toSurnames(missedOnce.results)).toContain('Unheard')
  expect(after.results.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual([made.id])
  expect(after.results).toHaveLength(before.results.length)
})

it('marks unusually many missing records after a third complete read only', async () => {
  await install('wary')
  await readAll('wary')
  const before = await list('wary')
  const missing = before.results.slice(0, Math.floor(before.results.length / 2))
  const heldIn = async () => {
    const path = `/v1/{p}/integrations/wary/installations/${installed.get('wary')}`
    const { objects } = await platform.call<Installation>('GET', path)
    return getFirst(Object.values(objects))?.kept?.heldDeletions
  }
  await Promise.all(missing.map(({ id }) => platform.control.deleteRecord('Contact', id)))
  await readAll('wary')
  await readAll('wary')
  const afterTwo = await list('wary')
  const held = await heldIn()
  await readAll('wary')
  const afterThree = await list('wary')
  const heldThen = await heldIn()
  await Promise.all(missing.map(({ id }) => platform.control.restoreRecord('Contact', id)))

  expect(missing.length).toBeGreaterThan(before.results.length * 0.2)
  expect(afterTwo.results).toHaveLength(before.results.length)
  expect(held).toBe(missing.length)
  expect(afterThree.results).toHaveLength(before.results.length - missing.length)
  expect(heldThen).toBeUndefined()
})

it('marks no missing records that reappear before the read that would confirm them', async () => {
  await install('calm')
  await readAll('calm')
  const before = await list('calm')
  const missing = before.results.slice(0, Math.floor(before.results.length / 2))
  await Promise.all(missing.map(({ id }) => platform.control.deleteRecord('Contact', id)))
  await readAll('calm')
  await readAll('calm')
  await Promise.all(missing.map(({ id }) => platform.control.restoreRecord('Contact', id)))
  await readAll('calm')
  await readAll('calm')
  const after = await list('calm', '?includeDeleted=true')

  expect(missing.length).toBeGreaterThan(0)
  expect(after.results.filter(({ deleted }) => deleted)).toEqual([])
  expect(after.results).toHaveLength(before.results.length)
})

it('is incomplete while an older process delivers, and until a complete read after it', async () => {
  await install('older')
  await readAll('older')
  const before = await list('older')
  const older = await aliveProcess(platform.database, { keepsRecords: false })
  const beside = await list('older')
  await readAll('older')
  const stillBeside = await list('older')
  await older.stop()
  await platform.database.everything
    .updateTable('engineProcesses')
    .set({ endedTime: new Date() })
    .where('key', '=', older.key)
    .where('endedTime', 'is', null)
    .execute()
  const afterIt = await list('older')
  await readAll('older')
  const healed = await list('older')

  expect(before).not.toHaveProperty('incomplete')
  expect(beside.incomplete).toMatchObject({ reason: 'olderVersion' })
  expect(stillBeside.incomplete).toMatchObject({ reason: 'olderVersion' })
  expect(afterIt.incomplete).toMatchObject({ reason: 'olderVersion', since: expect.any(String) })
  expect(healed).not.toHaveProperty('incomplete')
})

it('leaves out new records at the limit, updates listed ones, and warns once of each', async () => {
  await install('full')
  await readAll('full')
  const installationId = must(installed.get('full'), 'ID') as `inst_${string}`
  const of = { projectId: platform.projectId, installationId, objectName: 'Contact' }
  const maxBytes = 20_000
  const keptUsage = new KeptUsage({ maxBytes })
  const emitted: unknown[] = []
  const notifications = {
    async emit(_: unknown, { data }: { data: object }) {
      emitted.push(data)
      return 'evt_some' as const
    },
  }
  const deliver = async (ids: readonly string[], length: number) => {
    const entries = ids.map((id) => ({
      ...{ id, hasContent: true },
      entry: { fields: { text: 'x'.repeat(length) } },
    }))
    const { secrets } = givenSecrets
    const sealed = await sealEntries({ secrets }, of, entries)
    await inTransaction(tenant(), (tx) => keepRecords({ notifications, keptUsage }, tx, sealed))
  }
  await platform.database.everything.deleteFrom('keptObjects').execute()

  await deliver(['1', '2', '3'], 5_200)
  const near = [...emitted]
  await deliver(['4'], 5_200)
  await deliver(['1', '5', '6'], 5_200)
  const atLimit = await selectKept(installationId)
  await deliver(['2'], 5_700)
  await deliver(['3'], 9_000)
  const beyond = await selectKept(installationId)

  expect(near).toMatchObject([{ reached: false, maxBytes }])
  expect(emitted.slice(1)).toMatchObject([{ reached: true, maxBytes }])
  expect(atLimit.map(({ recordId }) => recordId)).toEqual(['1', '2', '3', '4'])
  // Content of listed records is left out before they grow without limit.
  expect(beyond.filter(({ body }) => body === null).map(({ recordId }) => recordId)).toEqual(['3'])
  expect((await list('full')).incomplete).toMatchObject({ reason: 'limit', leftOut: 2 })
})

it('keeps no old version over a newer one, and no record whose ID cannot be stored', async () => {
  await install('poison')
  await readAll('poison')
  const installationId = must(installed.get('poison'), 'ID') as `inst_${string}`
  const of = { projectId: platform.projectId, installationId, objectName: 'Contact' }
  const version = (id: string, surname: string, time?: string) => ({
    ...{ id, hasContent: true, versionTime: time ? new Date(time) : undefined },
    entry: { mappedFields: { surname } },
  })
  const deliver = async (...entries: Parameters<typeof sealEntries>[2][number][]) => {
    const sealed = await sealEntries(givenSecrets, of, entries)
    const keptUsage = new KeptUsage({ maxBytes: 1e9 })
    const notifications = { emit: async () => 'evt_some' as const }
    await inTransaction(tenant(), (tx) => keepRecords({ notifications, keptUsage }, tx, sealed))
  }

  await deliver(version('1', 'new', '2026-02-01'), version('1', 'old', '2026-01-01'))
  await deliver(version('1', 'old', '2026-01-01'), version("o'\u{1F600}", 'odd'))
  await deliver(version('nul\0', 'x'), version('\uD800', 'x'), version('y'.repeat(501), 'x'))
  await deliver(version('large', 'x'.repeat(1_000_001)))
  const { results: all, incomplete } = await list('poison')
  const results = all.filter(({ id }) => !id.startsWith('003'))

  expect(results.map(({ id, record }) => [id, record?.mappedFields?.['surname']])).toEqual([
    ['1', 'new'],
    ["o'\u{1F600}", 'odd'],
    ['large', undefined],
  ])
  expect(results.at(-1)?.bytes).toBeGreaterThan(1_000_000)
  expect(incomplete).toMatchObject({ reason: 'unstorableId', leftOut: 3 })
})

const selectKept = (installationId: `inst_${string}`) =>
  tenant()
    .selectFrom('keptRecords as r')
    .innerJoin('keptObjects as o', 'o.key', 'r.objectKey')
    .select(['r.recordId', 'r.body'])
    .where('o.installationId', '=', installationId)
    .orderBy('r.recordId')
    .execute()

it('delivers no page that it cannot keep, and everything once it can', async () => {
  await install('broken')
  await readAll('broken')
  const owner = new PgClient({ connectionString: platform.databaseUrl })
  await owner.connect()
  onTestFinished(() => closeClient(owner))
  await owner.query(`create function refuse_to_keep() returns trigger language plpgsql as $$
    begin raise exception 'no room'; end $$;
    create trigger refuse_to_keep before insert or update on kept_records
      for each row execute function refuse_to_keep()`)
  const made = await platform.control.createRecord('Contact', { LastName: 'Broken' })
  const isDelivered = () =>
    platform.messages.some(
      (message) =>
        message.installationId === installed.get('broken') &&
        message.result?.some(({ id }) => id === made.id),
    )
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    '/read/v1/{p}/integrations/broken/objects/Contact',
    { groupRef: 'globex' },
  )
  const attempts = async () =>
    (await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)).metadata?.retry
  await vi.waitFor(async () => expect((await attempts())?.attempts).toBeGreaterThan(0), patiently)
  const whileBroken = isDelivered()
  await owner.query('drop trigger refuse_to_keep on kept_records')
  await vi.waitFor(() => expect(isDelivered()).toBe(true), patiently)

  expect(whileBroken).toBe(false)
  expect(toSurnames((await list('broken')).results)).toContain('Broken')
})

it('ends a list when the manifest stops keeping it, and begins another later', async () => {
  await install('ended')
  await readAll('ended')
  const before = await list('ended')
  await deploy(manifest('ended'))
  const off = await list('ended')
  await deploy(manifest())
  const again = await vi.waitFor(async () => {
    const { results, ...rest } = await list('ended')
    expect(results).toEqual([])
    return rest
  }, patiently)
  await keptRecordJobs(platform.database, services)['remove-ended-lists']()
  const { rows } = await sql`select 1 from kept_records r where not exists (
    select from kept_objects o where o.key = r.object_key)`.execute(tenant())

  expect(before.results.length).toBeGreaterThan(2)
  expect(off).toMatchObject({ status: 409, type: expect.stringMatching(/records-not-kept$/) })
  expect(again).toEqual({
    ...{ groupRef: 'globex', objectName: 'Contact' },
    pagination: { done: true },
  })
  expect(rows).toEqual([])
})

const deploy = (sourceYaml: string) =>
  platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml })
