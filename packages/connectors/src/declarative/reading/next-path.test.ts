import type { ProviderClient } from '@platform/connector'
import { expect, it } from 'vitest'
import { catalogue } from '../../index.ts'
import { getMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'

/** Replies as dropbox/dropbox-api-spec files.stone shows them (ListFolderResult, 2026-08-05). */
const pages: Record<string, object> = {
  first: {
    entries: [
      { '.tag': 'folder', id: 'id:folder', name: 'math', path_lower: '/math' },
      { '.tag': 'file', id: 'id:one', name: 'a.txt', server_modified: '2015-05-12T15:50:38Z' },
    ],
    cursor: 'c1',
    has_more: true,
  },
  c1: {
    entries: [{ '.tag': 'deleted', name: 'pi.txt', path_lower: '/math/pi.txt' }],
    cursor: 'c2',
    has_more: true,
  },
  c2: {
    entries: [
      { '.tag': 'deleted', name: 'e.txt', path_lower: '/math/e.txt' },
      { '.tag': 'file', id: 'id:two', name: 'b.txt' },
    ],
    cursor: 'c3',
    has_more: false,
  },
}

it('follows cursors to the path of further pages, and leaves out what is no record', async () => {
  const asked: { path: string; body: unknown }[] = []
  const client: ProviderClient = {
    metadata: {},
    request: ({ path, body }) => {
      asked.push({ path, body })
      const page = pages[String(getMembers(body)['cursor'] ?? 'first')]
      return Promise.resolve({ status: 200, headers: {}, body: page })
    },
  }
  const connector = requireValue(requireValue(catalogue['dropbox']).connector)
  const ids: string[] = []
  const incomplete: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await connector.read(client, {
      objectName: 'files',
      fieldNames: ['name'],
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...page.records.map(({ id }) => id))
    incomplete.push(page.incomplete)
    cursor = page.next
  } while (cursor !== undefined)

  expect(ids).toEqual(['id:folder', 'id:one', 'id:two'])
  expect(incomplete).toEqual([undefined, undefined, undefined])
  expect(asked).toEqual([
    { path: '/2/files/list_folder', body: { path: '', recursive: true } },
    { path: '/2/files/list_folder/continue', body: { cursor: 'c1' } },
    { path: '/2/files/list_folder/continue', body: { cursor: 'c2' } },
  ])
})
