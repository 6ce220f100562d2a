import type { Installation, Log, MappingPreview, Operation, SearchReply } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const reading = (name: string, more: string, [provider, objectName, lastName] = salesforce) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          deleted: true
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: ${lastName}
              mapToName: surname
          ${more}
`
const salesforce = ['salesforce', 'Contact', 'LastName']
const hubspot = ['hubspot', 'contacts', 'lastname']
const isKept = '{ fieldName: surname, operator: eq, value: Kept }'
const needsStage = `  - mapToName: stage
          filter: { fieldName: stage, operator: ne, value: Lost }`
const subscribing = `
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          deleteEvent: { enabled: always }
`
const manifest = `
specVersion: 1.0.0
integrations:
${reading('crm', `filter: ${isKept}`)}
${reading('hub', `filter: ${isKept}`, hubspot)}
${reading('later', 'filter: { and: [{ fieldName: Title, operator: contains, value: walrus }, { fieldName: Description, operator: isEmpty }] }')}
${reading('staged', needsStage)}
${reading('heard', `filter: ${isKept}`)}${subscribing}
`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3, sourceYaml: manifest })
  await Promise.all([platform.connect(), platform.connect('globex', 'hubspot')])
})
afterAll(() => platform.close())

const install = (integration: string, objects: object) =>
  platform.call<Installation>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects } } } },
  )

async function readAll(integration: string, objectName = 'Contact') {
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${integration}/objects/${objectName}`,
    { groupRef: 'globex' },
  )
  await vi.waitFor(async () => {
    const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(status).toBe('success')
  }, patiently)
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
  return { operationId, entries: await listEntries(operationId), log: toText(logs) }
}

const toText = (logs: readonly Log[]) => logs.map(({ message }) => message.msg).join('\n')

async function listEntries(operationId: string) {
  const { result } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
  const entries = () =>
    platform.messages
      .filter((message) => message.operationId === operationId)
      .flatMap((message) => message.result ?? [])
  await vi.waitFor(() => expect(result).toContain(`Read ${entries().length} record`), patiently)
  return entries()
}

it.each([
  ['Salesforce', 'crm', 'Contact', 'LastName'],
  ['HubSpot', 'hub', 'contacts', 'lastname'],
] as const)('reads what matches at %s, and every deletion', async (_, name, objectName, field) => {
  const records = name === 'hub' ? platform.hubspot : platform.control
  await install(name, { [objectName]: {} })
  const make = (value: string) =>
    records.createRecord(objectName, {
      [field]: value,
      ...(name === 'hub' && { email: `${value}@x.test` }),
    })
  const [kept, other] = [await make('kept'), await make('Other')]

  const before = await readAll(name, objectName)
  await records.deleteRecord(objectName, other.id)
  const after = await readAll(name, objectName)

  expect(before.entries.map(({ mappedFields }) => mappedFields)).toEqual([{ surname: 'kept' }])
  const [live, gone] = [false, true].map((isDeletion) =>
    after.entries.filter((entry) => (entry.subscribeEventType === 'delete') === isDeletion),
  )
  expect(live?.map(({ mappedFields }) => mappedFields)).toEqual([{ surname: 'kept' }])
  expect(gone).toEqual([
    {
      ...{ subscribeEventType: 'delete', id: other.id, versionTime: expect.any(String) },
      ...{ fields: {}, mappedFields: {}, raw: {} },
    },
  ])
  await records.updateRecord(objectName, kept.id, { [field]: 'Renamed' })
  expect((await readAll(name, objectName)).entries).toEqual([
    expect.objectContaining({ subscribeEventType: 'delete', id: other.id }),
  ])
})

it('applies what the provider cannot, and reports how many records do not match', async () => {
  await install('later', { Contact: {} })
  await platform.control.createRecord('Contact', { LastName: 'A', Title: 'Chief Walrus' })
  await platform.control.createRecord('Contact', {
    LastName: 'B',
    Title: 'Chief Walrus',
    Description: 'Left',
  })

  const { entries, log } = await readAll('later')

  const live = entries.filter((entry) => entry.subscribeEventType === undefined)
  expect(live.map(({ mappedFields }) => mappedFields)).toEqual([{ surname: 'A' }])
  expect(log).toContain('Salesforce cannot filter by Description')
  expect(log).toContain('. 1 more do not match the filter.')
})

it('reads nothing by a condition on a field until the end user has mapped it', async () => {
  const { id } = await install('staged', { Contact: { selectedFieldMappings: { stage: 'Title' } } })
  await platform.control.createRecord('Contact', { LastName: 'Won', Title: 'Won' })
  await platform.control.createRecord('Contact', { LastName: 'Lost', Title: 'Lost' })
  const mapped = await readAll('staged')
  await platform.database.everything
    .updateTable('configs')
    .set({ content: JSON.stringify({ read: { objects: { Contact: {} } } }) as never })
    .where('installationId', '=', id)
    .execute()

  const names = mapped.entries.map((entry) => entry.mappedFields?.['surname'])
  expect(names).toContain('Won')
  expect(names).not.toContain('Lost')
  const { entries } = await readAll('staged')
  expect(entries.filter((entry) => entry.subscribeEventType === undefined)).toEqual([])
})

