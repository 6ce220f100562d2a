import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiProblem, OperationId, ProjectId } from '@platform/contract'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { createLargeRecords } from './large-records.ts'
import { patiently } from '@platform/testing/patiently'

/** Scale of the limits in this test: small records count as large. */
const scale = 1024
const usualBytes = 8 * 1024 * scale
const settings = { PLATFORM_LIMIT_RECORD_BYTES: String(24 * 1024 * scale) }

const integration = (name: string, provider: string, objectName: string, fields: string[]) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 0 1 1 *'
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
/** Requests for a large record wait for it. */
let beforeLarge = async () => {}
beforeAll(async () => {
  platform = await testPlatform({ contacts: 4, sourceYaml, env: settings })
  await platform.connect('globex', 'salesforce')
  await platform.connect('globex', 'hubspot')
})
// Before each test, since mocks are restored after each.
beforeEach(() => {
  const { egress } = platform.services
  const { forTenant } = egress
  vi.spyOn(egress, 'forTenant').mockImplementation((tenant) => {
    const { request, ...others } = forTenant(tenant)
    return {
      ...others,
      async request(url, options = {}) {
        if (!/\/query|\/crm\/objects/.test(String(url))) return request(url, options)
        const { maxBodyBytes = 0 } = options
        if (maxBodyBytes > usualBytes) await beforeLarge()
        return request(url, { ...options, maxBodyBytes: Math.floor(maxBodyBytes / scale) })
      },
    }
  })
})
afterAll(() => platform.close())

const readNow = (
  { call }: Pick<typeof platform, 'call'>,
  groupRef: string,
  name = 'crm',
  objectName = 'Contact',
) =>
  call<{ operationId: OperationId }>(
    'POST',
    `/read/v1/{p}/integrations/${name}/objects/${objectName}`,
    { groupRef },
  )

const readOperation = (
  { call }: Pick<typeof platform, 'call'>,
  { operationId }: { operationId: OperationId },
) => call<{ status: string; result?: string }>('GET', `/v1/{p}/operations/${operationId}`)

const untilRead = (
  tenant: Pick<typeof platform, 'call'>,
  operation: { operationId: OperationId },
) =>
  vi.waitFor(async () => {
    const { status, result } = await readOperation(tenant, operation)
    expect(status).toBe('success')
    return result
  }, patiently)

it.each([
  ['crm', 'Contact', { name: 'LastName', large: 'Description' }],
  ['hub', 'contacts', { name: 'lastname', large: 'jobtitle' }],
] as const)(
  'reads oversized pages of %s in smaller ones, a large record alone, and skips one beyond the limit',
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

    const { operationId } = await readNow(platform, 'globex', name, objectName)
    const result = await untilRead(platform, { operationId })
    const logs = await platform.call<{ severity: string; message: { msg: string } }[]>(
      'GET',
      `/v1/{p}/operations/${operationId}/logs`,
    )

    const said = logs.map(({ severity, message }) => `${severity}: ${message.msg}`).join('\n')
    expect(result).toBe(
      'Read 9 records. Skipped because they are too large or unreadable: 1; the log has details.',
    )
    expect(said).toMatch(/info: The page was too large; reduced the page size to \d+\./)
    // Logged once, however often larger pages are retried.
    expect(said.split('reduced the page size').length - 1).toBeLessThanOrEqual(3)
    expect(said).toContain(`warning: The record ${id} is too large and was skipped`)
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

it("reads another tenant's records while a large one comes back slowly", async () => {
  const other = await platform.anotherTenant('other')
  const [, account] = await platform.control.accounts()
  await other.connect('initech', 'salesforce', { account: must(account, 'account').id })
  await other.install('initech', { Contact: {} })
  const slow = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  beforeLarge = () => {
    asked.resolve()
    return slow.promise
  }

  const large = await readNow(platform, 'globex')
  await asked.promise
  const theirs = await readNow(other, 'initech')
  await untilRead(other, theirs)
  const meanwhile = await readOperation(platform, large)
  slow.resolve()
  await untilRead(platform, large)

  expect(meanwhile.status).toBe('in_progress')
  const received = platform.messages.filter(({ operationId }) => operationId === theirs.operationId)
  expect(received.flatMap(({ result }) => result)).toHaveLength(4)
})

it('reports records that are too large for a search, with a remedy', async () => {
  beforeLarge = async () => {}
  const search = (lastName: string) =>
    platform.call<ApiProblem>('POST', '/search/v1/{p}/integrations/crm?groupRef=globex', {
      objectName: 'Contact',
      fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: lastName }],
    })
  const large = { LastName: 'Found', Description: 'x'.repeat(9_000) }
  const one = await platform.control.createRecord('Contact', large)

  const alone = await search('Found')
  const two = await platform.control.createRecord('Contact', large)
  const together = await search('Found')

  expect(alone).toMatchObject({
    status: 502,
    detail: `The matching record ${one.id} is too large for a search.`,
    remedy: expect.stringContaining('Read the object'),
  })
  expect(together.detail).toContain(`too large for one search: ${one.id}, ${two.id}.`)
})

