import { earliestId } from '@platform/kernel/db/new-id'
import * as logs from './log-store.ts'
import {
  type TrialContext,
  type Trial,
  finds,
  changes,
  longAgo,
  longerAgo,
} from '@platform/testing/trial'
import * as upkeepStore from './upkeep-store.ts'

export const operationsTrials: Record<string, Trial> = {
  'operations/upkeep-store.ts selectSilent': finds(({ all }) =>
    upkeepStore.selectSilent(all, { actionTypes: ['read'], since: new Date() }).execute(),
  ),
  'operations/log-store.ts removeLogs': changes(
    ({ all }) => logs.removeLogs(all, { before: longAgo, atMost: 10 }),
    (context) => oldOperation(context),
  ),
  'operations/upkeep-store.ts removeOperations': changes(
    ({ all }) => upkeepStore.removeOperations(all, { before: longAgo, atMost: 10 }),
    (context) => oldOperation(context),
  ),
  'operations/upkeep-store.ts removeEmptyReads': changes(
    ({ all }) =>
      upkeepStore.removeEmptyReads(all, {
        after: earliestId('op', 0),
        before: longAgo,
        atMost: 10,
      }),
    async (context) => {
      await oldOperation(context, 'scheduled')
      // The latest read of an object is kept.
      await oldOperation(context, 'triggered', 1e6)
    },
  ),
}

/** Creates an operation that ended long ago, with log lines. */
async function oldOperation(
  { all, mine: { projectId, ids } }: TrialContext,
  readType: 'scheduled' | 'triggered' = 'triggered',
  laterByMs = 0,
): Promise<void> {
  const time = longerAgo[0]!.getTime() + Math.floor(Math.random() * 1e6) + laterByMs
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
      readType,
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
