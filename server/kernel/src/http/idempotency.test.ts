import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSecrets, parseMasterKeys } from '../secrets/secrets.ts'
import { givenDatabase } from '@platform/testing/test-database'
import { expectWithin } from '@platform/testing/machine-speed'
import { renewLeases, runOncePerKey, type Leases } from './idempotency.ts'

it('lets another process conclude the requests of a dead one within seconds', async () => {
  const database = await givenDatabase()
  const db = database.everything
  const secrets = createSecrets(database, parseMasterKeys(Buffer.alloc(32).toString('base64')))
  await secrets.ready('server')
  const dead: Leases = { hold: () => () => {}, isHeld: () => false, isSure: () => false }
  const send = (key: string, leases: Leases, conclude: () => Promise<string>) =>
    runOncePerKey(
      db,
      { secrets, leases },
      { key, scope: 'caller', projectId: undefined, method: 'POST', url: '/', body: {} },
      {
        prepare: undefined,
        carryOut: async () => 'carried',
        conclude,
        toReply: (result) => ({ body: JSON.stringify(result), headers: {} }),
      },
    )
  const beginOperation = async (key: string, leases: Leases) => {
    const reached = Promise.withResolvers<void>()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const reply = send(key, leases, () => {
      reached.resolve()
      return promise
    })
    await reached.promise
    return { reply, end: () => resolve('of the first'), fail: () => reject(new Error('late')) }
  }
  const dying = await beginOperation('of the dead', dead)
  const living = await beginOperation('of the living', renewLeases(db))
  const another = renewLeases(db)
  const retry = (key: string) => send(key, another, async () => 'of the second')

  await expect(retry('of the dead')).rejects.toMatchObject({ kind: 'idempotency-key-in-use' })
  // Five seconds by the database's clock, plus the round trip.
  const concluded = await expectWithin(15_000, () => retry('of the dead'))
  await expect(retry('of the living')).rejects.toMatchObject({ kind: 'idempotency-key-in-use' })
  dying.end()
  living.end()
  const late = await dying.reply
  await living.reply

  expect(concluded.body).toBe('"of the second"')
  expect(late.body).toBe(concluded.body)
  expect((await retry('of the dead')).body).toBe(concluded.body)

  const still = await beginOperation('of one that stood still', dead)
  await sql`update idempotency_keys set lease_expire_time = now()`.execute(db)
  const taken = await beginOperation('of one that stood still', another)
  still.fail()
  await expect(still.reply).rejects.toThrow('late')
  await expect(retry('of one that stood still')).rejects.toMatchObject({
    kind: 'idempotency-key-in-use',
  })
  taken.end()
  await taken.reply
})
