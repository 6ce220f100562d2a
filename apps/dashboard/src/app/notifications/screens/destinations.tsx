import { destinationForms } from '@platform/client'
import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { HealthCell, getSeverity } from '../../ui/health.tsx'
import { List } from '../../ui/list/list.tsx'
import { Name } from '../../ui/name.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { destinationAddress } from '../destination-types.ts'
import { LastDaySummary } from '../last-day.tsx'

export function Destinations() {
  const { queries, to } = useProject()
  const destinations = useList(queries.destinations(), { everyMs: 10_000 })
  const [isCreating, setIsCreating] = useState(false)

  return (
    <DashboardPage
      title="Destinations"
      intro="Where records and notifications are delivered."
      actions={
        <Button changes tone="primary" onClick={() => setIsCreating(true)}>
          Create destination
        </Button>
      }
    >
      {isCreating && (
        <OnDemand name="create-destination.tsx" load={() => import('./create-destination.tsx')}>
          {({ CreateDestination }) => <CreateDestination onClose={() => setIsCreating(false)} />}
        </OnDemand>
      )}
      <List
        caption="Destinations"
        result={destinations}
        isCompact
        hasColumnPicker
        keyOf={(destination) => destination.id}
        empty={
          <Empty title="No destinations yet">
            Add a webhook, a stream, object storage or a log.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            width: 'm',
            sortBy: ({ name }) => name,
            render: ({ id, name }) => (
              <Link to={to('destination', { destination: id })}>
                <Name>{name}</Name>
              </Link>
            ),
          },
          {
            title: 'Type',
            width: 's',
            isSecondary: true,
            sortBy: ({ type }) => destinationForms[type].title,
            render: ({ type }) => destinationForms[type].title,
          },
          {
            title: 'Delivers to',
            isSecondary: true,
            sortBy: destinationAddress,
            render: (destination) => {
              const address = destinationAddress(destination)
              return <code title={address}>{address}</code>
            },
          },
          {
            title: 'Health',
            sortBy: ({ health }) => getSeverity(health),
            render: ({ health }) => <HealthCell of={health} />,
          },
          {
            title: 'Last 24 hours',
            width: 'm',
            render: ({ lastDay }) => <LastDaySummary of={lastDay} />,
          },
          {
            title: 'Created',
            width: 's',
            isOptional: true,
            sortBy: ({ createTime }) => createTime,
            render: ({ createTime }) => <Time at={createTime} />,
          },
        ]}
      />
    </DashboardPage>
  )
}
