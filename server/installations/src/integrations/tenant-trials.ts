import { earliestId } from '@platform/kernel/db/new-id'
import * as integrations from './store.ts'
import { type Trial, changes, finds, longAgo, longerAgo } from '@platform/testing/trial'

export const integrationsTrials: Record<string, Trial> = {
  'integrations/store.ts findProjectsUsing': finds(({ all }) =>
    integrations.findProjectsUsing(all, ['salesforce', 'hubspot']),
  ),
  'integrations/store.ts removeRevisions': changes(
    ({ all }) => integrations.removeRevisions(all, { before: longAgo, atMost: 10 }),
    async ({ all, mine: { projectId, ids } }) => {
      const row = { projectId, integrationId: ids.integration, specVersion: '1.0.0', content: '{}' }
      const old = longerAgo.map((time) => ({ ...row, id: earliestId('rev', time.getTime()) }))
      await all.insertInto('revisions').values(old).execute()
    },
  ),
}
