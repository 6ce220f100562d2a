import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { createPartitions } from '@platform/kernel/db/partitions'
import { givenDatabase } from '@platform/testing/test-database'
import { getDestination } from '../../../delivery/src/notifications/set-up/destinations.ts'
import { updateDestination } from '../../../delivery/src/notifications/set-up/update-destination.ts'
import { createMetrics } from './metrics.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../../../delivery/src/notifications/testing.ts'
import { capture, getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

it('signs by Ed25519 as well when the destination asks for it', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, {
    projectId,
    url: receiver.url,
    metadata: { ed25519: true },
  })

  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)

  const { headers, text } = getFirst(receiver.received)
  const { secrets } = await getDestination(
    notifications,
    notifications.database.tenant(projectId),
    {
      destination: id,
      includeSecrets: true,
    },
  )
  const signature = capture(/ v1a,(\S+)/, String(headers['webhook-signature']))
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(
        must(secrets?.webhookPublicKey, 'webhook public key').slice('whpk_'.length),
        'base64',
      ).toString('base64url'),
    },
    format: 'jwk',
  })
  expect(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))).toBe(true)
})

it('counts accepted, delivered and failed events and reports each destination’s state', async () => {
  const registry = new Registry()
  const notifications = await givenNotifications({ registry, settings: { retryDelaysMs: [] } })
  const projectId = await givenProject(notifications)
  const healthy = await givenReceiver()
  const broken = await givenReceiver(() => ({ status: 500 }))
  await givenWebhook(notifications, { projectId, url: healthy.url })
  await givenWebhook(notifications, { projectId, url: broken.url })

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(async () => {
    const text = await registry.metrics()
    expect(text).toContain('platform_events_accepted_total 1\n')
    expect(text).toContain('platform_deliveries_total{status="delivered"} 1\n')
    expect(text).toContain('platform_deliveries_total{status="failed"} 1\n')
    expect(text).toContain('platform_delivery_attempts_total{outcome="status"} 1\n')
    expect(text).toMatch(/platform_delivery_oldest_pending_seconds \d/)
    expect(text).toContain(`platform_deliveries_waiting 0\n`)
    expect(text).toContain(`platform_destinations_circuit_open 0\n`)
  }, patiently)
})

it('exports the delay of a failing destination, its disabling and its recovery', async () => {
  const registry = new Registry()
  const notifications = await givenNotifications({
    registry,
    settings: { retryDelaysMs: Array.from({ length: 100 }, () => 100) },
  })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const setDisabled = (disabled: boolean) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['disabled'],
      changes: { disabled },
    })
  const oldestPending = async () => {
    const text = await registry.metrics()
    return Number(capture(/^platform_delivery_oldest_pending_seconds (\S+)/m, text))
  }
  for (let count = 0; count < 12; count++)
    await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(async () => {
    expect(await registry.metrics()).toContain(`platform_destinations_circuit_open 1\n`)
    expect(await oldestPending()).toBeGreaterThan(1)
  }, patiently)
  await setDisabled(true)
  const whileDisabled = await registry.metrics()
  const oldestWhileDisabled = await oldestPending()
  status = 200
  await setDisabled(false)

  await vi.waitFor(async () => {
    const text = await registry.metrics()
    expect(text).toContain('platform_deliveries_total{status="delivered"} 12\n')
    expect(text).toContain(`platform_destinations_circuit_open 0\n`)
    expect(text).not.toContain('platform_destination_disabled{')
    expect(await oldestPending()).toBe(0)
  }, patiently)
  expect(whileDisabled).toContain(`platform_destinations_disabled 1\n`)
  expect(oldestWhileDisabled).toBe(0)
})

it('includes deliveries in memory in the waiting ones', async () => {
  const registry = new Registry()
  const notifications = await givenNotifications({ registry })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => 'hang')
  await givenWebhook(notifications, { projectId, url: receiver.url })

  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)

  const text = await registry.metrics()
  expect(text).toContain('platform_deliveries_in_flight 1\n')
  expect(text).toMatch(/platform_delivery_oldest_pending_seconds \d*\.\d*[1-9]/)
})

it('returns process metrics while the database is unavailable', async () => {
  const registry = new Registry()
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const metrics = createMetrics(registry, {
    oldestQueued: away,
    failing: away,
    disabled: away,
  })
  const stats = { messages: 3, bytes: 300, inFlight: 2, queues: 1 }
  metrics.watch({ stats: () => stats, states: () => [] }, () => newId('evt'))
  metrics.accepted(5)

  const text = await registry.metrics()

  expect(text).toContain('platform_events_accepted_total 5\n')
  expect(text).toContain('platform_deliveries_in_flight 2\n')
  expect(text).toContain('platform_delivery_oldest_pending_seconds Nan\n')
})

it('drops expired partitions', async () => {
  const database = await givenDatabase()
  const daysAgo = (days: number) => Date.now() - days * 24 * 3600 * 1000
  const events = { name: 'events', idPrefix: 'evt' }
  for (const days of [40, 20]) {
    await database.asOwner((owner) =>
      createPartitions(database.through(owner), events, { now: daysAgo(days), daysAhead: 0 }),
    )
  }

  await givenNotifications({ database })

  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass
  `.execute(database.everything)
  const names = rows.map(({ name }) => name)
  const getPartitionName = (days: number) =>
    `events_${new Date(daysAgo(days)).toISOString().slice(0, 10).replaceAll('-', '')}`
  expect(names).not.toContain(getPartitionName(40))
  expect(names).toContain(getPartitionName(20))
})
