import { providerStandIns } from '@platform/connectors/stand-in'
import type { Installation } from '@platform/contract'
import { findInstallation } from '@platform/installations/installations/installations'
import { findOperation } from '@platform/installations/operations/operations'
import { formatCounted, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { testPlatform } from '@platform/testing/test-platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endSnapshot } from './end-snapshot.ts'

// Front selects changed contacts and reports no deleted ones.
const objectName = 'contacts'

const reading = (name: string, more: string) => `
  - name: ${name}
    provider: front
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: name }]
          backfill: { defaultPeriod: { fullHistory: true } }
          ${more}`
const manifest = `
specVersion: 1.0.0
integrations:
${reading('reported', 'deleted: true\n          deletionLimitPercent: 50')}
${reading('wary', 'deleted: true')}
${reading('unasked', 'keepRecords: true')}
${reading('listed', 'deleted: true\n          deletionLimitPercent: 50\n          keepRecords: true')}
${reading('narrow', 'deleted: true\n          deletionLimitPercent: 100\n          filter: { fieldName: name, operator: contains, value: kept }')}
`
type Id = `inst_${string}`

const maxRecords = 60
let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['front'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides),
      PLATFORM_LIMIT_SNAPSHOT_RECORDS: String(maxRecords),
    },
  })
})
beforeEach(() => {
  listKept().splice(0, Infinity, ...makeRecords(6))
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const listKept = () => standIns.of('front').listKept(objectName)
const tenant = () => platform.database.tenant(platform.projectId)
const makeRecords = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `crd_${n + 1}`,
    changedMs: Date.parse('2026-01-01'),
    fields: { name: `kept ${n + 1}` },
  }))

const listReads = (id: Id) =>
  tenant()
    .selectFrom('operations')
    .select(['id', 'status', 'checksDeletions', 'asOf', 'result'])
    .where('installationId', '=', id)
    .orderBy('id')
    .execute()

const waitForReads = (id: Id, count: number) =>
  vi.waitFor(async () => {
    const reads = await listReads(id)
    expect(reads.filter(({ status }) => status !== 'in_progress')).toHaveLength(count)
    expect(reads).toHaveLength(count)
    return reads
  }, patiently)

let groups = 0

/** Installs the integration for a new group. */
async function install(integration: string): Promise<Id> {
  const groupRef = `group-${++groups}`
  await platform.call('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'front', groupRef, consumerRef: 'hank', apiKey: `secret-of-${groupRef}` },
  })
  const { id } = await platform.call<{ id: Id }>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
    { groupRef, config: { content: { read: { objects: { [objectName]: {} } } } } },
  )
  await waitForReads(id, 1)
  return id
}

const makeOlder = (id: Id, hours: number) =>
  sql`update installation_objects set snapshot_time = now() - make_interval(hours => ${hours})
       where installation_id = ${id} and snapshot_time is not null`.execute(
    platform.database.everything,
  )

/**
 * Runs a due read after the last check was this number of hours ago, and returns what each operation
 * delivered and logged.
 */
async function readAfter(id: Id, hours: number, { checks }: { checks: boolean }) {
  const before = (await listReads(id)).length
  await makeOlder(id, hours)
  await readOnSchedule(tenant(), {
    ...{ projectId: platform.projectId, installationId: id, objectName },
  })
  const reads = (await waitForReads(id, before + (checks ? 2 : 1))).slice(before)
  expect(reads.map(({ checksDeletions }) => checksDeletions)).toEqual(
    checks ? [false, true] : [false],
  )
  const [read, check] = await Promise.all(reads.map(findOutcome))
  return { read: must(read, 'read'), check }
}

async function findOutcome({
  id,
  result,
  checksDeletions,
}: {
  id: string
  result: string | null
  checksDeletions: boolean
}) {
  const entries = () =>
    platform.messages
      .filter((message) => message.operationId === id)
      .flatMap((message) => message.result ?? [])
  await vi.waitFor(
    () =>
      expect(result).toBe(
        checksDeletions
          ? `Checked for deleted records: ${entries().length} delivered.`
          : `Read ${formatCounted(entries().length, 'record')}.`,
      ),
    patiently,
  )
  const logs = await platform.call<{ message: { msg: string } }[]>(
    'GET',
    `/v1/{p}/operations/${id}/logs`,
  )
  return {
    changed: entries().flatMap(({ id: recordId, subscribeEventType }) =>
      subscribeEventType === undefined ? [recordId] : [],
    ),
    gone: entries().flatMap(({ id: recordId, subscribeEventType }) =>
      subscribeEventType === 'delete' ? [recordId] : [],
    ),
    log: logs.map(({ message }) => message.msg).join('\n'),
  }
}

const findState = async (integration: string, id: Id) =>
  (
    await platform.call<Installation>(
      'GET',
      `/v1/{p}/integrations/${integration}/installations/${id}`,
    )
  ).objects[objectName]

