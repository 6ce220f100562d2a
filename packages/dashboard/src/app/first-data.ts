import type { Query } from '@platform/client'
import { myInfo } from './account/queries.ts'
import { pageQuery } from './api/use-query.ts'
import { queriesIn, type Dashboard } from './context.tsx'
import { overviewLists } from './projects/overview-lists.ts'
import { placeAt, projectAt } from './routes.ts'

/**
 * Requests what the frame and the overview show, before the first rendering: on slow machines, rendering takes longer
 * than the requests.
 */
export function requestFirstData({ client, store }: Dashboard, pathname: string): void {
  // The part that uses the data shows the failure.
  const request = (query: Query<unknown>) => void store.get(query).catch(() => {})
  request(myInfo(client))
  const project = projectAt(pathname)
  if (project === undefined) return
  const queries = queriesIn(client, project)
  request(queries.project())
  if (placeAt(pathname)?.name !== 'project') return
  for (const { of, atFirst } of Object.values(overviewLists(queries))) {
    request(pageQuery<unknown>(of, atFirst))
  }
}
