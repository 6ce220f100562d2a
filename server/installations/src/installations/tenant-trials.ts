import { earliestId } from '@platform/kernel/db/new-id'
import { type Trial, changes, longAgo, longerAgo } from '@platform/testing/trial'
import * as configStore from './config-store.ts'

export const installationsTrials: Record<string, Trial> = {
  'installations/config-store.ts removeConfigs': changes(
    ({ all }) => configStore.removeConfigs(all, { before: longAgo, atMost: 10 }),
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
}
