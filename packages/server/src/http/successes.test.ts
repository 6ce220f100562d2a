import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { successes } from './testing/successes.ts'
import { givenWorld, operations, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

/** First the destination that manifests name, last what is deleted: what lies deeper before the rest. */
function turn({ id, method, path }: OperationDefinition): number {
  if (id === 'createDestination') return -1
  return method === 'DELETE' ? 1000 - path.length : 0
}
const inTurn = operations
  .toSorted((a, b) => turn(a) - turn(b))
  .map((operation) => [operation.id, operation] as const)

it.each(inTurn)('%s succeeds with the body that the reference shows', async (id, operation) => {
  const sent = await successes[id]?.(world)

  const reply = await world.send(operation, sent)

  expect([reply.status, reply.text]).toEqual([operation.success, reply.text])
  if (operation.reply === null) expect(reply.text).toBe('')
})
