import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import type { AcrossTenants } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { getFirst, must } from '../values/must.ts'
import { repeatSoon } from './after-outage.ts'
import { followAccount, leaveQueue, mergeQueue } from './account-queues.ts'
import { endJob, failJob, leaveIfLost } from './end-job.ts'
import { dequeue, enqueue } from './enqueue.ts'
import { countFailingJobs, enqueueNeeded, forgetFutureRuns, reviveJobs } from './job-checks.ts'
import * as registry from './process-registry.ts'
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

/** Enqueues a job of a tenant in its queue, as if a run held it. */
async function runningJob(all: AcrossTenants, { projectId }: { projectId: ProjectId }) {
  const payload = { projectId, connectionId: newId('conn') }
  const key = `trial ${payload.connectionId}`
  await enqueue(all, 'deliver-changes', payload, {
    key,
    queue: `trial ${projectId}`,
    runAt: future,
  })
  const { rows } = await sql<{ id: string; lockedAt: Date; queueId: number }>`
    with taken as (
      update graphile_worker._private_jobs
         set locked_at = now(), locked_by = 'a run', attempts = 1
       where key = ${key} returning id::text, locked_at, job_queue_id),
    queue as (
      update graphile_worker._private_job_queues q set locked_at = now(), locked_by = 'a run'
        from taken where q.id = taken.job_queue_id)
    select id, locked_at, job_queue_id as queue_id from taken`.execute(all)
  const { id, lockedAt, queueId } = getFirst(rows)
  return { id, locked_at: lockedAt, locked_by: 'a run', attempts: 1, job_queue_id: queueId }
}

const readState = async (all: AcrossTenants, { id }: { id: string }) => {
  const { rows } = await sql`
    select locked_at is not null as is_locked, job_queue_id as queue_id, attempts, last_error as error
      from graphile_worker._private_jobs where id = ${id}::bigint`.execute(all)
  return rows[0]
}

