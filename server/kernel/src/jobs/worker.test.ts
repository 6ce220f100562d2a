import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { givenDatabase } from '@platform/testing/test-database'
import { testWorker } from '@platform/testing/test-worker'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from './enqueue.ts'
import { countFailingJobs, enqueueNeeded, reviveJobs } from './job-checks.ts'
import { unlockJobs } from './process-registry.ts'
import { migrateJobs } from './worker.ts'
import { sql } from 'kysely'
import { patiently } from '@platform/testing/patiently'

/** Due jobs are found sooner than in a server, so that tests wait for less. */
const looking = { lookEveryMs: 250 }
const outages = { outagePauseMs: 500 }

it('runs due jobs promptly with one query for all workers', async () => {
  const database = await givenDatabase(looking)
  const ran: number[] = []
  const handlers = { 'forget-quiet-callers': async () => void ran.push(Date.now()) }
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const worker = await testWorker(
    database,
    [{ handlers, concurrency: 100 }],
    pino({ level: 'silent' }),
  )
  // Every connection looks for a job when the workers start.
  for (let before = -10; asked.mock.calls.length - before > 5;) {
    before = asked.mock.calls.length
    await sleep(500)
  }
  const searches = asked.mock.calls.filter(([given]: unknown[]) =>
    String((given as { name?: unknown }).name).startsWith('get_job'),
  )
  asked.mockClear()
  const dueAt = Date.now() + 1_000

  await enqueue(database.everything, 'forget-quiet-callers', {}, { runAt: new Date(dueAt) })
  await vi.waitFor(() => expect(ran).toHaveLength(1), patiently)
  const texts = asked.mock.calls.map(([given]: unknown[]) =>
    typeof given === 'string' ? given : String((given as { text?: unknown }).text),
  )
  asked.mockRestore()
  await worker.close()

  expect(searches.length).toBeGreaterThan(0)
  // Fewer than one for each of the 100 workers, however long a busy machine took.
  expect(searches.length).toBeLessThan(50)
  expect(ran[0]).toBeGreaterThanOrEqual(dueAt)
  // One poll, and the statements of one job. A busy machine looks for due work more often until then.
  const statements = texts.filter((text) => !text.includes('clock_timestamp'))
  expect(statements.length).toBeLessThan(50)
})

it('runs all jobs of many queues when more workers look than there are connections', async () => {
  const database = await givenDatabase(looking)
  const queues = Array.from({ length: 60 }, (_, index) => `queue-${index}`)
  let ran = 0
  for (const queue of queues)
    await enqueue(database.everything, 'forget-quiet-callers', {}, { queue })

  const handlers = { 'forget-quiet-callers': async () => void ran++ }
  const worker = await testWorker(
    database,
    [{ handlers, concurrency: 100 }],
    pino({ level: 'silent' }),
  )
  await vi.waitFor(() => expect(ran).toBe(queues.length), patiently)
  await worker.close()
})

