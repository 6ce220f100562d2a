import type { CatalogueEntry } from '@platform/connector'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTenant } from '../../../../program/src/main/bootstrap.ts'
import { measureLeast } from '@platform/testing/bystander'
import { measureSlowness } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '@platform/kernel/values'
import { rejectionProblem } from '../call/refusal-problem.ts'
import { createGovernor, type CallOf, type GovernorOptions } from './governor.ts'
import { TooManyCallsError } from './too-many-calls.ts'
import { type LimitedReply, getLimits, type Limits } from './limits.ts'
import { clock } from './clock.ts'
import { shareByDatabase } from './sharing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let projects: `proj_${string}`[]
beforeAll(async () => {
  database = await testDatabase()
  const names = ['one', 'two']
  const tenants = await Promise.all(
    names.map((name) =>
      createTenant(database, { org: name, project: name, owner: `owner@${name}.test` }),
    ),
  )
  projects = tenants.map(({ projectId }) => projectId as `proj_${string}`)
})
afterAll(() => database.close())

/** The sharing of one process. */
function givenGovernor({ places = 40, ...options }: Partial<GovernorOptions> = {}) {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const governor = createGovernor({
    places,
    log,
    share: (sharing) => shareByDatabase(database.everything, log, sharing),
    ...options,
  })
  onTestFinished(() => governor.stop())
  return { ...governor, logged }
}

const patienceMs = { forWhoWaits: 20, inBackground: 20 }

const makeCall = (
  of: string,
  { projectId = 'proj_1', isBackground = false }: Partial<CallOf> = {},
) => ({
  of,
  projectId,
  isBackground,
})

it('limits concurrent calls of a project and rejects calls that wait too long', async () => {
  const governor = givenGovernor({ places: 2, patienceMs })
  const first = await governor.take(makeCall('a'))
  await governor.take(makeCall('b'))

  const inVain = governor.take(makeCall('c'))
  await expect(inVain).rejects.toThrow(TooManyCallsError)
  const patient = governor.take(makeCall('d'))
  first.release()

  expect(await patient).toMatchObject({ release: expect.any(Function) })
})

it(
  'reserves separate slots for other projects and background work',
  { tags: 'provider-share' },
  async () => {
    const governor = givenGovernor({ places: 1, patienceMs })
    await governor.take(makeCall('a', { isBackground: true }))

    const inFront = governor.run(makeCall('a'), async () => 'answered')
    const ofAnother = governor.run(makeCall('a', { projectId: 'proj_2' }), async () => 'answered')

    expect(await Promise.all([inFront, ofAnother])).toEqual(['answered', 'answered'])
  },
)

it(
  'reserves half of the slots for other connections, which take turns',
  { tags: 'provider-share' },
  async () => {
    const governor = givenGovernor({ places: 4, patienceMs })
    const order: string[] = []
    const held = await Promise.all([
      governor.take(makeCall('hangs')),
      governor.take(makeCall('hangs')),
    ])
    const inVain = governor.take(makeCall('hangs'))
    const busy = await Promise.all([
      governor.take(makeCall('busy')),
      governor.take(makeCall('busy')),
    ])
    const line = ['busy', 'busy', 'quiet'].map((of) =>
      governor.run(makeCall(of), async () => void order.push(of)),
    )

    busy[0].release()
    await Promise.all(line)

    expect(order[0]).toBe('quiet')
    await expect(inVain).rejects.toThrow(TooManyCallsError)
    for (const { release } of held) release()
  },
)

it('releases a slot when the call fails', async () => {
  const governor = givenGovernor({ places: 1, patienceMs })

  const failing = governor.run(makeCall('a'), () => Promise.reject(new Error('It broke.')))

  await expect(failing).rejects.toThrow('It broke.')
  expect(await governor.run(makeCall('a'), async () => 'answered')).toBe('answered')
})

it('reports the project’s limit with Retry-After', () => {
  const salesforce = { info: { name: 'salesforce' } } as CatalogueEntry

  const problem = rejectionProblem(
    new TooManyCallsError('The project has 40 calls to providers in progress.', 1000),
    salesforce,
    'to search',
  )

  expect(problem.kind).toBe('too-many-requests')
  expect(problem.details).toMatchObject({
    detail: 'The project has 40 calls to providers in progress.',
    retryAfter: expect.any(Date),
  })
})

