import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testApi, givenTenant, type TestApi } from '@platform/testing/test-api'
import { givenDatabase, testDatabase } from '@platform/testing/test-database'
import { httpJobs } from './jobs.ts'
import { maxCallers, rateLimiter } from './rate-limit.ts'

/** Long enough for processes to have shared their counts. */
const afterSharing = () => sleep(1300)

const requests = 10

it('limits a caller across processes', async () => {
  const database = await givenDatabase()
  const rateLimit = { requests, windowSeconds: 3600 }
  const processes = [
    await testApi(database, { rateLimit }),
    await testApi(database, { rateLimit }),
  ] as const
  onTestFinished(async () => {
    for (const one of processes) await one.close()
  })
  const { full } = await givenTenant(processes[0])
  const call = (one: TestApi) => one.call('GET', '/v1/projects', { apiKey: full.key })

  for (let round = 0; round < 4; round++) for (const one of processes) await call(one)
  await afterSharing()
  const counted = await call(processes[1])
  let allowed = 4 + 4 + 1
  let last = await Promise.all(processes.map(call))
  const endsAt = Date.now() + 8000
  while (last.some(({ status }) => status === 200) && Date.now() < endsAt) {
    allowed += last.filter(({ status }) => status === 200).length
    await sleep(200)
    last = await Promise.all(processes.map(call))
  }

  expect(Number(counted.headers['ratelimit-remaining'])).toBeLessThan(requests - 4)
  expect(last.map(({ status }) => status)).toEqual([429, 429])
  expect(allowed).toBeGreaterThanOrEqual(requests)
  expect(allowed).toBeLessThan(2 * requests - 4)
  for (const { headers } of last) {
    expect(headers['ratelimit-remaining']).toBe('0')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0)
  }
})

it('counts locally while the database is unavailable, then shares the counts', async () => {
  const database = await givenDatabase()
  await database.asOwner((owner) => owner.query('alter table rate_limit_buckets rename to away'))
  const limiter = () => rateLimiter(database.everything, { requests: 3, windowSeconds: 3600 })
  const [one, other] = [limiter(), limiter()] as const

  for (let request = 0; request < 3; request++) one.take('ana')
  await afterSharing()
  expect(() => one.take('ana')).toThrow('More than 3 requests')
  await database.asOwner((owner) => owner.query('alter table away rename to rate_limit_buckets'))
  one.take('bo')
  await afterSharing()
  other.take('ana')
  await afterSharing()

  expect(() => other.take('ana')).toThrow('More than 3 requests')
})

it('limits the remembered callers while the database is unavailable', async () => {
  const database = await givenDatabase()
  await database.asOwner((owner) => owner.query('alter table rate_limit_buckets rename to away'))
  const limiter = rateLimiter(database.everything, { requests: 3, windowSeconds: 3600 })

  for (let round = 0; round < 2; round++) {
    for (let caller = 0; caller < maxCallers; caller++) limiter.take(`${round} ${caller}`)
    await afterSharing()
  }
  await database.asOwner((owner) => owner.query('alter table away rename to rate_limit_buckets'))
  limiter.take('ana')

  const countCallers = async () => {
    const { rows } = await sql<{ callers: number; isAnaAmong: boolean }>`
      select count(*)::int as callers, coalesce(bool_or(caller = 'ana'), false) as "isAnaAmong"
        from rate_limit_buckets`.execute(database.everything)
    return rows[0]
  }
  await vi.waitUntil(async () => (await countCallers())?.isAnaAmong, {
    timeout: 300_000,
    interval: 200,
  })
  expect(await countCallers()).toEqual({ callers: maxCallers, isAnaAmong: true })
})

it('continues without a database', async () => {
  const database = await testDatabase()
  const limiter = rateLimiter(database.everything, { requests: 2, windowSeconds: 3600 })
  await database.close()

  limiter.take('ana')
  await afterSharing()

  expect(limiter.take('ana')).toMatchObject({ 'ratelimit-remaining': '0' })
  expect(() => limiter.take('ana')).toThrow('More than 2 requests')
})

it('sends no statement without calls', async () => {
  const database = await givenDatabase()
  const limiter = rateLimiter(database.everything, { requests: 2, windowSeconds: 1 })
  const selectRows = () =>
    sql<{ xmin: string }>`select xmin::text from rate_limit_buckets`.execute(database.everything)
  limiter.take('ana')
  await afterSharing()

  const [{ rows: first }] = [await selectRows()]
  await afterSharing()
  const { rows: later } = await selectRows()

  expect(first).toHaveLength(1)
  expect(later).toEqual(first)
})

it('refills shared allowances over time', async () => {
  const database = await givenDatabase()
  const limiter = () => rateLimiter(database.everything, { requests: 10, windowSeconds: 10 })
  const [one, other] = [limiter(), limiter()] as const
  for (let request = 0; request < 10; request++) one.take('ana')
  await afterSharing()
  await sleep(2000)

  other.take('ana')
  await afterSharing()
  const left = Number(other.take('ana')['ratelimit-remaining'])

  expect(left).toBeGreaterThanOrEqual(1)
  expect(left).toBeLessThanOrEqual(4)
})

it('forgets inactive callers', async () => {
  const database = await givenDatabase()
  const db = database.everything
  await sql`
    insert into rate_limit_buckets values ('old', 1, now() - interval '25 hours'), ('new', 1, now())
  `.execute(db)

  await httpJobs(database, { replies: 1 })['forget-quiet-callers']()

  const { rows } = await sql`select caller from rate_limit_buckets`.execute(db)
  expect(rows).toEqual([{ caller: 'new' }])
})

it('continues when the clock is set back', async () => {
  const database = await givenDatabase()
  const limiter = rateLimiter(database.everything, { requests: 3, windowSeconds: 60 })
  const now = Date.now()
  limiter.take('ana', now)

  const headers = limiter.take('ana', now - 3_600_000)

  expect(headers['ratelimit-remaining']).toBe('1')
})
