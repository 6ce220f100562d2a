import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { Link } from '../router.tsx'

/** Links to an integration by its ID. */
export function IntegrationLink({ id }: { id: string }) {
  const { queries, to } = useProject()
  const { data } = useQuery(queries.integration(id))
  const name = data?.name ?? id
  return <Link to={to('integration', { integration: name })}>{name}</Link>
}