describe('the queue for large records', () => {
  const asker = (projectId: ProjectId, operationId: OperationId) => ({ projectId, operationId })

  it('admits one at a time in order, and forgets callers that stopped', async () => {
    let now = 0
    const lane = createLargeRecords({ maxBytes: 64, now: () => now })
    const [a, b, c] = ['op_a', 'op_b', 'op_c'] as const
    const done = Promise.withResolvers<string>()
    const run = (id: OperationId) => lane.tryRun(asker('proj_one', id), async () => id)

    const first = lane.tryRun(asker('proj_one', a), () => done.promise)
    const whileBusy = [await run(b), await run(c), await run(a)]
    done.resolve('a is read')
    const afterwards = [await first, await run(c), await run(a), await run(b), await run(c)]
    now += 60_000

    expect(whileBusy).toEqual(['busy', 'busy', 'busy'])
    expect(afterwards).toEqual(['a is read', 'busy', 'busy', b, c])
    expect(await run(c)).toBe(c)
  })

  it('lets projects take turns', async () => {
    const lane = createLargeRecords({ maxBytes: 64, now: () => 0 })
    const many = Array.from({ length: 50 }, (_, n) => asker('proj_many', `op_${n}`))
    const few = [asker('proj_few', 'op_x'), asker('proj_few', 'op_y')]
    const one = asker('proj_one', 'op_z')
    const under = Promise.withResolvers<void>()
    const underWay = lane.tryRun(asker('proj_many', 'op_now'), () => under.promise)
    const waiting = [...many, ...few, one]
    for (const each of waiting) await lane.tryRun(each, async () => undefined)
    under.resolve()
    await underWay

    const order: ProjectId[] = []
    while (waiting.length > 0) {
      for (const [index, each] of [...waiting.entries()]) {
        const isDone = (await lane.tryRun(each, async () => 'done')) === 'done'
        if (isDone) order.push(each.projectId)
        if (isDone) waiting.splice(index, 1)
        if (isDone) break
      }
    }

    expect(order.slice(0, 6)).toEqual([
      'proj_few',
      'proj_one',
      'proj_many',
      'proj_few',
      'proj_many',
      'proj_many',
    ])
    expect(order).toHaveLength(53)
  })

  it('gives a project its turn beside a busy one', async () => {
    const lane = createLargeRecords({ maxBytes: 64, now: () => 0 })
    const greedy = asker('proj_greedy', 'op_long')
    const other = asker('proj_other', 'op_short')
    const under = Promise.withResolvers<void>()
    const underWay = lane.tryRun(greedy, () => under.promise)

    const whileBusy = await lane.tryRun(other, async () => 'read')
    under.resolve()
    await underWay
    const next = await lane.tryRun(greedy, async () => 'read')

    expect([whileBusy, next]).toEqual(['busy', 'busy'])
    expect(await lane.tryRun(other, async () => 'read')).toBe('read')
    expect(await lane.tryRun(greedy, async () => 'read')).toBe('read')
  })

  it('sends no calls for queued reads and keeps their position', async () => {
    let now = 0
    const lane = createLargeRecords({ maxBytes: 64, now: () => now })
    const [one, other] = [asker('proj_one', 'op_1'), asker('proj_other', 'op_2')]
    const under = Promise.withResolvers<void>()
    const before = [lane.mustWait(one), lane.mustWait(other)]
    const underWay = lane.tryRun(one, () => under.promise)
    await lane.tryRun(other, async () => 'read')

    const waits = Array.from({ length: 20 }, () => {
      now += 5_000
      return lane.mustWait(other)
    })
    under.resolve()
    await underWay

    expect(before).toEqual([false, false])
    expect(new Set(waits)).toEqual(new Set([true]))
    // It kept its place: the project that has just read comes after it.
    expect(await lane.tryRun(one, async () => 'read')).toBe('busy')
    expect([lane.mustWait(one), lane.mustWait(other)]).toEqual([true, false])
    expect(await lane.tryRun(other, async () => 'read')).toBe('read')
  })

  it('rejects records that exceed the memory of the process', () => {
    const { maxBytes } = createLargeRecords({ maxBytes: 64_000_000, heapBytes: 160_000_000 })

    expect(maxBytes).toBe(10_000_000)
  })
})
