import { expect } from 'vitest'
import * as budgets from './budgets/store.ts'
import { type Trial, changes, serves, past, longAgo } from '@platform/testing/trial'

export const providerTrials: Record<string, Trial> = {
  'provider/budgets/store.ts findNow': serves(async ({ all }) => {
    expect(await budgets.findNow(all)).toBeGreaterThan(past.getTime())
  }),
  'provider/budgets/store.ts findBudgets': serves(async ({ all, mine }) => {
    const found = await budgets.findBudgets(all, [{ projectId: mine.projectId, key: 'calls' }])
    expect(found.map(({ projectId }) => projectId)).toEqual([mine.projectId])
  }),
  'provider/budgets/store.ts saveBudgets': changes(async ({ all, mine: { projectId } }) => {
    const row = { projectId, key: 'calls', version: 1, state: { shares: {} }, keepMs: 60_000 }
    expect(await budgets.saveBudgets(all, [row])).toEqual([{ projectId, key: 'calls' }])
  }),
  'provider/budgets/store.ts removeExpiredBudgets': changes(
    ({ all }) => budgets.removeExpiredBudgets(all, 10),
    ({ all, mine: { projectId } }) =>
      all
        .insertInto('providerBudgets')
        .values({ projectId, key: 'old', state: '{"shares":{}}', version: 1, expireTime: longAgo })
        .execute()
        .then(() => {}),
  ),
}
