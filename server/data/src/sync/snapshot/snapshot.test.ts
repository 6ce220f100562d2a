import { providerStandIns } from '@platform/connectors/stand-in'
import { ProviderError } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { Installation, KeptRecords, Operation } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { formatCounted, must } from '@platform/kernel/values'
import { recordHash } from './snapshot.ts'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

const objectName = 'channels'

const reading = (name: string, more: string) => `
  - name: ${name}
    provider: front
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: name }]
          ${more}`
const backfill = 'backfill: { defaultPeriod: { fullHistory: true } }'
const manifest = `
specVersion: 1.0.0
integrations:
${reading('reported', `deleted: true\n          deletionLimitPercent: 50\n          ${backfill}`)}
${reading('heavy', `deleted: true\n          deletionLimitPercent: 50\n          ${backfill}`)}
${reading('wary', `deleted: true\n          ${backfill}`)}
${reading('calm', `deleted: true\n          ${backfill}`)}
${reading('plain', backfill)}
${reading('onward', `schedule: '0 0 1 1 *'`)}
${reading('narrow', `deleted: true\n          deletionLimitPercent: 100\n          filter: { fieldName: name, operator: contains, value: kept }\n          ${backfill}`)}
${reading('computed', `deleted: true\n          deletionLimitPercent: 100\n          filterExpression: starts_with(name, 'kept')\n          ${backfill}`)}
${reading('small', backfill)}
${reading('poor', backfill)}
${reading('listed', `keepRecords: true\n          deletionLimitPercent: 100\n          ${backfill}`)}
`
type Id = `inst_${string}`

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['front'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides),
      PLATFORM_LIMIT_SNAPSHOT_RECORDS: '9',
    },
  })
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'front',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'secret-of-globex',
  })
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const listKept = () => standIns.of('front').listKept(objectName)
const tenant = () => platform.database.tenant(platform.projectId)

async function install(integration: string): Promise<Id> {
  const { id } = await platform.call<{ id: Id }>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )
  await waitForReadEnd(id, 1)
  return id
}

/** Last read of the installation, after this number of reads have ended. */
const waitForReadEnd = (id: Id, count: number) =>
  vi.waitFor(async () => {
    const reads = await tenant()
      .selectFrom('operations')
      .select(['id', 'status', 'result'])
      .where('installationId', '=', id)
      .orderBy('id')
      .execute()
    expect(reads.filter(({ status }) => status !== 'in_progress')).toHaveLength(count)
    return must(reads.at(-1), 'read')
  }, patiently)

const reads = new Map<Id, number>()

/** Runs a scheduled read, and returns what was delivered and logged. */
async function readOn(id: Id) {
  const { projectId } = platform
  const count = (reads.get(id) ?? 1) + 1
  reads.set(id, count)
  await readOnSchedule(tenant(), { projectId, installationId: id, objectName })
  return readOutcome((await waitForReadEnd(id, count)).id)
}

async function readOutcome(operationId: string) {
  const { result, status, incomplete } = await platform.call<Operation>(
    'GET',
    `/v1/{p}/operations/${operationId}`,
  )
  const entries = () =>
    platform.messages
      .filter((message) => message.operationId === operationId)
      .flatMap((message) => message.result ?? [])
  await vi.waitFor(
    () => expect(result).toContain(`Read ${formatCounted(entries().length, 'record')}.`),
    patiently,
  )
  const logs = await platform.call<{ message: { msg: string } }[]>(
    'GET',
    `/v1/{p}/operations/${operationId}/logs`,
  )
  return {
    changed: entries()
      .filter((entry) => entry.subscribeEventType === undefined)
      .map(({ raw }) => raw?.['id']),
    gone: entries()
      .filter((entry) => entry.subscribeEventType === 'delete')
      .map((entry) => entry.id),
    log: logs.map(({ message }) => message.msg).join('\n'),
    status,
    incomplete,
  }
}

const readObjectState = async (integration: string, id: Id) =>
  (
    await platform.call<Installation>(
      'GET',
      `/v1/{p}/integrations/${integration}/installations/${id}`,
    )
  ).objects[objectName]

const snapshotBytes = async () => {
  const { rows } = await sql<{ bytes: number; noted: number }>`
    select (select coalesce(sum(250 + 2 * octet_length(record_id)), 0) from snapshot_records)::int as bytes,
      (select sum(bytes) - (select sum(octet_length(content::text)) from (
        select content from revisions union all select content from configs) c)
       from stored_bytes)::int as noted`.execute(platform.database.everything)
  return must(rows[0], 'row')
}

