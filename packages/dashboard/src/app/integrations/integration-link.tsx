import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { Link } from '../router.tsx'

/** Names an integration of which only the ID is known. */
export function IntegrationLink({ id }: { id: string }) {
  const { queries, to } = useProject()
  const { data } = useQuery(queries.integration(id))
  const name = data?.name ?? id
  return <Link to={to('integration', { integration: name })}>{name}</Link>
}
