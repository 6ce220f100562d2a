import type { DestinationOrdering, LeasedMessage } from '@platform/contract'
import { FairSlots } from '@platform/kernel/admission'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { MessageLogError } from '../message-log/message-log.ts'
import { updateDestination } from '../set-up/update-destination.ts'
import { eraseEvents } from '../history/erase-events.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenPull,
} from '../testing.ts'
import { chooseLeasable } from './choose-leasable.ts'
import { leaseMessages, readLeased, settleMessages, waitToLease } from './leases.ts'
import {
  commitPullConsumer,
  createPullConsumer,
  getPullConsumer,
  seekPullConsumer,
} from './pull-consumers.ts'

/** Stores messages for the consumer `crm`. */
async function givenStored(count: number, ordering: DestinationOrdering = 'none') {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const { id: destination } = await givenPull(notifications, projectId, 'inbox')
  const db = notifications.database.tenant(projectId)
  await updateDestination(notifications, db, {
    destination,
    updateMask: ['ordering'],
    changes: { ordering },
  })
  const consumer = 'crm'
  const at = { destination, consumer }
  await createPullConsumer(notifications, db, {
    destination,
    projectId,
    name: consumer,
    from: 'first',
  })
  for (let nth = 0; nth < count; nth++)
    await emitAlone(notifications, connectionDeleted(projectId, `group-${nth % 3}`))
  await vi.waitFor(
    async () => expect((await getPullConsumer(db, at)).unread).toBe(count),
    patiently,
  )
  const lease = async (
    limit: number,
    leaseSeconds = 600,
    { bodies = notifications.bodies, isRepeatable = false } = {},
  ) => {
    const held = await leaseMessages(db, { ...at, limit, leaseSeconds })
    return readLeased({ bodies }, db, { ...held, consumer, isForPerson: false, isRepeatable })
  }
  const settle = (settled: {
    done?: LeasedMessage[]
    released?: LeasedMessage[]
    extended?: LeasedMessage[]
  }) => {
    const { done = [], released = [], extended = [] } = settled
    return settleMessages(notifications, db, {
      ...at,
      done,
      released: released.map((one) => ({ ...one, delaySeconds: 0 })),
      extended: extended.map((one) => ({ ...one, leaseSeconds: 600 })),
    })
  }
  return { notifications, projectId, db, at, lease, settle }
}

const toCursors = (messages: readonly { cursor: string }[]) => messages.map(({ cursor }) => cursor)

it('gives each message to one process, and passes those that are done', async () => {
  const { lease, settle } = await givenStored(5)

  const [first, second] = await Promise.all([lease(2), lease(2)])

  expect(toCursors([...first, ...second]).toSorted()).toEqual(['1', '2', '3', '4'])
  const later = first[0]?.cursor === '1' ? second : first
  const earlier = later === first ? second : first
  expect(await settle({ done: later })).toMatchObject({ lost: [], consumer: { cursor: '0' } })
  expect(await settle({ done: earlier })).toMatchObject({ lost: [], consumer: { cursor: '4' } })
  expect(toCursors(await lease(9))).toEqual(['5'])
  expect(await lease(9)).toEqual([])
})

it('leases a message again after its release, and after its lease has ended', async () => {
  const { lease, settle } = await givenStored(1)
  const [released] = await lease(1)
  await settle({ released: [released!] })
  const [ending] = await lease(1, 0)
  const [current] = await lease(1)

  expect([released, ending, current].map((one) => one?.attempt)).toEqual([1, 2, 3])
  // Neither former holder may settle it.
  for (const former of [released!, ending!])
    for (const how of ['done', 'released', 'extended'] as const)
      expect((await settle({ [how]: [former] })).lost).toEqual(['1'])
  expect(await lease(1)).toEqual([])
  expect(await settle({ done: [current!] })).toMatchObject({ lost: [], consumer: { unread: 0 } })
  expect((await settle({ done: [current!] })).lost).toEqual(['1'])
})

it('accepts what was done after the end of a lease that nobody took over, and extends one', async () => {
  const { lease, settle } = await givenStored(2)
  const [first] = await lease(1, 0)
  expect((await settle({ extended: [first!] })).lost).toEqual([])
  expect(toCursors(await lease(9))).toEqual(['2'])

  expect(await settle({ done: [first!] })).toMatchObject({ lost: [], consumer: { cursor: '1' } })
})

it('forgets leases that a commit has passed, and all of a consumer that moves', async () => {
  const { lease, settle, db, at } = await givenStored(3)
  const [first, second] = await lease(2)
  await commitPullConsumer(db, { ...at, cursor: '1' })
  expect(await settle({ done: [first!, second!] })).toMatchObject({
    lost: ['1'],
    consumer: { cursor: '2' },
  })

  const held = await lease(1)
  await seekPullConsumer(db, { ...at, to: 'first' })
  expect(toCursors(await lease(9))).toEqual(['1', '2', '3'])
  expect((await settle({ done: held })).lost).toEqual(['3'])
})

it('passes over erased messages', async () => {
  const { lease, db, at, projectId } = await givenStored(3)
  await eraseEvents(db, projectId, { about: { groupRef: 'group-0' } })

  expect(await lease(9)).toHaveLength(2)
  const { cursor } = await getPullConsumer(db, at)
  expect(['0', '1']).toContain(cursor)
})

