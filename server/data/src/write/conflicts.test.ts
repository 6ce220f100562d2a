import type { ApiProblem, WriteReply } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const defineIntegration = (name: string, onConflict: string) => `
  - name: ${name}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: LastName
              mapToName: surname
            - fieldName: Phone
    write:
      objects:
        - objectName: Contact
          inheritMapping: true${onConflict}
`
const sourceYaml = `
specVersion: 1.0.0
integrations:${['reject', 'overwrite', 'latest']
  .map((policy) =>
    defineIntegration(policy, policy === 'reject' ? '' : `\n          onConflict: ${policy}`),
  )
  .join('')}`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 0, sourceYaml })
  const topics = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topics[0]?.id,
    eventType: 'write.async.done',
  })
  await platform.connect()
  for (const name of ['reject', 'overwrite', 'latest']) {
    await platform.call('POST', `/v1/{p}/integrations/${name}/installations?skipSampling=true`, {
      groupRef: 'globex',
      config: {
        content: {
          read: { objects: { Contact: {} } },
          write: {
            objects: { Contact: { objectName: 'Contact', deletionSettings: { enabled: true } } },
          },
        },
      },
    })
  }
})
afterAll(() => platform.close())
beforeEach(() => {
  platform.messages.length = 0
})

const write = <T = WriteReply>(request: object, integration = 'reject') =>
  platform.call<T>('POST', `/write/v1/{p}/integrations/${integration}/objects/person`, {
    groupRef: 'globex',
    ...request,
  })

const givenContact = async (LastName: string) =>
  (await platform.control.createRecord('Contact', { LastName, Phone: '1' })).id

const findSurname = async (id: string) => {
  const { result } = await platform.call<{ result: { raw: Record<string, unknown> }[] }>(
    'POST',
    '/search/v1/{p}/integrations/reject?groupRef=globex',
    { objectName: 'Contact', fieldFilters: [{ fieldName: 'Id', operator: 'eq', value: id }] },
  )
  return result[0]?.raw['LastName']
}

it('rejects a write whose record has other values than expected, and names both', async () => {
  const id = await givenContact('Lind')
  await platform.control.updateRecord('Contact', id, { LastName: 'Falk' })
  const update = { type: 'update', record: { id, surname: 'Berg' } }

  const problem = await write<ApiProblem & WriteReply>({ ...update, expected: { surname: 'Lind' } })
  const unchanged = await findSurname(id)
  const reply = await write({ ...update, expected: { surname: 'Falk', Phone: '1' } })

  expect(problem).toMatchObject({
    status: 409,
    type: expect.stringMatching(/\/write-conflict$/),
    result: {
      success: false,
      errors: [{ field: 'surname', expected: 'Lind', actual: 'Falk' }],
    },
  })
  expect(unchanged).toBe('Falk')
  expect(reply.result).toMatchObject({ success: true, recordId: id })
  expect(await findSurname(id)).toBe('Berg')
})

it('reveals no values of a record to a key that may only write', async () => {
  const id = await givenContact('Lind')
  const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'writer',
    scopes: ['read', 'write:records'],
  })
  const writeByKey = (request: object) =>
    platform.call<ApiProblem & WriteReply>(
      ...(['POST', '/write/v1/{p}/integrations/reject/objects/person'] as const),
      { groupRef: 'globex', type: 'update', ...request },
      { 'x-api-key': key },
    )
  const record = { id, surname: 'Berg' }
  const expected = { Phone: 'unknown' }

  const replies = [
    await writeByKey({ record, expected }),
    await writeByKey({ record, expected, mode: 'asynchronous' }),
    await writeByKey({ batch: [{ record }, { record, expected }] }),
  ]
  const unconditional = await writeByKey({ record })

  expect(replies).toMatchObject(
    Array.from({ length: 3 }, () => ({
      status: 403,
      detail: expect.stringContaining('lacks the capability read:records'),
    })),
  )
  expect(unconditional.result).toMatchObject({ success: true })
})

