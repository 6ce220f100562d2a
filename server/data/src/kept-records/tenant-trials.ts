import { type Trial, changes, finds, past, serves } from '@platform/testing/trial'
import * as store from './store.ts'

export const keptRecordTrials: Record<string, Trial> = {
  'kept-records/store.ts findRemovals': serves(
    ({ all }) => store.findRemovals(all).execute(),
    async () => {},
  ),
  'kept-records/store.ts followIndex': serves(({ all }) => store.followIndex(all)),
  'kept-records/store.ts removeEnded': changes(
    ({ all }) => store.removeEnded(all, 1),
    async ({ all, theirs }) => {
      await all.deleteFrom('keptRemovals').where('projectId', '=', theirs.projectId).execute()
    },
  ),
  'kept-records/store.ts removeOldDeletions': changes(
    ({ all }) => store.removeOldDeletions(all, { before: new Date(), atMost: 10 }),
    async ({ all, mine }) => {
      await all
        .updateTable('keptRecords')
        .set({ isDeleted: true, updateTime: past })
        .where('projectId', '=', mine.projectId)
        .execute()
    },
  ),
  'kept-records/store.ts findObjectsAfter': finds(
    ({ all }) => store.findObjectsAfter(all, { key: 0, atMost: 10 }),
    async () => {},
  ),
  'kept-records/store.ts forgetLimits': changes(
    ({ all }) => store.forgetLimits(all, 1_000),
    async ({ all, theirs }) => {
      await all
        .updateTable('keptObjects')
        .set({ bytes: 2_000 })
        .where('projectId', '=', theirs.projectId)
        .execute()
    },
  ),
}
