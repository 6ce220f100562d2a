import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { useAction } from '../../api/use-action.ts'
import { Link, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/csv.ts'
import { TextField } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'

/** Lists all customers, searchable by reference or name. */
export function Customers() {
  const { queries, to } = useProject()
  const [search, setSearch] = useSearchParam('search')
  const [typed, setTyped] = useState(search)
  const customers = useList(queries.customers(search))
  const save = useAction(async () => download('usage.csv', await queries.usage()))

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
            render: ({ groupRef, groupName }) => (
              <Link to={to('customer', { customer: groupRef })}>
                <Name>{groupName}</Name>
              </Link>
            ),
          },
          { title: 'Reference', render: ({ groupRef }) => <code>{groupRef}</code> },
          { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </DashboardPage>
  )
}
