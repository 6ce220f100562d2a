import { expect } from 'vitest'
import * as sessions from '../../connections/session/store.ts'
import * as connections from '../../connections/store.ts'
import * as budgets from '../../provider/budgets/store.ts'
import { type Trial, reads, finds, changes, serves, past, future, longAgo } from './trial.ts'

/** Statements across tenants about connections, and what is asked of providers. */
export const connectionTrials: Record<string, Trial> = {
  'connections/session/store.ts waiting': reads(({ all, hashOf }) =>
    sessions.findWaitingSession(all, hashOf('mine')),
  ),
  'connections/session/store.ts takeConnectSession': changes(
    async ({ all, hashOf }) => {
      const stateHash = hashOf('taken')
      const browserHash = hashOf('browser')
      const another = { stateHash, browserHash: hashOf('another browser') }
      expect(await sessions.takeConnectSession(all, { ...another, kind: 'oauth' })).toBeUndefined()
      return sessions.takeConnectSession(all, { stateHash, browserHash, kind: 'oauth' })
    },
    ({ givenSession, mine }) => givenSession(mine, { state: 'taken' }),
  ),
  'connections/session/store.ts deleteExpiredConnectSessions': changes(
    ({ all }) => sessions.deleteExpiredConnectSessions(all, 10),
    ({ givenSession, mine }) => givenSession(mine, { state: 'old', expireTime: past }),
  ),
  'connections/store.ts findExpiring': finds(({ all }) => connections.findExpiring(all, future)),
  'connections/store.ts findDueTrials': finds(({ all }) => connections.findDueTrials(all, 10)),
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
