import type { EventId } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTwoTenants, type TwoTenants } from '@platform/testing/two-tenants'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { createHttpServer } from '@platform/kernel/http'
import { findInstallation } from '@platform/installations/installations/installations'
import { attemptLine } from '../notifications/history/attempts.ts'
import { requeueMany } from '../notifications/history/store.ts'
import { getStoredBytes } from '@platform/tenancy/projects/store'
import { deliverResults } from '../../../data/src/sync/deliver-results.ts'
import { holdResults } from '../../../data/src/sync/store.ts'
import { getFirst, must } from '@platform/kernel/values'
import { storeDownload } from './downloads.ts'
import { downloadJobs } from './jobs.ts'
import { downloadRoutes } from './routes.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Parts end within a character. */
const content = JSON.stringify([
  { fields: { Text: `${'🙂'.repeat(400_000)}!${'🙂'.repeat(400_000)}` } },
])
const bytes = Buffer.byteLength(content)

let world: TwoTenants
let db: Db
const http = createHttpServer({ publicUrl: 'http://platform.test' })
beforeAll(async () => {
  world = await givenTwoTenants()
  db = world.database.tenant(world.mine.projectId)
  downloadRoutes(http, world.database, world.api.services)
})
afterAll(() => Promise.all([http.close(), world.api.close()]))

const keep = (eventId: EventId, { isHeld = false } = {}) =>
  storeDownload(world.api.services, db, {
    projectId: world.mine.projectId,
    eventId,
    body: content,
    isHeld,
  })

const getPath = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function get(path: string) {
  const { statusCode, payload, headers } = await http.inject(path)
  return {
    status: statusCode,
    isWhole: payload === content,
    length: Number(headers['content-length']),
  }
}
const getStatus = async (path: string) => (await get(path)).status

/** An event of this age with a pending delivery, and the URL of its content. */
async function givenDownload({ ageMs }: { ageMs: number }) {
  const { projectId, destinationId } = world.mine
  const eventId = earliestId('evt', Date.now() - ageMs)
  const path = getPath(await keep(eventId))
  await inTransaction(db, (tx) =>
    world.api.notifications.sendRecords(tx, {
      projectId,
      destination: destinationId,
      action: 'read',
      about: {},
      messages: [{ id: eventId, body: {} }],
    }),
  )
  return { key: { destinationId, eventId }, path }
}

const isDelivered = ({ eventId }: { eventId: EventId }, agoMs: number) =>
  db
    .updateTable('deliveries')
    .set({
      status: 'delivered',
      attempts: attemptLine({
        at: Date.now() - agoMs,
        durationMs: 1000,
        outcome: { succeeded: true },
      }),
    })
    .where('eventId', '=', eventId)
    .execute()

it('serves it while a delivery is pending and 15 minutes after the last attempt', async () => {
  const { key, path } = await givenDownload({ ageMs: 3 * dayMs })

  const waiting = await get(path)
  await isDelivered(key, 14 * minuteMs)
  const attempted = await getStatus(path)
  await isDelivered(key, 16 * minuteMs)
  const over = await getStatus(path)
  await requeueMany(db, [key])
  const replayed = await getStatus(path)

  expect(waiting).toEqual({ status: 200, isWhole: true, length: bytes })
  expect([attempted, over, replayed]).toEqual([200, 404, 200])
})

it('serves it 15 minutes after the event and rejects modified URLs', async () => {
  const fresh = await givenDownload({ ageMs: 14 * minuteMs })
  const old = await givenDownload({ ageMs: 16 * minuteMs })
  await isDelivered(fresh.key, 3 * dayMs)
  await isDelivered(old.key, 3 * dayMs)

  const exchanged = fresh.path.replace(/dl_\w+/, getFirst(/dl_\w+/.exec(old.path) ?? []))

  expect(await getStatus(fresh.path)).toBe(200)
  expect(await getStatus(old.path)).toBe(404)
  expect(await getStatus(exchanged)).toBe(404)
})

it('keeps it as long as its event', async () => {
  const { 'delete-expired-downloads': expire } = downloadJobs(world.database, {
    ...world.api.services.retention,
    messages: 2,
  })
  const { key } = await givenDownload({ ageMs: 3 * dayMs })
  const isThere = async () =>
    (await db
      .selectFrom('downloads')
      .select('id')
      .where('eventId', '=', key.eventId)
      .executeTakeFirst()) !== undefined

  await expire()
  const isKept = await isThere()
  await db.deleteFrom('events').where('id', '=', key.eventId).execute()
  await expire()

  expect([isKept, await isThere()]).toEqual([true, false])
})

it('holds and counts results until requested, then serves them with the event', async () => {
  const { projectId, ids } = world.mine
  const Contact = { objectName: 'Contact', schedule: '0 0 1 1 *', destination: 'webhook' }
  await db
    .updateTable('revisions')
    .set({ content: JSON.stringify({ read: { objects: [Contact] } }) })
    .where('id', '=', ids.revision)
    .execute()
  await db
    .updateTable('configs')
    .set({ content: JSON.stringify({ read: { objects: { Contact: {} } } }) })
    .where('id', '=', ids.config)
    .execute()
  const installation = must(await findInstallation(db, ids.installation), 'installation')
  const held = earliestId('evt', Date.now() - 40 * dayMs)
  const before = await getStoredBytes(db, projectId)
  const hold = async (id: EventId) => {
    const url = await keep(id, { isHeld: true })
    const of = { projectId, installationId: installation.id, objectName: 'Contact' }
    await holdResults(db, of, [{ id, body: JSON.stringify({ url }), recordIds: ['1'] }])
    return getPath(url)
  }

  const path = await hold(held)
  const whileHeld = await getStatus(path)
  const counted = (await getStoredBytes(db, projectId)) - before
  await deliverResults(world.api.services, db, { installation, objectName: 'Contact', pages: 0 })
  const sent = await getStatus(path)
  const left = await getStoredBytes(db, projectId)
  await hold(newId('evt'))
  await db.deleteFrom('heldResults').execute()
  const forgotten = await getStoredBytes(db, projectId)

  expect([whileHeld, sent]).toEqual([404, 200])
  expect(counted).toBeGreaterThan(bytes)
  expect(left).toBeLessThan(before + 1000)
  expect(forgotten).toBe(left)
})
