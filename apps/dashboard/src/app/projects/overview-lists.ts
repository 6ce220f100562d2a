import type { ListQuery } from '../api/list-query.ts'
import type { queriesIn } from '../context.tsx'

/** A list and the size of its first page. */
const list = <Row>(of: ListQuery<Row>, atFirst: number) => ({ of, atFirst })

/** Lists that the overview shows, in the order of their importance. */
export const overviewLists = (queries: ReturnType<typeof queriesIn>) => ({
  installations: list(queries.installations(), 200),
  latest: list(queries.deliveries({}), 8),
  connections: list(queries.connections(), 200),
  failing: list(queries.deliveries({ status: 'failing' }), 200),
  // The same page as for the names of destinations.
  destinations: list(queries.destinations(), 1000),
  integrations: list(queries.integrations(), 200),
})
