import type { OperationDefinition } from '@platform/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeClient } from '../db/close-client.ts'
import { Client } from '../db/client.ts'
import { successes } from './successes.ts'
import { givenWorld, operations, type Reply, type World } from './world.ts'

// A newer version has changed every table, and processes of this one go on beside it.

let world: World
let owner: Client
beforeAll(async () => {
  world = await givenWorld()
  owner = new Client({ connectionString: world.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await closeClient(owner)
  await world.close()
})

let columns = 0
async function alterEveryTable(): Promise<void> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const column = `later_${++columns}`
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    await owner.query(`alter table ${table} add ${column} text`)
  }
}

const brief = ({ status, text }: Reply) => ({ status, text })

/** Operations that succeed again and again, each as often as anybody likes. */
async function repeatable() {
  const found: { operation: OperationDefinition; send: () => Promise<Reply> }[] = []
  for (const operation of operations.filter(({ method }) => method !== 'DELETE')) {
    const sent = await successes[operation.id]?.(world)
    const send = async () => world.send(operation, sent)
    const replies = [await send(), await send(), await send()]
    if (replies.every(({ status }) => status === operation.success)) found.push({ operation, send })
  }
  return found
}

it('fails no operation while every table changes', async () => {
  const walked = await repeatable()
  expect(walked.length).toBeGreaterThan(operations.length / 2)
  const failed: unknown[] = []
  const walk = async () => {
    for (const { operation, send } of walked) {
      const reply = await send()
      if (reply.status !== operation.success) failed.push({ id: operation.id, ...brief(reply) })
    }
  }

  for (let round = 0; round < 2; round++) {
    await alterEveryTable()
    await walk()
  }
  let isOver = false
  const altering = (async () => {
    while (!isOver) await alterEveryTable()
  })()
  await Promise.all([walk(), walk()]).finally(() => (isOver = true))
  await altering

  expect(failed).toEqual([])
})
