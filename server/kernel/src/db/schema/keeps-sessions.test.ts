import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenPooler } from '@platform/testing/pooler'
import { testDatabase } from '@platform/testing/test-database'
import { openDatabase } from '../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function openBehind(given: Partial<Parameters<typeof givenPooler>[1]>): Promise<string> {
  const { connectionString } = await givenPooler(database.connectionString, {
    poolsByTransaction: () => true,
    next: 'last',
    servers: 0,
    ...given,
  })
  try {
    const opened = await openDatabase(connectionString)
    await opened.close()
    return 'opened'
  } catch (error) {
    return String(error)
  }
}

describe('a transaction pooler is detected before any work', () => {
  it.each([
    { next: 'last', servers: 0 },
    { next: 'last', servers: 4 },
    { next: 'first', servers: 1 },
    { next: 'first', servers: 2 },
    { next: 'first', servers: 3 },
    { next: 'first', servers: 9 },
  ] as const)('that hands out the $next of $servers', async (given) => {
    expect(await openBehind(given)).toContain('pool_mode = session')
  })

  it('that does so with one of the roles only', async () => {
    for (const role of ['platform_everything', 'platform_tenants']) {
      const poolsByTransaction = (user: string) => user.startsWith(role)

      expect(await openBehind({ poolsByTransaction })).toContain('pool_mode = session')
    }
  })
})

it('accepts a session pooler', async () => {
  const outcomes = []
  for (const next of ['last', 'first'] as const) {
    outcomes.push(await openBehind({ poolsByTransaction: () => false, next, servers: 0 }))
  }

  expect(outcomes).toEqual(['opened', 'opened'])
})

it('closes a connection whose session changes', async () => {
  let isSwitched = false
  const { connectionString } = await givenPooler(database.connectionString, {
    poolsByTransaction: () => isSwitched,
    next: 'first',
    servers: 3,
  })
  const opened = await openDatabase(connectionString, { maxConnections: 2 })
  const selectNames = (tenantId: string) =>
    opened.tenant(tenantId).selectFrom('projects').select('name').execute()
  isSwitched = true
  const useOften = async () => {
    // The pooler may hand out the same session a few times in a row.
    for (let turn = 0; turn < 10; turn++) await selectNames(`prj_${turn}`)
  }

  await expect(useOften()).rejects.toThrow('pool_mode = session')
  await opened.close()
})
