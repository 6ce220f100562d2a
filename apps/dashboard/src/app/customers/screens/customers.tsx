import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { useAction } from '../../api/use-action.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { Link, useSearchParam } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/list/csv.ts'
import { TextField } from '../../ui/form/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { HealthCell, nothingConnected, getSeverity } from '../../ui/health.tsx'
import { List } from '../../ui/list/list.tsx'
import { Name } from '../../ui/name.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { useServerSort } from '../../ui/list/sorting.tsx'
import { Time } from '../../ui/time.tsx'

/** Lists all customers with the state of their tools, searchable by reference or name. */
export function Customers() {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const [search, setSearch] = useSearchParam('search')
  const [typed, setTyped] = useState(search)
  const sort = useServerSort({ Customer: 'groupName', Reference: 'groupRef' })
  const query = queries.customerSummaries(search, sort)
  const customers = useList(query, { everyMs: 10_000 })
  const save = useAction(async () => download('usage.csv', await queries.usage()))
  const listTools = (providers: readonly string[]) => providers.map(providerName).join(', ')

  return (
    <DashboardPage
      title="Customers"
      intro="Companies, teams or workspaces that use your integrations."
      actions={
        <Button isBusy={save.isRunning} onClick={() => void save.run()}>
          Export usage as CSV
        </Button>
      }
    >
      {save.error && <ProblemMessage error={save.error} />}
      <search className="filters" aria-label="Search customers">
        <TextField
          label="Name or reference"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setSearch(event.target.value.trim())
          }}
        />
      </search>
      <List
        caption="Customers"
        result={customers}
        isCompact
        hasColumnPicker
        exportOfAll={{
          fileName: 'customers.csv',
          list: query,
          pageSize: 200,
          values: exportedValues,
        }}
        keyOf={({ groupRef }) => groupRef}
        empty={
          search ? (
            <Empty title="No customers match this search">Try a shorter part of the name.</Empty>
          ) : (
            <Empty title="No customers yet">
              A customer appears when someone connects an account in your product.
            </Empty>
          )
        }
        columns={[
          {
            title: 'Customer',

            sortBy: ({ groupName, groupRef }) => groupName || groupRef,
            isServerSorted: true,
            render: ({ groupRef, groupName }) => (
              <Link to={to('customer', { customer: groupRef })}>
                <Name>{groupName || groupRef}</Name>
              </Link>
            ),
          },
          {
            title: 'Health',
            sortBy: ({ health }) => getSeverity(health),
            render: ({ health }) =>
              health ? <HealthCell of={health} /> : <Badge>{nothingConnected}</Badge>,
          },
          {
            title: 'Tools',
            width: 'm',
            sortBy: ({ providers }) => listTools(providers),
            render: ({ providers }) => providers.length > 0 && <Name>{listTools(providers)}</Name>,
          },
          {
            title: 'Last read',
            width: 's',
            sortBy: ({ lastReadTime = '' }) => lastReadTime,
            render: ({ lastReadTime }) => <Time at={lastReadTime} />,
          },
          {
            title: 'Records delivered this month',
            width: 'm',
            isSecondary: true,
            align: 'end',
            sortBy: ({ recordsThisMonth = 0 }) => recordsThisMonth,
            render: ({ recordsThisMonth }) =>
              recordsThisMonth === undefined ? (
                <span className="muted">—</span>
              ) : (
                formatCount(recordsThisMonth)
              ),
          },
          {
            title: 'Reference',
            width: 'm',
            isOptional: true,
            sortBy: ({ groupRef }) => groupRef,
            isServerSorted: true,
            render: ({ groupRef }) => <code>{groupRef}</code>,
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

const exportedValues: Record<string, (customer: Schemas['GroupSummary']) => string | undefined> = {
  customer: ({ groupName }) => groupName,
  customerRef: ({ groupRef }) => groupRef,
  health: ({ health }) => health?.state,
  reason: ({ health }) => health?.reason,
  tools: ({ providers }) => providers.join(' '),
  lastRead: ({ lastReadTime }) => lastReadTime,
  recordsThisMonth: ({ recordsThisMonth }) => recordsThisMonth?.toString(),
  created: ({ createTime }) => createTime,
}
