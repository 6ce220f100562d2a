import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { testPlatform } from '@platform/testing/test-platform'

// Salesforce stamps a record when it is saved and shows it at the commit; HubSpot's search lags. A row
// created while the sandbox's clock is behind is such a row.

const backfill = `
          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]`
const integration = (name: string, provider: string, objectName: string, more = '') => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: ${provider === 'hubspot' ? 'lastname' : 'LastName'} }]${more}
`
const sourceYaml = `
specVersion: 1.0.0
integrations:
${integration('crm', 'salesforce', 'Contact', backfill)}
${integration('crm-from-now', 'salesforce', 'Contact')}
${integration('crm-brief', 'salesforce', 'Contact', '\n          overlapMinutes: 1')}
${integration('hub', 'hubspot', 'contacts', backfill)}
${integration('hub-from-now', 'hubspot', 'contacts')}
`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 4, sourceYaml })
  await Promise.all([platform.connect(), platform.connect('globex', 'hubspot')])
})
afterAll(() => platform.close())

async function installAndRead(name: string, objectName: string) {
  const { id } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    `/v1/{p}/integrations/${name}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )
  const { projectId } = platform
  const db = platform.database.tenant(projectId)
  const countEnded = async () =>
    (
      await db
        .selectFrom('operations')
        .select('id')
        .where('installationId', '=', id)
        .where('status', '=', 'success')
        .execute()
    ).length
  const waitForEnd = async (ended: number) =>
    vi.waitFor(async () => expect(await countEnded()).toBe(ended), patiently)
  await waitForEnd(1)
  return {
    id,
    async readAgain() {
      const ended = await countEnded()
      await readOnSchedule(db, { projectId, installationId: id, objectName })
      await waitForEnd(ended + 1)
    },
    /** How often a record with this name has arrived. */
    async countArrived(lastName: string) {
      await vi.waitFor(async () => {
        const { waiting } = await platform.database.everything
          .selectFrom('deliveries')
          .select((is) => is.fn.countAll<number>().as('waiting'))
          .where('status', '=', 'pending')
          .executeTakeFirstOrThrow()
        expect(waiting).toBe(0)
      }, patiently)
      return platform.messages
        .filter(({ installationId }) => installationId === id)
        .flatMap(({ result }) => result ?? [])
        .filter(({ fields }) => Object.values(must(fields, 'fields')).includes(lastName)).length
    },
  }
}

const createLate = async (name: string, seconds: number, lastName: string) => {
  const isHubspot = name.startsWith('hub')
  const control = isHubspot ? platform.hubspot : platform.control
  await control.clock(-seconds)
  await (isHubspot
    ? control.createRecord('contacts', { lastname: lastName })
    : control.createRecord('Contact', { LastName: lastName }))
  await control.clock(0)
}

it.each([
  ['Salesforce, after a backfill', 'crm', 'Contact'],
  ['Salesforce, without a backfill', 'crm-from-now', 'Contact'],
  ['HubSpot, after a backfill', 'hub', 'contacts'],
  ['HubSpot, without a backfill', 'hub-from-now', 'contacts'],
])('delivers a row that becomes visible minutes late, once (%s)', async (_, name, objectName) => {
  const read = await installAndRead(name, objectName)
  for (const seconds of [150, 400, 540, 840]) {
    await createLate(name, seconds, `${name} ${seconds}`)
    await read.readAgain()
  }
  await read.readAgain()

  for (const seconds of [150, 400, 540, 840]) {
    expect(await read.countArrived(`${name} ${seconds}`), `${seconds} s late`).toBe(1)
  }
})

it('uses the overlap that the manifest sets', async () => {
  const read = await installAndRead('crm-brief', 'Contact')
  await createLate('crm-brief', 30, 'Birch')
  await createLate('crm-brief', 400, 'Elm')
  await read.readAgain()

  expect(await read.countArrived('Birch')).toBe(1)
  expect(await read.countArrived('Elm')).toBe(0)
})
