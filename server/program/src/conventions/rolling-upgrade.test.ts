import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeClient } from '@platform/kernel/db/client'
import { PgClient } from '../../../kernel/src/db/client.ts'
import { alterEveryTable } from '@platform/testing/alter-every-table'
import { successes } from './successes.ts'
import { givenWorld, operations, type WorldReply, type World } from '@platform/testing/world'

// A newer version has changed every table while processes of this one run.

let world: World
let owner: PgClient
beforeAll(async () => {
  world = await givenWorld()
  owner = new PgClient({ connectionString: world.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await closeClient(owner)
  await world.close()
})

const toBrief = ({ status, text }: WorldReply) => ({ status, text })

/** Operations that can be repeated any number of times. */
async function repeatable() {
  const found: { operation: OperationDefinition; send: () => Promise<WorldReply> }[] = []
  for (const operation of operations.filter(({ method }) => method !== 'DELETE')) {
    // Another operation of the walk turns off the access of people.
    const isForServers = operation.id === 'listKeptRecords'
    const sent = isForServers
      ? { as: { apiKey: world.tenant.full.key } }
      : await successes[operation.id]?.(world)
    const send = async () => world.send(operation, sent)
    const replies = [await send(), await send(), await send()]
    if (replies.every(({ status }) => status === operation.success)) found.push({ operation, send })
  }
  return found
}

it('fails no operation while every table is altered', async () => {
  const walked = await repeatable()
  expect(walked.length).toBeGreaterThan(operations.length / 2)
  const failed: unknown[] = []
  const walk = async ({ isBesideAnother = false } = {}) => {
    for (const { operation, send } of walked) {
      const reply = await send()
      // The other walk pauses the reads of this one.
      if (isBesideAnother && reply.status === 409 && reply.text.includes('/object-paused"'))
        continue
      if (reply.status !== operation.success) failed.push({ id: operation.id, ...toBrief(reply) })
    }
  }

  for (let round = 0; round < 2; round++) {
    expect(await alterEveryTable(owner)).toBeGreaterThan(50)
    await walk()
  }
  let isOver = false
  const altering = (async () => {
    while (!isOver) await alterEveryTable(owner)
  })()
  await Promise.all([walk({ isBesideAnother: true }), walk({ isBesideAnother: true })]).finally(
    () => (isOver = true),
  )
  await altering

  expect(failed).toEqual([])
})
