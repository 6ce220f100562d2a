import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { getFirst } from '../values/must.ts'
import { patiently } from '@platform/testing/patiently'
import { givenDatabase } from '@platform/testing/test-database'
import type { EndedProcess } from './process-registry.ts'
import { watchProcesses, type Successor } from './processes.ts'

async function givenProcess(database: Database) {
  const processes = await watchProcesses(database, pino({ level: 'silent' }), {
    // Sooner than in a server, so that tests wait for less.
    beatEveryMs: 250,
  })
  onTestFinished(() => processes.stop())
  return processes
}

async function givenHolder(database: Database) {
  const processes = await givenProcess(database)
  const numbers: number[] = []
  const release = await processes.hold({
    lowWater: () => 'evt_1',
    numbered: (holder) => void numbers.push(holder),
    sureAgain() {},
  })
  return { processes, numbers, release }
}

/** Adds a component that takes over to each process, and records from which ones. */
function recordHeirs(...processes: { onEnded(heir: Successor): void }[]) {
  const released: EndedProcess[] = []
  for (const { onEnded } of processes) {
    onEnded({ release: async (_tx, ended) => void released.push(...ended), released() {} })
  }
  return released
}

const selectProcesses = async ({ everything }: Database) => ({
  processes: await everything
    .selectFrom('engineProcesses')
    .select(['key', 'holder', 'endedTime'])
    .orderBy('key')
    .execute(),
  senders: await everything.selectFrom('senders').select(['number', 'lowWater']).execute(),
})

/** Kills the sessions that hold the lock of a process. */
const breakSessions = ({ everything }: Database) =>
  sql`select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and classid = 1347174740
         and database = (select oid from pg_database where datname = current_database())`.execute(
    everything,
  )

it('registers once, and as a sender for the previous version while it holds deliveries', async () => {
  const database = await givenDatabase()
  const { processes, numbers, release } = await givenHolder(database)
  const number = getFirst(numbers)
  const held = await selectProcesses(database)
  const { rows: locks } = await sql<{ key: number; sessions: number }>`
    select array_agg(objid::int order by classid) as key, count(distinct pid)::int as sessions from pg_locks
     where locktype = 'advisory' and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`.execute(
    database.everything,
  )

  await release()

  const process = { key: processes.key(), endedTime: null }
  expect(held).toEqual({
    processes: [{ ...process, holder: number }],
    senders: [{ number, lowWater: 'evt_1' }],
  })
  expect(locks).toEqual([{ key: [processes.key(), number], sessions: 1 }])
  expect(await selectProcesses(database)).toEqual({
    processes: [{ ...process, holder: null }],
    senders: [],
  })
})

it('keeps its deliveries but releases its claims when its connection is replaced', async () => {
  const database = await givenDatabase()
  const { processes, numbers } = await givenHolder(database)
  const key = processes.key()
  const released = recordHeirs(processes)

  await breakSessions(database)

  await vi.waitFor(
    () => expect(released).toEqual([{ key, holder: null, lowWater: null }]),
    patiently,
  )
  const { processes: rows, senders } = await selectProcesses(database)
  expect(processes.key()).not.toBe(key)
  expect(numbers).toHaveLength(1)
  expect(rows).toEqual([{ key: processes.key(), holder: numbers[0], endedTime: null }])
  expect(senders).toHaveLength(1)
  expect(processes.isSure()).toBe(true)
})

it.each([
  'delete from senders',
  'delete from engine_processes where ended_time is null',
  'update engine_processes set ended_time = now()',
])('holds under another number after another process ran: %s', async (takeOver) => {
  const database = await givenDatabase()
  const { processes: ending, numbers } = await givenHolder(database)
  // Both, as an ended process is released by whichever finds it first.
  const released = recordHeirs(ending, await givenProcess(database))

  await sql.raw(takeOver).execute(database.everything)

  await vi.waitFor(() => {
    expect(numbers).toHaveLength(2)
    // Its own transactions may still commit under the former number.
    expect(released.map(({ holder }) => holder)).toContain(numbers[0])
  }, patiently)
  const { processes, senders } = await selectProcesses(database)
  expect(processes.map(({ holder }) => holder)).toContain(numbers[1])
  expect(senders.map(({ number }) => number)).toContain(numbers[1])
})

it('releases what a sender of the previous version held', async () => {
  const database = await givenDatabase()
  const { processes } = await givenHolder(database)
  const released = recordHeirs(processes)

  const { number } = await database.everything
    .insertInto('senders')
    .values({ lowWater: 'evt_2' })
    .returning('number')
    .executeTakeFirstOrThrow()

  await vi.waitFor(
    () => expect(released).toMatchObject([{ holder: number, lowWater: 'evt_2' }]),
    patiently,
  )
})

it('releases the work of other components when one fails, and retries that one', async () => {
  const database = await givenDatabase()
  const processes = await givenProcess(database)
  let failures = 0
  processes.onEnded({
    async release() {
      if (++failures === 1) throw new Error('It fails once.')
    },
    released() {},
  })
  const released = recordHeirs(processes)

  await database.everything.insertInto('engineProcesses').values({ workerIds: [] }).execute()

  await vi.waitFor(() => {
    expect(released.length).toBeGreaterThan(0)
    expect(failures).toBe(2)
  }, patiently)
  expect(processes.isSure()).toBe(true)
})

it('restarts the search for late claims of an ended process after a pause', async () => {
  const database = await givenDatabase()
  const longAgo = new Date(Date.now() - 3_600_000)
  const searched = new Date(Date.now() - 1_000)
  const insert = (sweepTime: Date) =>
    database.everything
      .insertInto('engineProcesses')
      .values({ workerIds: [], endedTime: longAgo, sweepTime })
      .returning('key')
      .executeTakeFirstOrThrow()
  const forgotten = await insert(longAgo)
  const done = await insert(searched)
  const released = recordHeirs(await givenProcess(database))

  await vi.waitFor(async () => {
    expect(released.map(({ key }) => key)).toEqual(
      expect.arrayContaining([forgotten.key, done.key]),
    )
    const { processes } = await selectProcesses(database)
    expect(processes.map(({ key }) => key)).not.toContain(done.key)
  }, patiently)

  const { processes } = await selectProcesses(database)
  expect(processes.map(({ key }) => key)).toContain(forgotten.key)
})
