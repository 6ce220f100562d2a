import type { Association, Installation, Operation, SearchReply } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { givenPlatform, testPlatform, type PlatformMessage } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { getFirst, must } from '@platform/kernel/values'

const backfill = `backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]`
const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: associatedcompanyid }]
          associations: [companies, deals]
          ${backfill}
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          deleted: true
          requiredFields: [{ fieldName: LastName }]
          associations: [Account, Task]
          ${backfill}
  - name: crm-plain
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{ fieldName: LastName }]
          ${backfill}
`
const contacts = 230

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts, sourceYaml })
})
afterAll(() => platform.close())

const listEntries = (is: (message: PlatformMessage) => boolean) =>
  platform.messages.filter(is).flatMap(({ result }) => result ?? [])

/** Reinstalls an integration and returns the records of its backfill. */
async function readBackfill(name: string, objectName: string) {
  await platform.connect('globex', name === 'hub' ? 'hubspot' : 'salesforce')
  const { id } = await platform.call<{ id: string }>(
    'POST',
    `/v1/{p}/integrations/${name}/installations`,
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )
  await vi.waitFor(() => {
    const done = platform.messages.some(
      ({ notificationType, data }) =>
        notificationType === 'read.backfill.done' &&
        data &&
        'installationId' in data &&
        data.installationId === id,
    )
    if (!done) throw new Error('The backfill is not done')
  }, patiently)
  return {
    id,
    entries: listEntries(
      ({ installationId, readType }) => installationId === id && readType === 'backfill',
    ),
  }
}

const listIds = (associations: Record<string, Association[]> | undefined, name: string) =>
  must(associations?.[name], name).map(({ objectId }) => objectId)

const uninstall = async (name: string, id: string) => {
  await platform.call('DELETE', `/v1/{p}/integrations/${name}/installations/${id}`)
  await Promise.all([platform.control.clearFaults(), platform.hubspot.clearFaults()])
}

/** Triggers a read and returns the delivered records. */
async function triggerRead(name: string, objectName: string, sinceTimestamp?: string) {
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${name}/objects/${objectName}`,
    { groupRef: 'globex', ...(sinceTimestamp && { sinceTimestamp }) },
  )
  await vi.waitFor(async () => {
    const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(status).toBe('success')
    expect(
      platform.messages.some(
        ({ notificationType, data }) =>
          notificationType === 'read.triggered.done' &&
          data &&
          'operationId' in data &&
          data.operationId === operationId,
      ),
    ).toBe(true)
  }, patiently)
  return listEntries((message) => message.operationId === operationId)
}

it('delivers the associations of each record at HubSpot, in backfills, later reads and searches', async () => {
  const { id, entries } = await readBackfill('hub', 'contacts')

  const company = (entry: (typeof entries)[number]) => String(entry.fields?.associatedcompanyid)
  expect(entries).toHaveLength(contacts)
  for (const entry of entries) {
    expect(listIds(entry.associations, 'companies')).toEqual([company(entry)])
    expect(entry.associations?.deals).toEqual([])
  }
  expect(entries[0]?.associations?.companies).toMatchObject([{ associationTypes: ['Primary'] }])

  const contact = String(getFirst(entries).raw?.id)
  await platform.hubspot.updateRecord('contacts', contact, { associatedcompanyid: null })
  const changed = await triggerRead('hub', 'contacts', new Date(Date.now() - 60_000).toISOString())
  const found = changed.find(({ raw }) => raw?.id === contact)
  expect(found?.associations).toEqual({ companies: [], deals: [] })

  const { result } = await platform.call<SearchReply>(
    'POST',
    '/search/v1/{p}/integrations/hub?groupRef=globex',
    {
      objectName: 'contacts',
      fieldFilters: [
        { fieldName: 'hs_object_id', operator: 'eq', value: String(entries[1]?.raw?.id) },
      ],
    },
  )
  expect(result.map(({ associations }) => listIds(associations, 'companies'))).toEqual([
    [company(must(entries[1], 'entry'))],
  ])
  await uninstall('hub', id)
})

it('delivers parents and children of each record at Salesforce, and none of deleted records', async () => {
  const { id, entries } = await readBackfill('crm', 'Contact')

  const listChildIds = (entry: (typeof entries)[number]) => listIds(entry.associations, 'Task')
  expect(entries).toHaveLength(contacts)
  for (const { raw, associations } of entries) {
    expect(listIds(associations, 'Account')).toEqual([raw?.AccountId].filter(Boolean))
  }
  const parent = must(
    entries.find((entry) => listChildIds(entry).length > 0),
    'contact with tasks',
  )
  expect(parent.associations?.Task?.[0]).toEqual({
    objectId: expect.stringMatching(/^00T/),
    associationTypes: [expect.any(String)],
  })

  await platform.control.deleteRecord('Contact', String(getFirst(entries).raw?.Id))
  const again = await triggerRead('crm', 'Contact')
  const deletions = again.filter(({ subscribeEventType }) => subscribeEventType === 'delete')
  expect(deletions).toHaveLength(1)
  expect(deletions[0]).not.toHaveProperty('associations')
  await uninstall('crm', id)
})

