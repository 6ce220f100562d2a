import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { providerName } from '../ui/format.ts'
import { HealthCell } from '../ui/health.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'

export function ConnectionList({ result }: { result: ListResult<Schemas['Connection']> }) {
  const { to } = useProject()
  return (
    <List
      caption="Connections"
      result={result}
      keyOf={(connection) => connection.id}
      empty={
        <Empty title="Nobody has connected an account yet">
          A connection appears when one of your customers signs in to a provider.
        </Empty>
      }
      columns={[
        {
          title: 'Customer',
          render: ({ id, group }) => (
            <>
              <Link to={to('connection', { connection: id })}>
                {group.groupName || group.groupRef}
              </Link>
              {group.groupName !== group.groupRef && <span className="sub">{group.groupRef}</span>}
            </>
          ),
        },
        {
          title: 'Provider',
          render: ({ provider, providerWorkspaceRef }) => (
            <>
              {providerName(provider)}
              {providerWorkspaceRef && <span className="sub">{providerWorkspaceRef}</span>}
            </>
          ),
        },
        {
          title: 'Connected by',
          render: ({ consumer }) => consumer.consumerName || consumer.consumerRef,
        },
        { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
        { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}
