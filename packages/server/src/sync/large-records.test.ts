import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { OperationId } from '@platform/contract'
import { testPlatform } from '../testing/test-platform.ts'
import { createLargeRecords } from './large-records.ts'

const patiently = { timeout: 30_000, interval: 50 }
/** So much less is taken in here, so that small records are large ones. */
const scale = 1024
const settings = { PLATFORM_LIMIT_RECORD_BYTES: String(24 * 1024 * scale) }

const integration = (name: string, provider: string, objectName: string, fields: string[]) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 * * * *'
          requiredFields: [${fields.map((fieldName) => `{ fieldName: ${fieldName} }`).join()}]
`
const sourceYaml = `
specVersion: 1.0.0
integrations:${integration('crm', 'salesforce', 'Contact', ['LastName', 'Description'])}${integration(
  'hub',
  'hubspot',
  'contacts',
  ['lastname', 'jobtitle'],
)}`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 4, sourceYaml, env: settings })
  await platform.connect('globex', 'salesforce')
  await platform.connect('globex', 'hubspot')
  const { egress } = platform.services
  const request = egress.request
  vi.spyOn(egress, 'request').mockImplementation((url, options = {}) =>
    request(url, {
      ...options,
      ...(/\/query|\/crm\/v3\/objects/.test(String(url)) && {
        maxBodyBytes: Math.floor((options.maxBodyBytes ?? 0) / scale),
      }),
    }),
  )
})
afterAll(() => platform.close())

it.each([
  ['crm', 'Contact', { name: 'LastName', large: 'Description' }],
  ['hub', 'contacts', { name: 'lastname', large: 'jobtitle' }],
] as const)(
  'reads %s in smaller pages where they are too large, a large record alone, and on behind one that no memory holds',
  async (name, objectName, fields) => {
    const control = name === 'crm' ? platform.control : platform.hubspot
    const give = (as: string, bytes: number) =>
      control.createRecord(objectName, { [fields.name]: as, [fields.large]: 'x'.repeat(bytes) })
    for (const each of ['One', 'Two', 'Three']) await give(each, 3_000)
    await give('Large', 20_000)
    const { id } = await give('Huge', 31_999)
    await give('Last', 10)
    await platform.call('POST', `/v1/{p}/integrations/${name}/installations?skipSampling=true`, {
      groupRef: 'globex',
      config: { content: { read: { objects: { [objectName]: {} } } } },
    })

    const { operationId } = await platform.call<{ operationId: string }>(
      'POST',
      `/read/v1/{p}/integrations/${name}/objects/${objectName}`,
      { groupRef: 'globex' },
    )
    const result = await vi.waitFor(async () => {
      const operation = await platform.call<{ status: string; result?: string }>(
        'GET',
        `/v1/{p}/operations/${operationId}`,
      )
      expect(operation.status).toBe('success')
      return operation.result
    }, patiently)
    const logs = await platform.call<{ severity: string; message: { msg: string } }[]>(
      'GET',
      `/v1/{p}/operations/${operationId}/logs`,
    )

    const said = logs.map(({ severity, message }) => `${severity}: ${message.msg}`).join('\n')
    expect(result).toBe('Read 9 records. Left out as too large: 1; the log names them.')
    expect(said).toMatch(/info: More records were too large to take in together: \d+ are asked for/)
    expect(said).toContain(`warning: The record ${id} is too large to take in: it is left out`)
    const read = platform.messages.filter((message) => message.operationId === operationId)
    const count = read.reduce((sum, { resultInfo }) => sum + (resultInfo?.numRecords ?? 0), 0)
    expect(count).toBe(9)
    expect(JSON.stringify(read)).toContain('x'.repeat(20_000))
    await vi.waitFor(
      () =>
        expect(platform.messages).toContainEqual({
          notificationType: 'read.triggered.done',
          data: expect.objectContaining({ objectName, recordsLeftOut: 1 }),
        }),
      patiently,
    )
  },
)

it('takes large records one at a time, first come, first served, and forgets who asks no more', async () => {
  let now = 0
  const lane = createLargeRecords({ mostBytes: 64, now: () => now })
  const [a, b, c] = ['op_a', 'op_b', 'op_c'] as const
  const done = Promise.withResolvers<string>()
  const run = (id: OperationId) => lane.tryRun(id, async () => id)

  const first = lane.tryRun(a, () => done.promise)
  const whileBusy = [await run(b), await run(c), await run(a)]
  done.resolve('a is read')
  const afterwards = [await first, await run(c), await run(a), await run(b), await run(c)]
  now += 60_000

  expect(whileBusy).toEqual(['busy', 'busy', 'busy'])
  expect(afterwards).toEqual(['a is read', 'busy', 'busy', b, c])
  expect(await run(c)).toBe(c)
})

it('takes no record that the memory of the process could not hold', () => {
  const { mostBytes } = createLargeRecords({ mostBytes: 64_000_000, heapBytes: 160_000_000 })

  expect(mostBytes).toBe(10_000_000)
})
