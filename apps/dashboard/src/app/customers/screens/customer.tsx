import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import type { Schemas } from '@platform/client'
import { AddAccount } from '../../connect-links/add-account.tsx'
import { ConnectionList } from '../../connections/connection-list.tsx'
import { InstallationList } from '../../installations/installation-list.tsx'
import { LogList } from '../../installations/log-list.tsx'
import { DeliveryList } from '../../notifications/delivery-list.tsx'
import { AttentionList } from '../../projects/attention-list.tsx'
import { listAttention } from '../../projects/attention.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format.ts'
import { HealthBadge, nothingConnected } from '../../ui/health.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

const few = { atFirst: 8, everyMs: 5_000 }

/** Everything about one customer: what is wrong, what happened, and what is connected. */
export function Customer({ groupRef }: { groupRef: string }) {
  const { queries, to } = useProject()
  const found = useQuery(queries.customerSummary(groupRef), few)
  const customer = found.data

  return (
    <DashboardPage
      title={customer?.groupName || groupRef}
      parent={{ title: 'Customers', to: to('customers') }}
      badge={
        customer &&
        (customer.health ? <HealthBadge of={customer.health} /> : <Badge>{nothingConnected}</Badge>)
      }
    >
      <Loaded result={found}>
        {(summary) =>
          summary ? (
            <CustomerSections customer={summary} />
          ) : (
            <WithoutConnection groupRef={groupRef} />
          )
        }
      </Loaded>
    </DashboardPage>
  )
}

/** A customer exists once something is connected; before, there may be a link to connect it. */
function WithoutConnection({ groupRef }: { groupRef: string }) {
  const { queries, to } = useProject()
  return (
    <Loaded result={useList(queries.connectLinks({ groupRef }), few)}>
      {([link]) =>
        link ? (
          <Empty title={`${link.group.groupName || groupRef} has not connected anything yet`}>
            Connect link last opened: <Time at={link.lastUseTime} otherwise="never" />.{' '}
            <Link to={to('connectLinks')}>View connect links</Link>
          </Empty>
        ) : (
          <Empty title="Customer not found">
            References are case-sensitive.{' '}
            <Link to={to('customers', { search: groupRef })}>Search customers</Link>
          </Empty>
        )
      }
    </Loaded>
  )
}

function CustomerSections({ customer }: { customer: Schemas['GroupSummary'] }) {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const { groupRef, providers, lastReadTime, recordsThisMonth, createTime } = customer
  const ofCustomer = { customer: groupRef }
  const installations = useList(queries.installations({ groupRef }), few)
  const connections = useList(queries.connections({ groupRef }), few)
  const failed = useList(queries.deliveries({ groupRef, status: 'failed' }), few)
  const errors = useList(queries.allLogs({ groupRef, severity: 'error' }), few)
  const troubles = listAttention(
    {
      installations: installations.data ?? [],
      connections: connections.data ?? [],
      destinations: [],
    },
    providerName,
  )
  const failedCount = failed.data?.length ?? 0

  return (
    <>
      {troubles.length + failedCount > 0 && (
        <AttentionList troubles={troubles} failed={failedCount} groupRef={groupRef} />
      )}
      <Facts
        of={{
          Tools: providers.length > 0 && providers.map(providerName).join(', '),
          'Last read': <Time at={lastReadTime} otherwise="Not yet" />,
          'Records delivered this month':
            recordsThisMonth !== undefined && formatCount(recordsThisMonth),
          'Customer since': <Time at={createTime} />,
          Reference: <CopyableId what="reference">{groupRef}</CopyableId>,
        }}
      />
      <Section
        title="Installations"
        aside={<AddAccount group={{ groupRef, groupName: customer.groupName }} />}
      >
        <InstallationList
          isOfCustomer
          result={installations}
          empty={<Empty title="No installations for this customer" />}
        />
      </Section>
      {installations.data && installations.data.length > 0 && (
        <Section
          title="Timeline"
          aside={<Link to={to('operations', ofCustomer)}>View operations</Link>}
        >
          <OnDemand name="timeline.tsx" load={() => import('../../installations/timeline.tsx')}>
            {({ CustomerTimeline }) => <CustomerTimeline of={installations.data ?? []} />}
          </OnDemand>
        </Section>
      )}
      {errors.data?.length ? (
        <Section
          title="Errors"
          aside={<Link to={to('logs', { ...ofCustomer, severity: 'error' })}>View all</Link>}
        >
          <LogList isOfCustomer result={errors} />
        </Section>
      ) : null}
      <Section title="Deliveries" aside={<Link to={to('deliveries', ofCustomer)}>View all</Link>}>
        <DeliveryList isOfCustomer result={useList(queries.deliveries({ groupRef }), few)} />
      </Section>
      <Section title="Connections">
        <ConnectionList
          isOfCustomer
          result={connections}
          empty={<Empty title="No connections for this customer" />}
        />
      </Section>
    </>
  )
}