it('sends no additional calls for objects without associations', async () => {
  await platform.control.clearRequests()

  const { id, entries } = await readBackfill('crm-plain', 'Contact')

  const calls = (await platform.control.requests()).filter(({ url }) => url.includes('/data/'))
  expect(entries[0]).not.toHaveProperty('associations')
  expect(entries[0]?.raw).not.toHaveProperty('AccountId')
  expect(calls.filter(({ url }) => url.includes('/describe'))).toEqual([])
  await uninstall('crm-plain', id)
})

it.each(['server-error', 'truncated', 'partial-failure', 'reset'] as const)(
  'delivers every record once with its associations after calls that fail with %s',
  async (effect) => {
    await platform.hubspot.addFault({
      effect,
      match: { pathRegex: '/associations/contacts/companies/' },
      times: 4,
      rows: [3, 7],
    })

    const { id, entries } = await readBackfill('hub', 'contacts')

    expect(entries.map(({ raw }) => String(raw?.id)).toSorted()).toEqual(
      [...new Set(entries.map(({ raw }) => String(raw?.id)))].toSorted(),
    )
    expect(entries).toHaveLength(contacts)
    for (const { fields, associations } of entries) {
      const company = fields?.associatedcompanyid
      expect(listIds(associations, 'companies')).toEqual(company ? [String(company)] : [])
    }
    await uninstall('hub', id)
  },
)

it("respects the provider's limit with calls for associations", async () => {
  const limited = await givenPlatform({ contacts: 900, sourceYaml })
  await limited.hubspot.settings({ hubspotCallsPerTenSeconds: 10, hubspotTenSecondsMs: 2_000 })
  await limited.connect('globex', 'hubspot')

  await limited.call('POST', '/v1/{p}/integrations/hub/installations?skipSampling=true', {
    groupRef: 'globex',
    config: { content: { read: { objects: { contacts: {} } } } },
  })
  await vi.waitFor(() => {
    const types = limited.messages.map(({ notificationType }) => notificationType)
    expect(types).toContain('read.backfill.done')
  }, patiently)

  const calls = (await limited.hubspot.requests()).filter(({ url }) => url.startsWith('/crm/'))
  expect(calls.filter(({ url }) => url.includes('/associations/'))).toHaveLength(18)
  expect(calls.filter(({ status }) => status === 429)).toEqual([])
})

it('delivers change events with the associations of the record', async () => {
  const changing = await givenPlatform({
    contacts: 1,
    sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: lastname }]
          associations: [companies]
    subscribe:
      objects:
        - objectName: contacts
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          deleteEvent: { enabled: always }
`,
  })
  await changing.connect('globex', 'hubspot')
  const { id } = await changing.install('globex', { contacts: {} })
  await vi.waitFor(async () => {
    const path = `/v1/{p}/integrations/crm/installations/${id}`
    const { subscription } = await changing.call<Installation>('GET', path)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  const company = await changing.hubspot.createRecord('companies', { name: 'Lind' })

  const contact = await changing.hubspot.createRecord('contacts', {
    lastname: 'Lind',
    associatedcompanyid: company.id,
  })
  await changing.hubspot.deleteRecord('contacts', contact.id)

  const entries = () =>
    changing.messages.flatMap(({ action, result }) => (action === 'subscribe' && result) || [])
  const of = (type: string) =>
    entries().find((entry) => entry.id === contact.id && entry.subscribeEventType === type)
  await vi.waitFor(() => expect(of('delete')).toBeDefined(), patiently)
  const other = await changing.hubspot.createRecord('contacts', {
    lastname: 'Berg',
    associatedcompanyid: company.id,
  })
  await vi.waitFor(() => {
    const created = entries().find((entry) => entry.id === other.id)
    expect(listIds(created?.associations, 'companies')).toEqual([company.id])
  }, patiently)
  expect(of('delete')).not.toHaveProperty('associations')
})

it('delivers 20,000 records with complete associations', async () => {
  const total = 20_000
  const large = await givenPlatform({ contacts: total, sourceYaml })
  await large.connect()

  await large.call('POST', '/v1/{p}/integrations/crm/installations?skipSampling=true', {
    groupRef: 'globex',
    config: { content: { read: { objects: { Contact: {} } } } },
  })

  const complete = new Set<unknown>()
  let read = 0
  await vi.waitFor(() => {
    for (; read < large.messages.length; read++) {
      for (const { raw, associations } of large.messages[read]?.result ?? []) {
        const parents = associations?.Account?.map(({ objectId }) => objectId).join()
        if (associations?.Task && parents === raw?.AccountId) complete.add(raw?.Id)
      }
    }
    expect(complete.size).toBe(total)
  }, patiently)
})
