import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { HealthCell, getSeverity } from '../ui/health.tsx'
import { List } from '../ui/list/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { Time } from '../ui/time.tsx'

interface ConnectionListProps {
  result: ListResult<Schemas['Connection']>
  empty?: ReactElement | undefined
  /** The list with its filters; allows choosing columns and exporting. */
  workList?: ListQuery<Row>
  /** Names the entries by provider instead of customer. */
  isOfCustomer?: boolean
}

type Row = Schemas['Connection']

const getConnectionGroupName = ({ group }: Row) => group.groupName || group.groupRef

export function ConnectionList({
  result,
  empty,
  workList,
  isOfCustomer = false,
}: ConnectionListProps) {
  const { to } = useProject()
  const providerName = useProviderNames()
  const describeAccount = ({ provider, providerWorkspaceRef }: Row) =>
    [providerName(provider), providerWorkspaceRef].filter(Boolean).join(' · ')
  return (
    <List
      caption="Connections"
      result={result}
      isCompact
      hasColumnPicker={workList !== undefined}
      exportOfAll={
        workList && { fileName: 'connections.csv', list: workList, values: exportedValues }
      }
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
          title: isOfCustomer ? 'Provider' : 'Customer',
          width: 'm',
          sortBy: getConnectionGroupName,
          render: (row) => (
            <Link to={to('connection', { connection: row.id })}>
              <Name>{isOfCustomer ? describeAccount(row) : getConnectionGroupName(row)}</Name>
            </Link>
          ),
        },
        ...(isOfCustomer
          ? []
          : [
              {
                title: 'Provider',
                width: 'm' as const,
                sortBy: describeAccount,
                render: (row: Row) => <Name>{describeAccount(row)}</Name>,
              },
            ]),
        {
          title: 'Connected by',
          width: 'm',
          isSecondary: true,
          sortBy: ({ consumer }) => consumer.consumerName || consumer.consumerRef,
          render: ({ consumer }) => <Name>{consumer.consumerName || consumer.consumerRef}</Name>,
        },
        {
          title: 'Health',
          sortBy: ({ health }) => getSeverity(health),
          render: ({ health }) => <HealthCell of={health} />,
        },
        {
          title: 'Created',
          width: 's',
          sortBy: ({ createTime }) => createTime,
          render: ({ createTime }) => <Time at={createTime} />,
        },
      ]}
    />
  )
}

const exportedValues: Record<string, (connection: Row) => string | undefined> = {
  id: ({ id }) => id,
  customer: ({ group }) => group.groupName,
  customerRef: ({ group }) => group.groupRef,
  provider: ({ provider }) => provider,
  workspace: ({ providerWorkspaceRef }) => providerWorkspaceRef,
  connectedBy: ({ consumer }) => consumer.consumerName || consumer.consumerRef,
  health: ({ health }) => health.state,
  healthSince: ({ health }) => health.since,
  reason: ({ health }) => health.reason,
  created: ({ createTime }) => createTime,
}
