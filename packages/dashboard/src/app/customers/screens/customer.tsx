import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { ConnectionList } from '../../connections/connection-list.tsx'
import { InstallationList } from '../../installations/installation-list.tsx'
import { LogList } from '../../installations/log-list.tsx'
import { OperationList } from '../../installations/operation-list.tsx'
import { DeliveryList } from '../../notifications/delivery-list.tsx'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { HealthBadge, nothingConnected } from '../../ui/health.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'

const few = { atFirst: 8, everyMs: 5_000 }

/** Everything about one customer: installations, connections, operations and events. */
export function Customer({ groupRef }: { groupRef: string }) {
  const { queries, to } = useProject()
  const found = useQuery(queries.found(groupRef), few)
  const customer = found.data?.find(({ kind, id }) => kind === 'group' && id === groupRef)

  return (
    <DashboardPage
      title={customer?.name ?? groupRef}
      parent={{ title: 'Customers', to: to('customers') }}
      intro={customer && <CopyableId what="reference">{groupRef}</CopyableId>}
      badge={
        customer &&
        (customer.health ? <HealthBadge of={customer.health} /> : <Badge>{nothingConnected}</Badge>)
      }
    >
      <Loaded result={found}>
        {() =>
          customer ? (
            <AllOf groupRef={groupRef} />
          ) : (
            <Empty title="Customer not found">
              References are case-sensitive.{' '}
              <Link to={to('customers', { search: groupRef })}>Search customers</Link>
            </Empty>
          )
        }
      </Loaded>
    </DashboardPage>
  )
}

function AllOf({ groupRef }: { groupRef: string }) {
  const { queries, to } = useProject()
  const ofCustomer = { customer: groupRef }
  const errors = useList(queries.allLogs({ groupRef, severity: 'error' }), few)

  return (
    <>
      {errors.data?.length ? (
        <Section
          title="Errors"
          aside={<Link to={to('logs', { ...ofCustomer, severity: 'error' })}>View all</Link>}
        >
          <LogList result={errors} />
        </Section>
      ) : null}
      <Section title="Installations">
        <InstallationList
          result={useList(queries.installations({ groupRef }), few)}
          empty={<Empty title="No installations for this customer" />}
        />
      </Section>
      <Section title="Connections">
        <ConnectionList
          result={useList(queries.connections({ groupRef }), few)}
          empty={<Empty title="No connections for this customer" />}
        />
      </Section>
      <Section title="Operations" aside={<Link to={to('operations', ofCustomer)}>View all</Link>}>
        <OperationList isOfCustomer result={useList(queries.allOperations({ groupRef }), few)} />
      </Section>
      <Section title="Deliveries" aside={<Link to={to('deliveries', ofCustomer)}>View all</Link>}>
        <DeliveryList isOfCustomer result={useList(queries.deliveries({ groupRef }), few)} />
      </Section>
    </>
  )
}