it('rejects single records of a batch, and all of them if none may be missing', async () => {
  const ids = [await givenContact('Lind'), await givenContact('Holm')] as const
  await platform.control.updateRecord('Contact', ids[0], { LastName: 'Falk' })
  const batch = [
    { record: { id: ids[0], surname: 'Berg' }, expected: { surname: 'Lind' } },
    { record: { id: ids[1], surname: 'Berg' }, expected: { surname: 'Holm' } },
  ]

  const none = await write<ApiProblem>({
    ...{ type: 'update', batch },
    batchPolicy: { allOrNone: true },
  })
  const before = await findSurname(ids[1])
  const some = await write({ type: 'update', batch })

  expect(none).toMatchObject({ status: 409, type: expect.stringMatching(/\/write-conflict$/) })
  expect(before).toBe('Holm')
  expect(some).toMatchObject({ successCount: 1, failureCount: 1 })
  expect([await findSurname(ids[0]), await findSurname(ids[1])]).toEqual(['Falk', 'Berg'])
})

it('checks the time of the last modification', async () => {
  const id = await givenContact('Lind')
  const minuteMs = 60_000
  const request = (surname: string, atMs: number) => ({
    ...{ type: 'update', record: { id, surname } },
    ifUnmodifiedSince: new Date(Date.now() + atMs).toISOString(),
  })

  const problem = await write<ApiProblem>(request('Berg', -minuteMs))
  const reply = await write(request('Berg', minuteMs))

  expect(problem).toMatchObject({ type: expect.stringMatching(/\/write-conflict$/) })
  expect(problem.detail).toMatch(/^The record was modified at the provider at 20/)
  expect(reply.result?.success).toBe(true)
})

it('does not delete a record that was changed', async () => {
  const id = await givenContact('Lind')
  const problem = await write<ApiProblem>({
    ...{ type: 'delete', record: { id } },
    expected: { surname: 'Berg' },
  })

  expect(problem).toMatchObject({ type: expect.stringMatching(/\/write-conflict$/) })
  expect(await findSurname(id)).toBe('Lind')
})

it('reports a conflict of an asynchronous write in its event', async () => {
  const id = await givenContact('Lind')
  const { operationId } = await write({
    ...{ type: 'update', mode: 'asynchronous', record: { id, surname: 'Berg' } },
    expected: { surname: 'Falk' },
  })
  const done = await vi.waitFor(
    () =>
      must(
        platform.messages.find(({ notificationType }) => notificationType === 'write.async.done'),
        'event',
      ),
    patiently,
  )

  expect(done.data).toMatchObject({
    operationId,
    success: false,
    results: [{ errors: [{ field: 'surname', expected: 'Falk', actual: 'Lind' }] }],
  })
  expect(await findSurname(id)).toBe('Lind')
})

it('overwrites, or keeps only the later change, as the integration says', async () => {
  const id = await givenContact('Lind')
  const request = (surname: string, atMs: number) => ({
    ...{ type: 'update', record: { id, surname }, expected: { surname: 'Falk' } },
    ifUnmodifiedSince: new Date(Date.now() + atMs).toISOString(),
  })

  const older = await write<ApiProblem>(request('Older', -60_000), 'latest')
  const newer = await write(request('Newer', 60_000), 'latest')
  const overwritten = await write(request('Other', -60_000), 'overwrite')
  const timeless = await write<ApiProblem>(
    { type: 'update', record: { id, surname: 'Berg' }, expected: { surname: 'Falk' } },
    'latest',
  )

  expect(older).toMatchObject({ type: expect.stringMatching(/\/write-conflict$/) })
  expect(newer.result?.success).toBe(true)
  expect(overwritten.result?.success).toBe(true)
  expect(timeless).toMatchObject({ issues: [{ name: 'ifUnmodifiedSince' }] })
})

it.each([
  [{ type: 'create', record: { surname: 'Lind' }, expected: { surname: '' } }, 'expected'],
  [{ type: 'update', batch: [{ record: { id: '1' } }], expected: { surname: '' } }, 'expected'],
  [
    {
      ...{ type: 'update', mode: 'asynchronous', record: { id: '1', surname: 'Lind' } },
      ...{ autoBatchPolicy: { maxDelayMinutes: 1 }, ifUnmodifiedSince: '2026-01-01T00:00:00Z' },
    },
    'ifUnmodifiedSince',
  ],
])('rejects conditions that do not apply: %j', async (request, name) => {
  expect(await write<ApiProblem>(request)).toMatchObject({
    issues: expect.arrayContaining([expect.objectContaining({ name })]),
  })
})
