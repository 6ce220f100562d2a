import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { byWhom } from '../../installations/by-whom.ts'
import { Link, useSearchParam } from '../../router.tsx'
import { Status } from '../../ui/badge.tsx'
import { words } from '../../ui/format.ts'
import { Filters, SelectFilter } from '../../ui/list/filters.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { DecideDialog } from '../decide-dialog.tsx'

type Approval = Schemas['Approval']

const states = (['pending', 'approved', 'rejected', 'expired'] as const).map(
  (one) => [one, words(one)] as const,
)

const describeWrite = ({ type, objectName, recordCount }: Approval) =>
  `${words(type)} ${objectName}${recordCount > 1 ? ` (${recordCount} records)` : ''}`

/** Names the customer, and the account if it has a name. */
const nameCustomer = ({ groupRef, instance }: Approval) =>
  instance === undefined ? groupRef : `${groupRef} · ${instance}`

/** Lists writes that wait for the decision of a person, and those that were decided. */
export function Approvals() {
  const { queries, store, to } = useProject()
  const [groupRef] = useSearchParam('customer')
  const [asked] = useSearchParam('state')
  const [state] = states.find(([one]) => one === asked) ?? []
  const [open, setOpen] = useState<Approval>()
  const query = queries.approvals({ ...(groupRef && { groupRef }), ...(state && { state }) })

  return (
    <DashboardPage
      title="Approvals"
      intro="Writes that wait until a person has seen and approved what they change."
    >
      <Filters label="Filter approvals">
        <CustomerFilter />
        <SelectFilter label="Status" name="state" options={states} />
      </Filters>
      <List
        caption="Approvals"
        result={useList(query, { everyMs: 5_000 })}
        isCompact
        keyOf={({ id }) => id}
        empty={
          <Empty title="No approvals">
            Set <code>approval: person</code> on an object in platform.yaml, and its writes wait
            here.
          </Empty>
        }
        columns={[
          {
            title: 'Write',
            render: (approval) => (
              <Link to={to('operation', { operation: approval.operationId })}>
                {describeWrite(approval)}
              </Link>
            ),
          },
          {
            title: 'Customer',
            width: 'm',
            render: (approval) =>
              approval.instance === undefined ? (
                <CustomerLink of={approval} />
              ) : (
                <span className="outcome-cell">
                  <CustomerLink of={approval} />
                  <span className="sub">{approval.instance}</span>
                </span>
              ),
          },
          { title: 'Status', render: (approval) => <Status of={approval.state} /> },
          {
            title: 'Requested',
            width: 'm',
            render: ({ createTime, requestedBy }) => (
              <span className="outcome-cell">
                <Time at={createTime} />
                <span className="sub">{byWhom(requestedBy)}</span>
              </span>
            ),
          },
          {
            title: 'Decision',
            width: 'm',
            render: ({ decidedBy, decideTime, expireTime }) =>
              decideTime === undefined ? (
                <span>
                  Until <Time at={expireTime} />
                </span>
              ) : (
                <Name>{decidedBy === undefined ? 'Nobody' : byWhom(decidedBy)}</Name>
              ),
          },
        ]}
        menuOf={(approval) => ({
          of: `${describeWrite(approval)} of ${nameCustomer(approval)}`,
          actions:
            approval.state === 'pending'
              ? [
                  {
                    title: 'Show changes',
                    label: `Show changes of ${describeWrite(approval)} of ${nameCustomer(approval)}`,
                    act: () => setOpen(approval),
                  },
                ]
              : [],
        })}
      />
      {open && (
        <DecideDialog
          approval={open}
          title={`${describeWrite(open)} of ${nameCustomer(open)}`}
          onClose={() => {
            setOpen(undefined)
            void store.invalidate(query.key)
          }}
        />
      )}
    </DashboardPage>
  )
}
