// @module-tag provider-share
import { pino } from 'pino'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ConnectionId } from '@platform/contract'
import { givenDatabase } from '@platform/testing/test-database'
import { patiently } from '@platform/testing/patiently'
import { testWorker } from '@platform/testing/test-worker'
import { waitOutside } from '../admission/wait-outside.ts'
import { newId } from '../db/new-id.ts'
import { enqueue } from './enqueue.ts'

/** A worker whose jobs ask accounts, of which some do not answer before the test ends their wait. */
async function givenWorker({ concurrency }: { concurrency: number }) {
  const database = await givenDatabase({ lookEveryMs: 250 })
  const { everything } = database
  const projectId = newId('proj')
  const begun: string[] = []
  const ended: string[] = []
  const answers = new Map<ConnectionId, PromiseWithResolvers<void>>()
  const names = new Map<string, string>()
  const handlers = {
    'refresh-connection': async ({ connectionId }: { connectionId: ConnectionId }) => {
      const name = names.get(connectionId)!
      begun.push(name)
      await waitOutside(answers.get(connectionId)?.promise ?? Promise.resolve())
      ended.push(name)
    },
  }
  const worker = await testWorker(database, [{ handlers, concurrency }], pino({ level: 'silent' }))
  onTestFinished(async () => {
    for (const answer of answers.values()) answer.resolve()
    await worker.close()
  })
  return {
    database,
    begun,
    ended,
    worker,
    account(name: string, { isHanging = false } = {}) {
      const connectionId = newId('conn')
      names.set(connectionId, name)
      if (isHanging) answers.set(connectionId, Promise.withResolvers())
      return {
        connectionId,
        answer: () => answers.get(connectionId)!.resolve(),
        fail: (error: Error) => answers.get(connectionId)!.reject(error),
        hangNoMore: () => answers.delete(connectionId),
        enqueue: (queue?: string) =>
          enqueue(
            everything,
            'refresh-connection',
            { projectId, connectionId },
            queue === undefined ? {} : { queue },
          ),
      }
    },
    countOf: (list: string[], name: string) => list.filter((one) => one === name).length,
    async left() {
      const { rows } = await sql<{ jobs: number; locked: number; accountQueues: number }>`select
        (select count(*) from graphile_worker._private_jobs)::int as jobs,
        (select count(*) from graphile_worker._private_jobs where locked_at is not null)::int as locked,
        (select count(*) from graphile_worker._private_job_queues
          where queue_name like 'account %')::int as account_queues`.execute(everything)
      return rows[0]
    },
  }
}

it('runs other jobs while many wait for accounts that do not answer, with one slot', async () => {
  const { account, begun, ended, left } = await givenWorker({ concurrency: 1 })
  const hanging = Array.from({ length: 20 }, () => account('hanging', { isHanging: true }))
  for (const one of hanging) await one.enqueue()
  await vi.waitFor(() => expect(begun).toHaveLength(20), patiently)

  await account('other').enqueue()

  await vi.waitFor(() => expect(ended).toEqual(['other']), patiently)
  await vi.waitFor(
    async () => expect(await left()).toMatchObject({ jobs: 20, locked: 20 }),
    patiently,
  )
  for (const one of hanging) one.answer()
  await vi.waitFor(async () => expect(await left()).toMatchObject({ jobs: 0 }), patiently)
  expect(ended).toHaveLength(21)
})

it('lets other accounts of a queue go on while one does not answer, and tries that one alone', async () => {
  const { account, begun, ended, countOf, left } = await givenWorker({ concurrency: 2 })
  const hanging = account('hanging', { isHanging: true })
  for (let n = 0; n < 5; n++) await hanging.enqueue('shared')
  const other = account('other')
  for (let n = 0; n < 5; n++) await other.enqueue('shared')

  await vi.waitFor(() => expect(countOf(ended, 'other')).toBe(5), patiently)

  expect(countOf(begun, 'hanging')).toBe(1)
  // The last job ends before it is deleted.
  await vi.waitFor(
    async () => expect(await left()).toEqual({ jobs: 5, locked: 1, accountQueues: 1 }),
    patiently,
  )
  hanging.answer()
  await vi.waitFor(
    async () => expect(await left()).toEqual({ jobs: 0, locked: 0, accountQueues: 0 }),
    patiently,
  )
  expect(countOf(ended, 'hanging')).toBe(5)
})

it('repeats a job that failed after its slot was given to others', async () => {
  const { account, begun, ended, left, database } = await givenWorker({ concurrency: 1 })
  const broken = account('broken', { isHanging: true })
  await broken.enqueue('shared')
  await vi.waitFor(async () => expect(await left()).toMatchObject({ accountQueues: 1 }), patiently)

  broken.fail(new Error('It does not answer.'))

  await vi.waitFor(async () => {
    const { rows } = await sql`
      update graphile_worker._private_jobs set run_at = now()
       where last_error = 'It does not answer.' and locked_at is null and attempts = 1
      returning id`.execute(database.everything)
    expect(rows).toHaveLength(1)
  }, patiently)
  broken.hangNoMore()
  await vi.waitFor(() => expect(ended).toEqual(['broken']), patiently)
  await vi.waitFor(
    async () => expect(await left()).toEqual({ jobs: 0, locked: 0, accountQueues: 0 }),
    patiently,
  )
  expect(begun).toEqual(['broken', 'broken'])
})

it('leaves a job that waits to another process when this one stops', async () => {
  const { account, begun, left, database, worker } = await givenWorker({ concurrency: 1 })
  await account('hanging', { isHanging: true }).enqueue('shared')
  await vi.waitFor(async () => expect(await left()).toMatchObject({ accountQueues: 1 }), patiently)
  await worker.close()
  let taken = 0
  const handlers = { 'refresh-connection': async () => void taken++ }

  const next = await testWorker(database, [{ handlers, concurrency: 1 }], pino({ level: 'silent' }))
  onTestFinished(() => next.close())

  await vi.waitFor(() => expect(taken).toBe(1), patiently)
  await vi.waitFor(
    async () => expect(await left()).toEqual({ jobs: 0, locked: 0, accountQueues: 0 }),
    patiently,
  )
  expect(begun).toEqual(['hanging'])
})