const lockedQueues = async (all: AcrossTenants) => {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker._private_job_queues
     where locked_by = 'a run' order by id`.execute(all)
  return rows.map(({ id }) => id)
}

async function deleteTrialJobs(all: AcrossTenants): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key like 'trial %'`.execute(all)
  await sql`
    delete from graphile_worker._private_job_queues
     where queue_name like 'trial %' or queue_name like 'account %'`.execute(all)
}

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
  'jobs/after-outage.ts repeatSoon': serves(async ({ all, mine, theirs }) => {
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      await enqueue(all, 'deliver-changes', payload, { key: `broke ${projectId}`, runAt: future })
    }
    const given = sql`key like 'broke %'`
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set attempts = 8 where ${given} returning id::text`.execute(
      all,
    )
    await expect(repeatSoon(all, [rows[0]!.id])).resolves.toEqual(new Set())
    const { rows: after } = await sql<{ attempts: number }>`
      delete from graphile_worker._private_jobs where ${given} returning attempts`.execute(all)
    expect(after.map(({ attempts }) => attempts).toSorted()).toEqual([7, 8])
  }),
  'jobs/end-job.ts endJob': serves(async ({ all, mine, theirs }) => {
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      await enqueue(all, 'deliver-changes', payload, { key: `ran ${projectId}`, runAt: future })
    }
    const given = sql`key like 'ran %'`
    const { rows } = await sql<{ id: string; lockedAt: Date; lockedBy: string }>`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = key, attempts = 1
       where ${given} returning id::text, locked_at, locked_by`.execute(all)
    const [ran, takenAgain] = rows.map(({ id, lockedAt, lockedBy }) => ({
      id,
      locked_at: lockedAt,
      locked_by: lockedBy,
      attempts: 1,
    }))
    const minuteAgo = new Date(takenAgain!.locked_at.getTime() - 60_000)
    await endJob(all, { ...takenAgain!, locked_at: minuteAgo })
    await endJob(all, { ...takenAgain!, attempts: 0 })
    await endJob(all, { ...ran! })
    const left = await sql`
      delete from graphile_worker._private_jobs where ${given} returning id::text`.execute(all)
    expect(left.rows).toEqual([{ id: takenAgain!.id }])
  }),
  'jobs/end-job.ts failJob': serves(async ({ all, mine, theirs }) => {
    const [failed, other] = [await runningJob(all, mine), await runningJob(all, theirs)]
    await failJob(all, { ...failed, locked_by: 'another' }, new Error('lost'))
    await failJob(all, { ...failed }, new Error('no answer'))
    expect(await readState(all, failed)).toMatchObject({ isLocked: false, error: 'no answer' })
    expect(await readState(all, other)).toMatchObject({ isLocked: true, error: null })
    await deleteTrialJobs(all)
  }),
  'jobs/account-queues.ts leaveQueue': serves(async ({ all, mine, theirs }) => {
    const [waiting, other] = [await runningJob(all, mine), await runningJob(all, theirs)]
    const queueId = await leaveQueue(all, waiting, 'account')
    expect(await readState(all, waiting)).toMatchObject({ isLocked: true, queueId })
    expect(await readState(all, other)).toMatchObject({ queueId: other.job_queue_id })
    expect(new Set(await lockedQueues(all))).toEqual(new Set([other.job_queue_id, queueId]))
    expect(await leaveQueue(all, { ...other, locked_by: 'another' }, 'account')).toBeUndefined()
    await deleteTrialJobs(all)
  }),
  'jobs/account-queues.ts followAccount': serves(async ({ all, mine }) => {
    const waiting = await runningJob(all, mine)
    const queueId = await leaveQueue(all, waiting, 'account')
    const [next, ofOther] = [await runningJob(all, mine), await runningJob(all, mine)]
    expect(await followAccount(all, ofOther, 'other')).toBe('in home queue')
    expect(await followAccount(all, next, 'account')).toBe('moved')
    expect(await readState(all, next)).toMatchObject({ isLocked: false, queueId, attempts: 0 })
    const moved = { ...waiting, job_queue_id: must(queueId, 'queue') }
    expect(await followAccount(all, moved, 'account')).toBe('in account queue')
    await deleteTrialJobs(all)
  }),
  'jobs/account-queues.ts mergeQueue': serves(async ({ all, mine }) => {
    const waiting = await runningJob(all, mine)
    const queueId = must(await leaveQueue(all, waiting, 'account'), 'queue')
    const next = await runningJob(all, mine)
    await followAccount(all, next, 'account')
    await mergeQueue(all, queueId, { isAnswering: true })
    expect(await readState(all, next)).toMatchObject({ queueId })
    await endJob(all, { ...waiting })
    await mergeQueue(all, queueId, { isAnswering: false })
    expect(await readState(all, next)).toMatchObject({ queueId })
    await mergeQueue(all, queueId, { isAnswering: true })
    expect(await readState(all, next)).toMatchObject({ queueId: next.job_queue_id })
    expect(await lockedQueues(all)).toEqual([])
    await deleteTrialJobs(all)
  }),
  'jobs/end-job.ts leaveIfLost': serves(async ({ all, mine }) => {
    const payload = { projectId: mine.projectId, connectionId: newId('conn') }
    await enqueue(all, 'deliver-changes', payload, { key: 'failed', runAt: future })
    const { rows } = await sql<{ id: string; lockedAt: Date }>`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a run', attempts = 1
       where key = 'failed' returning id::text, locked_at`.execute(all)
    const { id, lockedAt } = rows[0]!
    const held = { id, locked_at: lockedAt, locked_by: 'a run', attempts: 1 }
    const lost = { ...held, locked_by: 'another' }
    await Promise.all([leaveIfLost(all, held), leaveIfLost(all, lost)])
    await sql`delete from graphile_worker._private_jobs where key = 'failed'`.execute(all)
    expect([held.id, lost.id]).toEqual([id, '0'])
  }),
  'jobs/job-checks.ts countFailingJobs': serves(async ({ database }) => {
    await expect(countFailingJobs(database.everything)).resolves.toBe(0)
  }),
  'jobs/job-checks.ts reviveJobs': serves(async ({ database, mine, theirs }) => {
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
  'jobs/job-checks.ts forgetFutureRuns': serves(async ({ all }) => {
    const identifier = 'forget-quiet-callers'
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values (${identifier}, now(), now() + interval '3 days')`.execute(all)
    await forgetFutureRuns(all)
    const { rows } = await sql`
      delete from graphile_worker._private_known_crontabs where identifier = ${identifier}
      returning last_execution <= now() as "isPast"`.execute(all)
    expect(rows).toEqual([{ isPast: true }])
  }),
  'jobs/job-checks.ts enqueueNeeded': serves(async ({ all }) => {
    await enqueueNeeded(all, [{ 'forget-quiet-callers': [() => sql`(select 1)`] }], new Date())
    const key = 'forget-quiet-callers'
    const { rows } = await sql`
      delete from graphile_worker._private_jobs where key = ${key} returning key`.execute(all)
    expect(rows).toEqual([{ key }])
  }),
  ...Object.fromEntries(
    ['registerProcess', 'insert', 'holdNothing'].map((statement) => [
      `jobs/process-registry.ts ${statement}`,
      serves(async ({ all, database }) => {
        const processes = await watchProcesses(database, silent)
        const numbers: number[] = []
        const release = await processes.hold({
          lowWater: () => 'evt_1',
          numbered: (holder) => void numbers.push(holder),
          sureAgain() {},
        })
        const holders = () =>
          all
            .selectFrom('engineProcesses')
            .select('holder')
            .where('key', '=', processes.key())
            .execute()
        expect(await holders()).toEqual([{ holder: numbers[0] }])
        await release()
        expect(await holders()).toEqual([{ holder: null }])
        await processes.stop()
      }),
    ]),
  ),
  'jobs/process-registry.ts resume': serves(async ({ all, database }) => {
    const own = { workerId: 'resumed', lowWater: null, messageLog: 'off' as const }
    const key = await insertProcess(all, {})
    const former = { client: await database.dedicated(), key, holder: null }
    const resumed = await registry.registerProcess(database, own, former)
    const rows = await all
      .selectFrom('engineProcesses')
      .select('key')
      .where('key', 'in', [key, resumed.key])
      .execute()
    expect(rows).toEqual([{ key: resumed.key }])
    await Promise.all([former.client.end(), resumed.client.end()])
  }),
  'jobs/process-registry.ts beat': serves(async ({ all, database }) => {
    const beats = () => all.selectFrom('engineProcesses').select('beatTime').execute()
    const processes = await watchProcesses(database, silent)
    const [first] = await beats()
    await vi.waitFor(async () => expect(await beats()).not.toEqual([first]), patiently)
    await processes.stop()
  }),
  'jobs/process-registry.ts claimEnded': serves(async ({ all, database }) => {
    const dead = await insertProcess(all, {})
    const alive = await aliveProcess(database)
    const own = await aliveProcess(database)
    const claimed = await registry.claimEnded(all, { key: own.key, all: false })
    expect(claimed.map(({ key }) => key)).toContain(dead)
    expect(claimed.map(({ key }) => key)).not.toContain(alive.key)
    await Promise.all([own.stop(), alive.stop()])
  }),
  'jobs/process-registry.ts forgetEnded': serves(async ({ all }) => {
    const keys = [await insertProcess(all, { endedTime: past }), await insertProcess(all, {})]
    await registry.forgetEnded(all, keys)
    const rows = await all
      .selectFrom('engineProcesses')
      .select('key')
      .where('key', 'in', keys)
      .execute()
    expect(rows).toEqual([{ key: keys[1] }])
  }),
  'jobs/process-registry.ts findUnregistered': serves(async ({ all }) => {
    await insertProcess(all, { workerIds: ['registered'] })
    await insertProcess(all, { workerIds: ['ended'], endedTime: past })
    expect(await registry.findUnregistered(all, ['registered', 'ended'])).toEqual(['ended'])
  }),
  'jobs/process-registry.ts unlockJobs': serves(async ({ all, mine, theirs }) => {
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      const key = `locked of ${projectId}`
      await enqueue(all, 'deliver-changes', payload, { key, runAt: future })
    }
    const given = sql`key like 'locked of %'`
    await sql`update graphile_worker._private_jobs set locked_at = now(),
      locked_by = case when key = ${`locked of ${mine.projectId}`} then 'ended' else 'another' end
      where ${given}`.execute(all)
    expect(await registry.unlockJobs(all, ['ended'])).toBe(1)
    const { rows } = await sql<{ lockedBy: string | null }>`
      delete from graphile_worker._private_jobs where ${given} returning locked_by
    `.execute(all)
    expect(rows.map(({ lockedBy }) => lockedBy).toSorted()).toEqual(['another', null])
  }),
  'jobs/process-registry.ts lockEnded': changes(
    async ({ all, database, mine }, alive: Alive) => {
      const watching = await watchProcesses(database, silent)
      watching.onEnded({
        async release(tx, ended) {
          await turns.releaseTurns(
            tx,
            ended.map(({ key }) => key),
          )
        },
        released() {},
      })
      try {
        await vi.waitFor(async () => expect(await findRunner(all, mine)).toBeNull())
      } finally {
        await watching.stop()
        await alive.stop()
      }
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      await lockTurn(all, mine, await insertProcess(all, {}))
      await lockTurn(all, theirs, alive.key)
      return alive
    },
  ),
}

/** Inserts a process without a session, which is therefore dead. */
async function insertProcess(
  all: AcrossTenants,
  row: { workerIds?: string[]; endedTime?: Date },
): Promise<number> {
  const { key } = await all
    .insertInto('engineProcesses')
    .values({ workerIds: [], keepsRecords: true, ...row })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

const findRunner = async (all: AcrossTenants, { ids }: TwoTenants['mine']) => {
  const row = await all
    .selectFrom('readTurns')
    .select('runner')
    .where('operationId', '=', ids.operation)
    .executeTakeFirstOrThrow()
  return row.runner
}
