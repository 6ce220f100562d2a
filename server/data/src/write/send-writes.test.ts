import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTwoTenants, type TwoTenants } from '@platform/testing/two-tenants'
import { heldOperation } from '@platform/installations/operations/fence'
import { findOperation } from '@platform/installations/operations/operations'
import { must } from '@platform/kernel/values'
import { endWrite, makeRejectedResult } from './outcome.ts'
import { takeOver } from './taken-write.ts'
import { saveProgress } from './store.ts'
import { ProviderError } from '@platform/connector'

let world: TwoTenants

beforeAll(async () => {
  world = await givenTwoTenants()
})
afterAll(() => world.api.close())

it('completes a write only by the process that took it over last, with the sent state', async () => {
  const { database, api, mine } = world
  const db = database.tenant(mine.projectId)
  const { operation: id } = mine.ids
  const readStatus = async () => must(await findOperation(db, id), 'operation').status
  const take = async () => must((await takeOver(db, [id]))[0], 'write')
  const end = (taken: Awaited<ReturnType<typeof take>>) =>
    endWrite(api.services, db, {
      ...taken,
      results: [makeRejectedResult(new ProviderError('bad-request', 'No.'))],
      sending: [],
    })

  const stalled = await take()
  await saveProgress(db, heldOperation(db, { id, fence: stalled.fence }), {
    results: [null],
    sending: [0],
  })
  const current = await take()
  await end(stalled)
  const before = await readStatus()
  await end(current)

  expect(current.row.sending).toEqual([0])
  expect([before, await readStatus()]).toEqual(['in_progress', 'failure'])
})
