import type { CustomField, Log, Operation, UpsertMetadataResponse } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { getFirst } from '@platform/kernel/values'

const installed = '/v1/{p}/integrations/crm/object-metadata'
const connected = '/v1/{p}/providers/salesforce/object-metadata'
const makeSeniority = (test: number) => ({
  fieldName: `Seniority_Level_${test}`,
  displayName: 'Seniority',
  valueType: 'singleSelect',
  stringOptions: { values: ['Junior', 'Senior'] },
})
const makeScore = (test: number) => ({
  fieldName: `Deal_Score_${test}`,
  displayName: 'Score',
  valueType: 'float',
})

let platform: Awaited<ReturnType<typeof testPlatform>>
let installationId: string
beforeAll(async () => {
  platform = await testPlatform({ contacts: 2 })
  await platform.connect()
  installationId = (await platform.install()).id
})
afterAll(() => platform.close())

/** Fields that no other test creates. */
let [seniority, score] = [makeSeniority(0), makeScore(0)]
let tests = 0
let operationsBefore = 0
beforeEach(async () => {
  tests++
  ;[seniority, score] = [makeSeniority(tests), makeScore(tests)]
  await Promise.all([platform.control.clearFaults(), platform.control.clearRequests()])
  operationsBefore = (await allOperations()).length
})

const putFields = <T = UpsertMetadataResponse>(fields: object, path = installed) =>
  platform.call<T>('PUT', path, { groupRef: 'globex', fields })
const custom = async () =>
  (
    await platform.call<CustomField[]>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${installationId}/custom-fields`,
    )
  ).filter(({ fieldName }) => [seniority.fieldName, score.fieldName].includes(fieldName))
const byObject = (a: CustomField, b: CustomField) => a.objectName.localeCompare(b.objectName)
const allOperations = async () =>
  (
    await platform.call<{ results: Operation[] }>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${installationId}/operations`,
    )
  ).results.filter(({ actionType }) => actionType === 'customFields')
/** Operations of this test, newest first. */
const listNewOperations = async () =>
  (await allOperations()).slice(0, -operationsBefore || undefined)

it('creates fields, reports the result, and is idempotent', async () => {
  const first = await putFields({ Contact: [seniority], Account: [score] })
  const second = await putFields({ Contact: [seniority], Account: [score] })

  expect(first).toMatchObject({
    success: true,
    fields: {
      Contact: { [seniority.fieldName]: { action: 'create' } },
      Account: { [score.fieldName]: { action: 'create' } },
    },
  })
  expect(second).toMatchObject({
    success: true,
    fields: { Contact: { [seniority.fieldName]: { action: 'none' } } },
  })
  const { fields } = await platform.call<{ fields: Record<string, unknown> }>(
    'GET',
    '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex',
  )
  expect(fields[`${seniority.fieldName}__c`]).toMatchObject({ valueType: 'singleSelect' })
  expect((await custom()).toSorted(byObject)).toEqual([
    expect.objectContaining({
      objectName: 'Account',
      fieldName: score.fieldName,
      action: 'create',
    }),
    expect.objectContaining({
      objectName: 'Contact',
      fieldName: seniority.fieldName,
      displayName: 'Seniority',
      operationId: second.operationId,
    }),
  ])
})

it('runs as an operation of the installation with a log', async () => {
  const { operationId } = await putFields({ Contact: [seniority], Account: [score] })

  const [operation] = await listNewOperations()
  expect(operation).toMatchObject({
    id: operationId,
    status: 'success',
    result: 'Created 2 fields, updated 0, unchanged 0.',
    metadata: { objects: ['Contact', 'Account'] },
  })
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
  expect(logs.length).toBeGreaterThan(1)
})

it('only prints planned changes in a dry run', async () => {
  const reply = await putFields({ Contact: [seniority] }, `${installed}?dryRun=true`)

  expect(reply).toMatchObject({
    fields: { Contact: { [seniority.fieldName]: { action: 'create' } } },
  })
  expect(await custom()).toEqual([])
  expect(await listNewOperations()).toEqual([])
  expect(await putFields({ Contact: [seniority] })).toMatchObject({
    fields: { Contact: { [seniority.fieldName]: { action: 'create' } } },
  })
})