/** A provider that accepts a number of calls in a rolling window, and reports it. */
function givenProvider({ calls = 20, perMs = 500, latencyMs = 2 } = {}) {
  const took: { at: number; of: string }[] = []
  let refused = 0
  return {
    took,
    refused: () => refused,
    async answer(of: string): Promise<LimitedReply> {
      // Measured when it is sent: delays of a busy machine are not the governor's.
      const now = clock()
      took.push({ at: now, of })
      const inWindow = took.filter(({ at }) => at > now - perMs).length
      if (inWindow > calls) refused++
      await sleep(latencyMs)
      return {
        status: inWindow > calls ? 429 : 200,
        headers: { remaining: String(Math.max(0, calls - inWindow)), limit: String(calls) },
        body: undefined,
      }
    },
  }
}

let keys = 0
function givenLimits(all: Partial<Limits['all'][number]>[], read?: Limits['read']): Limits {
  const named = all.map((limit, index) => ({
    key: `limit ${++keys}`,
    name: `calls ${index}`,
    ...limit,
  }))
  return {
    provider: 'HubSpot',
    maxConcurrent: Infinity,
    all: named,
    read:
      read ??
      (({ headers }) =>
        named.slice(0, 1).map(({ key, name }) => ({
          key,
          reading: {
            name,
            sharedBy: 'account',
            limit: Number(headers['limit']),
            remaining: Number(headers['remaining']),
          },
        }))),
  }
}

const plainly = (reply: Partial<LimitedReply> = {}): LimitedReply => ({
  status: 200,
  headers: {},
  body: undefined,
  ...reply,
})

describe('a limit of the provider', () => {
  type Provider = ReturnType<typeof givenProvider>
  type Running = ReturnType<typeof givenGovernor>

  /** Makes calls in sequence, like a read, and returns how long each waited. */
  async function read(
    governor: Running,
    provider: Provider,
    { of, limits, count }: { of: string; limits: Limits; count: number },
  ) {
    for (let n = 0; n < count; n++) {
      await governor.run(
        { projectId: must(projects[0], 'project'), of, isBackground: true, limits },
        async ({ hear }) => hear(await provider.answer(of)),
      )
    }
  }

  const among = (governors: Running[], index: number) =>
    must(governors[index % governors.length], 'governor')

  it.each([1, 2])(
    'is respected and fully used by a dozen installations in %s processes',
    async (processes) => {
      const share = await measureLeast(1.4, async () => {
        const provider = givenProvider({ calls: 20, perMs: 800 })
        const limits = givenLimits([{ calls: 100, perMs: 800 }])
        const governors = Array.from({ length: processes }, () => givenGovernor())
        const slowness = measureSlowness()
        const startedAt = clock()

        await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            read(among(governors, index), provider, { of: `inst ${index}`, limits, count: 10 }),
          ),
        )
        const tookMs = clock() - startedAt

        expect(provider.refused()).toBe(0)
        const half = provider.took.slice(0, 60)
        const shares = Array.from(
          { length: 12 },
          (_, index) => half.filter(({ of }) => of === `inst ${index}`).length,
        )
        const difference = Math.max(...shares) - Math.min(...shares)
        expect(difference).toBeLessThanOrEqual(processes === 1 ? 2 : 8)
        return tookMs / ((120 / 20) * 800) / (await slowness.stop())
      })

      // 120 calls at 20 per 800 ms; a process that kept its half would leave ten.
      expect(share).toBeLessThan(1.4)
    },
  )

  it('prefers interactive calls to background calls', async () => {
    const provider = givenProvider({ calls: 10, perMs: 400 })
    const limits = givenLimits([{ calls: 10, perMs: 400 }])
    const governor = givenGovernor()
    const background = Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        read(governor, provider, { of: `inst ${index}`, limits, count: 4 }),
      ),
    )
    await vi.waitFor(() => expect(provider.took.length).toBeGreaterThanOrEqual(10), {
      ...patiently,
      interval: 5,
    })
    const projectId = must(projects[0], 'project')
    const slowness = measureSlowness()
    const startedAt = clock()
    const sent = provider.took.length
    let before = 0

    await governor.run({ projectId, of: 'form', isBackground: false, limits }, async ({ hear }) => {
      before = provider.took.length
      hear(await provider.answer('form'))
    })
    const waitedMs = clock() - startedAt
    await background

    // None of the waiting calls came in between.
    expect(before).toBe(sent)
    // At the latest with the next ten.
    expect(waitedMs).toBeLessThan(2 * 400 * (await slowness.stop()))
    expect(provider.refused()).toBe(0)
  })

  it('is shared through the database in intervals, not for every call', async () => {
    const provider = givenProvider({ calls: 400, perMs: 300, latencyMs: 1 })
    const limits = givenLimits([{ calls: 400, perMs: 300 }])
    const version = async () => {
      const { key } = must(limits.all[0], 'limit')
      const rows = await database.everything
        .selectFrom('providerBudgets')
        .select('version')
        .where('key', '=', key)
        .execute()
      return rows[0]?.version ?? 0
    }

    const governor = givenGovernor()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        read(governor, provider, { of: `inst ${index}`, limits, count: 60 }),
      ),
    )

    expect(provider.took).toHaveLength(600)
    expect(await version()).toBeLessThan(20)
  })

  it('is released by a killed process', async () => {
    const limits = givenLimits([{ calls: 10, perMs: 100 }])
    const projectId = must(projects[0], 'project')
    const call = { projectId, of: 'inst', isBackground: false, limits }
    const { key } = must(limits.all[0], 'limit')
    // It had all of them, and has died.
    await database.everything
      .insertInto('providerBudgets')
      .values({
        projectId,
        key,
        version: 1,
        expireTime: new Date(Date.now() + 60_000),
        state: JSON.stringify({
          shares: { killed: { calls: 10, wanted: 10, until: Date.now() + 700 } },
        }),
      })
      .execute()
    const slowness = measureSlowness()
    const startedAt = Date.now()

    const place = await givenGovernor().take(call)
    const waitedMs = Date.now() - startedAt
    place.release()

    expect(waitedMs).toBeGreaterThan(500)
    expect(waitedMs).toBeLessThan(3_000 * (await slowness.stop()))
  })

  it('does not affect another project at the same account', async () => {
    const provider = givenProvider()
    const limits = givenLimits([{ calls: 1, perMs: 60_000 }])
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 50, inBackground: 5_000 } })
    const theirs = {
      projectId: must(projects[1], 'project'),
      of: 'inst',
      isBackground: true,
      limits,
    }
    const mine = { ...theirs, projectId: must(projects[0], 'project') }
    const use = (call: CallOf) =>
      governor.run(call, async ({ hear }) => hear(await provider.answer('inst')))
    await use(mine)

    await expect(use(mine)).rejects.toThrow(TooManyCallsError)
    await use(theirs)

    expect(provider.took).toHaveLength(2)
  })

  it('counts unthrottled calls without delaying them', async () => {
    const limits = givenLimits([{ calls: 1, perMs: 60_000 }], () => [])
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 50, inBackground: 50 } })
    const call = {
      projectId: must(projects[0], 'project'),
      of: 'inst',
      isBackground: false,
      limits,
    }

    for (let n = 0; n < 3; n++) (await governor.take({ ...call, isUnheld: true })).release()
    const held = governor.take(call)

    await expect(held).rejects.toMatchObject({
      failure: 'rate-limit',
      message: 'The rate limit of HubSpot is reached (1 calls in 60 s).',
    })
  })
})