it('takes no job before its process is registered', async () => {
  const database = await givenDatabase(looking)
  let ran = 0
  await enqueue(database.everything, 'forget-quiet-callers', {})
  const bystander = new pg.Client(database.connectionString)
  await bystander.connect()
  onTestFinished(() => bystander.end())
  await bystander.query('begin')
  await bystander.query('lock table engine_processes in access exclusive mode')

  const starting = testWorker(
    database,
    [{ handlers: { 'forget-quiet-callers': async () => void ran++ }, concurrency: 1 }],
    pino({ level: 'silent' }),
  )
  await vi.waitFor(async () => {
    const { rows } = await bystander.query(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    expect(rows).toHaveLength(1)
  }, patiently)
  const { rows } = await bystander.query<{ isLocked: boolean }>(
    'select locked_at is not null as "isLocked" from graphile_worker._private_jobs',
  )
  const ranBefore = ran
  await bystander.query('commit')
  const worker = await starting
  await vi.waitFor(() => expect(ran).toBe(1), patiently)
  await worker.close()

  // The jobs of a process killed here would stay locked forever.
  expect({ ranBefore, rows }).toEqual({ ranBefore: 0, rows: [{ isLocked: false }] })
})

it('runs jobs that an ended process locked after others took over', async () => {
  const database = await givenDatabase(looking)
  const { everything } = database
  const ran: string[] = []
  const handlers = { 'forget-quiet-callers': async () => void ran.push('of the ended') }
  await enqueue(everything, 'forget-quiet-callers', {}, { queue: 'one' })
  const lock = (workerId: string) =>
    sql`with job as (update graphile_worker._private_jobs
          set locked_at = now(), locked_by = ${workerId} returning 1)
        update graphile_worker._private_job_queues set locked_at = now(), locked_by = ${workerId}
    `.execute(everything)
  // Another process, whose liveness connection broke.
  await lock('pool-alive')
  const { key } = await everything
    .insertInto('engineProcesses')
    .values({ workerIds: ['pool-other'] })
    .returning('key')
    .executeTakeFirstOrThrow()
  const worker = await testWorker(
    database,
    [{ handlers, concurrency: 1 }],
    pino({ level: 'silent' }),
  )
  onTestFinished(() => worker.close())
  await vi.waitFor(async () => {
    const query = everything.selectFrom('engineProcesses').select('endedTime')
    const { endedTime } = await query.where('key', '=', key).executeTakeFirstOrThrow()
    expect(endedTime).not.toBeNull()
  }, patiently)

  await lock('pool-other')

  await vi.waitFor(() => expect(ran).toEqual(['of the ended']), { ...patiently, timeout: 60_000 })
})

it('runs a job again that was enqueued after it had been unlocked while it ran', async () => {
  const database = await givenDatabase(looking)
  const key = 'again'
  let ran = 0
  const handlers = {
    'forget-quiet-callers': async () => {
      ran += 1
      if (ran > 1) return
      // As when the connection of this process breaks.
      const runAt = new Date(Date.now() + 300)
      await inTransaction(database.everything, async (tx) => {
        await sql`
          update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(tx)
        await enqueue(tx, 'forget-quiet-callers', {}, { key, runAt })
      })
    },
  }
  await enqueue(database.everything, 'forget-quiet-callers', {}, { key })
  const worker = await testWorker(
    database,
    [{ handlers, concurrency: 2 }],
    pino({ level: 'silent' }),
  )

  await vi.waitFor(() => expect(ran).toBe(2), patiently)
  await vi.waitFor(async () => {
    const left = await sql`select from graphile_worker._private_jobs`.execute(database.everything)
    expect(left.rows).toEqual([])
  }, patiently)
  await worker.close()
})

it.each(['succeeds', 'fails'])(
  'keeps a job that was taken again while it ran when its former run %s',
  async (end) => {
    const database = await givenDatabase(looking)
    let ran = 0
    const taken = Promise.withResolvers<void>()
    const left = Promise.withResolvers<unknown>()
    const selectLockedJobs = async () => {
      const { rows } = await sql<{ jobs: number; queues: number }>`select
        (select count(*) from graphile_worker._private_jobs where locked_at is not null)::int as jobs,
        (select count(*) from graphile_worker._private_job_queues where locked_at is not null)::int
          as queues`.execute(database.everything)
      return rows[0]
    }
    const handlers = {
      'forget-quiet-callers': async () => {
        ran += 1
        if (ran === 1) {
          // As when the connection of this process breaks: its jobs are announced again.
          await inTransaction(database.everything, (tx) =>
            unlockJobs(tx, [worker.processes.workerId]),
          )
          await taken.promise
          if (end === 'fails') throw new Error('The first run fails.')
          return
        }
        taken.resolve()
        if (ran > 2) return
        // Longer than the first run needs to end.
        await sleep(500)
        left.resolve(await selectLockedJobs())
        throw new Error('The second run fails.')
      },
    }
    const lanes = [{ handlers, concurrency: 2 }]
    const worker = await testWorker(database, lanes, pino({ level: 'silent' }))
    await enqueue(database.everything, 'forget-quiet-callers', {}, { queue: 'one' })

    expect(await left.promise).toEqual({ jobs: 1, queues: 1 })
    await vi.waitFor(async () => {
      const repeated = await sql`update graphile_worker._private_jobs set run_at = now()
        where last_error is not null and locked_at is null returning id`.execute(
        database.everything,
      )
      expect(repeated.rows).toHaveLength(1)
    }, patiently)
    await vi.waitFor(() => expect(ran).toBe(3), patiently)
    await vi.waitFor(async () => {
      const jobs = await sql`select from graphile_worker._private_jobs`.execute(database.everything)
      expect([jobs.rows, await selectLockedJobs()]).toEqual([[], { jobs: 0, queues: 0 }])
    }, patiently)
    await worker.close()
  },
)

it('runs the jobs of a queue one after the other, beside other queues and lanes', async () => {
  // If each job waited for the next look, they would need more time than the test has.
  const database = await givenDatabase({ lookEveryMs: 60_000 })
  const jobsOfQueue = 20
  const allBegan = Promise.withResolvers<void>()
  const began = new Set<string>()
  let ended = 0
  let overlaps = 0
  const createWork = (queue: string) => {
    let running = 0
    return async () => {
      if (++running > 1) overlaps++
      // The first of each queue runs until those of all others run too.
      if (began.add(queue).size === 3) allBegan.resolve()
      await allBegan.promise
      await sleep(1)
      running--
      ended++
    }
  }
  const [one, other] = [createWork('one'), createWork('other')]
  const worker = await testWorker(
    database,
    [
      { handlers: { 'forget-quiet-callers': one, 'forget-change-events': other }, concurrency: 20 },
      { handlers: { 'delete-expired-replies': createWork('another lane') }, concurrency: 10 },
    ],
    pino({ level: 'silent' }),
  )

  await inTransaction(database.everything, async (tx) => {
    for (let at = 0; at < jobsOfQueue; at++) {
      await enqueue(tx, 'forget-quiet-callers', {}, { queue: 'one' })
      await enqueue(tx, 'forget-change-events', {}, { queue: 'other' })
      await enqueue(tx, 'delete-expired-replies', {}, { queue: 'another lane' })
    }
  })

  await vi.waitFor(() => expect(ended).toBe(3 * jobsOfQueue), patiently)
  await worker.close()
  expect(overlaps).toBe(0)
})

it.each(['fails', 'succeeds'])(
  'records a job that %s during an outage of the database after recovery',
  async (end) => {
    const database = await givenDatabase(looking)
    const sessions = await givenBreakingSessions(database.connectionString)
    const opened = await openDatabase(sessions.connectionString, looking)
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    let runs = 0
    const handlers = {
      'forget-quiet-callers': async () => {
        if (++runs > 1) return
        sessions.goAway()
        if (end === 'fails') throw new Error('It fails once.')
      },
    }
    const worker = await testWorker(
      opened,
      [{ handlers, concurrency: 1 }],
      pino({ level: 'silent' }),
      outages,
    )
    const jobs = () =>
      sql`select from graphile_worker._private_jobs`
        .execute(database.everything)
        .then(({ rows }) => rows.length)

    await enqueue(database.everything, 'forget-quiet-callers', {})
    await vi.waitFor(() => expect(sessions.refused()).toBeGreaterThan(3), patiently)
    sessions.comeBack()
    if (unhandled.length === 0) {
      await vi.waitFor(async () => expect(await jobs()).toBe(0), patiently)
    }
    await worker.close()
    await opened.close()

    expect(unhandled).toEqual([])
    // Other processes may have taken it over from this one, whose session had ended.
    expect(runs).toBeGreaterThanOrEqual(end === 'fails' ? 2 : 1)
  },
)

it('repeats a job soon that failed because of the database, and another one later', async () => {
  const database = await givenDatabase(looking)
  const ran: string[] = []
  const fails = (name: string, error: () => unknown) => async () => {
    ran.push(name)
    if (ran.filter((other) => other === name).length === 1) throw error()
  }
  const handlers = {
    'forget-quiet-callers': fails(
      'outage',
      () => new Error('Failed.', { cause: new Error('Connection terminated unexpectedly') }),
    ),
    'forget-change-events': fails('fault', () => new Error('Failed.')),
  }
  const worker = await testWorker(
    database,
    [{ handlers, concurrency: 2 }],
    pino({ level: 'silent' }),
    outages,
  )
  const db = database.everything
  const runAt = new Date(Date.now() + 3_600_000)
  await enqueue(db, 'forget-quiet-callers', {}, { key: 'outage', runAt })
  await enqueue(db, 'forget-change-events', {}, { key: 'fault', runAt })

  // As if eight processes had died meanwhile.
  await sql`update graphile_worker._private_jobs set attempts = 8, run_at = now()`.execute(db)
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['fault', 'outage', 'outage']), patiently)
  const { rows } = await sql<{ key: string; isLate: boolean }>`
    select key, run_at > now() + interval '1 hour' as is_late
      from graphile_worker._private_jobs`.execute(db)
  await worker.close()

  expect(rows).toContainEqual({ key: 'fault', isLate: true })
})

it('stops while the database does not answer its listener', async () => {
  const database = await givenDatabase(looking)
  const way = await givenBreakingSessions(database.connectionString)
  const behind = await openDatabase(way.connectionString, looking)
  onTestFinished(() => behind.close())
  const silenced = way.silenceAt('LISTEN "jobs:insert"')
  const worker = await testWorker(
    behind,
    [{ handlers: {}, concurrency: 1 }],
    pino({ level: 'silent' }),
  )
  await silenced

  const stopped = worker.stop()
  way.endAll()

  // An unhandled rejection fails the run.
  await expect(stopped).resolves.toBeUndefined()
  await worker.close()
})

it('retries durable jobs forever, reports them, and revives failed ones', async () => {
  const database = await givenDatabase(looking)
  const log = pino({ level: 'silent' })
  const logged = vi.spyOn(log, 'error')
  let isBroken = true
  const ran: string[] = []
  const handlers = {
    'forget-quiet-callers': async () => {
      ran.push('tried')
      if (isBroken) throw new Error('broken')
    },
    'forget-change-events': async () => void ran.push('bystander'),
  }
  const worker = await testWorker(database, [{ handlers, concurrency: 2 }], log)
  const db = database.everything
  const broken = sql`key = 'broken'`
  const setAttempts = (attempts: number) =>
    sql`update graphile_worker._private_jobs set attempts = ${attempts}, run_at = now() - interval '1 s'
         where ${broken}`.execute(db)
  const attemptsLeft = async () => {
    const { rows } = await sql<{ left: number }>`
      select max_attempts - attempts as left from graphile_worker._private_jobs
       where ${broken} and locked_at is null`.execute(db)
    return rows[0]?.left
  }
  const runAt = new Date(Date.now() + 3_600_000)

  await enqueue(db, 'forget-quiet-callers', {}, { key: 'broken', runAt })
  await setAttempts(24)
  await enqueue(db, 'forget-change-events', {})
  await vi.waitFor(
    () => expect(ran).toEqual(expect.arrayContaining(['tried', 'bystander'])),
    patiently,
  )
  await vi.waitFor(async () => expect(await attemptsLeft()).toBeGreaterThan(0), patiently)
  const failing = await countFailingJobs(db)

  // As an earlier version has left it.
  await sql`update graphile_worker._private_jobs set attempts = 25, max_attempts = 25 where ${broken}`.execute(
    db,
  )
  isBroken = false
  await reviveJobs(db)
  await vi.waitFor(async () => expect(await attemptsLeft()).toBeUndefined(), patiently)
  await worker.close()

  expect(failing).toBe(1)
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ job: 'forget-quiet-callers', attempt: 25, err: expect.any(Error) }),
    'a job keeps failing',
  )
})

it('enqueues a job only while one of its queries finds a row, and once', async () => {
  const database = await givenDatabase(looking)
  const { everything } = database
  await migrateJobs(database)
  const jobs = async () =>
    (await sql<{ key: string }>`select key from graphile_worker._private_jobs`.execute(everything))
      .rows
  const none = () => sql`(select 1 where false)`
  const since: Date[] = []
  const findDue = (_db: unknown, now: Date) => {
    since.push(now)
    return sql`(select 1)`
  }
  const now = new Date('2026-01-01T00:00:00Z')

  await enqueueNeeded(everything, [], now)
  await enqueueNeeded(everything, [{ 'revive-jobs': [none] }, {}], now)
  const before = await jobs()
  const checks = [{ 'forget-quiet-callers': [none] }, { 'forget-quiet-callers': [findDue] }]
  await enqueueNeeded(everything, checks, now)
  await enqueueNeeded(everything, checks, now)

  expect(before).toEqual([])
  expect(await jobs()).toEqual([{ key: 'forget-quiet-callers' }])
  expect(since).toEqual([now, now])
})

it('wakes work at its time, in spite of an outage, until it is removed', async () => {
  const database = await givenDatabase(looking)
  const dueAt = Date.now() + 4_000
  const woken: Record<string, number[]> = { due: [], later: [], none: [], removed: [] }
  const failures: unknown[] = []
  let isBroken = true
  const add = (name: string, dueTime: () => ReturnType<typeof sql>) =>
    database.dueWork.add({
      name,
      dueTime,
      wake: () => woken[name]?.push(Date.now()),
      failed: (error) => failures.push(error),
    })
  add('due', () => (isBroken ? sql`no_such_function()` : sql`${new Date(dueAt)}::timestamptz`))
  add('later', () => sql`now() + interval '1 hour'`)
  add('none', () => sql`null::timestamptz`)
  const remove = add('removed', () => sql`now()`)
  remove()

  await vi.waitFor(() => expect(failures.length).toBeGreaterThanOrEqual(3), patiently)
  isBroken = false
  await vi.waitFor(() => expect(woken['due']).not.toEqual([]), patiently)

  expect(woken).toMatchObject({ later: [], none: [], removed: [] })
  expect(woken['due']?.[0]).toBeGreaterThanOrEqual(dueAt - 50)
})
