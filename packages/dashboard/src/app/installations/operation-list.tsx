import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import { Badge, Status } from '../ui/badge.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'
import { Progress, titleOfOperation } from './operation-parts.tsx'

interface OperationListProps {
  result: ListResult<Schemas['Operation']>
  empty?: ReactElement | undefined
}

export function OperationList({ result, empty }: OperationListProps) {
  const { to } = useProject()
  return (
    <List
      caption="Operations"
      result={result}
      keyOf={(operation) => operation.id}
      empty={
        empty ?? (
          <Empty title="No operations yet">
            The first read starts when a customer installs an integration.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Operation',
          render: (operation) => (
            <Link to={to('operation', { operation: operation.id })}>
              {titleOfOperation(operation)}
            </Link>
          ),
        },
        { title: 'Customer', render: (operation) => <CustomerLink of={operation} /> },
        {
          title: 'Objects',
          render: ({ metadata }) => (
            <span className="badges">
              {metadata?.objects?.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </span>
          ),
        },
        {
          title: 'Status',
          render: ({ status, result: outcome }) => (
            <>
              <Status of={status} />
              {status === 'failure' && outcome && <span className="sub">{outcome}</span>}
            </>
          ),
        },
        { title: 'Records', render: (operation) => <Progress of={operation} /> },
        { title: 'Started', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}
