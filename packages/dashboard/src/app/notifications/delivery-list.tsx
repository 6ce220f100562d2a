import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useList, type ListResult } from '../api/use-query.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { formatCountOf } from '../ui/format.ts'
import { List } from '../ui/list.tsx'
import { Name } from '../ui/name.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'

export interface DeliveryListProps {
  result: ListResult<Schemas['Delivery']>
  empty?: ReactElement | undefined
}

export function DeliveryList({ result, empty }: DeliveryListProps) {
  const { to } = useProject()
  const names = useDestinationNames()

  return (
    <List
      caption="Deliveries"
      result={result}
      keyOf={(delivery) => delivery.id}
      empty={
        empty ?? (
          <Empty title="No deliveries yet">
            Deliveries appear when an event is routed to a destination.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Event',
          render: ({ id, eventType, objectName, numRecords }) => (
            <>
              <Link to={to('delivery', { delivery: id })}>{eventType}</Link>
              {objectName && (
                <span className="sub">
                  {objectName}
                  {numRecords !== undefined && ` · ${formatCountOf(numRecords, 'record')}`}
                </span>
              )}
            </>
          ),
        },
        { title: 'Customer', render: (delivery) => <CustomerLink of={delivery} /> },
        {
          title: 'Destination',
          render: ({ destinationId }) => <Name>{names.get(destinationId) ?? destinationId}</Name>,
        },
        {
          title: 'Status',
          render: ({ status, lastError }) => (
            <>
              <Status of={status} />
              {lastError && status !== 'delivered' && <span className="sub">{lastError}</span>}
            </>
          ),
        },
        { title: 'Attempts', render: ({ attempts }) => attempts, align: 'end' },
        { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}

export function useDestinationNames(): Map<string, string> {
  const { queries } = useProject()
  const destinations = useList(queries.destinations(), { atFirst: 1000 })
  return new Map(destinations.data?.map(({ id, name }) => [id, name]))
}
