import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { timeOfId } from '@platform/kernel/db/new-id'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../../../delivery/src/notifications/testing.ts'

const daysMs = 3 * 86_400_000

it('schedules retries by the clock of the database after its own was set by days', async () => {
  const notifications = await givenNotifications({ settings: { retryDelaysMs: [60_000] } })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => ({ status: 503 }))
  await givenWebhook(notifications, { projectId, url: receiver.url })
  const { everything } = notifications.database
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + daysMs })
  onTestFinished(() => void vi.useRealTimers())

  await emitAlone(notifications, connectionDeleted(projectId))

  const delivery = await vi.waitFor(async () => {
    const { rows } = await sql<{ eventId: string; isDue: boolean; timeMs: number }>`
      select event_id, due_time < now() + interval '1 hour' as is_due,
             extract(epoch from now())::float8 * 1000 as time_ms
        from queued_deliveries where project_id = ${projectId}`.execute(everything)
    return must(rows[0], 'waiting delivery')
  }, patiently)
  expect(delivery.isDue).toBe(true)
  expect(Math.abs(timeOfId(delivery.eventId) - delivery.timeMs)).toBeLessThan(daysMs / 2)
  // Receivers reject messages that are minutes old or from the future.
  const signedMs = Number(receiver.received[0]?.headers['webhook-timestamp']) * 1000
  expect(Math.abs(signedMs - delivery.timeMs)).toBeLessThan(daysMs / 2)
})
