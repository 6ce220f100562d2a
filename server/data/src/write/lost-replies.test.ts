import { randomUUID } from 'node:crypto'
import type { ApiProblem, Operation, SearchReply, WriteReply } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read: { objects: [{ objectName: Contact, destination: webhook }, { objectName: Account, destination: webhook }] }
    write: { objects: [{ objectName: Contact }, { objectName: Account }] }
  - name: hub
    provider: hubspot
    read: { objects: [{ objectName: companies, destination: webhook }] }
    write: { objects: [{ objectName: companies }] }
`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: manifest })
  await platform.connect()
  await platform.connect('globex', 'hubspot')
  await install('crm', ['Contact', 'Account'])
  await install('hub', ['companies'])
})
afterAll(() => platform.close())

let name = ''
beforeEach(async () => {
  name = `Lind ${randomUUID().slice(0, 8)}`
  await clearFaults()
})

async function install(integration: string, objectNames: string[]) {
  const objects = (config: (objectName: string) => object) => ({
    objects: Object.fromEntries(objectNames.map((each) => [each, config(each)])),
  })
  await platform.call('POST', `/v1/{p}/integrations/${integration}/installations`, {
    groupRef: 'globex',
    config: {
      content: {
        read: objects(() => ({ disabled: true })),
        write: objects((objectName) => ({ objectName, deletionSettings: { enabled: true } })),
      },
    },
  })
}

const clearFaults = () =>
  Promise.all([platform.control.clearFaults(), platform.hubspot.clearFaults()])

interface Target {
  integration: string
  objectName: string
  field: string
  control: 'control' | 'hubspot'
  created: string
}
const contact: Target = {
  integration: 'crm',
  objectName: 'Contact',
  field: 'LastName',
  control: 'control',
  created: '/composite/sobjects',
}
const account: Target = { ...contact, objectName: 'Account', field: 'Name' }
const company: Target = {
  integration: 'hub',
  objectName: 'companies',
  field: 'name',
  control: 'hubspot',
  created: '/batch/create',
}

const create = (
  target: Target,
  key: string = randomUUID(),
  { mode = 'synchronous' }: { mode?: 'synchronous' | 'asynchronous' } = {},
) =>
  platform.call<WriteReply & ApiProblem>(
    'POST',
    `/write/v1/{p}/integrations/${target.integration}/objects/${target.objectName}`,
    { groupRef: 'globex', type: 'create', mode, record: { [target.field]: name } },
    { 'idempotency-key': key },
  )

/** IDs of the provider's records with this name. */
const listFound = async ({ integration, objectName, field }: Target) =>
  (
    await platform.call<SearchReply>(
      'POST',
      `/search/v1/{p}/integrations/${integration}?groupRef=globex`,
      { objectName, fieldFilters: [{ fieldName: field, operator: 'eq', value: name }] },
    )
  ).result.map(({ id }) => id)

/** Closes the connection after the provider executed the create, or before with `reset`. */
const cutConnection = (
  { control, created }: Target,
  { times = 1, effect = 'lost-reply' }: { times?: number; effect?: 'lost-reply' | 'reset' } = {},
) => platform[control].addFault({ effect, times, match: { method: 'POST', pathRegex: created } })

/** Sets the time since the write was sent. */
const backdate = (operationId: string, seconds: number) =>
  sql`update writes set first_sent_time = first_sent_time - ${seconds} * interval '1 second',
                        last_sent_time = last_sent_time - ${seconds} * interval '1 second'
       where operation_id = ${operationId}`.execute(platform.database.everything)

const unknown = { type: expect.stringContaining('/write-outcome-unknown') }

it('returns the record of a create whose reply was lost', async () => {
  await cutConnection(contact)

  const reply = await create(contact)

  const [id, ...more] = await listFound(contact)
  expect(more).toEqual([])
  expect(reply).toMatchObject({ result: { success: true, recordId: id } })
  expect(reply.warnings).toEqual([{ message: expect.stringContaining('did not respond') }])
  expect(
    await platform.call<Operation>('GET', `/v1/{p}/operations/${reply.operationId}`),
  ).toMatchObject({ status: 'success', metadata: { successfulRecordIds: [id] } })
})

it('returns the record to the repeated request after an outage', async () => {
  const key = randomUUID()
  await cutConnection(contact)
  await platform.control.addFault({
    effect: 'unavailable',
    match: { pathRegex: 'userinfo|/query' },
  })

  const first = await create(contact, key)
  await clearFaults()
  const second = await create(contact, key)

  expect(first).toMatchObject(unknown)
  expect(second.result).toMatchObject({ success: true, recordId: (await listFound(contact))[0] })
  expect(await listFound(contact)).toHaveLength(1)
})

it('never returns an equal record that existed before', async () => {
  await platform.control.clock(-60)
  const { id } = await platform.control.createRecord('Contact', { LastName: name })
  await platform.control.clock(0)
  await cutConnection(contact)

  const { result } = await create(contact)

  expect(await listFound(contact)).toHaveLength(2)
  expect(result).toMatchObject({ success: true })
  expect(result?.recordId).not.toBe(id)
})

it('reports an unknown outcome if an equal record was created at the same time', async () => {
  const { id } = await platform.control.createRecord('Contact', { LastName: name })
  await cutConnection(contact)

  const reply = await create(contact)

  expect(await listFound(contact)).toHaveLength(2)
  expect(reply).toMatchObject(unknown)
  expect(JSON.stringify(reply)).not.toContain(id)
})

it('creates a separate record for each of two equal creates', async () => {
  await cutConnection(contact, { times: 2 })

  const one = await create(contact)
  const other = await create(contact)

  expect([one.result?.recordId, other.result?.recordId].toSorted()).toEqual(
    (await listFound(contact)).toSorted(),
  )
})

it('never returns one record for two creates with lost replies', async () => {
  await cutConnection(contact, { times: 4 })

  const replies = await Promise.all(Array.from({ length: 4 }, () => create(contact)))

  const ids = replies.flatMap(({ result }) => result?.recordId ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  expect(await listFound(contact)).toHaveLength(4)
})

it('never returns a record that an equal create with an unknown outcome may have created', async () => {
  await cutConnection(contact, { effect: 'reset' })
  const first = await create(contact)
  await cutConnection(contact)

  const second = await create(contact)

  expect(await listFound(contact)).toHaveLength(1)
  expect([first, second]).toMatchObject([unknown, unknown])
})

it('never returns the record of an equal create with a reply', async () => {
  const answered = await create(contact)
  await cutConnection(contact, { effect: 'reset' })

  const reply = await create(contact)

  expect(await listFound(contact)).toEqual([answered.result?.recordId])
  expect(reply).toMatchObject(unknown)
})

it('repeats a create that the provider has not carried out and no longer can', async () => {
  const key = randomUUID()
  await cutConnection(account, { effect: 'reset' })

  const first = await create(account, key)
  const early = await create(account, key)
  const before = await listFound(account)
  await backdate(first.operationId, 11 * 60)
  const late = await create(account, key)

  expect([first, early]).toMatchObject([unknown, unknown])
  expect(before).toEqual([])
  expect(late.result).toMatchObject({ success: true, recordId: (await listFound(account))[0] })
  expect(await listFound(account)).toHaveLength(1)
})

it('returns the record at HubSpot once its search covers the time of the create', async () => {
  const key = randomUUID()
  await cutConnection(company)

  const early = await create(company, key)
  await backdate(early.operationId, 120)
  await platform.hubspot.clock(120)
  const late = await create(company, key)
  await platform.hubspot.clock(0)

  expect(early).toMatchObject(unknown)
  expect(late.result).toMatchObject({ success: true, recordId: (await listFound(company))[0] })
  expect(await listFound(company)).toHaveLength(1)
})

it('completes an asynchronous create with the record found by a later attempt', async () => {
  await platform.control.addFault({
    effect: 'unavailable',
    times: 1,
    match: { pathRegex: 'userinfo' },
  })
  await cutConnection(contact)

  const { operationId } = await create(contact, undefined, { mode: 'asynchronous' })

  const ended = await vi.waitFor(async () => {
    const operation = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(operation.status).not.toBe('in_progress')
    return operation
  }, patiently)
  const ids = await listFound(contact)
  expect(ids).toHaveLength(1)
  expect(ended).toMatchObject({ status: 'success', metadata: { successfulRecordIds: ids } })
})

it('looks a lost asynchronous create up again within a minute after many attempts', async () => {
  await cutConnection(contact, { effect: 'reset' })
  const { operationId } = await create(contact, undefined, { mode: 'asynchronous' })
  const { everything } = platform.database
  const countAttempts = async (id: string) => {
    const { rows } = await sql<{ attempts: number; waitSeconds: number | null }>`
      select attempts, (select extract(epoch from run_at - now())::float8 from graphile_worker.jobs
                         where key = ${`write ${id}`}) as "waitSeconds"
        from operations where id = ${id}`.execute(everything)
    return must(rows[0], 'operation')
  }
  await vi.waitFor(
    async () => expect((await countAttempts(operationId)).attempts).toBeGreaterThan(0),
    patiently,
  )

  await sql`update operations set attempts = 20 where id = ${operationId}`.execute(everything)

  const waitSeconds = await vi.waitFor(async () => {
    const { attempts, waitSeconds: seconds } = await countAttempts(operationId)
    expect(attempts).toBeGreaterThan(20)
    return must(seconds, 'delay')
  }, patiently)
  expect(waitSeconds).toBeGreaterThan(5)
  expect(waitSeconds).toBeLessThanOrEqual(60)
})

const changing = (type: 'update' | 'delete', id: string, key: string = randomUUID()) =>
  platform.call<WriteReply & ApiProblem>(
    'POST',
    '/write/v1/{p}/integrations/crm/objects/Contact',
    {
      ...{ groupRef: 'globex', type, mode: 'synchronous' },
      record: { id, ...(type === 'update' && { LastName: `${name} II` }) },
    },
    { 'idempotency-key': key },
  )

it.each([
  ['update', 'PATCH', 'changed'],
  ['delete', 'DELETE', 'deleted'],
] as const)(
  'reports an unknown outcome if the reply to one %s was lost and its repetition is rejected',
  async (type, method, done) => {
    const { id } = await platform.control.createRecord('Contact', { LastName: name })
    const { id: other } = await platform.control.createRecord('Contact', { LastName: name })
    const key = randomUUID()
    const match = { method, pathRegex: '/composite/sobjects' }
    await platform.control.addFault({ effect: 'lost-reply', times: 1, match })

    const first = await changing(type, id, key)
    await platform.control.addFault({ effect: 'permission-lost', match })
    const second = await changing(type, id, key)
    const known = await changing(type, other)

    const detail = `The provider may have ${done} the record: it did not reply`
    expect(first).toMatchObject({ ...unknown, detail: expect.stringContaining(detail) })
    expect(second).toMatchObject({ ...unknown, detail: expect.stringContaining(detail) })
    expect(second.detail).toContain('The repeated request was rejected: ')
    expect(known.type).toContain('/write-refused')
  },
)

it('returns the success of an update that is repeated after its reply was lost', async () => {
  const { id } = await platform.control.createRecord('Contact', { LastName: name })
  const key = randomUUID()
  const match = { method: 'PATCH', pathRegex: '/composite/sobjects' }
  await platform.control.addFault({ effect: 'lost-reply', times: 1, match })

  const first = await changing('update', id, key)
  const second = await changing('update', id, key)

  expect(first).toMatchObject(unknown)
  expect(second.result).toMatchObject({ success: true, recordId: id })
})