it('delivers only new, changed and deleted records without modification times', async () => {
  const id = await install('reported')
  const nothing = await readOn(id)
  const [first, second, third] = listKept().map((record) => must(record, 'record'))
  must(first, 'first').fields['name'] = 'renamed'
  listKept().push({ id: '2001', changedMs: 0, fields: { name: 'new' } })
  listKept().splice(listKept().indexOf(must(second, 'second')), 2)

  const now = await readOn(id)
  const later = await readOn(id)
  const afterwards = await readOn(id)

  expect(nothing).toMatchObject({ changed: [], gone: [] })
  expect(nothing.log).toContain('compared with a snapshot of 7')
  expect(now).toMatchObject({ changed: ['1001', '2001'], gone: [] })
  expect(now.log).toContain('2 were not found')
  expect(later.changed).toEqual([])
  expect(later.gone.toSorted()).toEqual([second?.id, third?.id])
  expect(afterwards).toMatchObject({ changed: [], gone: [] })
  expect(await readObjectState('reported', id)).toMatchObject({
    snapshot: { records: 6, leftOut: 0, time: expect.any(String) },
  })
})

it('reports a record as deleted after two reads without it, if declared', async () => {
  const id = await install('plain')
  const missing = must(listKept()[0], 'record')

  listKept().shift()
  const without = await readOn(id)
  listKept().unshift(missing)
  const back = await readOn(id)
  listKept().shift()
  await readOn(id)
  const gone = await readOn(id)

  expect([without.changed, back.changed, gone.changed, gone.gone]).toEqual([[], [], [], []])
  expect(gone.log).toContain('1 were deleted')
  expect(await readObjectState('plain', id)).toMatchObject({
    snapshot: { records: listKept().length },
  })
})

it.each(['narrow', 'computed'])(
  'forgets a record that no longer matches the filter of %s, and reports only real deletions',
  async (integration) => {
    const [one, other] = ['kept one', 'kept other'].map((name, n) => ({
      ...{ id: `${7001 + n}`, changedMs: 0, fields: { name } },
    }))
    listKept().push(must(one, 'one'), must(other, 'other'))
    const id = await install(integration)
    const before = await readObjectState(integration, id)

    must(one, 'one').fields['name'] = 'renamed'
    listKept().splice(listKept().indexOf(must(other, 'other')), 1)
    const after = [await readOn(id), await readOn(id)]
    must(one, 'one').fields['name'] = 'kept again'
    const back = await readOn(id)
    listKept().splice(listKept().indexOf(must(one, 'one')), 1)

    expect(before).toMatchObject({ snapshot: { records: 2 } })
    expect(after.flatMap(({ changed }) => changed)).toEqual([])
    expect(after.flatMap(({ gone }) => gone)).toEqual(['7002'])
    expect(back).toMatchObject({ changed: ['7001'], gone: [] })
  },
)

it('starts with later changes without a backfill', async () => {
  const id = await install('onward')
  const first = await readOutcome((await waitForReadEnd(id, 1)).id)
  must(listKept()[1], 'record').fields['name'] = 'renamed again'

  expect(first.changed).toEqual([])
  expect((await readOn(id)).changed).toEqual([listKept()[1]?.id])
})

it("delivers records beyond the snapshot's limit on every read, with a warning", async () => {
  const added = Array.from({ length: 6 }, (_, n) => ({
    id: `${3001 + n}`,
    changedMs: 0,
    fields: { name: 'one more' },
  }))
  listKept().push(...added)
  const beyond = listKept()
    .slice(9)
    .map(({ id }) => id)
  const id = await install('small')

  const again = await readOn(id)

  expect(beyond.length).toBeGreaterThan(0)
  expect(again.changed).toEqual(beyond)
  expect(again.log).toContain(`${beyond.length} records did not fit`)
  expect(again.log).toContain('PLATFORM_LIMIT_SNAPSHOT_RECORDS')
  expect(await readObjectState('small', id)).toMatchObject({
    snapshot: { records: 9, leftOut: beyond.length },
  })
  listKept().splice(-6)
})

it("counts its bytes toward the project's quota and releases them", async () => {
  const { projectId } = platform
  const note = (bytes: number) =>
    platform.database.everything.insertInto('storedBytes').values({ projectId, bytes }).execute()
  const before = await snapshotBytes()
  const id = await install('poor')
  listKept().push({ id: '4001', changedMs: 0, fields: { name: 'too many' } })
  await note(1024 ** 3 * 0.75)
  const full = await readOn(id)
  const state = await readObjectState('poor', id)
  await note(-(1024 ** 3) * 0.75)
  const roomy = await readOn(id)
  const held = await snapshotBytes()
  await platform.call('DELETE', `/v1/{p}/integrations/poor/installations/${id}`)
  await vi.waitFor(async () => expect((await snapshotBytes()).bytes).toBe(before.bytes), patiently)

  expect(full.changed).toEqual(['4001'])
  expect(state).toMatchObject({ snapshot: { records: listKept().length - 1, leftOut: 1 } })
  expect(roomy.changed).toEqual(['4001'])
  const after = await snapshotBytes()
  expect([after.noted, held.noted]).toEqual([after.bytes, held.bytes])
  expect(held.bytes).toBeGreaterThan(before.bytes)
})

