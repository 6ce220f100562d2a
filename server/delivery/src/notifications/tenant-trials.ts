import { expect } from 'vitest'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import * as replays from './history/replay-store.ts'
import * as messageLog from './message-log/log-store.ts'
import {
  insertPage,
  recordPages,
  unpackPages,
  type MessagePage,
} from './message-log/message-pages.ts'
import * as notifications from './set-up/store.ts'
import { findCaughtUp, findLagging, findReported } from './pull/pull-consumer-store.ts'
import { findExpiring } from './pull/stream-store.ts'
import { withClient, type TwoTenants } from '@platform/testing/two-tenants'
import {
  type Trial,
  type TrialContext,
  finds,
  changes,
  serves,
  past,
  future,
  longAgo,
  longerAgo,
  mySender,
  theirSender,
} from '@platform/testing/trial'

async function failPulling({ all, mine, theirs }: TrialContext): Promise<void> {
  await all
    .updateTable('destinations')
    .set({ type: 'pull', failingSince: past })
    .where('id', 'in', [mine.destinationId, theirs.destinationId])
    .execute()
}

export const notificationsTrials: Record<string, Trial> = {
  'notifications/pull/pull-consumer-store.ts findLagging': finds(
    ({ all }) => findLagging(all, future),
    failPulling,
  ),
  'notifications/pull/pull-consumer-store.ts findCaughtUp': finds(
    ({ all }) => findCaughtUp(all, past),
    async (context) => {
      await failPulling(context)
      const read = { laggingSince: past, position: 1_000_000 }
      await context.all.updateTable('pullConsumers').set(read).execute()
    },
  ),
  'notifications/pull/pull-consumer-store.ts findReported': finds(
    ({ all }) => findReported(all),
    failPulling,
  ),
  'notifications/pull/stream-store.ts findExpiring': finds(({ all }) => findExpiring(all, future)),
  'notifications/message-log/log-store.ts beginToUse': serves(async ({ all }) => {
    await messageLog.beginToUse(all, [])
  }),
  'notifications/message-log/log-store.ts endUse': serves(async ({ all }) => {
    await messageLog.endUse(all)
  }),
  'notifications/message-log/log-store.ts identifyDatabase': serves(async ({ all }) => {
    expect((await messageLog.identifyDatabase(all)).identity).toMatch(/^\d+ \w+/)
  }),
  'notifications/message-log/log-store.ts findStreams': serves(async ({ all }) => {
    expect(await messageLog.findStreams(all)).toEqual([])
  }),
  'notifications/message-log/log-store.ts proposeClaim': serves(async ({ all }) => {
    expect(await messageLog.proposeClaim(all, 'none', 'id')).toBeUndefined()
  }),
  'notifications/message-log/log-store.ts confirmClaim': serves(async ({ all }) => {
    await messageLog.confirmClaim(all, 'none', 'run/id')
  }),
  'notifications/message-log/log-store.ts recordForeignClaim': serves(async ({ all }) => {
    await messageLog.recordForeignClaim(all, 'none', 'run/id')
  }),
  'notifications/message-log/log-store.ts findForeignStreams': serves(async ({ all }) => {
    expect(await messageLog.findForeignStreams(all)).toEqual([])
  }),
  'notifications/message-log/log-store.ts findStreamOwner': serves(async ({ all }) => {
    expect(await messageLog.findStreamOwner(all)).toBe('unknown')
  }),
  'notifications/message-log/log-store.ts withdrawClaim': serves(async ({ all }) => {
    await messageLog.withdrawClaim(all, 'none', 'run/id')
  }),
  'notifications/message-log/log-store.ts storeSweep': serves(async ({ all }) => {
    await messageLog.storeSweep(all, 'none', 1)
  }),
  'notifications/message-log/log-store.ts findUnknown': serves(async ({ all }) => {
    expect(await messageLog.findUnknown(all, ['nowhere'])).toEqual(['nowhere'])
  }),
  'notifications/message-log/log-store.ts findStale': finds(
    ({ all }) => messageLog.findStale(all, 100),
    (world) => bothLogged(world, { isStale: true }),
  ),
  'notifications/message-log/log-store.ts findEntries': finds(
    ({ all }) => messageLog.findEntries(all, 100),
    (world) => bothLogged(world),
  ),
  'notifications/message-log/log-store.ts findOutliving': finds(
    ({ all }) => messageLog.findOutliving(all, { after: 'evt_0', before: longAgo, atMost: 100 }),
    async ({ all, mine, theirs }) => {
      for (const { projectId } of [mine, theirs]) {
        const id = earliestId('evt', must(longerAgo[0], 'time').getTime())
        await all
          .insertInto('events')
          .values({ id, projectId, type: 'read', body: null, logPlace: projectId })
          .execute()
      }
    },
  ),
  'notifications/message-log/log-store.ts removeEntries': changes(
    ({ all }) => messageLog.removeEntries(all, { before: longAgo, atMost: 100 }),
    async (world) => {
      await bothLogged(world)
      await world.all
        .updateTable('logEntries')
        .set({ createTime: must(longerAgo[0], 'time') })
        .where('projectId', '=', world.mine.projectId)
        .execute()
    },
  ),
  'notifications/message-log/message-pages.ts recordPages': changes(
    (world, [mine, theirs]: MessagePage[]) =>
      withClient(world, (client) =>
        // Another sender has the page of the other tenant.
        recordPages(
          client,
          mySender,
          [mine, theirs].map((page) => ({ page: page!, attempts: '{}\n{}\n', isComplete: true })),
        ),
      ),
    bothPaged,
  ),
  'notifications/message-log/message-pages.ts unpackPages': changes(
    (world, [mine, theirs]: MessagePage[]) =>
      withClient(world, (client) =>
        unpackPages(client, [mine!, { ...theirs!, destinationId: mine!.destinationId }]),
      ),
    bothPaged,
  ),
  'notifications/history/replay-store.ts findRunningReplays': finds(({ all }) =>
    replays.findRunningReplays(all),
  ),
  'notifications/history/replay-store.ts removeReplays': changes(
    ({ all }) => replays.removeReplays(all, { before: longAgo, atMost: 10 }),
    async ({ all, mine: { replayId } }) => {
      await all
        .updateTable('replays')
        .set({ status: 'done', createTime: longerAgo[0] })
        .where('id', '=', replayId)
        .execute()
    },
  ),
  'notifications/set-up/store.ts cancelOrphans': changes(
    ({ all }) => notifications.cancelOrphans(all),
    async ({ all, givenDelivery, mine: { projectId } }) => {
      const destinationId = newId('dest')
      const destination = { id: destinationId, projectId, name: 'gone', type: 'webhook' as const }
      await all
        .insertInto('destinations')
        .values({ ...destination, metadata: '{}', deleteTime: past })
        .execute()
      await givenDelivery({ projectId, destinationId }, { dueTime: future })
    },
  ),
  'notifications/set-up/store.ts forgetDeleted': changes(
    ({ all }) => notifications.forgetDeleted(all, { before: longAgo, atMost: 10 }),
    ({ all, mine: { projectId } }) => {
      const destination = { id: newId('dest'), projectId, name: 'old', type: 'webhook' as const }
      return all
        .insertInto('destinations')
        .values({ ...destination, metadata: '{}', deleteTime: longerAgo[0] })
        .execute()
        .then(() => {})
    },
  ),
  'notifications/set-up/store.ts oldestQueued': serves(async ({ all }) => {
    expect(await notifications.oldestQueued(all)).toMatch(/^evt_/)
  }),
  'notifications/set-up/store.ts failingDestinations': serves(async (world) => {
    expect(await notifications.failingDestinations(world.all, longAgo)).toEqual([])
  }),
  'notifications/set-up/store.ts selectUnreported': finds(
    async (world) => notifications.selectUnreported(world.all, new Date()).execute(),
    async ({ all, mine, theirs }) => {
      await all
        .updateTable('destinations')
        .set({ failingSince: past })
        .where('id', 'in', [mine.destinationId, theirs.destinationId])
        .execute()
    },
  ),
  'notifications/set-up/store.ts selectRecovered': finds(
    async (world) => notifications.selectRecovered(world.all).execute(),
    async ({ all, mine, theirs }) => {
      await all
        .updateTable('destinations')
        .set({ notifiedTime: past, failingSince: null })
        .where('id', 'in', [mine.destinationId, theirs.destinationId])
        .execute()
    },
  ),
  'notifications/set-up/store.ts selectDisabledDestinations': serves(async (world) => {
    expect(await notifications.selectDisabledDestinations(world.all)).toEqual([])
  }),
}

/** A page of each tenant, of different senders. */
function bothPaged({ database, mine, theirs }: TwoTenants): Promise<MessagePage[]> {
  const owners = [
    { ...mine, holder: mySender },
    { ...theirs, holder: theirSender },
  ]
  return Promise.all(
    owners.map(async ({ projectId, destinationId, holder }) => {
      const page = { destinationId, ids: [newId('evt'), newId('evt')], holder }
      await inTransaction(database.tenant(projectId), (tx) =>
        insertPage(tx, {
          ...{ ...page, projectId, type: 'read' as const, groupRef: '', about: '' },
          ...{ traceparent: undefined, logPlace: projectId, numRecords: [null, null] },
        }),
      )
      return page
    }),
  )
}

/** An entry of the message log of each tenant. */
async function bothLogged(
  { all, mine, theirs }: TwoTenants & { all: AcrossTenants },
  { isStale = false } = {},
) {
  for (const { projectId } of [mine, theirs]) {
    const row = { place: newId('evt'), projectId, groupRef: null, consumerRef: null, isStale }
    await all.insertInto('logEntries').values(row).execute()
  }
}
