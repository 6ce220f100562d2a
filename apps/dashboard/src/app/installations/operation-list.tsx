import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import type { Bulk } from '../ui/list/bulk-actions.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { List } from '../ui/list/list.tsx'
import { Name } from '../ui/name.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'
import { mayCancel, Progress, titleOfOperation } from './operation-parts.tsx'

type Row = Schemas['Operation']

interface OperationListProps {
  result: ListResult<Row>
  empty?: ReactElement | undefined
  /** The list with its filters, for the export. */
  workList: ListQuery<Row>
}

export function OperationList({ result, empty, workList }: OperationListProps) {
  const { to, actions } = useProject()
  const bulk: Bulk<Row> = {
    nameOf: (operation) =>
      [titleOfOperation(operation), operation.groupName || operation.groupRef]
        .filter(Boolean)
        .join(', '),
    actions: [
      {
        title: 'Cancel',
        done: 'canceled',
        changes: false,
        applies: mayCancel,
        warning:
          'Delivered records stay delivered. The next read starts where the canceled one started.',
        act: ({ id }) => actions.cancelOperation(id),
      },
    ],
    onDone: result.refresh,
  }
  return (
    <List
      caption="Operations"
      result={result}
      isCompact
      hasColumnPicker
      exportOfAll={{ fileName: 'operations.csv', list: workList, values: exportedValues }}
      bulk={bulk}
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
          width: 's',
          sortBy: titleOfOperation,
          render: (operation) => (
            <Link to={to('operation', { operation: operation.id })}>
              {titleOfOperation(operation)}
            </Link>
          ),
        },
        {
          title: 'Customer',
          width: 'm',
          sortBy: ({ groupName, groupRef }) => groupName || (groupRef ?? ''),
          render: (operation) => <CustomerLink of={operation} />,
        },
        {
          title: 'Objects',
          width: 'm',
          isSecondary: true,
          render: ({ metadata }) => metadata?.objects && <Name>{metadata.objects.join(', ')}</Name>,
        },
        {
          title: 'Status',
          sortBy: ({ status }) => status,
          render: ({ status, result: outcome }) => (
            <span className="outcome-cell">
              <Status of={status} />
              {status === 'failure' && outcome && <Name>{outcome}</Name>}
            </span>
          ),
        },
        { title: 'Records', width: 'm', render: (operation) => <Progress of={operation} /> },
        {
          title: 'Started',
          width: 's',
          sortBy: ({ createTime }) => createTime,
          isServerSorted: true,
          render: ({ createTime }) => <Time at={createTime} />,
        },
        {
          title: 'Operation ID',
          width: 'm',
          isOptional: true,
          render: ({ id }) => <CopyableId>{id}</CopyableId>,
        },
      ]}
    />
  )
}

const exportedValues: Record<string, (operation: Row) => string | undefined> = {
  id: ({ id }) => id,
  operation: titleOfOperation,
  customer: ({ groupName }) => groupName,
  customerRef: ({ groupRef }) => groupRef,
  objects: ({ metadata }) => metadata?.objects?.join(' '),
  status: ({ status }) => status,
  result: ({ result }) => result,
  records: ({ metadata }) => metadata?.progress?.recordsProcessed?.toString(),
  started: ({ createTime }) => createTime,
  ended: ({ endTime }) => endTime,
  installation: ({ installationId }) => installationId,
}