it('creates fields for a connection without an installation', async () => {
  const reply = await putFields({ Contact: [seniority] }, connected)

  expect(reply).toMatchObject({ success: true })
  expect(reply).not.toHaveProperty('operationId')
})

it('reports every invalid definition before calling the provider', async () => {
  await platform.control.clearRequests()

  const problem = await putFields<{ status: number; issues: object[] }>({
    Contact: [
      { ...seniority, stringOptions: {} },
      { fieldName: 'Rank', displayName: 'Rank', valueType: 'color' },
    ],
  })

  expect(problem).toMatchObject({
    status: 400,
    issues: [
      { in: 'body', name: expect.stringMatching(/^fields\.Contact\[0\]/) },
      { in: 'body', name: 'fields.Contact[1].valueType', value: 'color' },
    ],
  })
  expect(await platform.control.requests()).toEqual([])
})

it('reports and logs a missing permission at the provider', async () => {
  await platform.control.addFault({
    effect: 'permission-lost',
    match: { pathRegex: '/services/Soap/m/' },
  })

  const problem = await putFields<{ status: number; type: string; causes: string[] }>({
    Contact: [seniority],
  })

  expect(problem).toMatchObject({
    status: 403,
    type: expect.stringContaining('/provider-permission-missing'),
    causes: [expect.any(String)],
  })
  expect(await listNewOperations()).toEqual([expect.objectContaining({ status: 'failure' })])
})

it('continues with a new token after the session expired', async () => {
  await platform.control.addFault({
    effect: 'token-expired',
    match: { pathRegex: '/services/Soap/m/' },
    nth: 2,
  })

  const reply = await putFields({ Contact: [seniority] })

  expect(reply).toMatchObject({
    success: true,
    fields: { Contact: { [seniority.fieldName]: { action: 'create' } } },
  })
  const [first, second] = (await platform.control.requests())
    .filter(({ url }) => url.includes('/services/Soap/m/'))
    .slice(1)
  expect([first?.status, second?.status]).toEqual([500, 200])
})

it('completes a request interrupted by an outage', async () => {
  const fields = Array.from({ length: 25 }, (_, at) => ({
    fieldName: `Extra_${at}`,
    displayName: `Extra ${at}`,
    valueType: 'boolean',
  }))
  const fault = await platform.control.addFault({
    effect: 'unavailable',
    match: { pathRegex: '/services/Soap/m/', method: 'POST' },
    every: 3,
  })

  const first = await putFields<UpsertMetadataResponse & { status?: number }>({ Contact: fields })
  await platform.control.removeFault(fault.id)
  const second = await putFields({ Contact: fields })

  expect(first.success).not.toBe(true)
  expect(second.success).toBe(true)
  expect(Object.keys(second.fields['Contact'] ?? {})).toHaveLength(25)
})

it('counts stored bytes of fields, and rejects requests beyond the limit', async () => {
  const { everything } = platform.database
  const readStored = async () => {
    const { rows } = await sql<{ counted: number; kept: number }>`
      select (select coalesce(sum(bytes), 0)::int from stored_bytes) as counted,
        (select coalesce(sum(bytes_of(c)), 0)::int from custom_fields c) as kept`.execute(
      everything,
    )
    return getFirst(rows)
  }
  const before = await readStored()
  await putFields({ Contact: [seniority, score] })
  const after = await readStored()
  await platform.control.clearRequests()
  const { tenantLimits } = platform.services
  const most = tenantLimits.storedBytes
  tenantLimits.storedBytes = 0

  const problem = await putFields<{ status: number; type: string }>(
    { Contact: [seniority] },
    connected,
  )
  const asked = await platform.control.requests()
  const dryRun = await putFields({ Contact: [seniority] }, `${connected}?dryRun=true`)
  tenantLimits.storedBytes = most

  expect(after.kept - before.kept).toBeGreaterThan(0)
  expect(after.counted - before.counted).toBe(after.kept - before.kept)
  expect(problem).toMatchObject({ status: 409, type: expect.stringMatching(/limit-reached$/) })
  expect(dryRun.success).toBe(true)
  expect(asked).toEqual([])
})

