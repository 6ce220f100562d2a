import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testApi, givenTenant, type TestApi } from '@platform/testing/test-api'
import { givenDatabase, testDatabase } from '@platform/testing/test-database'
import type { Database } from '../db/database.ts'
import { httpJobs } from './jobs.ts'
import { maxCallers, rateLimiter } from './rate-limit.ts'

/** Long enough for processes to share their counts, which some do not do. */
const afterSharing = () => sleep(1300)

/** Waits until no more than this is left of the shared allowance of some caller. */
const haveShared = ({ everything }: Pick<Database, 'everything'>, left: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from rate_limit_buckets where tokens <= ${left}`.execute(everything)
    expect(rows).not.toEqual([])
  }, patiently)

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
  // Eight were taken, and the allowance refills.
  await haveShared(database, requests - 7)
  const counted = await call(processes[1])
  let allowed = 4 + 4 + 1
  let last = await Promise.all(processes.map(call))
  while (last.some(({ status }) => status === 200) && allowed < 2 * requests) {
    allowed += last.filter(({ status }) => status === 200).length
    await sleep(200)
    last = await Promise.all(processes.map(call))
  }

  expect(Number(counted.headers['ratelimit-remaining'])).toBeLessThan(requests - 4)
  expect(last.map(({ status }) => status)).toEqual([429, 429])
  expect(allowed).toBeGreaterThanOrEqual(requests)
  // The other process learned of the first four only with its next share.
  expect(allowed).toBeLessThanOrEqual(2 * requests - 4)
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
  await haveShared(database, 0)
  other.take('ana')

  // Looks without taking anything.
  await vi.waitFor(
    () => expect(() => other.take('ana', undefined, 0)).toThrow('More than 3 requests'),
    patiently,
  )
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
  await haveShared(database, 1)

  const { rows: first } = await selectRows()
  await afterSharing()
  const { rows: later } = await selectRows()

  expect(later).toEqual(first)
})

it('refills shared allowances over time', async () => {
  const database = await givenDatabase()
  const limiter = () => rateLimiter(database.everything, { requests: 100, windowSeconds: 100 })
  const [one, other] = [limiter(), limiter()] as const
  const begun = performance.now()
  one.take('ana', undefined, 100)
  await haveShared(database, 50)
  await sleep(1000)

  other.take('ana')
  const left = await vi.waitFor(() => {
    const remaining = Number(other.take('ana', undefined, 0)['ratelimit-remaining'])
    expect(remaining).toBeLessThan(90)
    return remaining
  }, patiently)

  // One per second, of which one was taken.
  const passedSeconds = (performance.now() - begun) / 1000
  expect(left).toBeGreaterThanOrEqual(1)
  expect(left).toBeLessThanOrEqual(passedSeconds - 1)
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
