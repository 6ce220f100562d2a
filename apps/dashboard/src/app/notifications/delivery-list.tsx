import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import { useProject } from '../context.tsx'
import { useList, type ListResult } from '../api/use-query.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import type { RoutePath } from '../routes.ts'
import { Status } from '../ui/badge.tsx'
import { formatCountWithNoun } from '../ui/format.ts'
import type { Bulk } from '../ui/list/bulk-actions.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { List, type Column } from '../ui/list/list.tsx'
import { Name } from '../ui/name.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'

type Row = Schemas['Delivery']

export interface DeliveryListProps {
  result: ListResult<Row>
  empty?: ReactElement | undefined
  /** The list with its filters; allows selecting rows, choosing columns and exporting. */
  workList?: ListQuery<Row>
  /** Omits the column of the customer. */
  isOfCustomer?: boolean
  /** Omits the column of the destination. */
  isOfDestination?: boolean
}

export function DeliveryList({
  result,
  empty,
  workList,
  isOfCustomer = false,
  isOfDestination = false,
}: DeliveryListProps) {
  const { to, actions } = useProject()
  const nameDestination = useDestinationName()
  const bulk: Bulk<Row> = {
    nameOf: ({ eventType, groupName, groupRef }) =>
      [eventType, groupName || groupRef].filter(Boolean).join(', '),
    actions: [
      {
        title: 'Retry',
        done: 'retried',
        changes: true,
        applies: ({ status }) => status !== 'delivered',
        act: ({ id }) => actions.retryDelivery(id),
      },
      {
        title: 'Replay',
        done: 'replayed',
        changes: true,
        applies: ({ status }) => status === 'delivered',
        act: ({ id }) => actions.retryDelivery(id),
      },
    ],
    onDone: result.refresh,
  }

  return (
    <List
      caption="Deliveries"
      result={result}
      isCompact
      hasColumnPicker={workList !== undefined}
      exportOfAll={
        workList && {
          fileName: 'deliveries.csv',
          list: workList,
          values: makeExportValues(nameDestination),
        }
      }
      bulk={workList ? bulk : undefined}
      keyOf={(delivery) => delivery.id}
      empty={
        empty ?? (
          <Empty title="No deliveries yet">
            Deliveries appear when an event is routed to a destination.
          </Empty>
        )
      }
      columns={listColumns({
        nameDestination,
        isOfCustomer,
        isOfDestination,
        toDelivery: (delivery) => to('delivery', { delivery }),
      })}
    />
  )
}

const listColumns = ({
  nameDestination,
  isOfCustomer,
  isOfDestination,
  toDelivery,
}: {
  nameDestination: (id: string) => string
  isOfCustomer: boolean
  isOfDestination: boolean
  toDelivery: (id: string) => RoutePath
}): Column<Row>[] => [
  {
    title: 'Event',
    width: 'm',
    sortBy: ({ eventType }) => eventType,
    render: ({ id, eventType }) => <Link to={toDelivery(id)}>{eventType}</Link>,
  },
  {
    title: 'Object',
    width: 'm',
    isSecondary: true,
    render: ({ objectName, numRecords }) =>
      objectName &&
      [objectName, numRecords !== undefined && formatCountWithNoun(numRecords, 'record')]
        .filter(Boolean)
        .join(' · '),
  },
  ...(isOfCustomer
    ? []
    : [
        {
          title: 'Customer',
          width: 'm' as const,
          sortBy: ({ groupName, groupRef }: Row) => groupName || (groupRef ?? ''),
          render: (delivery: Row) => <CustomerLink of={delivery} />,
        },
      ]),
  ...(isOfDestination
    ? []
    : [
        {
          title: 'Destination',
          width: 's' as const,
          isSecondary: true,
          sortBy: ({ destinationId }: Row) => nameDestination(destinationId),
          render: ({ destinationId }: Row) => <Name>{nameDestination(destinationId)}</Name>,
        },
      ]),
  {
    title: 'Status',
    sortBy: ({ status }) => status,
    render: ({ status, lastError }) => (
      <span className="outcome-cell">
        <Status of={status} />
        {lastError && status !== 'delivered' && <Name>{lastError}</Name>}
      </span>
    ),
  },
  {
    title: 'Attempts',
    width: 'xs',
    sortBy: ({ attempts }) => attempts,
    align: 'end',
    isOptional: true,
    render: ({ attempts }) => attempts,
  },
  {
    title: 'Created',
    width: 's',
    sortBy: ({ createTime }) => createTime,
    isServerSorted: true,
    render: ({ createTime }) => <Time at={createTime} />,
  },
  {
    title: 'Delivery ID',
    width: 'm',
    isOptional: true,
    render: ({ id }) => <CopyableId>{id}</CopyableId>,
  },
]

export function useDestinationNames(): Map<string, string> {
  const { queries } = useProject()
  const destinations = useList(queries.destinations(), { atFirst: 1000 })
  return new Map(destinations.data?.map(({ id, name }) => [id, name]))
}

/** Returns what names a destination by its ID, also one that was deleted or that a customer manages. */
export function useDestinationName(): (id: string) => string {
  const { queries } = useProject()
  const own = useList(queries.destinations(), { atFirst: 1000 })
  const ofCustomers = useList(queries.customerDestinations(), { atFirst: 1000 })
  const isWhole = [own, ofCustomers].every(({ data, hasMore }) => data && !hasMore)
  return (id) => {
    const isIt = (destination: { id: string }) => destination.id === id
    const label = ofCustomers.data?.find(isIt)?.label
    return (
      own.data?.find(isIt)?.name ??
      (label === undefined ? (isWhole ? deletedDestination : id) : `Customer’s: ${label}`)
    )
  }
}

const deletedDestination = 'Deleted destination'

/** Values of exported deliveries; the name of a destination depends on the project. */
const makeExportValues = (
  nameDestination: (id: string) => string,
): Record<string, (delivery: Row) => string | undefined> => ({
  id: ({ id }) => id,
  event: ({ eventType }) => eventType,
  eventId: ({ eventId }) => eventId,
  object: ({ objectName }) => objectName,
  records: ({ numRecords }) => numRecords?.toString(),
  customer: ({ groupName }) => groupName,
  customerRef: ({ groupRef }) => groupRef,
  destination: ({ destinationId }) => nameDestination(destinationId),
  status: ({ status }) => status,
  error: ({ lastError }) => lastError,
  attempts: ({ attempts }) => attempts.toString(),
  created: ({ createTime }) => createTime,
  lastAttempt: ({ lastAttemptTime }) => lastAttemptTime,
  installation: ({ installationId }) => installationId,
  operation: ({ operationId }) => operationId,
})
