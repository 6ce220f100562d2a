import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useList, type ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { providerName } from '../ui/format.ts'
import { HealthCell } from '../ui/health.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'

interface InstallationListProps {
  result: ListResult<Schemas['Installation']>
  empty?: ReactNode
}

export function InstallationList({ result, empty }: InstallationListProps) {
  const { queries, to } = useProject()
  const integrations = useList(queries.integrations(), { atFirst: 1000 })
  const names = new Map(integrations.data?.map(({ id, name }) => [id, name]))

  return (
    <List
      caption="Installations"
      result={result}
      keyOf={(installation) => installation.id}
      empty={
        empty ?? (
          <Empty title="Nobody has installed this yet">
            An installation appears when one of your customers connects in your product.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Customer',
          render: ({ integrationId, id, connection, group = connection.group }) => (
            <>
              <Link to={to('installation', { integration: integrationId, installation: id })}>
                {group.groupName || group.groupRef}
              </Link>
              {group.groupName !== group.groupRef && <span className="sub">{group.groupRef}</span>}
            </>
          ),
        },
        {
          title: 'Integration',
          render: ({ integrationId, connection }) => (
            <>
              {names.get(integrationId) ?? integrationId}
              <span className="sub">{providerName(connection.provider)}</span>
            </>
          ),
        },
        { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
        {
          title: 'Last operation',
          render: ({ lastOperationStatus }) =>
            lastOperationStatus ? (
              <Status of={lastOperationStatus} />
            ) : (
              <span className="muted">None yet</span>
            ),
        },
        { title: 'Installed', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}
