import type { Query } from '@platform/client'
import { myInfo } from './account/queries.ts'
import { pageQuery } from './api/use-query.ts'
import { queriesIn, type Dashboard } from './context.tsx'
import { overviewLists } from './projects/overview-lists.ts'
import { projects } from './projects/queries.ts'
import { placeAt, projectAt } from './routes.ts'

/**
 * Requests what the frame and the overview show, before the first rendering: on slow machines, rendering takes longer
 * than the requests. Where the only project will be opened, its data follows the list of projects.
 */
export function requestFirstData(dashboard: Dashboard, pathname: string): void {
  const { client, store } = dashboard
  // The part that uses the data shows the failure.
  const request = <Data>(query: Query<Data>, then?: (data: Data) => void) =>
    void store.get(query).then(then, () => {})
  request(myInfo(client))
  const place = placeAt(pathname)?.name
  if (place === 'home') {
    request(pageQuery(projects(client)), ({ data: [first, second] }) => {
      if (first && !second) requestOverview(first.name)
    })
  }
  const project = projectAt(pathname)
  if (project === undefined) return
  if (place === 'project') requestOverview(project)
  else request(queriesIn(client, project).project())

  function requestOverview(of: string) {
    const queries = queriesIn(client, of)
    request(queries.project())
    for (const { of: list, atFirst } of Object.values(overviewLists(queries))) {
      request(pageQuery<unknown>(list, atFirst))
    }
  }
}
