import { expect } from 'vitest'
import type { AcrossTenants } from '@platform/kernel/db/database'
import * as objects from './object/store.ts'
import * as turns from './turns/store.ts'
import type { TwoTenants } from '@platform/testing/two-tenants'
import {
  type Trial,
  changes,
  finds,
  serves,
  past,
  mySender,
  theirSender,
  type Alive,
  aliveProcess,
  lockTurn,
} from '@platform/testing/trial'

export const syncTrials: Record<string, Trial> = {
  'sync/object/store.ts findProjectsToNotify': finds(
    ({ all }) => objects.findProjectsToNotify(all, { since: new Date(), notifiedBefore: past }),
    async ({ all }) => {
      await all.updateTable('installationObjects').set({ failingSince: past }).execute()
    },
  ),
  'sync/object/store.ts findUncompared': finds(
    ({ all }) => objects.findUncompared(all, new Date()),
    async ({ all }) => {
      await all.updateTable('installationObjects').set({ describedTime: past }).execute()
    },
  ),
  'sync/object/store.ts selectUnreportedObjects': finds(
    ({ all }) => objects.selectUnreportedObjects(all, new Date()).execute(),
    async ({ all }) => {
      await all
        .updateTable('installationObjects')
        .set({ failingSince: past, notifiedTime: null })
        .execute()
    },
  ),
  'sync/object/store.ts nextScheduled': serves(
    async ({ all }) => {
      expect(await objects.nextScheduled(all).executeTakeFirst()).toEqual({ nextRunTime: past })
    },
    async ({ all }) => {
      await all.updateTable('installationObjects').set({ nextRunTime: past }).execute()
    },
  ),
  'sync/object/store.ts findNextScheduled': finds(
    ({ all }) => objects.findNextScheduled(all, 10),
    async ({ all }) => {
      await all.updateTable('installationObjects').set({ nextRunTime: past }).execute()
    },
  ),
  'sync/turns/store.ts releaseTurns': changes(
    ({ all }) => turns.releaseTurns(all, [mySender]),
    async ({ all, mine, theirs }) => {
      await lockTurn(all, mine, mySender)
      await lockTurn(all, theirs, theirSender)
    },
  ),
  'sync/turns/store.ts releaseOrphans': changes(
    async ({ all }, alive: Alive) => {
      await turns.releaseOrphans(all)
      await alive.stop()
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      await lockTurn(all, mine, mySender)
      await lockTurn(all, theirs, alive.key)
      return alive
    },
  ),
  'sync/turns/store.ts nextTurn': serves(
    async ({ all, mine }) => {
      expect(await turns.nextTurn(all).executeTakeFirst()).toEqual({ dueTime: past })
      await lockTurn(all, mine, mySender)
    },
    ({ all, mine }) => dueTurn(all, mine),
  ),
  'sync/turns/store.ts claimTurns': changes(
    ({ all }) =>
      turns.claimTurns(all, {
        runner: mySender,
        places: 10,
        listProjectsAtLimit: { projects: [], connections: [] },
        lent: [],
      }),
    ({ all, mine }) => dueTurn(all, mine),
  ),
}

/** Makes the tenant's read due, without a holder. */
async function dueTurn(all: AcrossTenants, { ids }: TwoTenants['mine']): Promise<void> {
  await all
    .updateTable('readTurns')
    .set({ dueTime: past, runner: null })
    .where('operationId', '=', ids.operation)
    .execute()
}
