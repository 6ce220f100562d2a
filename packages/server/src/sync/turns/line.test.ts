import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTwoTenants, type TwoTenants } from '../../conventions/two-tenants.ts'
import { findOperation } from '../../operations/operations.ts'
import { must } from '../../values/must.ts'
import { readObject } from '../read.ts'
import { claimTurns, releaseTurnsOf } from './store.ts'

let world: TwoTenants

beforeAll(async () => {
  world = await givenTwoTenants()
})
afterAll(() => world.api.close())

it('leaves a read alone that another process got before it began', async () => {
  const { database, api, mine } = world
  const { everything } = database
  const db = database.tenant(mine.projectId)
  const fence = async () => must(await findOperation(db, mine.ids.operation), 'operation').fence
  const claim = async (runner: number) => {
    const [turn] = await claimTurns(everything, { runner, places: 1, sated: [] })
    return { ...must(turn, 'turn'), runner }
  }
  await everything.deleteFrom('readTurns').where('projectId', '!=', mine.projectId).execute()
  await everything
    .updateTable('readTurns')
    .set({ dueTime: new Date(0) })
    .execute()

  const stalled = await claim(1)
  await releaseTurnsOf(everything, [1])
  await claim(2)
  const before = await fence()
  const end = await readObject(api.services, db, {
    ...stalled,
    stopping: new AbortController().signal,
    mayGoOn: () => true,
    waitFor: (answer) => answer,
  })

  expect(end).toEqual({ do: 'leave' })
  expect(await fence()).toBe(before)
})
