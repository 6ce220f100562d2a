import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import type { AcrossTenants } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { dequeue, enqueue } from './enqueue.ts'
import { countFailingJobs, reviveJobs } from './failing-jobs.ts'
import { enqueueNeeded } from './job-checks.ts'
import { watchProcesses } from './processes.ts'
import * as turns from '../../../data/src/sync/turns/store.ts'
import type { TwoTenants } from '@platform/testing/two-tenants'
import {
  type Trial,
  changes,
  serves,
  past,
  future,
  silent,
  type Alive,
  aliveProcess,
  lockTurn,
} from '@platform/testing/trial'

export const jobsTrials: Record<string, Trial> = {
  'jobs/enqueue.ts enqueue': changes(({ all, mine: { projectId, ids } }) =>
    inTransaction(all, (tx) =>
      enqueue(
        tx,
        'refresh-connection',
        { projectId, connectionId: ids.connection },
        { key: `refresh-connection:${ids.connection}`, runAt: past },
      ),
    ),
  ),
  'jobs/enqueue.ts dequeue': changes(({ all, mine }) =>
    inTransaction(all, (tx) => dequeue(tx, `refresh-connection:${mine.ids.connection}`)),
  ),
  'jobs/failing-jobs.ts countFailingJobs': serves(async ({ database }) => {
    await expect(countFailingJobs(database.everything)).resolves.toBe(0)
  }),
  'jobs/failing-jobs.ts reviveJobs': serves(async ({ database, mine, theirs }) => {
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      await enqueue(database.everything, 'deliver-changes', payload, {
        key: `given up by ${projectId}`,
        maxAttempts: 25,
        runAt: future,
      })
    }
    const given = sql`key like 'given up by %'`
    await sql`update graphile_worker._private_jobs set attempts = 25 where ${given}`.execute(
      database.everything,
    )
    await reviveJobs(database.everything)
    const { rows } = await sql<{ isAvailable: boolean }>`
      delete from graphile_worker._private_jobs where ${given} returning max_attempts > attempts as is_available
    `.execute(database.everything)
    expect(rows).toEqual([{ isAvailable: true }, { isAvailable: true }])
  }),
  'jobs/job-checks.ts enqueueNeeded': serves(async ({ all }) => {
    await enqueueNeeded(all, [{ 'forget-quiet-callers': [() => sql`(select 1)`] }], new Date())
    const key = 'forget-quiet-callers'
    const { rows } = await sql`
      delete from graphile_worker._private_jobs where key = ${key} returning key`.execute(all)
    expect(rows).toEqual([{ key }])
  }),
  'jobs/processes.ts register': serves(async ({ database }) => {
    const processes = await watchProcesses(database, ['tried'], silent)
    await processes.stop()
  }),
  'jobs/processes.ts beat': serves(async ({ all, database }) => {
    const beats = () => all.selectFrom('engineProcesses').select('beatTime').execute()
    const processes = await watchProcesses(database, ['beating'], silent)
    const [first] = await beats()
    await vi.waitFor(async () => expect(await beats()).not.toEqual([first]), patiently)
    await processes.stop()
  }),
  'jobs/processes.ts unlockJobsOfEnded': serves(async ({ all, database }) => {
    const { key } = await all
      .insertInto('engineProcesses')
      .values({ workerIds: ['ended'], endedTime: new Date(Date.now() - 3 * 60_000) })
      .returning('key')
      .executeTakeFirstOrThrow()
    const processes = await watchProcesses(database, ['tried'], silent)
    await vi.waitFor(async () => {
      const rows = await all.selectFrom('engineProcesses').select('key').execute()
      expect(rows.map((row) => row.key)).not.toContain(key)
    }, patiently)
    await processes.stop()
  }),
  'jobs/processes.ts unlockJobs': serves(async ({ all, database, mine, theirs }) => {
    const endedTime = new Date()
    await all
      .insertInto('engineProcesses')
      .values({ workerIds: ['ended'], endedTime })
      .execute()
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      const key = `locked of ${projectId}`
      await enqueue(all, 'deliver-changes', payload, { key, runAt: future })
    }
    const given = sql`key like 'locked of %'`
    await sql`update graphile_worker._private_jobs set locked_at = now(),
      locked_by = case when key = ${`locked of ${mine.projectId}`} then 'ended' else 'another' end
      where ${given}`.execute(all)
    const processes = await watchProcesses(database, ['tried'], silent)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ lockedBy: string | null }>`
        select locked_by from graphile_worker._private_jobs where ${given} order by locked_by
      `.execute(all)
      expect(rows).toEqual([{ lockedBy: 'another' }, { lockedBy: null }])
    }, patiently)
    await processes.stop()
    await sql`delete from graphile_worker._private_jobs where ${given}`.execute(all)
    await all.deleteFrom('engineProcesses').where('endedTime', 'is not', null).execute()
  }),
  'jobs/processes.ts takeOverFromDead': changes(
    async ({ all, database, mine }, alive: Alive) => {
      const watching = await watchProcesses(database, ['watching'], silent)
      watching.onEnded({
        async release(tx, keys) {
          await turns.releaseTurnsOf(tx, keys)
        },
        async releaseOrphans() {},
        released() {},
      })
      try {
        await vi.waitFor(async () => expect(await runnerOf(all, mine)).toBeNull())
      } finally {
        await watching.stop()
        await alive.stop()
      }
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      const dead = await all
        .insertInto('engineProcesses')
        .values({ workerIds: ['dead'] })
        .returning('key')
        .executeTakeFirstOrThrow()
      await lockTurn(all, mine, dead.key)
      await lockTurn(all, theirs, alive.key)
      return alive
    },
  ),
}

const runnerOf = async (all: AcrossTenants, { ids }: TwoTenants['mine']) => {
  const row = await all
    .selectFrom('readTurns')
    .select('runner')
    .where('operationId', '=', ids.operation)
    .executeTakeFirstOrThrow()
  return row.runner
}
