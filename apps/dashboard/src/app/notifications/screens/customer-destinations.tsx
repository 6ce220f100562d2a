import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList, useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { HealthCell, getSeverity } from '../../ui/health.tsx'
import { Filters } from '../../ui/list/filters.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { CustomerSettingsForm } from '../customer-settings-form.tsx'

type CustomerDestination = Schemas['CustomerDestination']

/** Lists the webhooks that customers manage, and sets what they may add. */
export function CustomerDestinations() {
  const { queries, actions, store, to } = useProject()
  const [groupRef] = useSearchParam('customer')
  const query = queries.customerDestinations(groupRef ? { groupRef } : {})
  const destinations = useList(query, { everyMs: 10_000 })
  const [leaving, setLeaving] = useState<CustomerDestination>()
  const [switching, setSwitching] = useState<CustomerDestination>()
  const isDisabled = switching?.status === 'disabled'

  return (
    <DashboardPage
      title="Customer destinations"
      intro="Webhooks that your customers manage in your product. Each receives messages about its customer only."
    >
      <Allowed />
      <Filters label="Filter customer destinations">
        <CustomerFilter />
      </Filters>
      <List
        caption="Customer destinations"
        result={destinations}
        isCompact
        keyOf={({ id }) => id}
        empty={
          <Empty title="No customer destinations yet">
            Embed <code>DestinationList</code> of <code>@platform/react/destinations</code>, and
            give your users a token with <code>managesDestinations</code>.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            width: 'm',
            sortBy: ({ label }) => label,
            render: ({ id, label }) => (
              <Link to={to('deliveries', { destination: id })}>
                <Name>{label}</Name>
              </Link>
            ),
          },
          {
            title: 'Customer',
            width: 'm',
            sortBy: (one) => one.groupRef,
            render: (destination) => <CustomerLink of={destination} />,
          },
          {
            title: 'Delivers to',
            isSecondary: true,
            render: ({ url }) => <code title={url}>{url}</code>,
          },
          {
            title: 'Receives',
            isSecondary: true,
            render: ({ eventTypes }) => <Name>{eventTypes.join(', ')}</Name>,
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
        menuOf={(destination) => ({
          of: destination.label,
          actions: [
            {
              title: destination.status === 'disabled' ? 'Enable' : 'Disable',
              label: `${destination.status === 'disabled' ? 'Enable' : 'Disable'} ${destination.label}`,
              act: () => setSwitching(destination),
            },
            {
              title: 'Delete',
              label: `Delete ${destination.label}`,
              act: () => setLeaving(destination),
            },
          ],
        })}
      />
      {switching && (
        <Confirm
          title={`${isDisabled ? 'Enable' : 'Disable'} “${switching.label}” of ${switching.groupRef}?`}
          doIt={isDisabled ? 'Enable' : 'Disable'}
          act={async () => {
            await actions.setCustomerDestinationDisabled(switching.id, !isDisabled)
            await store.invalidate(query.key)
          }}
          onClose={() => setSwitching(undefined)}
        >
          {isDisabled
            ? 'Messages that were held are sent, oldest first.'
            : 'Messages are held until you or the customer enable it.'}
        </Confirm>
      )}
      {leaving && (
        <Confirm
          title={`Delete “${leaving.label}” of ${leaving.groupRef}?`}
          doIt="Delete"
          act={async () => {
            await actions.deleteCustomerDestination(leaving.id)
            await store.invalidate(query.key)
          }}
          onClose={() => setLeaving(undefined)}
        >
          Pending deliveries are canceled. The customer is not notified.
        </Confirm>
      )}
    </DashboardPage>
  )
}

/** Shows what customers may add and receive. */
function Allowed() {
  const { queries } = useProject()
  const settings = useQuery(queries.customerDestinationSettings())
  const [isEditing, setIsEditing] = useState(false)
  return (
    <section className="card stack">
      <div className="card-title">
        <h2>What customers may add</h2>
        {settings.data && (
          <Button changes onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      <Loaded result={settings}>
        {({ types, maxPerGroup, eventTypes }) =>
          types.length === 0 || maxPerGroup === 0 || eventTypes.length === 0 ? (
            <p className="muted">
              Nothing. Choose what customers may receive to let them add webhooks.
            </p>
          ) : (
            <>
              <p>Webhooks, up to {maxPerGroup} for each customer, which can receive:</p>
              <p className="row">
                {eventTypes.map((type) => (
                  <Badge key={type}>{type}</Badge>
                ))}
              </p>
            </>
          )
        }
      </Loaded>
      {isEditing && settings.data && (
        <CustomerSettingsForm settings={settings.data} onClose={() => setIsEditing(false)} />
      )}
    </section>
  )
}