it('waits for a message that may be leased, and not longer than the caller', async () => {
  const { notifications, db, at, lease, settle, projectId } = await givenStored(1)
  const waiting = {
    tenant: { org: 'org', project: projectId },
    signal: new AbortController().signal,
    access: { check: async () => {} },
  }
  const services = { ...notifications, waiting: new FairSlots({ slots: 4 }) }
  const [held] = await lease(1)

  const isListening = vi.spyOn(notifications.announcements, 'listen')
  const ready = waitToLease(services, db, { ...at, wait: 60, ...waiting })
  await vi.waitFor(() => expect(isListening).toHaveBeenCalled(), patiently)
  await settle({ released: [held!] })
  await ready
  expect(toCursors(await lease(1))).toEqual(['1'])

  await waitToLease(services, db, { ...at, wait: 60, ...waiting, signal: AbortSignal.abort() })
})

it('ends no more waits than there are messages', async () => {
  const { notifications, db, at, projectId } = await givenStored(2)
  const services = { ...notifications, waiting: new FairSlots({ slots: 40 }) }
  const leaving = new AbortController()
  const waiting = {
    tenant: { org: 'org', project: projectId },
    signal: leaving.signal,
    access: { check: async () => {} },
  }
  let ready = 0

  const asked = Array.from({ length: 20 }, async () => {
    if (await waitToLease(services, db, { ...at, wait: 60, ...waiting })) ready++
  })
  await vi.waitFor(() => expect(ready).toBeGreaterThan(0), patiently)
  leaving.abort()
  await Promise.all(asked)

  // Some ask before others look again, but not all of them at once.
  expect(ready).toBeLessThan(20)
})

it('handles every message, and those of a record in order, however processes end', async () => {
  const { lease, settle, db, at } = await givenStored(40)
  // As destinations have them that are ordered by record.
  await sql`update pull_messages set records = array[position % 4]::int[]`.execute(db)
  const handled: number[] = []

  /** Handles messages until the process ends, at any line. */
  const live = async () => {
    for (;;) {
      // Leases of a process that ends are over at once.
      const messages = await lease(1 + Math.floor(Math.random() * 4), 0)
      if (Math.random() < 0.2) return
      for (const message of messages) {
        handled.push(Number(message.cursor))
        if (Math.random() < 0.1) return
        if (Math.random() < 0.1) await settle({ released: [message] })
        else await settle({ done: [message] })
        if (Math.random() < 0.1) return
      }
    }
  }
  while ((await getPullConsumer(db, at)).unread > 0) await live()

  expect(new Set(handled).size).toBe(40)
  for (const record of [0, 1, 2, 3]) {
    const own = handled.filter((position) => position % 4 === record)
    const first = own.filter((position, nth) => own.indexOf(position) === nth)
    expect(first).toEqual(first.toSorted((a, b) => a - b))
    // A repeated message is not followed by an earlier one.
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
})

it('chooses the earliest message of each record that nobody holds', () => {
  const message = (position: number, records: number[] | null, isHeld = false, size = 1) => ({
    position,
    records,
    isHeld,
    size,
  })
  const choose = (...undone: ReturnType<typeof message>[]) =>
    chooseLeasable(undone, { limit: 3, maxSize: 10 }).map(({ position }) => position)

  expect(choose(message(1, [7]), message(2, [7]), message(3, [8]))).toEqual([1, 3])
  expect(
    choose(message(1, [7], true), message(2, [7, 8]), message(3, [8]), message(4, [9])),
  ).toEqual([4])
  expect(choose(message(1, null, true), message(2, null))).toEqual([2])
  expect(choose(...[1, 2, 3, 4].map((position) => message(position, null)))).toEqual([1, 2, 3])
  expect(choose(message(1, null, false, 11), message(2, null))).toEqual([1])
})

it('leases one message of each customer at a time, or one of all, if the destination is ordered so', async () => {
  const byGroup = await givenStored(6, 'group')
  const readGroupRef = ({ message }: LeasedMessage) =>
    (message as { data: { groupRef: string } }).data.groupRef

  const first = await byGroup.lease(9)
  expect(first.map(readGroupRef).toSorted()).toEqual(['group-0', 'group-1', 'group-2'])
  expect(await byGroup.lease(9)).toEqual([])
  await byGroup.settle({ done: first })
  expect(await byGroup.lease(9)).toHaveLength(3)

  const strict = await givenStored(3, 'strict')
  const [one, ...others] = await strict.lease(9)
  expect([one?.cursor, others]).toEqual(['1', []])
  await strict.settle({ done: [one!] })
  expect(toCursors(await strict.lease(9))).toEqual(['2'])
})

it('leases messages at once that could not be read because the message log was away', async () => {
  const { lease, notifications } = await givenStored(2)
  const away = {
    ...notifications.bodies,
    of: () => Promise.reject(new MessageLogError('unreachable', 'The nodes do not answer.')),
  }

  const failed = await lease(9, 600, { bodies: away }).catch((error: unknown) => error)
  const kept = await lease(1, 600, { bodies: away, isRepeatable: true }).catch(
    (error: unknown) => error,
  )
  const next = await lease(9)

  expect([failed, kept]).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }])
  // The other message is held for a repetition of its request.
  expect(next.map(({ cursor, attempt }) => [cursor, attempt])).toEqual([['2', 1]])
})
