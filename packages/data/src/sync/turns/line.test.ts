import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { givenTwoTenants, type TwoTenants } from '@platform/testing/two-tenants'
import { findOperation } from '@platform/installations/operations/operations'
import { patiently } from '@platform/testing/patiently'
import { firstOf, must } from '@platform/kernel/values/must'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { aliveProcess, lockTurn, silent } from '@platform/testing/trial'
import { readObject } from '../read.ts'
import { startReaders } from './readers.ts'
import { claimTurns, releaseTurnsOf } from './store.ts'

let world: TwoTenants

beforeAll(async () => {
  world = await givenTwoTenants()
})
afterAll(() => world.api.close())

it('skips a read that another process has started', async () => {
  const { database, api, mine } = world
  const { everything } = database
  const db = database.tenant(mine.projectId)
  const fence = async () => must(await findOperation(db, mine.ids.operation), 'operation').fence
  const claim = async (runner: number) => {
    const [turn] = await claimTurns(everything, { runner, places: 1, sated: [] })
    return { ...must(turn, 'turn'), runner }
  }
  await everything.deleteFrom('readTurns').where('projectId', '!=', mine.projectId).execute()
  await everything
    .updateTable('readTurns')
    .set({ dueTime: new Date(0) })
    .execute()

  const stalled = await claim(1)
  await releaseTurnsOf(everything, [1])
  await claim(2)
  const before = await fence()
  const end = await readObject(api.services, db, {
    ...stalled,
    stopping: new AbortController().signal,
    mayGoOn: () => true,
    waitFor: (answer) => answer,
  })

  expect(end).toEqual({ do: 'leave' })
  expect(await fence()).toBe(before)
})

it('requeues a read only after locking its operation', async () => {
  const { database, mine } = world
  const { everything } = database
  const { operation: id } = mine.ids
  await everything
    .updateTable('readTurns')
    .set({ runner: 7 })
    .where('operationId', '=', id)
    .execute()
  let released: Promise<unknown> = Promise.resolve()

  await everything.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from operations where id = ${id} for update`.execute(tx)
    released = releaseTurnsOf(everything, [7])
    await vi.waitFor(async () => {
      const { rows: waiting } = await sql`
        select from pg_locks where not granted and ${firstOf(rows).pid} = any(pg_blocking_pids(pid))
      `.execute(tx)
      expect(waiting).toHaveLength(1)
    }, patiently)
    await sql`select from read_turns where operation_id = ${id} for update nowait`.execute(tx)
  })
  await released

  const runnerOf = everything.selectFrom('readTurns').select('runner').where('operationId', '=', id)
  expect(await runnerOf.executeTakeFirst()).toEqual({ runner: null })
})

it('requeues a read whose process was removed by one that released no reads', async () => {
  const { database, mine } = world
  const { everything } = database
  const removed = await aliveProcess(database)
  onTestFinished(removed.stop)
  await lockTurn(everything, mine, removed.key)
  const processes = await watchProcesses(database, ['reads'], silent)
  const taken: string[] = []
  const readers = await startReaders(database, processes, silent, {
    places: 1,
    async takeTurn({ operationId }) {
      taken.push(operationId)
      return { do: 'end' }
    },
  })
  onTestFinished(async () => {
    await readers.stop()
    await processes.stop()
  })

  // As a process that is starting removes a dead one, before its own readers have started.
  await everything.deleteFrom('engineProcesses').where('key', '=', removed.key).execute()

  await vi.waitFor(() => expect(taken).toEqual([mine.ids.operation]), patiently)
})
