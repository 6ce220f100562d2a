import type { EventId } from '@platform/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import * as hot from './engine/queue/hot-store.ts'
import { addToHours, removeHours, removeUsage } from './engine/recording/hours-store.ts'
import { claimOrdered } from './engine/queue/ordered-store.ts'
import { claimLeases } from './engine/queue/sending-leases.ts'
import { openForBatches } from './engine/recording/open-for-batches.ts'
import { removeVersions } from './engine/queue/record-versions.ts'
import * as replays from './history/replay-store.ts'
import { heldDue } from './message.ts'
import * as messageLog from './message-log/log-store.ts'
import {
  insertPage,
  recordPages,
  unpackPages,
  type MessagePage,
} from './message-log/message-pages.ts'
import * as notifications from './set-up/store.ts'
import { findLagging, findReported } from './pull/pull-consumer-store.ts'
import { findExpiring } from './pull/stream-store.ts'
import type { TwoTenants } from '@platform/testing/two-tenants'
import {
  type Trial,
  type TrialContext,
  reads,
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
import * as heldStore from './engine/queue/held-store.ts'

/** Holds no deliveries of other trials. */
const deadSender = 900_003

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
  'notifications/pull/pull-consumer-store.ts findReported': finds(
    ({ all }) => findReported(all),
    failPulling,
  ),
  'notifications/pull/stream-store.ts findExpiring': finds(({ all }) => findExpiring(all, future)),
  'notifications/engine/queue/hot-store.ts recordResults': changes(
    (world, [mine, others]: EventId[]) =>
      withClient(world, async (client) => {
        const result = { attempt: '', attemptsUsed: 1, dueTime: null, status: 'failed' as const }
        const made = message(world.mine, mine!, mySender)
        // Deliveries are identified by destination and event: neither alone reaches another
        // tenant's.
        const stolen = message(world.mine, others!, mySender)
        for (const one of [made, stolen]) {
          const held = [{ ...result, message: one }]
          await hot.recordResults(client, mySender, { delivered: [], queued: [], held })
        }
      }),
    bothHeld,
  ),
  'notifications/engine/queue/hot-store.ts nextQueued': serves(
    async ({ all }) => {
      const query = sql<{ isDue: boolean }>`select ${hot.nextQueued(all)} <= now() as is_due`
      expect((await query.execute(all)).rows).toEqual([{ isDue: true }])
    },
    (world) => bothDue(world),
  ),
  'notifications/engine/queue/hot-store.ts findDue': finds(
    async (world) => {
      const due = await withClient(world, hot.findDue)
      const owners = [world.mine, world.theirs]
      return due.map(({ destinationId }) =>
        owners.find((owner) => owner.destinationId === destinationId),
      )
    },
    (world) => bothDue(world),
  ),
  'notifications/engine/queue/hot-store.ts claimDue': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return hot.claimDue(client, mySender, [{ destinationId, room: 100, isOrdered: false }])
      }),
    (world) => bothDue(world),
  ),
  'notifications/engine/queue/held-store.ts claimHeld': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return heldStore.claimHeld(client, mySender, { destinationId, room: 100 })
      }),
    (world) => bothDue(world, { dueTime: heldDue }),
  ),
  'notifications/engine/queue/sending-leases.ts claimLeases': changes(
    (world) => withClient(world, (client) => claimLeases(client, mySender, [world.mine])),
    (world) => bothLeased(world, [deadSender, deadSender]),
  ),
  'notifications/engine/recording/hours-store.ts addToHours': changes(
    async ({ all, mine, theirs }) => {
      const { projectId, destinationId } = mine
      const outcome = 'failed' as const
      const about = { projectId, destinationId }
      const ended = { ...about, hour: 495_000, outcome, withinMs: 6, attempts: 1, records: 2 }
      await addToHours(all, {
        destinations: [
          { ...ended, id: destinationId },
          // A destination counts only for its own project.
          { ...ended, id: theirs.destinationId, destinationId: theirs.destinationId },
        ],
        installations: [{ ...ended, id: newId('inst') }],
        customers: [
          {
            ...about,
            ...{ groupRef: 'globex', groupName: 'Globex', month: '2026-11-01' },
            ...{ messagesDelivered: 0, recordsDelivered: 0, messagesFailed: 1 },
          },
        ],
      })
    },
  ),
  'notifications/engine/recording/hours-store.ts removeHours': changes(
    ({ all }) => removeHours(all, 'delivery_hours', { before: longAgo, atMost: 10 }),
    ({ all, mine, theirs }) =>
      all
        .insertInto('deliveryHours')
        .values(
          [mine, theirs].map(({ projectId, destinationId }, index) => ({
            projectId,
            destinationId,
            hour: index === 0 ? new Date(0) : new Date(),
            outcome: 'failed' as const,
            withinMs: 7,
            attempts: 1,
          })),
        )
        .execute(),
  ),
  'notifications/engine/recording/hours-store.ts removeUsage': changes(
    ({ all }) => removeUsage(all, { before: longAgo, atMost: 10 }),
    ({ all, mine, theirs }) =>
      all
        .insertInto('usageMonths')
        .values(
          [mine, theirs].map(({ projectId }, index) => ({
            projectId,
            groupRef: 'globex',
            month: index === 0 ? '1970-01-01' : '2026-02-01',
            groupName: 'Globex',
            messagesDelivered: 1,
            recordsDelivered: 1,
            messagesFailed: 0,
          })),
        )
        .execute(),
  ),
  'notifications/engine/queue/ordered-store.ts claimOrdered': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return claimOrdered(client, mySender, { destinationId, room: 100 })
      }),
    async (world) => {
      await bothDue(world)
      await world.all
        .updateTable('queuedDeliveries')
        .set({ turn: 1, records: [7] })
        .execute()
    },
  ),
  'notifications/engine/queue/record-versions.ts removeVersions': changes(
    ({ all }) => removeVersions(all, { atMost: 10 }),
    ({ all, mine, theirs }) =>
      all
        .insertInto('recordVersions')
        .values(
          [mine, theirs].map(({ projectId, destinationId }, index) => ({
            projectId,
            destinationId,
            recordKey: '1',
            versionTime: longAgo,
            readFrom: longAgo,
            readUntil: longAgo,
            sendTime: index === 0 ? longAgo : new Date(),
          })),
        )
        .execute(),
  ),
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
  'notifications/engine/queue/held-store.ts releaseUnknown': changes(
    (world) => withClient(world, (client) => heldStore.releaseUnknown(client, mySender, new Set())),
    (world) => bothDue(world, { dueTime: future, holders: [mySender, theirSender] }),
  ),
  'notifications/engine/queue/held-store.ts findHeld': reads(
    (world, events: EventId[]) =>
      withClient(world, async (client) => {
        const asked = events.map((event) => message(world.mine, event, mySender))
        const found = [...(await heldStore.findHeld(client, mySender, asked))]
        expect(found).toEqual([world.mine.destinationId + events[0]!])
        return found
      }),
    bothHeld,
  ),
  'notifications/engine/queue/held-store.ts takeOver': changes(
    async ({ all }) => {
      const dead = { holder: deadSender, lowWater: 'evt_0' }
      expect(await inTransaction(all, (tx) => heldStore.takeOver(tx, dead))).toBe(1)
    },
    async ({ givenDelivery, mine, theirs }) => {
      await givenDelivery(mine, { holder: deadSender })
      await givenDelivery(theirs, { holder: theirSender })
    },
  ),
  'notifications/engine/recording/open-for-batches.ts openForBatches': serves(
    async ({ database }) => {
      await (await openForBatches(database)).end()
    },
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

async function bothLeased({ all, mine, theirs }: TrialContext, holders: [number, number]) {
  for (const [nth, { destinationId, projectId }] of [mine, theirs].entries()) {
    const row = { destinationId, projectId, holder: must(holders[nth], 'holder') }
    await all
      .insertInto('sendingLeases')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('destinationId').doUpdateSet({ holder: row.holder }),
      )
      .execute()
  }
}

async function withClient<T>(
  { database }: TwoTenants,
  work: (client: Awaited<ReturnType<TwoTenants['database']['connect']>>) => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** A delivery of each tenant, held by one sender: mine, then theirs. */
function bothHeld({ givenDelivery, mine, theirs }: TwoTenants): Promise<EventId[]> {
  return Promise.all([mine, theirs].map((tenant) => givenDelivery(tenant, { holder: mySender })))
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

/** A queued delivery of each tenant. */
async function bothDue(
  { givenDelivery, mine, theirs }: TwoTenants,
  { dueTime = past, holders = [] }: { dueTime?: Date; holders?: number[] } = {},
): Promise<void> {
  for (const [index, tenant] of [mine, theirs].entries()) {
    const holder = holders[index]
    await givenDelivery(tenant, { dueTime, ...(holder !== undefined && { holder }) })
  }
}

const message = (
  { projectId, destinationId }: TwoTenants['mine'],
  eventId: `evt_${string}`,
  holder: number,
) => ({
  event: { id: eventId, projectId, type: 'connection.created' as const, body: '{}' },
  destinationId,
  attemptsUsed: 0,
  fromQueue: false,
  holder,
})
