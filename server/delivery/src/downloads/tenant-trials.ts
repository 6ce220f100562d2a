import { expect } from 'vitest'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import * as downloads from './downloads.ts'
import type { Services } from '@platform/kernel/services'
import { type Trial, reads, changes, past } from '@platform/testing/trial'

export const downloadsTrials: Record<string, Trial> = {
  'downloads/downloads.ts findDownload': reads(
    async ({ database, theirs }, { id, signature }: { id: `dl_${string}`; signature: string }) => {
      await expect(
        downloads.openDownload(services, database, { id: theirs.ids.download, signature }),
      ).rejects.toMatchObject({ kind: 'download-not-found' })
      const { parts } = await downloads.openDownload(services, database, { id, signature })
      return JSON.parse((await Array.fromAsync(parts)).join(''))
    },
    async ({ database, mine: { projectId } }) => {
      const body = '{"of":"mine"}'
      const db = database.tenant(projectId)
      const eventId = newId('evt')
      await db.insertInto('events').values({ projectId, id: eventId, type: 'read', body }).execute()
      const url = new URL(
        await downloads.storeDownload(services, db, { projectId, eventId, body }),
        'http://x',
      )
      const id = url.pathname.split('/').at(-1) as `dl_${string}`
      return { id, signature: url.searchParams.get('signature')! }
    },
  ),
  'downloads/downloads.ts deleteExpiredDownloads': changes(
    ({ all }) =>
      downloads.deleteExpiredDownloads(all, { before: earliestId('evt', +past + 1), atMost: 10 }),
    ({ all, mine }) =>
      all
        .updateTable('downloads')
        .set({ eventId: earliestId('evt', +past) })
        .where('id', '=', mine.ids.download)
        .execute()
        .then(() => {}),
  ),
}

const services = { publicUrl: '', downloadKey: Buffer.alloc(32) } as Services
