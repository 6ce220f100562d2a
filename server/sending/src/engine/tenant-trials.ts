import type { EventId } from '@platform/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { heldDue } from '@platform/delivery/notifications/message'
import * as heldStore from './queue/held-store.ts'
import * as hot from './queue/hot-store.ts'
import { claimBehind, claimOrdered } from './queue/ordered-store.ts'
import { removeVersions } from './queue/record-versions.ts'
import { claimLeases } from './queue/sending-leases.ts'
import { addToHours, removeHours, removeUsage } from './recording/hours-store.ts'
import { openForBatches } from './recording/open-for-batches.ts'
import { withClient, type TwoTenants } from '@platform/testing/two-tenants'
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
  mySender,
  theirSender,
} from '@platform/testing/trial'

/** Holds no deliveries of other trials. */
const deadSender = 900_003

export const engineTrials: Record<string, Trial> = {
  'engine/queue/hot-store.ts recordResults': changes(
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
  'engine/queue/hot-store.ts nextQueued': serves(
    async ({ all }) => {
      const query = sql<{ isDue: boolean }>`select ${hot.nextQueued(all)} <= now() as is_due`
      expect((await query.execute(all)).rows).toEqual([{ isDue: true }])
    },
    (world) => bothDue(world),
  ),
  'engine/queue/hot-store.ts findDue': finds(
    async (world) => {
      const due = await withClient(world, hot.findDue)
      const owners = [world.mine, world.theirs]
      return due.map(({ destinationId }) =>
        owners.find((owner) => owner.destinationId === destinationId),
      )
    },
    (world) => bothDue(world),
  ),
  'engine/queue/hot-store.ts claimDue': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return hot.claimDue(client, mySender, [{ destinationId, room: 100, ordering: 'none' }])
      }),
    (world) => bothDue(world),
  ),
  'engine/queue/held-store.ts claimHeld': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return heldStore.claimHeld(client, mySender, { destinationId, room: 100 })
      }),
    (world) => bothDue(world, { dueTime: heldDue }),
  ),
  'engine/queue/sending-leases.ts claimLeases': changes(
    (world) => withClient(world, (client) => claimLeases(client, mySender, [world.mine])),
    (world) => bothLeased(world, [deadSender, deadSender]),
  ),
  'engine/recording/hours-store.ts addToHours': changes(async ({ all, mine, theirs }) => {
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
  }),
  'engine/recording/hours-store.ts removeHours': changes(
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
  'engine/recording/hours-store.ts removeUsage': changes(
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
  'engine/queue/ordered-store.ts claimOrdered': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return claimOrdered(client, mySender, { destinationId, room: 100, ordering: 'record' })
      }),
    async (world) => {
      await bothDue(world)
      await world.all
        .updateTable('queuedDeliveries')
        .set({ turn: 1, records: [7] })
        .execute()
    },
  ),
  'engine/queue/ordered-store.ts claimBehind': changes(
    (world) =>
      withClient(world, (client) => {
        const { destinationId } = world.mine
        return claimBehind(client, mySender, { destinationId, room: 100, searched: 0 })
      }),
    async (world) => {
      await bothDue(world)
      await world.all
        .updateTable('queuedDeliveries')
        .set({ turn: 0, records: [7] })
        .where('holder', 'is', null)
        .where('dueTime', '=', past)
        .execute()
    },
  ),
  'engine/queue/record-versions.ts removeVersions': changes(
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
  'engine/queue/held-store.ts releaseUnknown': changes(
    (world) => withClient(world, (client) => heldStore.releaseUnknown(client, mySender, new Set())),
    (world) => bothDue(world, { dueTime: future, holders: [mySender, theirSender] }),
  ),
  'engine/queue/held-store.ts findHeld': reads(
    (world, events: EventId[]) =>
      withClient(world, async (client) => {
        const asked = events.map((event) => message(world.mine, event, mySender))
        const found = [...(await heldStore.findHeld(client, mySender, asked))]
        expect(found).toEqual([world.mine.destinationId + events[0]!])
        return found
      }),
    bothHeld,
  ),
  'engine/queue/held-store.ts takeOver': changes(
    async ({ all }) => {
      const dead = { holder: deadSender, lowWater: 'evt_0' }
      expect(await inTransaction(all, (tx) => heldStore.takeOver(tx, dead))).toBe(1)
    },
    async ({ givenDelivery, mine, theirs }) => {
      await givenDelivery(mine, { holder: deadSender })
      await givenDelivery(theirs, { holder: theirSender })
    },
  ),
  'engine/recording/open-for-batches.ts openForBatches': serves(async ({ database }) => {
    await (await openForBatches(database)).end()
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

/** A delivery of each tenant, held by one sender: mine, then theirs. */
function bothHeld({ givenDelivery, mine, theirs }: TwoTenants): Promise<EventId[]> {
  return Promise.all([mine, theirs].map((tenant) => givenDelivery(tenant, { holder: mySender })))
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