describe('a rejection of one endpoint', () => {
  const reasons = { isOfEndpoint: ({ headers }: LimitedReply) => headers['reason'] === 'burst' }
  const given = (reason: string) => {
    const entry = { info: { name: 'jira' }, connector: { rateLimits: { assumed: [], ...reasons } } }
    const limits = getLimits(entry as unknown as CatalogueEntry, {
      id: `conn_${reason}`,
      projectId: must(projects[0], 'project'),
      provider: 'jira',
      providerAppId: null,
      providerWorkspaceRef: null,
    })
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 0, inBackground: 0 } })
    const call = (method: string, path: string) => ({
      ...{ projectId: must(projects[0], 'project'), of: 'inst', isBackground: false, limits },
      ...{ method, path },
    })
    const take = (method: string, path: string) => governor.take(call(method, path))
    const reject = () =>
      governor.run(call('GET', '/rest/api/3/issue/ABC-1'), async ({ hear }) =>
        hear(
          plainly({
            status: 429,
            headers: { reason, 'retry-after': '60', 'x-ratelimit-remaining': '0' },
          }),
        ),
      )
    return { take, reject }
  }

  it('delays its calls alone, whatever record they are about', async () => {
    const { take, reject } = given('burst')
    await reject()

    await expect(take('GET', '/rest/api/3/issue/XYZ-2')).rejects.toThrow(TooManyCallsError)
    const others = [
      await take('PUT', '/rest/api/3/issue/ABC-1'),
      await take('GET', '/rest/api/3/project/search'),
    ]

    expect(others).toHaveLength(2)
    for (const { release } of others) release()
  })

  it('delays all calls for another reason', async () => {
    const { take, reject } = given('quota')
    await reject()

    await expect(take('GET', '/rest/api/3/project/search')).rejects.toThrow(TooManyCallsError)
  })
})

