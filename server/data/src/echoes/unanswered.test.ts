import type { InstallationId, OperationId, ResultEntry, WriteReply } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findInstallation } from '@platform/installations/installations/installations'
import { inTransaction } from '@platform/kernel/db/transaction'
import { newId } from '@platform/kernel/db/new-id'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { testPlatform } from '@platform/testing/test-platform'
import { sendWrites } from '../write/send-writes.ts'
import { takeOver } from '../write/taken-write.ts'
import { findWritten, markEntries, type EchoContext } from './mark-entries.ts'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: LastName }, { fieldName: Phone }]
    write:
      objects:
        - objectName: Contact
          echo: drop
        - objectName: Account
`
let platform: Awaited<ReturnType<typeof testPlatform>>
let installationId: InstallationId
beforeAll(async () => {
  platform = await testPlatform({ contacts: 0, sourceYaml })
  await platform.connect('globex')
  const { id } = await platform.call<{ id: InstallationId }>(
    'POST',
    '/v1/{p}/integrations/crm/installations?skipSampling=true',
    {
      groupRef: 'globex',
      config: {
        content: {
          read: { objects: { Contact: {} } },
          write: {
            objects: { Contact: { objectName: 'Contact' }, Account: { objectName: 'Account' } },
          },
        },
      },
    },
  )
  installationId = id
})
afterAll(() => platform.close())
beforeEach(() => {
  platform.messages.length = 0
})

const write = (request: object, objectName = 'Contact') =>
  platform.call<WriteReply>('POST', `/write/v1/{p}/integrations/crm/objects/${objectName}`, {
    groupRef: 'globex',
    ...request,
  })

/** Writes by a process that is killed before it stores the provider's last reply. */
async function writeAndDie(...requests: object[]) {
  const ids: OperationId[] = []
  for (const request of requests) {
    // Collected for a day, so that no job sends it.
    const policy = { autoBatchPolicy: { maxDelayMinutes: 1440 } }
    ids.push((await write({ mode: 'asynchronous', ...policy, ...request })).operationId)
  }
  const db = platform.database.tenant(platform.projectId)
  const sent = await sendWrites(platform.services, db, await takeOver(db, ids))
  return { ids, results: sent.map(({ results }) => results.map((result) => result?.success)) }
}

async function readEntries(): Promise<ResultEntry[]> {
  await readOnSchedule(platform.database.tenant(platform.projectId), {
    projectId: platform.projectId,
    installationId,
    objectName: 'Contact',
  })
  return vi.waitFor(() => {
    const entries = platform.messages.flatMap(({ result }) => result ?? [])
    must(entries[0], 'entry')
    return entries
  }, patiently)
}

const listWritten = async (objectName: string) => {
  const { rows } = await sql<{ recordId: string; isPending: boolean }>`
    select record_id, is_pending from written_records
     where object_name = ${objectName}`.execute(platform.database.everything)
  return rows
}

it('marks changes of a create and an update whose process was killed before the reply', async () => {
  const { result } = await write({ type: 'create', record: { LastName: 'Roos', Phone: '1' } })
  const id = must(result?.recordId, 'record ID')
  await readEntries()
  platform.messages.length = 0
  const created = await writeAndDie({ type: 'create', record: { LastName: 'Holm' } })
  const updated = await writeAndDie({ type: 'update', record: { id, Phone: '2' } })
  expect([created.results, updated.results]).toEqual([[[true]], [[true]]])
  await platform.control.createRecord('Contact', { LastName: 'Bystander' })

  const entries = await readEntries()

  const causes = entries.map(({ fields, causedBy }) => [fields?.['LastName'], causedBy])
  expect(Object.fromEntries(causes)).toEqual({
    Holm: expect.objectContaining({ operationId: created.ids[0], fields: ['LastName'] }),
    Roos: expect.objectContaining({ operationId: updated.ids[0], fields: ['Phone'] }),
    Bystander: undefined,
  })
})

it('names the written fields of a record of which somebody else has changed others', async () => {
  const { result } = await write({ type: 'create', record: { LastName: 'Falk', Phone: '1' } })
  const id = must(result?.recordId, 'record ID')
  await readEntries()
  platform.messages.length = 0
  await write({ type: 'update', record: { id, LastName: 'Falke' } })
  await platform.control.updateRecord('Contact', id, { Phone: '2' })

  const [entry] = await readEntries()

  expect(entry).toMatchObject({
    fields: { LastName: 'Falke', Phone: '2' },
    causedBy: { fields: ['LastName'], otherFields: 'changed' },
  })
})

it('stores hashes of written records only if the object is delivered', async () => {
  const contact = await write({ type: 'create', record: { LastName: 'Lind' } })
  const account = await write({ type: 'create', record: { Name: 'Globex' } }, 'Account')

  expect(account.result?.success).toBe(true)
  expect(await listWritten('contact')).toContainEqual({
    recordId: contact.result?.recordId,
    isPending: false,
  })
  expect(await listWritten('account')).toEqual([])
})

it('stores hashes of the records of each call, before the whole write ends', async () => {
  const fill = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ record: { LastName: `Fill ${index}` } }))
  const before = (await listWritten('contact')).length
  await platform.control.addFault({
    effect: 'unavailable',
    match: { method: 'POST', pathRegex: 'composite' },
    nth: 2,
  })

  // One call takes 200 records: the first two writes, and 20 of the third.
  const { results } = await writeAndDie(
    { type: 'create', batch: fill(100) },
    { type: 'create', batch: fill(80) },
    { type: 'create', batch: fill(30) },
  )
  await platform.control.clearFaults()

  expect(results[2]).toEqual([...Array(20).fill(true), ...Array(10).fill(undefined)])
  expect(await listWritten('contact')).toHaveLength(before + 20)
})

it('delivers a value that was set back after another message to the destination contained a new one', async () => {
  const { result } = await write({ type: 'create', record: { LastName: 'Moor', Phone: '1' } })
  const id = must(result?.recordId, 'record ID')
  const db = platform.database.tenant(platform.projectId)
  const installation = must(await findInstallation(db, installationId), 'installation')
  const context: EchoContext = {
    installation,
    connector: { fieldValue: (raw, name) => raw[name] },
    plan: {
      ...{ objectName: 'Contact', fieldNames: ['LastName', 'Phone'], plain: ['LastName', 'Phone'] },
      ...{ mapped: [], destination: 'webhook', isOnRequest: false },
    },
    dropsEchoes: true,
    readFrom: new Date(),
  }
  const accepting = {
    ...platform.services,
    notifications: {
      ...platform.services.notifications,
      findAcceptTimes: async (
        _db: unknown,
        { eventIds }: { eventIds: readonly `evt_${string}`[] },
      ) => new Map(eventIds.map((eventId) => [eventId, new Date(0)])),
    },
  } as typeof platform.services
  /** Delivers a version of the record as an event or as a result of a read. */
  const deliver = (Phone: string, event?: { type: 'update'; fieldsUpdated: string[] }) =>
    inTransaction(db, async (tx) => {
      const entry = {
        ...{ id, entry: { fields: {}, raw: {} } as ResultEntry, ...(event && { event }) },
        record: { id, raw: { LastName: 'Moor', Phone } },
      } as never
      const found = await findWritten(tx, installation, 'Contact', [id])
      const marked = await markEntries(accepting, tx, context, { entries: [entry], found })
      await marked.store([{ id: newId('evt'), recordIds: [id] }])
      return marked
    })
  const event = { type: 'update', fieldsUpdated: ['Phone'] } as const
  await deliver('1', { ...event, fieldsUpdated: ['Phone'] })
  const again = await deliver('1', { ...event, fieldsUpdated: ['Phone'] })
  await deliver('2')
  const back = await deliver('1', { ...event, fieldsUpdated: ['Phone'] })

  expect([again.dropped, back.dropped]).toEqual([1, 0])
})
