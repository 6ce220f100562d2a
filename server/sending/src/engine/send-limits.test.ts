// @module-tag connection-share
import type { DestinationMetadata } from '@platform/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import type { Notifications } from '../../../delivery/src/notifications/notifications.ts'
import { updateDestination } from '../../../delivery/src/notifications/set-up/update-destination.ts'
import {
  connectionDeleted,
  emitAlone,
  emitMany,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
  startNotifications,
  type ReceiverReply,
} from '../../../delivery/src/notifications/testing.ts'
import { SendWindows } from './sending/send-windows.ts'

/** Two processes that send, on one database, and a destination with limits. */
async function givenLimited(metadata: DestinationMetadata, answer?: () => ReceiverReply) {
  const settings = { webhookTimeoutMs: 60_000 }
  const first = await givenNotifications({ settings, isSending: false })
  const processes = [await startNotifications(first)]
  const second = await givenNotifications({ database: first.database, settings, isSending: false })
  processes.push(await startNotifications(second))
  const projectId = await givenProject(first)
  const receiver = await givenReceiver(answer)
  const destination = await givenWebhook(first, { projectId, url: receiver.url, metadata })
  return { first, second, processes, projectId, receiver, destination }
}

/** Returns the largest number of attempts that began within a second, by the clock of the sender. */
async function countInBusiestSecond({ database }: Notifications, newest = Infinity) {
  const { rows } = await sql<{ attempts: string }>`
    select attempts from deliveries where attempts <> '' order by event_id`.execute(
    database.everything,
  )
  const times = rows
    .flatMap(({ attempts }) => attempts.trimEnd().split('\n'))
    .map((line) => (JSON.parse(line) as { at: number }).at)
    .toSorted((one, other) => one - other)
    .slice(-newest)
  return Math.max(
    ...times.map((at, nth) => times.slice(nth).filter((other) => other < at + 1_000).length),
  )
}

it('keeps the limit of a second over all processes, in order and without attempts', async () => {
  const { first, second, projectId, receiver } = await givenLimited({ maxPerSecond: 10 })

  const ids: string[] = []
  for (let nth = 0; nth < 35; nth++) {
    const event = connectionDeleted(projectId)
    ids.push(await emitAlone(nth % 2 ? first : second, event))
  }
  await vi.waitFor(() => expect(receiver.received).toHaveLength(35), patiently)

  expect(receiver.received.map(({ id }) => id)).toEqual(ids)
  await vi.waitFor(
    async () => expect(await listStatuses(first)).toEqual(ids.map(() => 'delivered 1')),
    patiently,
  )
  expect(await countInBusiestSecond(first)).toBeLessThanOrEqual(10)
})

it('keeps the limit of parallel requests over all processes, and delays no other destination', async () => {
  const { first, second, projectId, receiver } = await givenLimited(
    { maxParallel: 2 },
    () => 'hang',
  )
  const other = await givenReceiver()
  await givenWebhook(first, { projectId, url: other.url })

  await Promise.all([first, second].map((one) => emitMany(one, projectId, 30)))
  await vi.waitFor(() => expect(other.received).toHaveLength(60), patiently)

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
})

it('continues in another process after the one that sent has ended', async () => {
  const { first, second, processes, projectId, receiver } = await givenLimited({ maxPerSecond: 5 })
  await emitMany(first, projectId, 20)
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), patiently)
  const lease = await first.database.everything
    .selectFrom('sendingLeases')
    .select('holder')
    .executeTakeFirstOrThrow()

  // Whichever has the lease: afterwards it is the other's.
  await first.stop()
  await must(processes[0], 'process').stop()
  await emitMany(second, projectId, 1)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(21), patiently)

  await vi.waitFor(
    async () => expect(new Set(await listStatuses(second))).toEqual(new Set(['delivered 1'])),
    patiently,
  )
  expect(await countInBusiestSecond(second)).toBeLessThanOrEqual(5)
  const after = await second.database.everything
    .selectFrom('sendingLeases')
    .select('holder')
    .executeTakeFirstOrThrow()
  expect(after.holder).toBeGreaterThanOrEqual(lease.holder)
})

it('leaves its lease to be taken over, so that what it sent counts for the next holder', async () => {
  const one = await givenNotifications()
  const projectId = await givenProject(one)
  const receiver = await givenReceiver()
  await givenWebhook(one, { projectId, url: receiver.url, metadata: { maxPerSecond: 5 } })
  await emitMany(one, projectId, 1)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)

  await one.stop()

  const left = await one.database.everything.selectFrom('sendingLeases').select('holder').execute()
  expect(left).toHaveLength(1)
})

it('limits what processes already have in memory', async () => {
  let isHanging = true
  const { first, second, projectId, receiver, destination } = await givenLimited({}, () =>
    isHanging ? { status: 503 } : {},
  )
  await Promise.all([first, second].map((one) => emitMany(one, projectId, 15)))
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(3), patiently)

  await inTransaction(first.database.tenant(projectId), (tx) =>
    updateDestination(first, tx, {
      destination: destination.id,
      updateMask: ['metadata.maxPerSecond'],
      changes: { metadata: { maxPerSecond: 4 } },
    }),
  )
  isHanging = false
  await vi.waitFor(
    async () => {
      const statuses = await listStatuses(first)
      expect(statuses.filter((status) => status.startsWith('pending'))).toEqual([])
    },
    { ...patiently, interval: 100 },
  )

  expect(await countInBusiestSecond(first, 8)).toBeLessThanOrEqual(4)
})

it('counts what was sent in every second, wherever it begins', () => {
  const windows = new SendWindows()
  const limits = { maxPerSecond: 3, isSpread: false }
  windows.note('dest_1', { count: 2, maxPerSecond: 3 }, 0)
  windows.note('dest_1', { count: 1, maxPerSecond: 3 }, 900)

  expect(windows.countFree('dest_1', limits, 950)).toEqual({ free: 0, notBefore: 1_020 })
  expect(windows.countFree('dest_1', limits, 1_020)).toEqual({ free: 2, notBefore: 1_020 })
  expect(windows.countFree('dest_2', limits, 950)).toEqual({ free: 3, notBefore: 950 })
})

it.each([1, 7, 50, 999, 10_000])('sends %i messages a second and never more', (maxPerSecond) => {
  const windows = new SendWindows()
  const sent: { at: number; count: number }[] = []

  for (let now = 1_000_000; now < 1_004_000; now++) {
    const { free, notBefore } = windows.countFree('dest_1', { maxPerSecond, isSpread: true }, now)
    if (notBefore > now) continue
    windows.note('dest_1', { count: free, maxPerSecond }, now)
    sent.push({ at: now, count: free })
  }

  const countFrom = (at: number, ms: number) =>
    sent
      .filter((one) => one.at >= at && one.at < at + ms)
      .reduce((sum, { count }) => sum + count, 0)
  const busiest = Math.max(...sent.map(({ at }) => countFrom(at, 1_000)))
  expect(busiest).toBeLessThanOrEqual(maxPerSecond)
  expect(countFrom(0, Infinity)).toBeGreaterThan(maxPerSecond * 3.5)
  // Spread: a tenth of a second has little more than a tenth of them.
  expect(countFrom(1_002_000, 100)).toBeLessThanOrEqual(Math.ceil(maxPerSecond / 7))
})
