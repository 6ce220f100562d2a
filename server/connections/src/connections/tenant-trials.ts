import type { ConnectSessionId } from '@platform/contract'
import { expect } from 'vitest'
import * as sessions from './session/store.ts'
import * as credentialStore from '../credentials/store.ts'
import { type Trial, reads, finds, changes, past, future } from '@platform/testing/trial'

export const connectionsTrials: Record<string, Trial> = {
  'connections/session/store.ts selectWaiting': reads(({ all, hashOf }) =>
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
  'connections/session/store.ts findBoundSession': reads(
    ({ all }, id: ConnectSessionId) => sessions.findBoundSession(all, id),
    async ({ all, givenSession, mine }) => {
      const id = await givenSession(mine, { state: 'bound' })
      const customAuth = Buffer.from('progress')
      await all.updateTable('connectSessions').set({ customAuth }).where('id', '=', id).execute()
      return id
    },
  ),
  'connections/session/store.ts findReturnedSession': reads(
    ({ all, hashOf }) => sessions.findReturnedSession(all, hashOf('returned')),
    ({ givenSession, mine }) => givenSession(mine, { state: 'returned' }),
  ),
  'connections/session/store.ts deleteExpiredConnectSessions': changes(
    ({ all }) => sessions.deleteExpiredConnectSessions(all, 10),
    ({ givenSession, mine }) => givenSession(mine, { state: 'old', expireTime: past }),
  ),
  'credentials/store.ts selectExpiring': finds(({ all }) =>
    credentialStore.selectExpiring(all, future).execute(),
  ),
  'credentials/store.ts selectDueTrials': finds(({ all }) =>
    credentialStore.selectDueTrials(all, 10).execute(),
  ),
}
