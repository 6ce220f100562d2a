import type { ProjectId } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getFirst } from '@platform/kernel/values'
import { givenNotifications, givenProject, givenReceiver, givenWebhook } from '../testing.ts'
import { eraseEvents } from './erase-events.ts'
import { deliveryHours, exportUsage, getUsageTotals, listUsage, percentile } from './usage.ts'
import { patiently } from '@platform/testing/patiently'

const installationId = newId('inst')
const pageSize = 10

async function givenWorld() {
  const answer = { status: 204 }
  const notifications = await givenNotifications({ settings: { retryDelaysMs: [1] } })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => answer)
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const view = (project: ProjectId = projectId) => notifications.database.tenant(project)
  const send = (groupRef: string, recordIds: string[], groupName = groupRef) =>
    inTransaction(view(), (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: id,
        action: 'read',
        about: { projectId, groupRef, groupName, installationId },
        messages: [{ body: {}, recordIds }],
      }),
    )
  const count = async (of = {}) => sumHours(await deliveryHours(view(), { projectId, ...of }))
  return { notifications, projectId, destinationId: id, answer, view, send, count }
}

const countNames = [
  ...(['delivered', 'retried', 'failed'] as const),
  ...(['recordsDelivered', 'recordsFailed'] as const),
]

/** Adds the counts of hours, because the hour may end within a test. */
const sumHours = (hours: Awaited<ReturnType<typeof deliveryHours>>) =>
  Object.fromEntries(
    countNames.map((name) => [name, hours.reduce((sum, hour) => sum + hour[name], 0)]),
  )

it('counts attempts and records by the hour, of a destination and of an installation', async () => {
  const { notifications, projectId, destinationId, answer, view, send, count } = await givenWorld()
  await send('globex', ['1', '2', '3'])
  await vi.waitFor(async () => expect((await count())['delivered']).toBe(1), patiently)
  answer.status = 503
  await send('globex', ['4'])
  await vi.waitFor(async () => expect((await count())['failed']).toBe(1), patiently)

  const others = await givenProject(notifications)
  const all = await deliveryHours(view(), { projectId })
  const ofOthers = await deliveryHours(view(others), { projectId: others, installationId })

  const counts = { delivered: 1, retried: 1, failed: 1, recordsDelivered: 3, recordsFailed: 1 }
  expect(all).toHaveLength(24)
  expect(getFirst(all)).toMatchObject({ delivered: 0, retried: 0, failed: 0, recordsDelivered: 0 })
  expect(getFirst(all)).not.toHaveProperty('p50Ms')
  expect(sumHours(all)).toEqual(counts)
  const used = all.filter((hour) => hour.delivered + hour.retried + hour.failed > 0)
  expect(used.length).toBeGreaterThan(0)
  for (const hour of used) {
    expect(hour).toMatchObject({
      time: expect.stringMatching(/:00:00.000Z$/),
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
    })
  }
  expect(await count({ destinationId })).toEqual(counts)
  expect(await count({ installationId })).toEqual(counts)
  expect((await count({ installationId: newId('inst') }))['delivered']).toBe(0)
  expect(ofOthers.every(({ delivered, failed }) => delivered + failed === 0)).toBe(true)
  for (const refused of [
    { from: '2026-01-01T00:00:00Z', to: '2026-02-02T00:00:00Z' },
    { to: '2020-01-01T00:00:00Z', from: '2020-01-02T00:00:00Z' },
    { destinationId, installationId },
  ]) {
    await expect(deliveryHours(view(), { projectId, ...refused })).rejects.toThrow(
      /^query (from|installationId): /,
    )
  }
})

it('returns monthly usage per customer as pages and CSV', async () => {
  const { notifications, projectId, view, send } = await givenWorld()
  await send('globex', ['1', '2'], '=HYPERLINK("http://evil.test")')
  await send('acme', ['1'], 'Acme, Inc.')
  await send('acme', ['2'], 'Acme, Inc.')
  const usage = () => listUsage(view(), { projectId, pageSize })
  await vi.waitFor(async () => {
    const counted = (await usage()).map((one) => one.messagesDelivered)
    expect(counted).toEqual([2, 1])
  }, patiently)
  const month = new Date().toISOString().slice(0, 7)

  const all = await usage()
  const ofAcme = await listUsage(view(), { projectId, pageSize, groupRef: 'acme', from: month })
  const totals = await getUsageTotals(view(), { projectId, from: month, to: month })
  const later = await listUsage(view(), { projectId, pageSize, from: '2999-01' })
  const file = (await Array.fromAsync(exportUsage(view(), { projectId }))).join('')
  const others = await givenProject(notifications)
  const ofOthers = await listUsage(view(others), { projectId: others, pageSize })
  await inTransaction(view(), (tx) => eraseEvents(tx, projectId, { about: { groupRef: 'acme' } }))

  const acme = {
    month,
    groupRef: 'acme',
    groupName: 'Acme, Inc.',
    messagesDelivered: 2,
    recordsDelivered: 2,
    messagesFailed: 0,
  }
  expect(getFirst(all)).toEqual(acme)
  expect(ofAcme).toEqual([acme])
  expect(totals).toEqual([
    { month, messagesDelivered: 3, recordsDelivered: 4, messagesFailed: 0, customers: 2 },
  ])
  const totalsOfOthers = await getUsageTotals(view(others), { projectId: others })
  expect([...later, ...ofOthers, ...totalsOfOthers]).toEqual([])
  expect(file.split('\r\n')).toEqual([
    'month,groupRef,groupName,messagesDelivered,recordsDelivered,messagesFailed',
    `${month},acme,"Acme, Inc.",2,2,0`,
    `${month},globex,"'=HYPERLINK(""http://evil.test"")",1,2,0`,
    '',
  ])
  expect((await usage()).map(({ groupRef }) => groupRef)).toEqual(['globex'])
})

it('computes percentiles of attempt durations', () => {
  const rows = [
    { withinMs: 100, attempts: 5 },
    { withinMs: 10, attempts: 90 },
    { withinMs: 1_000, attempts: 5 },
  ]

  expect([0.5, 0.9, 0.95, 0.96].map((part) => percentile(rows, part))).toEqual([10, 10, 100, 1_000])
})
