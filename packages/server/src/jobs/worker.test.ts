import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { givenDatabase } from '../testing/test-database.ts'
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
