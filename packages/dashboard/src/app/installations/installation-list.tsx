import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { HealthCell } from '../ui/health.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { Time } from '../ui/time.tsx'

interface InstallationListProps {
  result: ListResult<Schemas['Installation']>
  empty?: ReactElement | undefined
}

export function InstallationList({ result, empty }: InstallationListProps) {
  const { to } = useProject()
  const providerName = useProviderNames()

  return (
    <List
      caption="Installations"
      result={result}
      keyOf={(installation) => installation.id}
      empty={
        empty ?? (
          <Empty title="No installations yet">
            An installation appears when a customer installs an integration in your product.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Customer',
          render: ({ integrationId, id, connection, group = connection.group }) => (
            <>
              <Link to={to('installation', { integration: integrationId, installation: id })}>
                <Name>{group.groupName || group.groupRef}</Name>
              </Link>
              {group.groupName !== group.groupRef && (
                <span className="sub">
                  <Name>{group.groupRef}</Name>
                </span>
              )}
            </>
          ),
        },
        {
          title: 'Integration',
          render: ({ integrationName, connection }) => (
            <>
              <Name>{integrationName}</Name>
              <span className="sub">
                <Name>{providerName(connection.provider)}</Name>
              </span>
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
