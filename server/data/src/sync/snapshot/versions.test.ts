import { providerStandIns } from '@platform/connectors/stand-in'
import type { Operation } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

const objectName = 'accounts'
const manifest = `
specVersion: 1.0.0
integrations:
  - name: support
    provider: pylon
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: name }]
          backfill: { defaultPeriod: { fullHistory: true } }
`
const max = 4

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['pylon'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides),
      PLATFORM_LIMIT_SNAPSHOT_RECORDS: String(max),
    },
  })
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'pylon',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'secret-of-globex',
  })
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const listKept = () => standIns.of('pylon').listKept(objectName)

it("delivers records beyond the snapshot's limit only if their version is new", async () => {
  const tenant = platform.database.tenant(platform.projectId)
  const { id } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    '/v1/{p}/integrations/support/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )
  const waitForReadEnd = (count: number) =>
    vi.waitFor(async () => {
      const reads = await tenant
        .selectFrom('operations')
        .select(['id', 'status'])
        .where('installationId', '=', id)
        .orderBy('id')
        .execute()
      expect(reads.filter(({ status }) => status !== 'in_progress')).toHaveLength(count)
      return must(reads.at(-1), 'read').id
    }, patiently)
  const readOn = async (count: number) => {
    await readOnSchedule(tenant, { projectId: platform.projectId, installationId: id, objectName })
    const operationId = await waitForReadEnd(count)
    const { result } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    const delivered = () =>
      platform.messages
        .filter((message) => message.operationId === operationId)
        .flatMap((message) => message.result ?? [])
        .map((entry) => entry.id)
    await vi.waitFor(() => expect(result).toContain(`Read ${delivered().length} record`), patiently)
    return delivered()
  }
  const beyond = listKept()
    .slice(max)
    .map((one) => one.id)
  await waitForReadEnd(1)

  // After a backfill, which may have had other filters.
  const first = await readOn(2)
  const quiet = await readOn(3)
  const changed = must(listKept().at(-1), 'record')
  changed.changedMs = Date.now()
  const later = await readOn(4)
  const within = must(listKept()[0], 'record')
  within.fields['name'] = 'renamed without a new version'
  const renamed = await readOn(5)

  expect(first).toEqual(beyond)
  expect(quiet).toEqual([])
  expect(later).toEqual([changed.id])
  expect(renamed).toContain(within.id)
})
