import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { HealthCell } from '../ui/health.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { Time } from '../ui/time.tsx'

interface ConnectionListProps {
  result: ListResult<Schemas['Connection']>
  empty?: ReactElement | undefined
}

export function ConnectionList({ result, empty }: ConnectionListProps) {
  const { to } = useProject()
  const providerName = useProviderNames()
  return (
    <List
      caption="Connections"
      result={result}
      isCompact
      keyOf={(connection) => connection.id}
      empty={
        empty ?? (
          <Empty title="No connections yet">
            A connection appears when one of your customers signs in to a provider.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Customer',
          width: 'm',
          render: ({ id, group }) => (
            <Link to={to('connection', { connection: id })}>
              <Name>{group.groupName || group.groupRef}</Name>
            </Link>
          ),
        },
        {
          title: 'Provider',
          width: 'm',
          render: ({ provider, providerWorkspaceRef }) => (
            <Name>
              {[providerName(provider), providerWorkspaceRef].filter(Boolean).join(' · ')}
            </Name>
          ),
        },
        {
          title: 'Connected by',
          width: 'm',
          render: ({ consumer }) => <Name>{consumer.consumerName || consumer.consumerRef}</Name>,
        },
        { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
        { title: 'Created', width: 's', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}
