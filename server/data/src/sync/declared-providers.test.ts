import { providerStandIns } from '@platform/connectors/stand-in'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { testPlatform, type PlatformMessage } from '@platform/testing/test-platform'
import { must, getNth } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: inbox
    provider: front
    read:
      objects:
        - objectName: contacts
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: name
              mapToName: fullName
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    write:
      objects:
        - objectName: contacts
          inheritMapping: true
  - name: by-path
    provider: front
    read:
      objects:
        - objectName: /channels
          mapToName: channel
          destination: webhook
          requiredFields:
            - fieldName: name
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
  - name: billing
    provider: paddle
    read:
      objects:
        - objectName: customers
          destination: webhook
          requiredFields:
            - fieldName: email
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    write:
      objects:
        - objectName: customers
`

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['front', 'paddle'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const listResults = (objectName: string, readType: string) =>
  platform.messages
    .filter(
      (message: PlatformMessage) =>
        message.readType === readType &&
        (message.rawObjectName ?? message.objectName) === objectName,
    )
    .flatMap(({ result }) => result ?? [])

const install = async (integration: string, provider: string, objectName: string) => {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider,
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'secret-of-globex',
  })
  return platform.call<{ id: `inst_${string}` }>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations`,
    {
      groupRef: 'globex',
      config: {
        content: {
          provider,
          read: { objects: { [objectName]: {} } },
          write: { objects: { [objectName]: { objectName, deletionSettings: { enabled: true } } } },
        },
      },
    },
  )
}

it.each([
  ['inbox', 'front', 'contacts', 'name', 'fullName'],
  ['billing', 'paddle', 'customers', 'email', 'email'],
])(
  'reads %s of %s, its changes, and writes, by its file alone',
  async (integration, provider, objectName, fieldName, mappedName) => {
    const standIn = standIns.of(provider)
    const { id: installationId } = await install(integration, provider, objectName)
    await vi.waitFor(() => expect(listResults(objectName, 'backfill')).toHaveLength(7), patiently)

    standIn.change(objectName, '1002')
    await readOnSchedule(platform.database.tenant(platform.projectId), {
      projectId: platform.projectId,
      installationId,
      objectName,
    })
    await vi.waitFor(() => expect(listResults(objectName, 'scheduled')).not.toEqual([]), patiently)
    const changed = listResults(objectName, 'scheduled').map(({ raw }) => raw?.['id'])
    expect(changed).toEqual(['1002'])

    const created = await platform.call<{ result: { success: boolean; recordId: string } }>(
      'POST',
      `/write/v1/{p}/integrations/${integration}/objects/${objectName}`,
      { groupRef: 'globex', type: 'create', record: { [mappedName]: 'Ana' } },
    )
    expect(created.result).toMatchObject({ success: true })
    expect(standIn.listKept(objectName).at(-1)).toMatchObject({
      id: created.result.recordId,
      fields: { [fieldName]: 'Ana' },
    })
  },
)

it('delivers a record of 9 MB unchanged', async () => {
  const long = 'ü€𝄞 '.repeat(900_000)
  const record = getNth(standIns.of('paddle').listKept('customers'), 3)
  record.fields['email'] = long
  onTestFinished(() => void (record.fields['email'] = 'short@acme.test'))

  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    '/read/v1/{p}/integrations/billing/objects/customers',
    { groupRef: 'globex' },
  )
  const findDelivered = () =>
    platform.messages.filter((message) => message.operationId === operationId)
  const large = await vi.waitFor(() => {
    const found = findDelivered().find(({ resultInfo }) => resultInfo?.type === 'url')
    return must(found?.resultInfo?.downloadUrl, 'message with a download')
  }, patiently)
  const response = await fetch(large)
  const bytes = Buffer.from(await response.arrayBuffer())

  expect(Buffer.byteLength(long)).toBe(9_000_000)
  const [entry] = JSON.parse(bytes.toString()) as PlatformMessage['result'] & {}
  expect(entry?.raw?.['id']).toBe(record.id)
  // Compared here, because the test runner would print the whole record.
  expect([entry?.fields?.['email'] === long, entry?.raw?.['email'] === long]).toEqual([true, true])
  await vi.waitFor(() => {
    const counts = findDelivered().map(({ resultInfo }) => resultInfo?.numRecords ?? 0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
      standIns.of('paddle').listKept('customers').length,
    )
  }, patiently)
})

it('returns the fields of the account and unsupported features', async () => {
  const metadata = await platform.call<{ fields: object }>(
    'GET',
    '/v1/{p}/providers/front/objects/contacts/metadata?groupRef=globex',
  )
  const refused = await platform.call<{ detail?: string; status: number }>(
    'PUT',
    '/v1/{p}/integrations:batch',
    {
      sourceYaml: manifest
        .replace('provider: paddle', 'provider: surveyMonkey')
        .replace('name: billing', 'name: messaging'),
    },
  )

  expect(metadata.fields).toHaveProperty('custom_fields')
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused)).toContain('does not support `write`')
})

it('reads an undeclared list by its path', async () => {
  const installed = await platform.call<{ id?: string }>(
    'POST',
    '/v1/{p}/integrations/by-path/installations',
    { groupRef: 'globex', config: { content: { read: { objects: { '/channels': {} } } } } },
  )
  expect(installed).toHaveProperty('id')
  await vi.waitFor(() => expect(listResults('/channels', 'backfill')).toHaveLength(7), patiently)
  const before = standIns.requests.length

  const climbing = await platform.call<{ status: number }>('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: manifest.replace('/channels', '/v1/../../admin'),
  })
  const metadata = await platform.call<{ status: number }>(
    'GET',
    `/v1/{p}/providers/front/objects/${encodeURIComponent('/v1/../../admin')}/metadata?groupRef=globex`,
  )

  expect(listResults('/channels', 'backfill')[0]?.fields).toHaveProperty('name')
  expect(metadata.status).toBeGreaterThanOrEqual(400)
  expect(climbing.status ?? 200).toBeLessThan(500)
  expect(standIns.requests.slice(before).filter(({ path }) => path.includes('admin'))).toEqual([])
})
