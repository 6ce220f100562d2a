import type { DeliveryFilter } from '../queries.ts'
import { deliveryStatuses, messageTypes } from '../message-types.ts'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import {
  Filters,
  SelectFilter,
  TextFilter,
  TimeFilters,
  useTimeFilter,
} from '../../ui/list/filters.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { useServerSort } from '../../ui/list/sorting.tsx'
import { DeliveryList, useDestinationNames } from '../delivery-list.tsx'

/** Lists deliveries in real time. The filter is in the URL. */
export function Deliveries() {
  const { queries, to } = useProject()
  const [groupRef] = useSearchParam('customer')
  const [installationId] = useSearchParam('installation')
  const [operationId] = useSearchParam('operation')
  const [eventId] = useSearchParam('event')
  const [destinationId] = useSearchParam('destination')
  const [type] = useSearchParam('type')
  const [status] = useSearchParam('status')
  const names = useDestinationNames()
  const own = useList(queries.eventTypes(), { atFirst: 1000 })
  const types = [...messageTypes, ...(own.data ?? []).map(({ name }) => name)].map(
    (one) => [one, one] as const,
  )
  const filter = {
    ...(groupRef && { groupRef }),
    ...(installationId && { installationId }),
    ...(operationId && { operationId }),
    ...(eventId && { eventId }),
    ...(destinationId && { destinationId }),
    ...(type && { type }),
    ...(status && { status }),
    ...useTimeFilter(),
  } as DeliveryFilter
  const sort = useServerSort({ Created: 'createTime' })
  const query = queries.deliveries({ ...filter, ...(sort && { sort }) })
  const deliveries = useList(query, { everyMs: 3_000 })
  const isFiltered = Object.keys(filter).length > 0

  return (
    <DashboardPage
      title="Deliveries"
      intro="Messages sent to your destinations."
      actions={
        <Link className="button" to={to('replays')}>
          Replays
        </Link>
      }
    >
      <Filters label="Filter deliveries">
        <CustomerFilter />
        <TextFilter label="Installation" name="installation" idsOf="inst" />
        <TextFilter label="Operation" name="operation" idsOf="op" />
        <TextFilter label="Event" name="event" idsOf="evt" />
        <SelectFilter label="Destination" name="destination" options={[...names]} />
        <SelectFilter label="Event type" name="type" options={types} />
        <SelectFilter label="Status" name="status" options={deliveryStatuses} />
        <TimeFilters />
      </Filters>
      <DeliveryList
        result={deliveries}
        workList={query}
        empty={isFiltered ? <Empty title="No deliveries match these filters" /> : undefined}
      />
    </DashboardPage>
  )
}
