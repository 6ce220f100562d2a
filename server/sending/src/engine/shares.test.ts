// @module-tag connection-share
import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { patiently } from '@platform/testing/patiently'
import {
  emitAlone,
  connectionDeleted,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../../../delivery/src/notifications/testing.ts'

/** Longer than any test: a hanging receiver never answers. */
const webhookTimeoutMs = 3_600_000
const hangingDestinations = 24

async function givenTenants(limits: { maxInFlight?: number; maxBytes?: number }) {
  const notifications = await givenNotifications({ settings: { webhookTimeoutMs, limits } })
  const [hanging, other] = [await givenProject(notifications), await givenProject(notifications)]
  const [dead, receiver] = [await givenReceiver(() => 'hang'), await givenReceiver()]
  const destinations = await Promise.all(
    Array.from({ length: hangingDestinations }, () =>
      givenWebhook(notifications, { projectId: hanging, url: dead.url, eventType: null }),
    ),
  )
  await givenWebhook(notifications, { projectId: other, url: receiver.url })

  /** Sends a message to each of the destinations that hang. */
  const sendToAll = (bytes: number) =>
    inTransaction(notifications.database.tenant(hanging), async (tx) => {
      for (const { id } of destinations) {
        await notifications.sendRecords(tx, {
          projectId: hanging,
          destination: id,
          action: 'read',
          about: {},
          messages: [{ body: { text: 'x'.repeat(bytes) } }],
        })
      }
    })
  const deliverToOther = async () => {
    const before = receiver.received.length
    await emitAlone(notifications, connectionDeleted(other))
    await vi.waitFor(() => expect(receiver.received.length).toBe(before + 1), patiently)
  }
  return { dead, sendToAll, deliverToOther }
}

it('delivers to a tenant while all receivers of another hang', async () => {
  const { dead, sendToAll, deliverToOther } = await givenTenants({ maxInFlight: 8 })
  await sendToAll(10)
  await vi.waitFor(() => expect(dead.received.length).toBeGreaterThanOrEqual(4), patiently)

  await deliverToOther()
  await deliverToOther()

  expect(dead.received).toHaveLength(4)
})

it('delivers to a tenant while another has more messages than fit in memory', async () => {
  const { dead, sendToAll, deliverToOther } = await givenTenants({ maxBytes: 12_000 })
  await sendToAll(1)
  await vi.waitFor(() => expect(dead.received.length).toBeGreaterThanOrEqual(4), patiently)

  await deliverToOther()

  expect(dead.received.length).toBeLessThanOrEqual(hangingDestinations * (3 / 4))
})
