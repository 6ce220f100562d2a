import type { InstallationId } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { startDueReads } from './due-reads.ts'
import { findInstallationObject } from './store.ts'

type Tenant = Awaited<ReturnType<Awaited<ReturnType<typeof testPlatform>>['anotherTenant']>>

let platform: Awaited<ReturnType<typeof testPlatform>>
let tenants: { tenant: Tenant; installationId: InstallationId }[]
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  tenants = []
  for (const project of ['one', 'two']) {
    const tenant = await platform.anotherTenant(project)
    await tenant.connect()
    const { id } = await tenant.install()
    tenants.push({ tenant, installationId: id })
  }
  await vi.waitFor(async () => expect(await countReads('success')).toEqual([1, 1]), patiently)
})
afterAll(() => platform.close())
beforeEach(async () => {
  await platform.database.everything.deleteFrom('operations').execute()
})

const getDb = ({ tenant }: (typeof tenants)[number]) => platform.database.tenant(tenant.projectId)

const countReads = (status?: 'success') =>
  Promise.all(
    tenants.map(async (each) => {
      const reads = await getDb(each)
        .selectFrom('operations')
        .select('id')
        .where('actionType', '=', 'read')
        .$if(status !== undefined, (query) => query.where('status', '=', status!))
        .execute()
      return reads.length
    }),
  )

const findReadObject = (each: (typeof tenants)[number]) =>
  findInstallationObject(getDb(each), each.installationId, 'Contact')

const makeDue = (each: (typeof tenants)[number]) =>
  getDb(each)
    .updateTable('installationObjects')
    .set({ nextRunTime: new Date(0) })
    .execute()

/** The platform's own engine starts due reads too: those it has locked are started when it commits. */
const haveBegun = (counts: number[]) =>
  vi.waitFor(async () => expect(await countReads()).toEqual(counts), patiently)

const startDue = () => startDueReads(platform.services, platform.database)

it('starts due reads of all tenants once, however many processes look', async () => {
  await Promise.all(tenants.map(makeDue))

  await Promise.all([startDue(), startDue(), startDue(), startDue()])
  await startDue()

  await haveBegun([1, 1])
  for (const each of tenants) {
    expect((await findReadObject(each))?.nextRunTime?.getTime()).toBeGreaterThan(Date.now())
  }
  await vi.waitFor(async () => expect(await countReads('success')).toEqual([1, 1]), patiently)
})

it('starts nothing before its time', async () => {
  const before = await findReadObject(tenants[0]!)

  const waitMs = await startDue()

  expect(await countReads()).toEqual([0, 0])
  expect((await findReadObject(tenants[0]!))?.nextRunTime).toEqual(before?.nextRunTime)
  expect(waitMs).toBeGreaterThan(0)
})

it('skips an installation that is being changed, and starts its read afterwards', async () => {
  const [busy] = tenants
  const change = await platform.database.connect()
  await change.query('begin')
  await change.query('select from installations where id = $1 for no key update', [
    busy!.installationId,
  ])
  await Promise.all(tenants.map(makeDue))

  await startDue()

  await haveBegun([0, 1])
  await change.query('commit')
  change.release()
  await startDue()

  await haveBegun([1, 1])
})

it('starts at most 100 reads in a transaction, because it locks their installations', async () => {
  const [many] = tenants
  const { tenant, installationId } = many!
  const due = Array.from({ length: 150 }, (_, nth) => ({
    ...{ projectId: tenant.projectId, installationId, objectName: `Custom${nth}` },
    nextRunTime: new Date(0),
  }))
  const custom = () =>
    getDb(many!).selectFrom('installationObjects').where('objectName', 'like', 'Custom%')
  await getDb(many!).insertInto('installationObjects').values(due).execute()

  await vi.waitFor(async () => {
    await startDue()
    const left = custom().select('objectName').where('nextRunTime', 'is not', null)
    expect(await left.execute()).toEqual([])
  }, patiently)

  const transactions = await custom()
    .select(sql<number>`count(*)::int`.as('objects'))
    .groupBy(sql`xmin`)
    .orderBy('objects', 'desc')
    .execute()
  expect(transactions.map(({ objects }) => objects)).toEqual([100, 50])
  await getDb(many!)
    .deleteFrom('installationObjects')
    .where('objectName', 'like', 'Custom%')
    .execute()
})

it('postpones a read that cannot be started, and starts those of others', async () => {
  const [broken] = tenants
  const error = vi.spyOn(platform.services.log, 'error').mockReturnValue()
  const db = getDb(broken!)
  const { content } = await db.selectFrom('configs').select('content').executeTakeFirstOrThrow()
  const configure = (config: object) =>
    db
      .updateTable('configs')
      .set({ content: JSON.stringify(config) })
      .execute()
  await configure({ read: { objects: { Contact: null } } })
  await Promise.all(tenants.map(makeDue))

  await startDue()

  await haveBegun([0, 1])
  for (const each of tenants) {
    await vi.waitFor(async () => {
      expect((await findReadObject(each))?.nextRunTime?.getTime()).toBeGreaterThan(Date.now())
    }, patiently)
  }
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ installationId: broken!.installationId, objectName: 'Contact' }),
    expect.stringContaining('retrying in five minutes'),
  )
  await configure(content)
})
