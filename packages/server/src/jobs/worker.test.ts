import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { givenDatabase } from '../testing/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from './enqueue.ts'
import { startWorker } from './worker.ts'
import { patiently } from '../testing/patiently.ts'

it('runs a job soon after its time has come, and asks for nothing in the name of every place', async () => {
  const database = await givenDatabase()
  const ran: number[] = []
  const handlers = { 'forget-quiet-callers': async () => void ran.push(Date.now()) }
  const worker = await startWorker(
    database,
    [{ handlers, concurrency: 30 }],
    pino({ level: 'silent' }),
  )
  // Every place looks once when it opens.
  await sleep(500)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const dueAt = Date.now() + 1_000

  await enqueue(database.everything, 'forget-quiet-callers', {}, { runAt: new Date(dueAt) })
  await vi.waitFor(() => expect(ran).toHaveLength(1), patiently)
  const statements = asked.mock.calls.length
  asked.mockRestore()
  await worker.close()

  expect(ran[0]).toBeGreaterThanOrEqual(dueAt)
  // One to look, and what it takes to run one job.
  expect(statements).toBeLessThan(20)
})

it('starts the next job of a queue when the one before has ended, beside another queue and another lane', async () => {
  const database = await givenDatabase()
  const { everything } = database
  const jobsOfQueue = 20
  let ended = 0
  const toEnd = (count: number) =>
    vi.waitFor(() => expect(ended).toBe(count), { timeout: 120_000, interval: 5 })
  const work = async () => {
    await sleep(20)
    ended++
  }
  const worker = await startWorker(
    database,
    [
      { handlers: { 'forget-quiet-callers': work }, concurrency: 20 },
      { handlers: { 'delete-expired-replies': work }, concurrency: 10 },
    ],
    pino({ level: 'silent' }),
  )
  await sleep(500)
  const begun = performance.now()
  for (let at = 1; at <= jobsOfQueue; at++) {
    await enqueue(everything, 'forget-quiet-callers', {})
    await toEnd(at)
  }
  const oneByOneMs = performance.now() - begun

  await inTransaction(everything, async (tx) => {
    for (let at = 0; at < jobsOfQueue; at++) {
      await enqueue(tx, 'forget-quiet-callers', {}, { queue: 'one' })
      await enqueue(tx, 'forget-quiet-callers', {}, { queue: 'other' })
      await enqueue(tx, 'delete-expired-replies', {}, { queue: 'another lane' })
    }
  })
  const enqueued = performance.now()
  await toEnd(4 * jobsOfQueue)
  const queuedMs = performance.now() - enqueued
  await worker.close()

  expect(queuedMs).toBeLessThan(5 * oneByOneMs)
}, 150_000)
