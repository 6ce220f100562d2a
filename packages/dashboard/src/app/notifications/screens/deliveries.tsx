import type { DeliveryFilter } from '../queries.ts'
import { deliveryStatuses, messageTypes } from '../message-types.ts'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link, navigate, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { words } from '../../ui/format.ts'
import { Empty } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { DeliveryList, useDestinationNames } from '../delivery-list.tsx'

/** What was and is to be delivered, as it happens. The filter is in the address. */
export function Deliveries() {
  const { queries, to } = useProject()
  const [destination, setDestination] = useSearchParam('destination')
  const [type, setType] = useSearchParam('type')
  const [status, setStatus] = useSearchParam('status')
  const names = useDestinationNames()
  const filter = {
    ...(destination && { destinationId: destination }),
    ...(type && { type }),
    ...(status && { status }),
  } as DeliveryFilter
  const deliveries = useList(queries.deliveries(filter), { everyMs: 3_000 })
  const isFiltered = Object.keys(filter).length > 0
  const showAll = () => navigate(to('deliveries'), { replace: true })

  return (
    <Page
      title="Deliveries"
      intro="Every message to a destination, the newest first."
      actions={<Link to={to('replays')}>Send many again</Link>}
    >
      <search className="filters" aria-label="Filter deliveries">
        <Select label="Destination" value={destination} onChange={setDestination}>
          <option value="">All</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Event type" value={type} onChange={setType}>
          <option value="">All</option>
          {messageTypes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Select label="Status" value={status} onChange={setStatus}>
          <option value="">All</option>
          {deliveryStatuses.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </Select>
        {isFiltered && (
          <Button tone="quiet" onClick={showAll}>
            Show all
          </Button>
        )}
      </search>
      <DeliveryList
        result={deliveries}
        empty={isFiltered && <Empty title="No delivery is like that" />}
      />
    </Page>
  )
}