it('refuses fields of an unknown object and applies the others', async () => {
  const fields = { Contact: [seniority], Butterflies: [score], Account: [score] }

  const first = await putFields(fields)
  const second = await putFields(fields)
  const alone = await putFields<{ status: number; causes: string[] }>({ Butterflies: [score] })

  const refused = { action: 'none', error: expect.stringContaining('Butterflies') }
  for (const [reply, action] of [
    [first, 'create'],
    [second, 'none'],
  ] as const) {
    expect(reply).toMatchObject({
      success: false,
      fields: {
        Contact: { [seniority.fieldName]: { action } },
        Account: { [score.fieldName]: { action } },
        Butterflies: { [score.fieldName]: refused },
      },
    })
    expect(reply.fields['Contact']?.[seniority.fieldName]).not.toHaveProperty('error')
  }
  expect(alone).toMatchObject({ status: 400, causes: [expect.stringContaining('Butterflies')] })
})

it('applies fields at HubSpot, with individual refusals', async () => {
  await platform.connect('globex', 'hubspot')
  const hubspot = '/v1/{p}/providers/hubspot/object-metadata'
  const name = (text: string) => `${text}_${tests}`
  const field = (fieldName: string, valueType = 'string') => ({
    ...{ fieldName: name(fieldName), displayName: fieldName, valueType },
  })
  await putFields({ contacts: [field('clash'), field('there')] }, hubspot)

  const reply = await putFields(
    {
      contacts: [field('there'), field('clash', 'date')],
      butterflies: [field('wing')],
    },
    hubspot,
  )

  expect(reply).toMatchObject({
    success: false,
    fields: {
      contacts: {
        [name('there')]: { action: 'none' },
        [name('clash')]: { action: 'none', error: expect.any(String) },
      },
      butterflies: { [name('wing')]: { action: 'none', error: expect.any(String) } },
    },
  })
  expect(reply.fields['contacts']?.[name('there')]).not.toHaveProperty('error')
})

it('rejects a provider without custom fields', async () => {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'aircall',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'key',
    basicAuth: { username: 'a', password: 'b' },
  })

  const problem = await putFields<{ status: number; type: string }>(
    { Contact: [seniority] },
    '/v1/{p}/providers/aircall/object-metadata',
  )

  expect(problem).toMatchObject({
    status: 400,
    type: expect.stringContaining('/provider-not-supported'),
  })
})

it('attributes concurrent calls to their own objects', async () => {
  const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: hub
    provider: hubspot
    read: { objects: [{ objectName: contacts, destination: webhook, schedule: '0 0 1 1 *' }] }
`
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml })
  await platform.connect('globex', 'hubspot')
  const config = { content: { read: { objects: { contacts: {} } } } }
  await platform.call('POST', '/v1/{p}/integrations/hub/installations?skipSampling=true', {
    ...{ groupRef: 'globex', config },
  })
  const write = (objectType: string) => `/properties/[^/]+/${objectType}/batch/create`
  // One reply arrives while the other call, which started earlier, is in progress.
  const slow = await platform.hubspot.addFault({
    ...{ effect: 'slow', delayMs: 60_000, match: { pathRegex: write('contacts') } },
  })
  await platform.hubspot.addFault({
    ...{ effect: 'permission-lost', match: { pathRegex: write('companies') } },
  })
  const field = (objectName: string) => ({ ...score, fieldName: `side_by_side_${objectName}` })

  const putting = putFields(
    { contacts: [field('contacts')], companies: [field('companies')] },
    '/v1/{p}/integrations/hub/object-metadata',
  )
  await vi.waitFor(async () => {
    const asked = await platform.hubspot.requests()
    expect(
      asked.some(({ url, status }) => url.includes('/companies/batch') && status === 403),
    ).toBe(true)
  }, patiently)
  await platform.hubspot.removeFault(slow.id)
  const { operationId } = await putting

  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
  const findLine = (text: string) => logs.find(({ message }) => message.msg.includes(text))?.message
  expect(findLine('Created contacts.')?.call).toMatchObject({
    url: expect.stringContaining('/contacts/batch/create'),
    status: 201,
  })
  expect(findLine('was refused')?.call).toMatchObject({
    url: expect.stringContaining('/companies/batch/create'),
    status: 403,
  })
})
