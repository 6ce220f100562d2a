import type { CausedBy, Log, Operation, ResultEntry, WriteReply } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { testPlatform } from '@platform/testing/test-platform'
import { echoJobs } from './jobs.ts'

const defineIntegration = (name: string, echo: string, more = '') => `
  - name: ${name}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          schedule: '0 0 1 1 *'
          deleted: true
          requiredFields:
            - fieldName: LastName
              mapToName: surname
            - fieldName: Phone
            - fieldName: Email${more}
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
          deleteEvent: {enabled: always}
    write:
      objects:
        - objectName: Contact
          inheritMapping: true${echo}
`
const sourceYaml = `
specVersion: 1.0.0
integrations:${defineIntegration('crm', '')}${defineIntegration('quiet', '\n          echo: drop')}${defineIntegration(
  'computing',
  '',
  `
          computedFields:
            - { mapToName: fullName, expression: "FirstName & ' ' & surname" }
            - { mapToName: domain, expression: "substring_after(Email, '@')" }`,
)}`

/** Group and integration: one marks, the other leaves out. */
const marking = { groupRef: 'globex', integration: 'crm' }
const dropping = { groupRef: 'initech', integration: 'quiet' }
const computing = { groupRef: 'umbrella', integration: 'computing' }
type Side = typeof marking