it('holds back unusually many deletions until another complete read confirms them', async () => {
  const id = await install('wary')
  const count = listKept().length
  const vanished = listKept().splice(0, Math.floor(count / 5) + 1)

  const first = await readOn(id)
  const second = await readOn(id)
  const state = await readObjectState('wary', id)
  standIns.disturb('front', () => ({ status: 200, body: { _results: [], total: count } }))
  const cut = await readOn(id)
  standIns.disturb('front', undefined)
  const third = await readOn(id)

  expect([first.gone, second.gone, cut.gone]).toEqual([[], [], []])
  expect(second.log).toContain('No deletion is reported until another complete read confirms it')
  expect(state).toMatchObject({ snapshot: { records: count, heldDeletions: vanished.length } })
  expect(cut).toMatchObject({
    status: 'incomplete',
    incomplete: `The provider reports ${count} records at total, and 0 were read.`,
  })
  expect(third.gone.toSorted()).toEqual(vanished.map((record) => record.id).toSorted())
  expect((await readObjectState('wary', id))?.snapshot).not.toHaveProperty('heldDeletions')
  listKept().unshift(...vanished)
})

it('reports no deletion of a record that reappears', async () => {
  const id = await install('calm')
  const vanished = listKept().splice(0, Math.floor(listKept().length / 2))
  await readOn(id)
  await readOn(id)
  listKept().unshift(...vanished)

  const back = await readOn(id)

  expect([back.gone, back.changed]).toEqual([[], []])
  expect((await readObjectState('calm', id))?.snapshot).not.toHaveProperty('heldDeletions')
})

it('leaves deletions of kept records to the snapshot', async () => {
  const id = await install('listed')
  const listIds = async () => {
    const path = `/v1/{p}/integrations/listed/installations/${id}/objects/${objectName}/records`
    const { results } = await platform.call<KeptRecords>('GET', path)
    return results.map((record) => record.id)
  }
  const triggerRead = async () => {
    const count = (reads.get(id) ?? 1) + 1
    reads.set(id, count)
    const path = `/read/v1/{p}/integrations/listed/objects/${objectName}`
    await platform.call('POST', path, { groupRef: 'globex' })
    await waitForReadEnd(id, count)
  }
  await triggerRead()
  const before = await listIds()
  const vanished = listKept().splice(0, 1)
  const gone = must(vanished[0], 'record').id
  await triggerRead()
  await triggerRead()
  const afterTriggered = await listIds()
  await readOn(id)
  const afterOne = await listIds()
  await readOn(id)
  const afterTwo = await listIds()
  listKept().unshift(...vanished)

  expect(before).toContain(gone)
  expect(afterTriggered).toContain(gone)
  expect(afterOne).toContain(gone)
  expect(afterTwo).not.toContain(gone)
  expect(afterTwo).toHaveLength(before.length - 1)
})

it('reports no deletion of a record that has become too large to read', async () => {
  const id = await install('heavy')
  const connector = must(
    findProvider('front', { among: platform.services.catalogue })?.connector,
    'connector',
  )
  const { read } = connector
  vi.spyOn(connector, 'read').mockImplementation(async (client, request) => {
    const page = await read(client, { ...request, cursor: undefined })
    const [large, ...others] = page.records
    if (request.cursor !== undefined) return { records: others }
    if (request.fieldNames.length > 0) throw new ProviderError('too-large', 'Too large.')
    return { ...page, records: [must(large, 'record')], next: 'behind' }
  })

  const outcomes = [await readOn(id), await readOn(id), await readOn(id)]
  vi.mocked(connector.read).mockRestore()
  const last = await readOn(id)

  for (const { gone, log } of outcomes) {
    expect(log).toContain('is too large and was skipped')
    expect(gone).toEqual([])
  }
  expect(last).toMatchObject({ gone: [], changed: [] })
})

it('compares records independent of the order of members', () => {
  expect(recordHash({ a: 1, b: { c: [1, 2], d: 3 } })).toBe(
    recordHash({ b: { d: 3, c: [1, 2] }, a: 1 }),
  )
  expect(recordHash({ a: [1, 2] })).not.toBe(recordHash({ a: [2, 1] }))
})
