import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { updateDestination } from '../../../delivery/src/notifications/set-up/update-destination.ts'
import {
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  type ReceivedWebhook,
} from '../../../delivery/src/notifications/testing.ts'
import { patiently } from '@platform/testing/patiently'

interface Sent {
  name: string
  records: string[]
}

/** A webhook that is ordered by record and fails on request, with two processes that send to it. */
async function givenOrdered({
  fails,
  ordering = 'record',
  retryDelaysMs = [150, 150],
}: {
  fails: (name: string, attempt: number, taken: string[]) => boolean
  ordering?: 'none' | 'record'
  retryDelaysMs?: number[]
}) {
  const notifications = await givenNotifications({ settings: { retryDelaysMs } })
  const { database } = notifications
  await givenNotifications({ database, settings: { retryDelaysMs } })
  const projectId = await givenProject(notifications)
  const attempts = new Map<string, number>()
  const delivered: string[] = []
  const getMessageName = ({ message }: ReceivedWebhook) => String(message.name)
  const receiver = await givenReceiver((received) => {
    const name = getMessageName(received)
    attempts.set(name, (attempts.get(name) ?? 0) + 1)
    const isRefused = fails(name, attempts.get(name)!, delivered)
    if (!isRefused) delivered.push(name)
    return { status: isRefused ? 500 : 200 }
  })
  const db = database.tenant(projectId)
  const { id } = await givenWebhook(notifications, {
    projectId,
    url: receiver.url,
    eventType: null,
  })
  const order = (wished: 'none' | 'record') =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['ordering'],
      changes: { ordering: wished },
    })
  await order(ordering)
  const send = ({ name, records }: Sent) =>
    inTransaction(db, (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: id,
        action: 'read',
        about: {},
        messages: [{ body: { action: 'read', about: {}, name }, recordIds: records }],
        recordsOf: 'inst_1 contact',
      }),
    )
  return { send, delivered, attempts, order, id, db, notifications }
}

it('holds only later versions of a record while an earlier one is retried', async () => {
  const { send, delivered, attempts } = await givenOrdered({
    fails: (name, _, taken) => name === 'one' && !taken.includes('other'),
    retryDelaysMs: Array<number>(400).fill(150),
  })

  await send({ name: 'one', records: ['1', '2'] })
  await vi.waitFor(() => expect(attempts.get('one')).toBeGreaterThan(0), patiently)
  await send({ name: 'two', records: ['2', '3'] })
  await send({ name: 'three', records: ['3'] })
  await send({ name: 'other', records: ['4'] })

  await vi.waitFor(() => expect(delivered).toHaveLength(4), patiently)
  expect(delivered).toEqual(['other', 'one', 'two', 'three'])
  const { one, ...others } = Object.fromEntries(attempts)
  expect(one).toBeGreaterThan(1)
  expect(others).toEqual({ two: 1, three: 1, other: 1 })
})

it('sends later versions after an earlier one failed', async () => {
  const { send, delivered, attempts } = await givenOrdered({ fails: (name) => name === 'dead' })

  await send({ name: 'dead', records: ['1'] })
  await send({ name: 'later', records: ['1'] })

  await vi.waitFor(() => expect(delivered).toEqual(['later']), patiently)
  expect(attempts.get('dead')).toBe(3)
})

it('holds nothing without ordering', async () => {
  const { send, delivered } = await givenOrdered({
    fails: (name, _, taken) => name === 'one' && !taken.includes('two'),
    ordering: 'none',
    retryDelaysMs: Array<number>(400).fill(150),
  })

  await send({ name: 'one', records: ['1'] })
  await send({ name: 'two', records: ['1'] })

  await vi.waitFor(() => expect(delivered).toEqual(['two', 'one']), patiently)
})

it('sends waiting versions when ordering is turned off', async () => {
  const { send, delivered, attempts, order } = await givenOrdered({
    fails: (name, attempt) => name === 'one' && attempt === 1,
    retryDelaysMs: [60_000],
  })

  await send({ name: 'one', records: ['1'] })
  await vi.waitFor(() => expect(attempts.get('one')).toBe(1), patiently)
  await send({ name: 'two', records: ['1'] })
  await order('none')

  // The first message has not been retried yet.
  await vi.waitFor(() => expect(delivered).toEqual(['two']), patiently)
})

it('keeps the order of messages held by a disabled destination', async () => {
  const { send, delivered, notifications, db, id } = await givenOrdered({
    fails: (name, attempt) => name === 'one' && attempt === 1,
  })
  const disable = (disabled: boolean) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['disabled'],
      changes: { disabled },
    })

  await disable(true)
  await send({ name: 'one', records: ['1'] })
  await send({ name: 'two', records: ['1'] })
  await disable(false)

  await vi.waitFor(() => expect(delivered).toEqual(['one', 'two']), patiently)
})
