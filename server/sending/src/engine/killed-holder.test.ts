import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { noTenantLimits } from '@platform/kernel/access'
import { createEgress } from '@platform/kernel/egress'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testDatabase } from '@platform/testing/test-database'
import { createNotifications } from '../../../delivery/src/notifications/notifications.ts'
import {
  emitMany,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../../../delivery/src/notifications/testing.ts'
import { createSending } from './create-sending.ts'
import type { CrashEmitterOptions } from './testing/crash-emitter.ts'

const maxPerSecond = 20
const count = 240
const kills = 3

it(`loses nothing and keeps the limit when the process that sends is killed ${kills} times`, async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const masterKey = randomBytes(32).toString('base64')
  const notifications = createNotifications({
    tenantLimits: noTenantLimits,
    database,
    secrets: createSecrets(database, parseMasterKeys(masterKey)),
    egress: createEgress({ allowCidrs: ['127.0.0.0/8'] }),
    log: pino({ level: 'silent' }),
    createSending,
    settings: { isDevelopment: true },
  })
  onTestFinished(() => notifications.stop())
  const projectId = await givenProject({ database })
  const receiver = await givenReceiver()
  const metadata = { maxPerSecond }
  const { id: destination } = await givenWebhook(notifications, {
    ...{ projectId, url: receiver.url, metadata },
  })

  /** Processes by the number under which they hold leases. */
  const processes = new Map<number, ChildProcess>()
  const start = async () => {
    const options: CrashEmitterOptions = {
      ...{ connectionString: database.connectionString, masterKey, projectId, destination },
      mode: 'quiet',
    }
    const child = fork(
      new URL('testing/crash-emitter.ts', import.meta.url),
      [JSON.stringify(options)],
      { execPath: process.execPath, execArgv: [] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    const { rows } = await sql<{ holder: number }>`
      select max(holder)::int as holder from engine_processes`.execute(database.everything)
    processes.set(getFirst(rows).holder, child)
  }
  const findHolder = async () => {
    const lease = database.everything.selectFrom('sendingLeases').select('holder')
    return (await lease.executeTakeFirst())?.holder
  }
  await start()
  await start()
  await emitMany(notifications, projectId, count)

  const killedAt: number[] = []
  for (let nth = 1; nth <= kills; nth++) {
    const enough = (count / (kills + 1)) * nth
    await vi.waitFor(
      () => expect(receiver.received.length).toBeGreaterThan(enough - maxPerSecond),
      { ...patiently, interval: 20 },
    )
    const holder = must(await findHolder(), 'holder')
    const child = must(processes.get(holder), `process ${holder}`)
    child.kill('SIGKILL')
    killedAt.push(Date.now())
    await once(child, 'exit')
    processes.delete(holder)
    await start()
  }
  await vi.waitFor(
    async () => {
      const statuses = await listStatuses(notifications)
      expect(statuses.filter((status) => !status.startsWith('delivered'))).toEqual([])
    },
    { ...patiently, interval: 100 },
  )

  const received = Map.groupBy(receiver.received, ({ id }) => id)
  expect(received.size).toBe(count)
  expect(processes.has(must(await findHolder(), 'holder'))).toBe(true)

  const { rows } = await sql<{ id: string; attempts: string }>`
    select event_id as id, attempts from deliveries`.execute(database.everything)
  const times = rows.flatMap(({ id, attempts }) => {
    const recorded = attempts
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { at: number }).at)
    // What a killed process did not record was sent before the kill, whenever it was received.
    const unrecorded = (received.get(id) ?? []).slice(0, -recorded.length)
    const sent = unrecorded.map(({ at }) =>
      Math.min(at, killedAt.findLast((kill) => kill <= at + 1_000) ?? at),
    )
    return [...recorded, ...sent]
  })
  const sorted = times.toSorted((one, other) => one - other)
  const busiest = Math.max(
    ...sorted.map((at, nth) => sorted.slice(nth).filter((other) => other < at + 1_000).length),
  )
  console.log(
    `${receiver.received.length} requests for ${count} messages, at most ${busiest} in a second`,
  )
  expect(busiest).toBeLessThanOrEqual(maxPerSecond)
  // Again only what was in progress at a kill.
  expect(receiver.received.length - count).toBeLessThanOrEqual(kills * maxPerSecond)
})