describe('a reply of a hostile provider', () => {
  const wait = async (headers: LimitedReply['headers'], status = 429) => {
    const limits = givenLimits([{}], () => [])
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 0, inBackground: 0 } })
    const call = {
      projectId: must(projects[0], 'project'),
      of: 'inst',
      isBackground: false,
      limits,
    }
    await governor.run(call, async ({ hear }) => hear(plainly({ status, headers })))
    return governor.take(call).then(
      () => 0,
      (error: TooManyCallsError) => Math.round(must(error.retryAfterMs, 'time') / 1000),
    )
  }

  it.each([
    ['99999999', 3600],
    ['7', 7],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 3600],
    ['-5', 1],
    ['1e400', 1],
    ['NaN', 1],
    ['9'.repeat(400), 3600],
    [undefined, 1],
  ])('with %s causes a bounded wait: %s s', async (value, seconds) => {
    expect(await wait({ 'retry-after': value })).toBeLessThanOrEqual(seconds)
    expect(await wait({ 'retry-after': value })).toBeGreaterThanOrEqual(Math.min(seconds, 1))
  })

  it('with implausible limits is ignored', async () => {
    const limits = givenLimits([{ calls: 100, perMs: 10_000 }], ({ headers }) => [
      {
        key: must(limits.all[0], 'limit').key,
        reading: { name: '', sharedBy: 'account', ...(headers as object) },
      },
    ])
    // Longer than a busy machine takes to ask the database.
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 10_000, inBackground: 10_000 } })
    const call = {
      projectId: must(projects[0], 'project'),
      of: 'inst',
      isBackground: false,
      limits,
    }
    const reply = (reading: object) =>
      governor.run(call, async ({ hear }) => hear(plainly({ headers: { ...reading } })))

    await reply({ limit: 1e308, remaining: 1e308, resetMs: 1e308, perMs: 1e308 })
    await reply({ limit: -1, remaining: 50, resetMs: -1e9, perMs: -5 })
    await reply({ limit: NaN, remaining: NaN, resetMs: NaN, perMs: NaN })

    expect(await reply({})).toBeUndefined()
  })
})

describe('a quota of a day', () => {
  const dayMs = 86_400_000
  const givenQuota = () => {
    const limits = givenLimits([{ name: 'calls in a day', calls: 1000, perMs: dayMs }])
    // Longer than a busy machine takes to ask the database, shorter than the pause of a slowed call.
    const governor = givenGovernor({ patienceMs: { forWhoWaits: 10_000, inBackground: 10_000 } })
    const call = { projectId: must(projects[0], 'project'), of: 'inst', limits }
    const reply = (remaining: number, isBackground: boolean) =>
      governor.run({ ...call, isBackground }, async ({ hear }) =>
        hear(plainly({ headers: { limit: '1000', remaining: String(remaining) } })),
      )
    return { governor, reply }
  }

  it('delays no calls while enough remains', async () => {
    const { reply, governor } = givenQuota()

    for (let left = 1000; left > 900; left--) await reply(left, true)

    expect(governor.logged).toEqual([])
  })

  it('slows background calls near its end with a log entry, and reserves the rest for interactive calls', async () => {
    const { governor, reply } = givenQuota()
    await reply(40, true)

    const first = reply(39, true)
    await first
    await expect(reply(38, true)).rejects.toMatchObject({
      failure: 'rate-limit',
      message: 'The rate limit of HubSpot is reached (calls in a day: 39 of 1000 are left).',
    })
    for (let left = 38; left > 30; left--) await reply(left, false)

    expect(governor.logged).toMatchObject([
      {
        level: 40,
        msg: 'a quota is nearly used up; background work is slowed down',
        provider: 'HubSpot',
        limit: 'calls in a day',
        left: 40,
        of: 1000,
      },
    ])
  })

  it('logs the recovery', async () => {
    const { governor, reply } = givenQuota()
    await reply(40, true)
    await reply(900, false)

    for (let n = 0; n < 5; n++) await reply(900, true)

    expect(governor.logged.map(({ msg }) => msg)).toEqual([
      'a quota is nearly used up; background work is slowed down',
      'a quota has recovered',
    ])
  })
})
