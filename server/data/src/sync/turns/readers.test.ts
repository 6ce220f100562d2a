import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { givenTwoTenants, type TwoTenants } from '@platform/testing/two-tenants'
import { findOperation } from '@platform/installations/operations/operations'
import { patiently } from '@platform/testing/patiently'
import { getFirst, must } from '@platform/kernel/values'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { aliveProcess, lockTurn, silent } from '@platform/testing/trial'
import { createSlotTenants } from '@platform/kernel/admission'
import { readObject } from '../read.ts'
import { startReaders } from './readers.ts'
import { findInstallation } from '@platform/installations/installations/installations'
import { finishTogether } from '../finish-read.ts'
import { findInstallationObject } from '../object/store.ts'
import { claimTurns, releaseTurns } from './store.ts'

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
    const [turn] = await claimTurns(everything, {
      runner,
      places: 1,
      listProjectsAtLimit: { projects: [], connections: [] },
      lent: [],
    })
    return { ...must(turn, 'turn'), runner }
  }
  await everything.deleteFrom('readTurns').where('projectId', '!=', mine.projectId).execute()
  await everything
    .updateTable('readTurns')
    .set({ dueTime: new Date(0) })
    .execute()

  const stalled = await claim(1)
  await releaseTurns(everything, [1])
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
    released = releaseTurns(everything, [7])
    await vi.waitFor(async () => {
      const { rows: waiting } = await sql`
        select from pg_locks where not granted and ${getFirst(rows).pid} = any(pg_blocking_pids(pid))
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
  const processes = await watchProcesses(database, silent)
  const taken: string[] = []
  const readers = await startReaders(database, processes, silent, {
    places: 1,
    tenants: createSlotTenants(async () => undefined),
    async takeTurn({ operationId }) {
      taken.push(operationId)
      return { do: 'end' }
    },
  })
  onTestFinished(async () => {
    await readers.stop()
    await processes.stop()
  })

  // Like a starting process that removes a dead one before its own readers have started.
  await everything.deleteFrom('engineProcesses').where('key', '=', removed.key).execute()

  await vi.waitFor(() => expect(taken).toEqual([mine.ids.operation]), patiently)
})

it('ends reads together, except those taken over and those of locked objects', async () => {
  const { database, api, mine } = world
  const db = database.tenant(mine.projectId)
  const { operation: id, installation: installationId } = mine.ids
  const operation = must(await findOperation(db, id), 'operation')
  const installation = must(await findInstallation(db, installationId), 'installation')
  const asOf = new Date('2026-01-01T00:00:00Z')
  const page = { asOf, recentlyRead: { '1': 'x' }, total: undefined, incomplete: undefined }
  const finish = (fence: number) =>
    finishTogether(api.services, db, {
      operation: { ...operation, fence },
      installation,
      page: { ...page, call: undefined },
    })

  const lock = await database.connect()
  await lock.query('begin')
  await lock.query('select from installations where id = $1 for no key update', [installationId])
  expect(await finish(operation.fence)).toBe(false)
  await lock.query('commit')
  lock.release()
  const ended = await Promise.all([finish(operation.fence - 1), finish(operation.fence)])
  expect(ended).toEqual([false, true])
  expect(await finish(operation.fence)).toBe(false)

  expect(await findOperation(db, id)).toMatchObject({
    status: 'success',
    result: 'Read 0 records.',
    isLastPageRead: true,
    pages: 1,
    asOf,
  })
  expect(await findInstallationObject(db, installationId, operation.objectName)).toMatchObject({
    watermark: asOf,
    recentlyRead: { '1': 'x' },
  })
  expect(
    await db.selectFrom('readTurns').selectAll().where('operationId', '=', id).execute(),
  ).toEqual([])
  expect(await findInstallation(db, installationId)).toMatchObject({
    lastOperationStatus: 'success',
  })
})
