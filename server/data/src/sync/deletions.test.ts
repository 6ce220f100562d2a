import type { BackfillProgress, MappingPreview, Operation, SearchReply } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { formatCounted, getFirst, must } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

const integration = (
  name: string,
  provider: string,
  objectName: string,
  isDeletedWanted: boolean,
) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: ${provider === 'hubspot' ? 'lastname' : 'LastName'} }]${
            isDeletedWanted ? '\n          deleted: true' : ''
          }
`
const backfill = `          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]
`
const sourceYaml = `
specVersion: 1.0.0
integrations:
${integration('crm', 'salesforce', 'Contact', true)}
${integration('crm-plain', 'salesforce', 'Contact', false)}
${integration('hub', 'hubspot', 'contacts', true)}
${integration('hub-plain', 'hubspot', 'contacts', false)}
${integration('crm-all', 'salesforce', 'Contact', false)}          optionalFieldsAuto: all
${integration('crm-ever', 'salesforce', 'Contact', false)}${backfill}
${integration('hub-ever', 'hubspot', 'contacts', false)}${backfill}`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 4, sourceYaml })
  await Promise.all([
    platform.connect(),
    platform.connect('globex', 'hubspot'),
    platform.connect('initech', 'hubspot'),
  ])
})
afterAll(() => platform.close())

/** Triggers a read and returns all of its results. */
async function readAllResults(name: string, objectName: string) {
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${name}/objects/${objectName}`,
    { groupRef: 'globex' },
  )
  const entries = () =>
    platform.messages
      .filter((message) => message.operationId === operationId)
      .flatMap(({ result }) => result ?? [])
  await vi.waitFor(async () => {
    const { result } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(result).toBe(`Read ${formatCounted(entries().length, 'record')}.`)
  }, patiently)
  return entries()
}

it.each([
  ['Salesforce', 'crm', 'Contact', 'Id'],
  ['HubSpot', 'hub', 'contacts', 'id'],
] as const)(
  'reports deletions at %s only if declared',
  async (_provider, name, objectName, idName) => {
    const names = [name, `${name}-plain`]
    for (const each of names) {
      await platform.call('POST', `/v1/{p}/integrations/${each}/installations?skipSampling=true`, {
        groupRef: 'globex',
        config: { content: { read: { objects: { [objectName]: {} } } } },
      })
    }
    const before = await readAllResults(name, objectName)
    const id = String(must(getFirst(before).raw, 'raw')[idName])
    await (name === 'hub' ? platform.hubspot : platform.control).deleteRecord(objectName, id)

    const [wanted, plain] = [
      await readAllResults(name, objectName),
      await readAllResults(`${name}-plain`, objectName),
    ]

    const deletions = wanted.filter(({ subscribeEventType }) => subscribeEventType === 'delete')
    expect(before).toHaveLength(4)
    expect(deletions).toEqual([expect.objectContaining({ id })])
    expect(wanted).toHaveLength(4)
    expect(plain).toHaveLength(3)
    expect(JSON.stringify(plain)).not.toContain(id)
  },
)

it.each([
  ['Salesforce', 'crm-ever', 'Contact'],
  ['HubSpot', 'hub-ever', 'contacts'],
] as const)('reports progress and total of the first read at %s', async (_, name, objectName) => {
  const { id } = await platform.call<{ id: string }>(
    'POST',
    `/v1/{p}/integrations/${name}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )

  await vi.waitFor(async () => {
    const progress = await platform.call<BackfillProgress>(
      'GET',
      `/v1/{p}/integrations/${name}/installations/${id}/objects/${objectName}/backfill-progress`,
    )
    expect(progress.recordsProcessed).toBeGreaterThan(0)
    expect(progress).toMatchObject({
      recordsEstimatedTotal: progress.recordsProcessed,
      percent: 100,
    })
  }, patiently)
})

it('reports no progress of an object whose backfill has not started or that is not read', async () => {
  const { id } = await platform.call<{ id: string }>(
    'POST',
    '/v1/{p}/integrations/hub-plain/installations?skipSampling=true',
    { groupRef: 'initech', config: { content: { read: { objects: { contacts: {} } } } } },
  )
  const readProgress = (objectName: string) =>
    platform.call(
      'GET',
      `/v1/{p}/integrations/hub-plain/installations/${id}/objects/${objectName}/backfill-progress`,
    )

  const notStarted = await readProgress('contacts')
  const notRead = await readProgress('companies')

  expect(notStarted).toEqual({ installationId: id, objectName: 'contacts', recordsProcessed: 0 })
  expect(notRead).toMatchObject({
    status: 404,
    type: expect.stringContaining('/backfill-not-found'),
  })
})

it('reads, searches and previews every field of the account if selected', async () => {
  const objects = { Contact: { selectedFieldsAuto: 'all' } }
  const { id } = await platform.call<{ id: string }>(
    'POST',
    '/v1/{p}/integrations/crm-all/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects } } } },
  )

  const [entry] = await readAllResults('crm-all', 'Contact')
  const read = Object.keys(entry?.fields ?? {})
  const found = await platform.call<SearchReply>(
    'POST',
    '/search/v1/{p}/integrations/crm-all?groupRef=globex',
    {
      objectName: 'Contact',
      fieldFilters: [{ fieldName: 'Id', operator: 'eq', value: entry?.fields?.['Id'] }],
    },
  )
  const preview = await platform.call<MappingPreview>(
    'POST',
    `/v1/{p}/integrations/crm-all/installations/${id}/objects/Contact:preview`,
    { sourceYaml },
  )

  expect(read).toEqual(expect.arrayContaining(['Id', 'LastName', 'Title', 'Email', 'CreatedDate']))
  expect(found.result.map(({ fields }) => Object.keys(fields))).toEqual([read])
  expect(Object.keys(preview.before?.fields ?? {})).toEqual(read)
  expect(Object.keys(preview.after?.fields ?? {})).toEqual(read)
})
