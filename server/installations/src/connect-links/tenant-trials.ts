import { hashApiKey } from '@platform/kernel/access'
import { changes, longAgo, reads, type Trial } from '@platform/testing/trial'
import * as links from './store.ts'

export const connectLinksTrials: Record<string, Trial> = {
  'connect-links/store.ts findLinkByHash': reads(({ all, mine }) =>
    links.findLinkByHash(all, hashApiKey(mine.connectLinkToken)),
  ),
  'connect-links/store.ts noteConnectLinkUse': changes(({ all, mine }) =>
    links.noteConnectLinkUse(all, mine.ids.connectLink),
  ),
  'connect-links/store.ts removeExpiredLinks': changes(
    ({ all }) => links.removeExpiredLinks(all, 10),
    async ({ all, mine }) => {
      await all
        .updateTable('connectLinks')
        .set({ expireTime: longAgo })
        .where('projectId', '=', mine.projectId)
        .execute()
    },
  ),
}
