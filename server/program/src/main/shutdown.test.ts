// @module-tag timely-shutdown
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { bystander } from '@platform/testing/bystander'
import { measureSlowness } from '@platform/testing/machine-speed'
import { givenDatabase } from '@platform/testing/test-database'
import { testWorker } from '@platform/testing/test-worker'
import { givenPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { stopInOrder } from './process/stop-in-order.ts'
import { patiently } from '@platform/testing/patiently'

const log = pino({ level: 'silent' })

const requestStatus = (url: string, agent: Agent) =>
  new Promise<number | 'closed'>((resolve) => {
    get(url, { agent }, (reply) => {
      reply.resume().on('end', () => resolve(must(reply.statusCode, 'status')))
    }).on('error', () => resolve('closed'))
  })

it('shuts down in time despite hanging bodies, requests, reads and jobs', async () => {
  const platform = await givenPlatform({ stopWithinMs: 500 })
  const { url, control, call, connect: connectGroup, install, apiKey, projectId } = platform
  await connectGroup()
  await control.addFault({ effect: 'hang', match: { pathRegex: 'describe|query' } })
  await install()
  const asking = call(
    'GET',
    '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex',
  )
  // It ends with the process.
  asking.catch(() => {})
  const { hostname, port } = new URL(url!)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(
    [
      `POST /v1/projects/${projectId}/topics HTTP/1.1`,
      ...['host: a', `x-api-key: ${apiKey}`, 'content-type: application/json'],
      ...['content-length: 9', '', '{'],
    ].join('\r\n'),
  )
  await vi.waitFor(async () => {
    const hanging = (await control.faults()).reduce((sum, { applied }) => sum + applied, 0)
    expect(hanging).toBeGreaterThanOrEqual(2)
  }, patiently)
  // The body of a request without a credential would not be waited for.
  expect(socket.readyState).toBe('open')
  const closed = once(socket, 'close')

  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const seen = new Set<number | 'closed'>()
  const slowness = measureSlowness()
  const { done, limitMs, medianMs } = await bystander(
    async () => seen.add(await requestStatus(`${url}/readyz`, agent)),
    async () => {
      const start = performance.now()
      await platform.stop()
      return performance.now() - start
    },
  )

  await closed
  expect(done).toBeLessThan(8_000 * (await slowness.stop()))
  // Served, or redirected immediately: no request waits for a hanging one.
  expect(medianMs).toBeLessThan(limitMs)
  expect([...seen]).toEqual(expect.arrayContaining([200, 'closed']))
  expect([...seen].filter((one) => ![200, 503, 'closed'].includes(one))).toEqual([])
})

it('leaves a hanging job to the next process', async () => {
  const database = await givenDatabase()
  await migrateJobs(database)
  const work = async (done: () => Promise<void>) => {
    const handlers = { 'forget-quiet-callers': done }
    return testWorker(database, [{ handlers, concurrency: 1 }], log, { stopsWithinMs: 50 })
  }
  let begun = 0
  const hanging = await work(() => {
    begun++
    return new Promise(() => {})
  })
  await inTransaction(database.everything, (tx) => enqueue(tx, 'forget-quiet-callers', {}))
  await vi.waitFor(() => expect(begun).toBe(1), patiently)

  const slowness = measureSlowness()
  const start = performance.now()
  await stopInOrder(
    [
      [{ name: 'jobs', stop: () => hanging.stop() }],
      [{ name: 'process', stop: () => hanging.close() }],
    ],
    { withinMs: 100, log },
  )
  const tookMs = performance.now() - start
  let done = 0
  const next = await work(async () => void done++)

  expect(tookMs).toBeLessThan(5_000 * (await slowness.stop()))
  await vi.waitFor(() => expect(done).toBe(1), patiently)
  await next.stop()
  await next.close()
})

it('lets a job end that takes longer than usual, within the time that the process has', async () => {
  const database = await givenDatabase()
  await migrateJobs(database)
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handlers = {
    'forget-quiet-callers': async () => {
      begun.resolve()
      await answered.promise
    },
  }
  const lanes = [{ handlers, concurrency: 1 }]
  const worker = await testWorker(database, lanes, log, { stopsWithinMs: 60_000 })
  await inTransaction(database.everything, (tx) => enqueue(tx, 'forget-quiet-callers', {}))
  await begun.promise

  const stopping = worker.stop()
  setTimeout(answered.resolve, 5_500)
  await stopping
  await worker.close()

  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs`.execute(database.everything)
  expect(rows).toEqual([{ count: 0 }])
})
