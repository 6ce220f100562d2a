import { expect } from 'vitest'
import type { AcrossTenants } from '../../db/database.ts'
import { earliestId } from '../../db/new-id.ts'
import * as installations from '../../installations/store.ts'
import * as integrations from '../../integrations/store.ts'
import * as operations from '../../operations/store.ts'
import * as subscriptions from '../../subscribe/store.ts'
import { startReaders } from '../../sync/turns/readers.ts'
import * as turns from '../../sync/turns/store.ts'
import type { TwoTenants } from '../two-tenants.ts'
import {
  type Tried,
  type Trial,
  finds,
  changes,
  serves,
  past,
  future,
  longAgo,
  longerAgo,
  silent,
  mySender,
  theirSender,
  type Alive,
  aliveProcess,
  holdTurn,
} from './trial.ts'

/** Statements across tenants about what is installed, read and listened to. */
export const readTrials: Record<string, Trial> = {
  'installations/store.ts removeConfigs': changes(
    ({ all }) => installations.removeConfigs(all, { before: longAgo, atMost: 10 }),
    async ({ all, mine: { projectId, ids } }) => {
      const row = {
        projectId,
        installationId: ids.installation,
        revisionId: ids.revision,
        content: '{}',
        createdBy: 'somebody',
      }
      const old = longerAgo.map((time) => ({ ...row, id: earliestId('conf', time.getTime()) }))
      await all.insertInto('configs').values(old).execute()
    },
  ),
  'integrations/store.ts removeRevisions': changes(
    ({ all }) => integrations.removeRevisions(all, { before: longAgo, atMost: 10 }),
    async ({ all, mine: { projectId, ids } }) => {
      const row = { projectId, integrationId: ids.integration, specVersion: '1.0.0', content: '{}' }
      const old = longerAgo.map((time) => ({ ...row, id: earliestId('rev', time.getTime()) }))
      await all.insertInto('revisions').values(old).execute()
    },
  ),
  'operations/store.ts findSilent': finds(({ all }) =>
    operations.findSilent(all, { actionType: 'read', since: new Date() }),
  ),
  'operations/store.ts removeLogs': changes(
    ({ all }) => operations.removeLogs(all, { before: longAgo, atMost: 10 }),
    oldOperation,
  ),
  'operations/store.ts removeOperations': changes(
    ({ all }) => operations.removeOperations(all, { before: longAgo, atMost: 10 }),
    oldOperation,
  ),
  'sync/turns/readers.ts listen': serves(async ({ database }) => {
    const processes = { key: () => mySender, onEnded() {}, stop: async () => {} }
    const readers = await startReaders(database, processes, silent, {
      places: 1,
      takeTurn: () => Promise.reject(new Error('Nothing is due.')),
    })
    await readers.stop()
  }),
  'subscribe/store.ts findNeglected': finds(({ all }) => subscriptions.findNeglected(all, future)),
  'subscribe/store.ts claimListening': changes(
    ({ all }) => subscriptions.claimListening(all, { runner: mySender, most: 10 }),
    async ({ all, mine, theirs }) => {
      await listenedTo(all, mine, null)
      await listenedTo(all, theirs, theirSender)
    },
  ),
  'subscribe/store.ts releaseListeningOf': changes(
    ({ all }) => subscriptions.releaseListeningOf(all, [mySender]),
    async ({ all, mine, theirs }) => {
      await listenedTo(all, mine, mySender)
      await listenedTo(all, theirs, theirSender)
    },
  ),
  'subscribe/store.ts releaseOrphans': changes(
    async ({ all }, alive: Alive) => {
      await subscriptions.releaseOrphans(all)
      await alive.stop()
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      await listenedTo(all, mine, mySender)
      await listenedTo(all, theirs, alive.key)
      return alive
    },
  ),
  'subscribe/store.ts deleteOldEvents': changes(
    ({ all }) => subscriptions.deleteOldEvents(all, past, 10),
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
  'sync/turns/store.ts releaseTurnsOf': changes(
    ({ all }) => turns.releaseTurnsOf(all, [mySender]),
    async ({ all, mine, theirs }) => {
      await holdTurn(all, mine, mySender)
      await holdTurn(all, theirs, theirSender)
    },
  ),
  'sync/turns/store.ts releaseOrphans': changes(
    async ({ all }, alive: Alive) => {
      await turns.releaseOrphans(all)
      await alive.stop()
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      await holdTurn(all, mine, mySender)
      await holdTurn(all, theirs, alive.key)
      return alive
    },
  ),
  'sync/turns/store.ts nextDueTime': serves(
    async ({ all, mine }) => {
      expect(await turns.nextDueTime(all)).toEqual(past)
      await holdTurn(all, mine, mySender)
    },
    ({ all, mine }) => dueTurn(all, mine),
  ),
  'sync/turns/store.ts claimTurns': changes(
    ({ all }) => turns.claimTurns(all, { runner: mySender, places: 10, sated: [] }),
    ({ all, mine }) => dueTurn(all, mine),
  ),
}

/** Whose process listens to the tenant's subscription. */
const listenedTo = (all: AcrossTenants, { ids }: Tried['mine'], runner: number | null) =>
  all.updateTable('subscriptions').set({ runner }).where('id', '=', ids.subscription).execute()

/** An operation of mine that ended long ago, with what it logged. */
async function oldOperation({ all, mine: { projectId, ids } }: Tried): Promise<void> {
  const time = longerAgo[0]!.getTime() + Math.floor(Math.random() * 1e6)
  const id = earliestId('op', time)
  await all
    .insertInto('operations')
    .values({
      id,
      projectId,
      integrationId: ids.integration,
      installationId: ids.installation,
      configId: ids.config,
      actionType: 'read',
      objectName: 'Contact',
      readType: 'triggered',
      status: 'success',
    })
    .execute()
  await all
    .insertInto('operationLogs')
    .values({
      id: earliestId('log', time),
      projectId,
      operationId: id,
      severity: 'info',
      message: '{}',
    })
    .execute()
}

/** Has the tenant's read due; it is nobody's. */
async function dueTurn(all: AcrossTenants, { ids }: TwoTenants['mine']): Promise<void> {
  await all
    .updateTable('readTurns')
    .set({ dueTime: past, runner: null })
    .where('operationId', '=', ids.operation)
    .execute()
}
