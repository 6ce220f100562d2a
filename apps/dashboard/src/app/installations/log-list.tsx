import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import type { ListResult } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { duration, exactTime } from '../ui/format.ts'
import { List } from '../ui/list/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { ExactTime } from '../ui/time.tsx'
import { CallBadge, LogDetails, LogText, pathOfCall, LogSeverity } from './log-line.tsx'

type Row = Schemas['OperationLog']

interface LogListProps {
  result: ListResult<Row>
  empty?: ReactElement | undefined
  /** The list with its filters; allows choosing columns, sorting and exporting. */
  workList?: ListQuery<Row>
  /** Omits the column of the customer. */
  isOfCustomer?: boolean
}

/** Lists entries of several logs, each with its customer and operation. */
export function LogList({ result, empty, workList, isOfCustomer = false }: LogListProps) {
  const { to } = useProject()
  const keys = keysOfEntries(result.data ?? [])
  return (
    <List
      caption="Logs"
      result={result}
      isCompact
      hasColumnPicker={workList !== undefined}
      exportOfAll={workList && { fileName: 'logs.csv', list: workList, values: exportedValues }}
      keyOf={(entry) => keys.get(entry) ?? ''}
      empty={
        empty ?? (
          <Empty title="No log entries yet">Log entries of reads and writes appear here.</Empty>
        )
      }
      nameOf={({ timestamp, message }) => `${exactTime(new Date(timestamp))} ${message.msg}`}
      details={({ message, operationId, objectName }) => (
        <div className="log-body stack" data-gap="small">
          <LogDetails of={message}>
            <p>
              <Link to={to('operation', { operation: operationId })}>
                Operation of {objectName}
              </Link>
            </p>
          </LogDetails>
        </div>
      )}
      columns={[
        {
          title: 'Time',
          width: 'time',
          sortBy: ({ timestamp }) => timestamp,
          isServerSorted: true,
          render: ({ timestamp }) => <ExactTime at={timestamp} />,
        },
        { title: 'Severity', width: 'xs', render: ({ severity }) => <LogSeverity of={severity} /> },
        { title: 'Message', render: ({ message }) => <LogText of={message} /> },
        {
          title: 'Response',
          width: 's',
          isSecondary: true,
          render: ({ message: { call } }) => call && <CallBadge of={call} />,
        },
        ...(isOfCustomer
          ? []
          : [
              {
                title: 'Customer',
                width: 'm' as const,
                render: (entry: Row) => <CustomerLink of={entry} />,
              },
            ]),
        {
          title: 'Object',
          width: 's',
          isOptional: true,
          render: ({ objectName }) => <Name>{objectName}</Name>,
        },
        {
          title: 'Request',
          width: 'm',
          isOptional: true,
          render: ({ message: { call } }) =>
            call && <Name>{`${call.method} ${pathOfCall(call.url)}`}</Name>,
        },
        {
          title: 'Duration',
          width: 'xs',
          align: 'end',
          isOptional: true,
          render: ({ message: { call } }) => call && duration(call.durationMs),
        },
        {
          title: 'Operation ID',
          width: 'm',
          isOptional: true,
          render: ({ operationId }) => <CopyableId>{operationId}</CopyableId>,
        },
      ]}
    />
  )
}

/** Returns keys that stay the same when newer entries arrive; equal entries are counted from the oldest. */
function keysOfEntries(entries: readonly Row[]): Map<Row, string> {
  const counts = new Map<string, number>()
  return new Map(
    entries.toReversed().map((entry) => {
      const { operationId, timestamp, message } = entry
      const key = `${operationId} ${timestamp} ${message.msg}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [entry, `${key} ${count}`]
    }),
  )
}

const exportedValues: Record<string, (entry: Row) => string | undefined> = {
  time: ({ timestamp }) => timestamp,
  severity: ({ severity }) => severity,
  message: ({ message }) => message.msg,
  error: ({ message }) => message.error,
  customer: ({ groupName }) => groupName,
  customerRef: ({ groupRef }) => groupRef,
  object: ({ objectName }) => objectName,
  operation: ({ operationId }) => operationId,
  call: ({ message: { call } }) => call && `${call.method} ${call.url}`,
  status: ({ message: { call } }) => call?.status?.toString(),
}
