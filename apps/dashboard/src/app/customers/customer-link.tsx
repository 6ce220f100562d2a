import { useProject } from '../context.tsx'
import { Link } from '../router.tsx'
import { Name } from '../ui/name.tsx'

/** Links to the customer of a resource, if known. */
export function CustomerLink({
  of: { groupRef, groupName },
}: {
  of: { groupRef?: string | undefined; groupName?: string | undefined }
}) {
  const { to } = useProject()
  if (groupRef === undefined) return <span className="muted">—</span>
  return (
    <Link to={to('customer', { customer: groupRef })}>
      <Name>{groupName || groupRef}</Name>
    </Link>
  )
}