it('reports deletions of records that are read by time of change, once a day', async () => {
  const id = await install('reported')
  const first = await readAfter(id, 0, { checks: true })
  const [removed, changed] = listKept()
  listKept().shift()
  must(changed, 'record').changedMs = Date.now()
  const early = await readAfter(id, 23, { checks: false })
  const missed = await readAfter(id, 24, { checks: true })
  const tooSoon = await readAfter(id, 0, { checks: false })
  const gone = await readAfter(id, 1, { checks: true })
  const quiet = await readAfter(id, 24, { checks: true })

  expect(first).toMatchObject({ read: { changed: [] }, check: { changed: [], gone: [] } })
  expect(first.check?.log).toContain('Checking for deleted records')
  expect(early.read).toMatchObject({ changed: [must(changed, 'record').id], gone: [] })
  expect([missed.read.gone, tooSoon.read.gone, gone.read.gone]).toEqual([[], [], []])
  expect(missed.check).toMatchObject({ changed: [], gone: [] })
  expect(missed.check?.log).toContain('1 were not found; they count as deleted if the next check')
  expect(gone.check).toMatchObject({ changed: [], gone: [must(removed, 'record').id] })
  expect(quiet).toMatchObject({ read: { gone: [] }, check: { changed: [], gone: [] } })
  expect(await findState('reported', id)).toMatchObject({ snapshot: { records: 5, leftOut: 0 } })
})

it('leaves the time up to which changes were read to the other reads', async () => {
  const id = await install('reported')
  await readAfter(id, 0, { checks: true })
  const reads = await listReads(id)
  const last = must(reads.filter(({ checksDeletions }) => !checksDeletions).at(-1), 'read')
  const { watermark } = must(await findState('reported', id), 'object')

  expect(watermark).toBe(last.asOf?.toISOString())
})

it('reports no deletion of a record that one check missed', async () => {
  const id = await install('reported')
  await readAfter(id, 0, { checks: true })
  const missing = must(listKept().shift(), 'record')
  await readAfter(id, 24, { checks: true })
  listKept().push(missing)
  const back = await readAfter(id, 1, { checks: true })
  const later = await readAfter(id, 1, { checks: false })

  expect([back.check?.gone, later.read.gone]).toEqual([[], []])
})

it('holds back unusually many deletions until a third check confirms them', async () => {
  const id = await install('wary')
  await readAfter(id, 0, { checks: true })
  listKept().splice(0, 3)
  await readAfter(id, 24, { checks: true })
  const held = await readAfter(id, 1, { checks: true })
  const state = await findState('wary', id)
  const confirmed = await readAfter(id, 1, { checks: true })

  expect(held.check).toMatchObject({ gone: [] })
  expect(state).toMatchObject({ snapshot: { heldDeletions: 3 } })
  expect(confirmed.check?.gone.toSorted()).toEqual(['crd_1', 'crd_2', 'crd_3'])
})

it('checks nothing unless the manifest asks for deletions, and forgets the snapshot then', async () => {
  const id = await install('unasked')
  await readAfter(id, 24, { checks: false })
  await sql`update installation_objects set snapshot_records = 1 where installation_id = ${id}`.execute(
    platform.database.everything,
  )
  await readAfter(id, 24, { checks: false })

  expect((await findState('unasked', id))?.snapshot).toBeUndefined()
})

it('reports no deletion of a record that does not match the filter', async () => {
  const id = await install('narrow')
  must(listKept()[5], 'record').fields['name'] = 'other'
  await readAfter(id, 0, { checks: true })
  listKept().splice(4, 2)
  await readAfter(id, 24, { checks: true })
  const gone = await readAfter(id, 1, { checks: true })

  expect(gone.check?.gone).toEqual(['crd_5'])
})

it('ends the list of kept records at the deletions that it finds', async () => {
  const id = await install('listed')
  await readAfter(id, 0, { checks: true })
  listKept().shift()
  await readAfter(id, 24, { checks: true })
  await readAfter(id, 1, { checks: true })
  const kept = await platform.call<{ results: { id: string }[] }>(
    'GET',
    `/v1/{p}/integrations/listed/installations/${id}/objects/${objectName}/records`,
  )

  expect(kept.results.map((record) => record.id).toSorted()).toEqual(
    listKept().map((record) => record.id),
  )
})

it('ends a check at the limit of the snapshot, reports no deletions and retries in a week', async () => {
  listKept().splice(0, Infinity, ...makeRecords(maxRecords + 250))
  const id = await install('reported')
  const full = await readAfter(id, 0, { checks: true })
  await readAfter(id, 25, { checks: false })
  listKept().splice(0, 40)
  const later = await readAfter(id, 7 * 24, { checks: true })
  const { pages } = must(
    await findOperation(tenant(), must((await listReads(id)).at(-1), 'read').id),
    'row',
  )

  expect(full.check?.log).toContain('Deletions are not detected')
  expect(later.check).toMatchObject({ changed: [], gone: [] })
  expect(pages).toBeLessThan(3)
})

it('takes no other read for a check, even after a crash behind its last page', async () => {
  const id = await install('reported')
  await readAfter(id, 0, { checks: true })
  const db = tenant()
  const installation = must(await findInstallation(db, id), 'installation')
  const [, scheduled] = await listReads(id)
  const operation = must(await findOperation(db, must(scheduled, 'read').id), 'row')
  await endSnapshot(platform.services, db, { operation, installation })

  const missed = await db
    .selectFrom('snapshotRecords')
    .select('recordId')
    .where('installationId', '=', id)
    .where('missedBy', 'is not', null)
    .execute()
  expect(missed).toEqual([])
})
