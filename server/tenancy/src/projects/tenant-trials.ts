import { expect } from 'vitest'
import { hashApiKey } from '@platform/kernel/access'
import { newId } from '@platform/kernel/db/new-id'
import * as projects from './store.ts'
import { type Trial, reads, changes, serves } from '@platform/testing/trial'

export const projectsTrials: Record<string, Trial> = {
  'projects/store.ts findApiKeyByHash': reads(({ all, mine }) =>
    projects.findApiKeyByHash(all, [hashApiKey(mine.full.key)]),
  ),
  'projects/store.ts findProjectOfKey': reads(({ all, mine }) =>
    projects.findProjectOfKey(all, mine.kid),
  ),
  'projects/store.ts noteUse': changes(
    ({ all, mine }) => projects.noteUse(all, { apiKeyId: mine.full.id, isFormer: false }),
    ({ all }) =>
      all
        .updateTable('apiKeys')
        .set({ lastUseTime: null })
        .execute()
        .then(() => {}),
  ),
  'projects/store.ts findProjectByIdOrName': reads(({ all, mine }) =>
    projects.findProjectByIdOrName(all, mine.project.name),
  ),
  'projects/store.ts insertProject': changes(({ all, mine, theirs }) => {
    const row = { id: newId('proj'), orgId: mine.org.id, appName: 'Acme' }
    return Promise.all([
      projects.insertProject(all, { ...row, name: 'another' }),
      // A used name stays with its owner.
      projects.insertProject(all, { ...row, id: newId('proj'), name: theirs.project.name }),
    ]).then(([made, taken]) => {
      expect(taken).toBeUndefined()
      return made
    })
  }),
  'projects/store.ts foldStoredBytes': changes(
    ({ all }) => projects.foldStoredBytes(all, 10),
    async ({ all, mine: { projectId } }) => {
      await projects.foldStoredBytes(all, 10)
      await all.insertInto('storedBytes').values({ projectId, bytes: 1 }).execute()
    },
  ),
  'projects/store.ts countProjects': serves(async ({ all, mine, theirs }) => {
    const before = await projects.countProjects(all, mine.org.id)
    await projects.insertProject(all, {
      id: newId('proj'),
      orgId: mine.org.id,
      name: 'counted',
      appName: 'Acme',
    })
    expect(await projects.countProjects(all, mine.org.id)).toBe(before + 1)
    expect(await projects.countProjects(all, theirs.org.id)).toBe(1)
  }),
  'projects/store.ts findProjectByName': reads(({ all, mine }) =>
    projects.findProjectByName(all, mine.project.name),
  ),
  'projects/store.ts selectBuilderProjects': reads(({ all, mine }) =>
    projects.selectBuilderProjects(all, mine.owner.id).execute(),
  ),
  'projects/store.ts selectProject': reads(({ all, mine }) =>
    projects.selectProject(all, mine.projectId).execute(),
  ),
}
