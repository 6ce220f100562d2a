import * as contract from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenWorld, type World } from '../conventions/world.ts'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const bodies = async () => {
  const events = await world.api.database.everything.selectFrom('events').select('body').execute()
  return events.map(({ body }) => body).join()
}
const countDeliveries = async () => {
  const { body } = await world.must(contract.listDeliveries)
  return body.length
}
const refsOf = async (operation: typeof contract.listGroups | typeof contract.listConsumers) => {
  const { body } = await world.must(operation)
  return body.map((row: contract.Group & contract.Consumer) => row.groupRef ?? row.consumerRef)
}

it('erases a group with all that is stored about it, and nothing of others', async () => {
  await world.connect('initech')
  const deliveries = await countDeliveries()

  const { status, body } = await world.must(contract.eraseGroup, { params: { groupRef: 'globex' } })

  expect([status, body]).toEqual([200, { installations: 1, connections: 1, events: 2 }])
  expect(await bodies()).toContain('initech')
  expect(await bodies()).not.toContain('globex')
  expect(deliveries - (await countDeliveries())).toBe(1)
  expect(await refsOf(contract.listGroups)).toEqual(['initech'])
  expect(await refsOf(contract.listConsumers)).toEqual(['initech-hank'])
  const again = await world.send(contract.eraseGroup, { params: { groupRef: 'globex' } })
  expect(again.status).toBe(404)
})

it('erases a consumer, and leaves what others of the group connected', async () => {
  const connecting = (consumerRef: string, provider: string) =>
    world.must(contract.generateConnection, {
      body: { provider, groupRef: 'umbrella', consumerRef, apiKey: 'key' },
    })
  await connecting('ana', 'sendGrid')
  await connecting('bob', 'sendGrid')

  const { body } = await world.must(contract.eraseConsumer, { params: { consumerRef: 'ana' } })

  expect(body).toEqual({ installations: 0, connections: 1, events: 1 })
  expect(await bodies()).not.toContain('"ana"')
  expect(await refsOf(contract.listConsumers)).toContain('bob')
  expect(await refsOf(contract.listConsumers)).not.toContain('ana')
  expect(await refsOf(contract.listGroups)).toContain('umbrella')
})

it('deletes what a project stored about events with it', async () => {
  const params = await world.newProject()
  await world.must(contract.generateConnection, {
    params,
    body: { provider: 'sendGrid', groupRef: 'soylent', consumerRef: 'thorn', apiKey: 'key' },
  })
  const before = await bodies()

  await world.must(contract.deleteProject, { params })

  expect(before).toContain('soylent')
  expect(await bodies()).not.toContain('soylent')
})
