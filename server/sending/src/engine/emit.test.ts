import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { Statement } from '../../../kernel/src/db/statement.ts'
import { startListening } from '@platform/kernel/db/listen'
import { inTransaction } from '@platform/kernel/db/transaction'
import { patiently } from '@platform/testing/patiently'
import { channel, queuedPayload } from '../../../delivery/src/notifications/channel.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../../../delivery/src/notifications/testing.ts'

async function givenWorld() {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: receiver.url })
  // Its routes are cached now.
  const first = await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)
  const db = notifications.database.tenant(projectId)
  const topics = () => db.selectFrom('topics').select('name').where('name', 'like', 'cause-%')
  const cause = (tx: typeof db) =>
    tx
      .insertInto('topics')
      .values({ id: newId('top'), projectId, name: `cause-${newId('top')}` })
      .execute()
  return { notifications, projectId, receiver, db, first, cause, topics }
}

it('writes the events of a transaction in one message with its commit', async () => {
  const { notifications, projectId, receiver, db, cause } = await givenWorld()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())

  const ids = await inTransaction(db, async (tx) => {
    await cause(tx)
    const one = await notifications.emit(tx, connectionDeleted(projectId))
    return [one, await notifications.emit(tx, connectionDeleted(projectId))]
  })

  const calls = spy.mock.calls.map((given, index) => {
    const statement = (given as unknown[])[0]
    return {
      text: statement instanceof Statement ? statement.text : '',
      client: spy.mock.contexts[index],
    }
  })
  const begun = calls.findIndex(({ text }) => text.includes('into "topics"'))
  // The delivery of the first event may still use other connections.
  const sent = calls.slice(begun).filter(({ client }) => client === calls[begun]?.client)
  expect(sent[0]?.text).toContain('into "topics"')
  expect(sent[1]?.text).toBe('commit')
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patiently)
  expect(receiver.received.slice(1).map(({ id }) => id)).toEqual(ids)
})

it('rolls back a change whose event cannot be written, and delivers nothing', async () => {
  const { notifications, projectId, receiver, db, first, cause, topics } = await givenWorld()

  const emitting = inTransaction(db, async (tx) => {
    await cause(tx)
    await notifications.emit(tx, { ...connectionDeleted(projectId), id: first })
  })

  await expect(emitting).rejects.toThrow('duplicate key')
  expect(await topics().execute()).toEqual([])
  // Another transaction continues.
  const later = await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
  expect(receiver.received[1]?.id).toBe(later)
})

it('delivers nothing of a transaction that is rolled back', async () => {
  const { notifications, projectId, receiver, db, cause, topics } = await givenWorld()

  const emitting = inTransaction(db, async (tx) => {
    await cause(tx)
    await notifications.emit(tx, connectionDeleted(projectId))
    throw new Error('It changed its mind.')
  })

  await expect(emitting).rejects.toThrow('changed its mind')
  expect(await topics().execute()).toEqual([])
  const later = await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
  expect(receiver.received[1]?.id).toBe(later)
})

it('announces the messages of many transactions for other processes together', async () => {
  const { notifications, projectId, receiver } = await givenWorld()
  const { database } = notifications
  const accepting = await givenNotifications({ database, isSending: false })
  let announced = 0
  const listening = startListening(database, channel, {
    heard: (payload) => (announced += Number(payload === queuedPayload)),
  })
  onTestFinished(() => listening.stop())
  await listening.attempted()
  await emitAlone(accepting, connectionDeleted(projectId))
  const before = announced
  const beganAt = performance.now()

  const events = Array.from({ length: 100 }, () => connectionDeleted(projectId))
  await Promise.all(events.map((event) => emitAlone(accepting, event)))

  const maxExpected = (performance.now() - beganAt) / 20 + 2
  await vi.waitFor(() => expect(receiver.received).toHaveLength(102), patiently)
  expect(announced).toBeGreaterThan(0)
  expect(announced - before).toBeLessThanOrEqual(maxExpected)
})

it('queues deliveries for another process, for several destinations', async () => {
  const { notifications, projectId, receiver } = await givenWorld()
  const second = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: second.url })
  const { database } = notifications
  const accepting = await givenNotifications({ database, isSending: false })

  const id = await emitAlone(accepting, connectionDeleted(projectId))

  await vi.waitFor(
    () => expect([receiver, second].map(({ received }) => received.at(-1)?.id)).toEqual([id, id]),
    patiently,
  )
})