let platform: Awaited<ReturnType<typeof testPlatform>>
const installations = new Map<Side, `inst_${string}`>()
beforeAll(async () => {
  platform = await testPlatform({ contacts: 0, sourceYaml })
  for (const side of [marking, dropping, computing]) {
    const { groupRef, integration } = side
    await platform.connect(groupRef)
    const { id } = await platform.call<{ id: `inst_${string}` }>(
      'POST',
      `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
      {
        groupRef,
        config: {
          content: {
            read: { objects: { Contact: {} } },
            write: {
              objects: { Contact: { objectName: 'Contact', deletionSettings: { enabled: true } } },
            },
          },
        },
      },
    )
    installations.set(side, id)
    await vi.waitFor(async () => {
      const installation = await platform.call(
        'GET',
        `/v1/{p}/integrations/${integration}/installations/${id}`,
      )
      expect(installation['subscription']).toMatchObject({ state: 'active' })
    }, patiently)
  }
})
afterAll(() => platform.close())
beforeEach(() => {
  platform.messages.length = 0
})

const getId = (side: Side) => must(installations.get(side), 'installation')

const write = (side: Side, request: object) =>
  platform.call<WriteReply>(
    'POST',
    `/write/v1/{p}/integrations/${side.integration}/objects/Contact`,
    { groupRef: side.groupRef, ...request },
  )

const listEntries = (side: Side, action: string): ResultEntry[] =>
  platform.messages
    .filter((message) => message.action === action && message.installationId === getId(side))
    .flatMap(({ result }) => result ?? [])

/** Waits until an entry is delivered for which the check holds. */
const waitForEntry = (
  side: Side,
  isWanted: (entry: ResultEntry) => boolean,
  action = 'subscribe',
): Promise<ResultEntry> =>
  vi.waitFor(() => must(listEntries(side, action).find(isWanted), 'entry'), patiently)

/** Waits until the webhook's reply to this change is stored: from then on it counts as received. */
const waitForAccepted = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from deliveries where status = 'pending'`.execute(
      platform.database.everything,
    )
    expect(rows).toEqual([])
  }, patiently)

/** Creates a record by a write and waits until both sides have received it. */
async function givenWritten(side: Side, surname: string) {
  const { operationId, result } = await write(side, {
    type: 'create',
    record: { surname, Phone: '+49 170 1', Email: `${surname}@lind.example` },
  })
  const id = must(result?.recordId, 'record ID')
  const created = await waitForEntry(
    side,
    (entry) => entry.id === id && entry.subscribeEventType === 'create',
  )
  await waitForAccepted()
  return { id, operationId, created }
}

/** Reads the changes of the object on schedule, and returns what was delivered. */
async function readChanges(side: Side): Promise<{ entries: ResultEntry[]; log: string[] }> {
  const { integration } = side
  const path = `/v1/{p}/integrations/${integration}/installations/${getId(side)}/operations`
  const list = async () =>
    (await platform.call<{ results: Operation[] }>('GET', path)).results.filter(
      ({ actionType }) => actionType === 'read',
    )
  const before = (await list()).map(({ id }) => id)
  await readOnSchedule(platform.database.tenant(platform.projectId), {
    projectId: platform.projectId,
    installationId: getId(side),
    objectName: 'Contact',
  })
  const read = await vi.waitFor(async () => {
    const ended = (await list()).find(
      ({ id, status }) => !before.includes(id) && status === 'success',
    )
    return must(ended, 'read')
  }, patiently)
  await waitForAccepted()
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${read.id}/logs`)
  const entries = platform.messages.flatMap(({ operationId, result }) =>
    operationId === read.id ? (result ?? []) : [],
  )
  return { entries, log: logs.map(({ message }) => message.msg) }
}

const update = (id: string, values: Record<string, string>) =>
  platform.control.updateRecord('Contact', id, values)

describe('a change that an own write caused', () => {
  it('names the write and its fields, in changes and in reads', async () => {
    const { id, operationId, created } = await givenWritten(marking, 'Lind')
    const updated = await write(marking, { type: 'update', record: { id, surname: 'Berg' } })
    const change = await waitForEntry(
      marking,
      (entry) => entry.id === id && entry.mappedFields?.['surname'] === 'Berg',
    )
    const { entries, log } = await readChanges(marking)

    expect(created.causedBy).toEqual({
      operationId,
      fields: ['Phone', 'Email', 'surname'],
      otherFields: 'unknown',
    } satisfies CausedBy)
    expect(change.causedBy).toMatchObject({
      operationId: updated.operationId,
      fields: ['surname'],
      otherFields: 'unchanged',
    })
    expect(entries.find(({ raw }) => raw?.['Id'] === id)?.causedBy).toMatchObject({
      operationId: updated.operationId,
      operationIds: [updated.operationId, operationId],
    })
    expect(log).toContainEqual(
      expect.stringMatching(/^Recognized .* of your own writes: \d+ marked/),
    )
  })

  it('names computed fields of which it wrote a source, also one that is not delivered', async () => {
    const { id } = await givenWritten(computing, 'Lind')
    const { operationId } = await write(computing, {
      type: 'update',
      record: { id, FirstName: 'Ada' },
    })
    const change = await waitForEntry(
      computing,
      (entry) => entry.id === id && entry.mappedFields?.['fullName'] === 'Ada Lind',
    )

    expect(change.causedBy).toEqual({
      operationId,
      fields: ['fullName'],
      otherFields: 'unchanged',
    } satisfies CausedBy)
  })

  it('is not marked for others who write, and for changes by others', async () => {
    const { id } = await givenWritten(marking, 'Holm')
    const foreign = await waitForEntry(dropping, (entry) => entry.id === id)
    await update(id, { Phone: '+49 170 2' })
    const change = await waitForEntry(
      marking,
      (entry) => entry.id === id && entry.fields?.['Phone'] === '+49 170 2',
    )

    expect(foreign).not.toHaveProperty('causedBy')
    expect(change).not.toHaveProperty('causedBy')
  })

  it('names only the written fields if somebody else changed others at the same time', async () => {
    const { id } = await givenWritten(marking, 'Falk')
    const [written] = await Promise.all([
      write(marking, { type: 'update', record: { id, Email: 'falk@falk.example' } }),
      update(id, { Phone: '+49 170 3' }),
    ])
    const { entries } = await readChanges(marking)

    const entry = must(
      entries.find(({ raw }) => raw?.['Id'] === id),
      'entry',
    )
    expect(entry.fields).toMatchObject({ Email: 'falk@falk.example', Phone: '+49 170 3' })
    expect(entry.causedBy?.operationId).toBe(written.operationId)
    expect(entry.causedBy?.fields).toContain('Email')
    expect(entry.causedBy?.fields).not.toContain('Phone')
  })

  it('is not marked if a user sets the value that was written', async () => {
    const { id } = await givenWritten(marking, 'Ekman')
    await update(id, { Phone: '+49 170 9' })
    await waitForEntry(
      marking,
      (entry) => entry.id === id && entry.fields?.['Phone'] === '+49 170 9',
    )
    platform.messages.length = 0
    await update(id, { Phone: '+49 170 1' })
    const back = await waitForEntry(
      marking,
      (entry) => entry.id === id && entry.fields?.['Phone'] === '+49 170 1',
    )

    expect(back.rawEvent).toMatchObject({
      payload: { ChangeEventHeader: { changeOrigin: expect.stringContaining('SfdcInternalAPI') } },
    })
    expect(back).not.toHaveProperty('causedBy')
  })

  it('is marked when the record was deleted by a write', async () => {
    const { id } = await givenWritten(marking, 'Dahl')
    const { operationId } = await write(marking, { type: 'delete', record: { id } })
    const change = await waitForEntry(
      marking,
      (entry) => entry.id === id && entry.subscribeEventType === 'delete',
    )

    expect(change.causedBy).toEqual({ operationId, fields: [], otherFields: 'unchanged' })
  })
})

describe('with `echo: drop`', () => {
  it('delivers the first change, and leaves out reads and later changes with nothing else', async () => {
    const { id, created } = await givenWritten(dropping, 'Roos')
    const first = await readChanges(dropping)
    await write(dropping, { type: 'update', record: { id, surname: 'Rosen' } })
    const second = await readChanges(dropping)
    await write(dropping, { type: 'update', record: { id, surname: 'Rosa' } })
    await update(id, { Phone: '+49 170 4' })
    const third = await readChanges(dropping)

    const isOfRecord = ({ raw }: ResultEntry) => raw?.['Id'] === id
    expect(created.causedBy?.otherFields).toBe('unknown')
    expect(first.entries.filter(isOfRecord)).toEqual([])
    expect(second.entries.filter(isOfRecord)).toEqual([])
    expect(second.log).toContainEqual(expect.stringMatching(/[1-9]\d* not delivered\.$/))
    // The change or the read delivers it, whichever is first.
    const delivered = [...listEntries(dropping, 'subscribe'), ...third.entries]
    expect(delivered).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ Phone: '+49 170 4' }) }),
    )
  })

  it('leaves out events once their write is confirmed', async () => {
    const { id } = await givenWritten(dropping, 'Kaas')
    const list = await platform.call<{ results: Operation[] }>(
      'GET',
      `/v1/{p}/integrations/quiet/installations/${getId(dropping)}/operations`,
    )
    const setUp = must(
      list.results.find(({ actionType }) => actionType === 'subscribe'),
      'set-up',
    )
    let count = 0
    // An event that arrives before its write is confirmed is delivered with a mark.
    await vi.waitFor(async () => {
      await write(dropping, { type: 'update', record: { id, surname: `Kaas ${++count}` } })
      const log = await platform.call<Log[]>('GET', `/v1/{p}/operations/${setUp.id}/logs`)
      expect(log.map(({ message }) => message.msg)).toContainEqual(
        expect.stringContaining('Left out, because your own writes caused them: '),
      )
    }, patiently)

    const changes = listEntries(dropping, 'subscribe').filter((entry) => entry.id === id)
    expect(changes.filter(({ causedBy }) => !causedBy)).toEqual([])
  })

  it('delivers a value that somebody else set in between, and one that was set back', async () => {
    const { id } = await givenWritten(dropping, 'Moor')
    await update(id, { LastName: 'Mohr' })
    await waitForEntry(
      dropping,
      (entry) => entry.id === id && entry.mappedFields?.['surname'] === 'Mohr',
    )
    await waitForAccepted()
    platform.messages.length = 0
    await update(id, { LastName: 'Moor' })
    const back = await waitForEntry(
      dropping,
      (entry) => entry.id === id && entry.mappedFields?.['surname'] === 'Moor',
    )

    expect(back.fields).toMatchObject({ Phone: '+49 170 1' })
  })

  it('leaves nothing out while the webhook has not accepted the previous message', async () => {
    const { id } = await givenWritten(dropping, 'Stein')
    await sql`update deliveries set status = 'pending' where status = 'delivered'`.execute(
      platform.database.everything,
    )
    const { operationId } = await write(dropping, {
      type: 'update',
      record: { id, surname: 'Steen' },
    })
    const change = await waitForEntry(
      dropping,
      (entry) => entry.id === id && entry.mappedFields?.['surname'] === 'Steen',
    )
    await sql`update deliveries set status = 'delivered' where attempts <> ''`.execute(
      platform.database.everything,
    )

    expect(change.causedBy?.operationId).toBe(operationId)
  })
})

describe('what is stored of written records', () => {
  it('contains no value, and is deleted with the installation or when it expires', async () => {
    await givenWritten(marking, 'Secretname')
    const { everything } = platform.database
    const select = async () =>
      (
        await sql<{ text: string; isPending: boolean }>`
          select row_to_json(w)::text as text, is_pending from written_records w
           where installation_id <> ${getId(computing)}`.execute(everything)
      ).rows

    const rows = await select()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ isPending }) => isPending)).toEqual([])
    expect(rows.map(({ text }) => text).join()).not.toMatch(/secretname|\+49/i)

    await echoJobs(platform.database)['forget-written-records']()
    expect(await select()).toHaveLength(rows.length)
    await sql`update written_records set expire_time = now() - interval '1 minute'
      where installation_id = ${getId(marking)}`.execute(everything)
    await echoJobs(platform.database)['forget-written-records']()
    expect((await select()).length).toBeLessThan(rows.length)

    await platform.call(
      'DELETE',
      `/v1/{p}/integrations/${dropping.integration}/installations/${getId(dropping)}`,
    )
    expect(await select()).toEqual([])
    const { rows: counted } = await sql<{ bytes: string }>`
      select coalesce(sum(bytes), 0)::text as bytes from stored_bytes
       where bytes < 0 and project_id = ${platform.projectId}`.execute(everything)
    expect(counted[0]?.bytes).toBeDefined()
  })
})