it('shows whether a live record matches, and who applies the filter', async () => {
  const [installation] = await platform.call<Installation[]>(
    'GET',
    '/v1/{p}/integrations/later/installations',
  )
  const { id, objects } = must(installation, 'installation')
  const path = `/v1/{p}/integrations/later/installations/${id}/objects/Contact:preview`

  const preview = await platform.call<MappingPreview>('POST', path, {
    sourceYaml: manifest.replaceAll('value: walrus', 'value: nobody'),
  })

  expect(preview.after).toMatchObject({ matchesFilter: false })
  expect(objects['Contact']?.filter).toEqual({
    setBy: 'integration',
    conditions: [
      { fieldName: 'Title', operator: 'contains', appliedBy: 'provider' },
      { fieldName: 'Description', operator: 'isEmpty', appliedBy: 'provider' },
    ],
  })
})

it('filters changes and searches like reads', async () => {
  const { id } = await install('heard', { Contact: {} })
  await vi.waitFor(async () => {
    const path = `/v1/{p}/integrations/heard/installations/${id}`
    const { subscription } = await platform.call<Installation>('GET', path)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  const changes = () =>
    platform.messages
      .filter((message) => message.action === 'subscribe' && message.installationId === id)
      .flatMap((message) => message.result ?? [])

  const other = await platform.control.createRecord('Contact', { LastName: 'Other' })
  const kept = await platform.control.createRecord('Contact', { LastName: 'Kept' })
  await vi.waitFor(() => expect(changes().map((one) => one.id)).toContain(kept.id), patiently)
  await platform.control.deleteRecord('Contact', other.id)
  await vi.waitFor(() => {
    expect(changes().map((one) => [one.id, one.subscribeEventType])).toEqual([
      [kept.id, 'create'],
      [other.id, 'delete'],
    ])
  }, patiently)

  const { results } = await platform.call<{ results: Operation[] }>(
    'GET',
    `/v1/{p}/integrations/heard/installations/${id}/operations`,
  )
  const operation = must(
    results.find(({ actionType }) => actionType === 'subscribe'),
    'set-up',
  )
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operation.id}/logs`)
  expect(toText(logs)).toContain('do not match the filter or were not found: 1 Contact')
  const search = (value: string) =>
    platform.call<SearchReply>('POST', '/search/v1/{p}/integrations/heard?groupRef=globex', {
      objectName: 'Contact',
      fieldFilters: [{ fieldName: 'Id', operator: 'eq', value }],
    })
  const hidden = await platform.control.createRecord('Contact', { LastName: 'Hidden' })
  expect((await search(kept.id)).result).toHaveLength(1)
  expect((await search(hidden.id)).result).toEqual([])
})

const update = (id: string, contact: object | undefined, apiKey?: string) =>
  platform.call<Installation>(
    'PATCH',
    `/v1/{p}/integrations/crm/installations/${id}?groupRef=globex`,
    {
      updateMask: ['config.content.read.objects'],
      installation: {
        config: { content: { read: { objects: contact ? { Contact: contact } : {} } } },
      },
    },
    apiKey === undefined ? {} : { 'x-api-key': apiKey },
  )

it('lets the server set the filter of a customer, and no end user', async () => {
  const filter = { fieldName: 'LastName', operator: 'in', value: ['Own'] }
  const installations = await platform.call<Installation[]>(
    'GET',
    '/v1/{p}/integrations/crm/installations',
  )
  const { id } = must(installations[0], 'installation')
  await platform.control.createRecord('Contact', { LastName: 'Own' })

  const endless = { fieldName: 'LastName', operator: 'in', value: Array(10_000).fill('x') }
  const tooLong = await update(id, { filter: endless })
  const unknown = await update(id, {
    filter: { fieldName: 'Nowhere__c', operator: 'isEmpty' },
  })
  const byEndUser = await update(id, { filter }, platform.frontendApiKey)
  const byServer = await update(id, { filter })
  const widened = await update(
    id,
    { filter: { fieldName: 'LastName', operator: 'isNotEmpty' } },
    platform.frontendApiKey,
  )
  const omitted = await update(id, { selectedFields: {} }, platform.frontendApiKey)
  const { entries } = await readAll('crm')
  const removed = await update(id, undefined, platform.frontendApiKey)

  const getConfig = ({ config }: Installation) => config?.content.read?.objects['Contact']
  const onlyServer = {
    issues: [expect.objectContaining({ name: 'config.content.read.objects.Contact.filter' })],
  }
  expect(JSON.stringify(tooLong)).toContain('A list has at most 100 values')
  expect(JSON.stringify(unknown)).toContain('The field Nowhere__c was not found')
  expect(unknown).toMatchObject(onlyServer)
  expect(byEndUser).toMatchObject(onlyServer)
  expect(getConfig(byServer)).toEqual({ filter })
  expect(widened).toMatchObject(onlyServer)
  expect(getConfig(omitted)).toEqual({ filter, selectedFields: {} })
  expect(
    entries.flatMap((entry) => (entry.subscribeEventType ? [] : [entry.mappedFields])),
  ).toEqual([{ surname: 'Own' }])
  expect(getConfig(removed)).toEqual({ filter, disabled: true })
})
