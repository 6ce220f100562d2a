import { expect, it } from 'vitest'
import { givenDatabase } from '../testing/test-database.ts'
import { newId } from './new-id.ts'

it('hides the rows of other tenants even from a query without a condition', async () => {
  const database = await givenDatabase()
  const [mine, other] = [newId('proj'), newId('proj')]
  const orgId = newId('org')
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  for (const id of [mine, other]) {
    await database.everything
      .insertInto('projects')
      .values({ id, orgId, name: id, appName: 'Acme' })
      .execute()
    await database
      .tenant(id)
      .insertInto('dataKeys')
      .values({ projectId: id, masterKeyId: 'k', wrapped: Buffer.from('x') })
      .execute()
  }

  const rows = await database.tenant(mine).selectFrom('dataKeys').select('projectId').execute()

  expect(rows).toEqual([{ projectId: mine }])
})

it('refuses to write a row of another tenant', async () => {
  const database = await givenDatabase()
  const [mine, other] = [newId('proj'), newId('proj')]

  const writing = database
    .tenant(mine)
    .insertInto('dataKeys')
    .values({ projectId: other, masterKeyId: 'k', wrapped: Buffer.from('x') })
    .execute()

  await expect(writing).rejects.toThrow('row-level security')
})

it('makes IDs that carry their kind and sort by creation', () => {
  const ids = Array.from({ length: 1000 }, () => newId('evt'))

  expect(ids.every((id) => /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.toSorted()).toEqual(ids)
})
