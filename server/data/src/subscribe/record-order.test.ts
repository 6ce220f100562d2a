import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { testPlatform } from '@platform/testing/test-platform'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: LastName }]
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          updateEvent: { enabled: always, watchFieldsAuto: all }
          deleteEvent: { enabled: always }
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  await platform.connect()
  ;({ id } = await platform.install('globex', { Contact: {} }))
  await vi.waitFor(async () => {
    const installation = await platform.call('GET', `/v1/{p}/integrations/crm/installations/${id}`)
    expect(installation['subscription']).toMatchObject({ state: 'active' })
  }, patiently)
  await vi.waitFor(async () => expect(await countEnded()).toBe(1), patiently)
})
afterAll(() => platform.close())

const operations = () =>
  platform.database
    .tenant(platform.projectId)
    .selectFrom('operations')
    .selectAll()
    .where('actionType', '=', 'read')
    .orderBy('id')
const countEnded = async () => (await operations().where('status', '=', 'success').execute()).length

const setOrdering = async (ordering: 'none' | 'record') => {
  const [webhook] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/destinations')
  await platform.call('PATCH', `/v1/{p}/destinations/${must(webhook, 'webhook').id}`, {
    updateMask: ['ordering'],
    destination: { ordering },
  })
}

/** Names of the record in the order in which they arrived, by action. */
const listNames = (recordId: string) =>
  platform.messages.flatMap(({ action, result = [] }) =>
    result
      .filter(({ raw, id: entryId }) => (raw?.['Id'] ?? entryId) === recordId)
      .map(({ fields }) => `${action} ${String(fields?.['LastName'])}`),
  )

/** Changes a record between the execution of a page and its reply. */
async function changeDuringPage() {
  const created = await platform.control.createRecord('Contact', { LastName: 'Older' })
  await vi.waitFor(() => expect(listNames(created.id)).toEqual(['subscribe Older']), patiently)
  const ended = await countEnded()
  const fault = await platform.control.addFault({
    effect: 'late-reply',
    delayMs: 60_000,
    match: { pathRegex: 'ORDER(\\+|%20)BY' },
  })
  await readOnSchedule(platform.database.tenant(platform.projectId), {
    projectId: platform.projectId,
    installationId: id,
    objectName: 'Contact',
  })
  await vi.waitFor(async () => {
    const [rule] = await platform.control.faults()
    expect(rule?.applied).toBe(1)
  }, patiently)
  // Salesforce's times have whole seconds.
  await platform.control.clock(2)
  await platform.control.updateRecord('Contact', created.id, { LastName: 'Newer' })
  await vi.waitFor(() => expect(listNames(created.id)).toContain('subscribe Newer'), patiently)
  await platform.control.removeFault(fault.id)
  await vi.waitFor(async () => expect(await countEnded()).toBe(ended + 1), patiently)
  await platform.control.clock(0)
  return created.id
}

const logsOfLastRead = async () => {
  const read = must((await operations().execute()).at(-1), 'read')
  const logs = await platform.call<{ message: { msg: string } }[]>(
    'GET',
    `/v1/{p}/operations/${read.id}/logs`,
  )
  return { read, lines: logs.map(({ message }) => message.msg) }
}

it('leaves out an older version that a read fetched before a change was sent', async () => {
  await setOrdering('record')

  const recordId = await changeDuringPage()

  expect(listNames(recordId)).toEqual(['subscribe Older', 'subscribe Newer'])
  const { lines } = await logsOfLastRead()
  expect(lines).toContainEqual(
    expect.stringMatching(/^Left out \d+ records? of which newer versions had been sent\.$/),
  )
})

it('contains the modification time in read and subscribed messages, for destinations without order', async () => {
  await setOrdering('none')

  const recordId = await changeDuringPage()

  await vi.waitFor(
    () => expect(listNames(recordId)).toEqual(['subscribe Older', 'subscribe Newer', 'read Older']),
    patiently,
  )
  const times = platform.messages.flatMap(({ result = [] }) =>
    result
      .filter(({ raw }) => raw?.['Id'] === recordId)
      .map(({ raw }) => Date.parse(String(raw?.['SystemModstamp']))),
  )
  const [older, newer, read] = times
  expect(older).toBe(read)
  expect(newer).toBeGreaterThan(must(older, 'time'))
})
