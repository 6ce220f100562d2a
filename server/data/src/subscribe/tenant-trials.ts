import { expect } from 'vitest'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { deleteOldEvents } from './event-store.ts'
import * as subscriptions from './store.ts'
import {
  type TrialContext,
  type Trial,
  finds,
  changes,
  past,
  future,
  longAgo,
  mySender,
  theirSender,
  type Alive,
  aliveProcess,
  serves,
} from '@platform/testing/trial'

export const subscribeTrials: Record<string, Trial> = {
  'subscribe/store.ts findProjectsToNotifyOfChanges': finds(
    ({ all }) =>
      subscriptions.findProjectsToNotifyOfChanges(all, { since: new Date(), notifiedBefore: past }),
    async ({ all }) => {
      await all
        .updateTable('subscribedInstallations')
        .set({ error: 'It said no.', errorTime: past })
        .execute()
    },
  ),
  'subscribe/store.ts selectUnreportedLinks': finds(
    ({ all }) => subscriptions.selectUnreportedLinks(all, new Date()).execute(),
    async ({ all }) => {
      await all
        .updateTable('subscribedInstallations')
        .set({ error: 'It said no.', errorTime: past, notifiedTime: null })
        .execute()
    },
  ),
  'subscribe/store.ts nextListening': serves(
    async ({ all }) => {
      expect(await subscriptions.nextListening(all).executeTakeFirst()).toBeDefined()
    },
    async ({ all, mine }) => {
      await selectListeners(all, mine, null)
    },
  ),
  'subscribe/store.ts findNeglected': finds(({ all }) => subscriptions.findNeglected(all, future)),
  'subscribe/store.ts claimListening': changes(
    ({ all }) => subscriptions.claimListening(all, { runner: mySender, max: 10 }),
    async ({ all, mine, theirs }) => {
      await selectListeners(all, mine, null)
      await selectListeners(all, theirs, theirSender)
    },
  ),
  'subscribe/store.ts releaseRunnersListening': changes(
    ({ all }) => subscriptions.releaseRunnersListening(all, [mySender]),
    async ({ all, mine, theirs }) => {
      await selectListeners(all, mine, mySender)
      await selectListeners(all, theirs, theirSender)
    },
  ),
  'subscribe/store.ts releaseOrphans': changes(
    async ({ all }, alive: Alive) => {
      await subscriptions.releaseOrphans(all)
      await alive.stop()
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      await selectListeners(all, mine, mySender)
      await selectListeners(all, theirs, alive.key)
      return alive
    },
  ),
  'subscribe/event-store.ts deleteOldEvents': changes(
    ({ all }) => deleteOldEvents(all, past, 10),
    ({ all, mine: { projectId, ids } }) =>
      all
        .insertInto('changeEvents')
        .values({
          connectionId: ids.connection,
          projectId,
          eventHash: Buffer.from('old'),
          objectName: 'Contact',
          recordId: '1',
          eventTime: longAgo,
          receiveTime: longAgo,
          body: null,
        })
        .execute()
        .then(() => {}),
  ),
}

/** Returns the process that listens to the tenant's subscription. */
const selectListeners = (
  all: AcrossTenants,
  { ids }: TrialContext['mine'],
  runner: number | null,
) => all.updateTable('subscriptions').set({ runner }).where('id', '=', ids.subscription).execute()
