import type { DestinationOrdering } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  getDestination,
  rotateSigningKeys,
} from '../../../delivery/src/notifications/set-up/destinations.ts'
import { updateDestination } from '../../../delivery/src/notifications/set-up/update-destination.ts'
import {
  connectionDeleted,
  emitAlone,
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
  group?: string
}

/** A webhook that is ordered and fails on request, with two processes that send to it. */
async function givenOrdered({
  fails,
  ordering = 'record',
  retryDelaysMs = [150, 150],
}: {
  fails: (name: string, attempt: number, taken: string[]) => boolean
  ordering?: DestinationOrdering
  retryDelaysMs?: number[]
}) {
  const notifications = await givenNotifications({ settings: { retryDelaysMs } })
  const { database } = notifications
  await givenNotifications({ database, settings: { retryDelaysMs } })
  const projectId = await givenProject(notifications)
  const attempts = new Map<string, number>()
  const delivered: string[] = []
  const getMessageName = ({ message }: ReceivedWebhook) =>
    'name' in message ? String(message.name) : 'event'
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
  })
  const order = (wished: DestinationOrdering) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['ordering'],
      changes: { ordering: wished },
    })
  await order(ordering)
  const sendEvent = (groupRef: string) =>
    emitAlone(notifications, connectionDeleted(projectId, groupRef))
  const send = ({ name, records, group }: Sent) =>
    inTransaction(db, (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: id,
        action: 'read',
        about: group === undefined ? {} : { groupRef: group },
        messages: [{ body: { action: 'read', about: {}, name }, recordIds: records }],
        recordsOf: 'inst_1 contact',
      }),
    )
  /** Sends messages of one customer in one transaction. */
  const sendMany = (count: number, groupRef: string) =>
    inTransaction(db, (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: id,
        action: 'read',
        about: { groupRef },
        messages: Array.from({ length: count }, (_, nth) => ({
          body: { action: 'read', about: {}, name: `waiting ${nth}` },
          recordIds: [String(nth)],
        })),
        recordsOf: 'inst_1 contact',
      }),
    )
  return { send, sendMany, sendEvent, delivered, attempts, order, id, db, notifications }
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

it('sends the records and events of a customer one after the other', async () => {
  const { send, sendEvent, delivered, attempts } = await givenOrdered({
    ordering: 'group',
    fails: (name, _, taken) => name === 'one' && !taken.includes('other'),
    retryDelaysMs: Array<number>(400).fill(150),
  })

  await send({ name: 'one', records: ['1'], group: 'acme' })
  await vi.waitFor(() => expect(attempts.get('one')).toBeGreaterThan(0), patiently)
  await send({ name: 'two', records: ['2'], group: 'acme' })
  await sendEvent('acme')
  await send({ name: 'three', records: ['3'], group: 'acme' })
  await send({ name: 'other', records: ['4'], group: 'globex' })

  await vi.waitFor(() => expect(delivered).toHaveLength(5), patiently)
  expect(delivered).toEqual(['other', 'one', 'two', 'event', 'three'])
})

it('sends everything one after the other', async () => {
  const { send, sendEvent, delivered, attempts } = await givenOrdered({
    ordering: 'strict',
    fails: (name, attempt) => name === 'one' && attempt < 3,
  })

  await send({ name: 'one', records: ['1'], group: 'acme' })
  await sendEvent('globex')
  await send({ name: 'two', records: ['2'], group: 'initech' })
  await sendEvent('acme')

  await vi.waitFor(() => expect(delivered).toHaveLength(4), patiently)
  expect(delivered).toEqual(['one', 'event', 'two', 'event'])
  expect(attempts.get('one')).toBe(3)
})

it('sends to other customers while one has more messages waiting than are searched', async () => {
  const { send, sendMany, delivered } = await givenOrdered({
    ordering: 'group',
    fails: (name, _, taken) => name === 'hanging' || (name !== 'first' && !taken.includes('first')),
    retryDelaysMs: Array<number>(400).fill(150),
  })

  await send({ name: 'hanging', records: ['1'], group: 'acme' })
  await sendMany(5_100, 'acme')
  for (const name of ['first', 'second', 'third'])
    await send({ name, records: ['1'], group: 'globex' })

  await vi.waitFor(() => expect(delivered).toContain('third'), patiently)
  expect(delivered).toEqual(['first', 'second', 'third'])
})

it('keeps the order of a destination when its other settings change', async () => {
  const { order, id, db, notifications } = await givenOrdered({
    ordering: 'strict',
    fails: () => false,
  })
  const { metadata } = await getDestination(notifications, db, { destination: id })
  const change = (changes: object) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: Object.keys(changes),
      changes,
    })

  expect(metadata).not.toHaveProperty('orderedBy')
  expect(await change({ metadata })).toMatchObject({ ordering: 'strict', metadata })
  await rotateSigningKeys(notifications, db, { destination: id })
  expect(await change({ name: 'renamed' })).toMatchObject({ ordering: 'strict' })
  expect(await order('group')).toMatchObject({ ordering: 'group' })
  expect(await order('record')).toMatchObject({ ordering: 'record' })
})
