import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useIsLive } from '../../api/liveness.ts'
import { useList, type ListResult } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { useDestinationNames } from '../../notifications/delivery-list.tsx'
import { LogSeverity } from '../../installations/log-line.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import type { RoutePath } from '../../routes.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Filters } from '../../ui/list/filters.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { exactTime } from '../../ui/format.ts'
import { List, type Column } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ExactTime } from '../../ui/time.tsx'

interface Line {
  key: string
  type: 'Log entry' | 'Delivery'
  /** ID of the operation or delivery. */
  id: string
  time: string
  what: string
  status: string
  text: string
  to: RoutePath
  customer: { groupRef?: string | undefined; groupName?: string | undefined }
}

const latest = { atFirst: 100, everyMs: 3_000 }

/** Returns the time from which a list is complete: older entries are on its other pages. */
const completeSince = <Row,>({ data, hasMore }: ListResult<Row>, timeOf: (row: Row) => string) => {
  const oldest = hasMore ? data?.at(-1) : undefined
  return oldest ? timeOf(oldest) : ''
}

/** Shows log entries and deliveries together in real time, newest first. */
export function Tail() {
  const { queries, to } = useProject()
  const [groupRef] = useSearchParam('customer')
  const filter = groupRef ? { groupRef } : {}
  const logs = useList(queries.allLogs(filter), latest)
  const deliveries = useList(queries.deliveries(filter), latest)
  const names = useDestinationNames()
  const [paused, setPaused] = useState<Line[]>()
  const isKnown = logs.data !== undefined && deliveries.data !== undefined
  const error = logs.error ?? deliveries.error
  const isLive = useIsLive()
  const ofLogs = completeSince(logs, ({ timestamp }) => timestamp)
  const ofDeliveries = completeSince(deliveries, ({ createTime }) => createTime)
  const since = ofLogs > ofDeliveries ? ofLogs : ofDeliveries

  const now: Line[] = [
    ...(logs.data ?? []).map((line, index) => ({
      key: `${line.operationId} ${line.timestamp} ${index}`,
      type: 'Log entry' as const,
      id: line.operationId,
      time: line.timestamp,
      what: line.objectName,
      status: line.severity,
      text: line.message.error ?? line.message.msg,
      to: to('operation', { operation: line.operationId }),
      customer: line,
    })),
    ...(deliveries.data ?? []).map((delivery) => ({
      key: delivery.id,
      type: 'Delivery' as const,
      id: delivery.id,
      time: delivery.lastAttemptTime ?? delivery.createTime,
      what: delivery.eventType,
      status: delivery.status,
      text: delivery.lastError ?? `To ${names.get(delivery.destinationId) ?? 'a destination'}`,
      to: to('delivery', { delivery: delivery.id }),
      customer: delivery,
    })),
  ]
    // Older than the end of one list, only entries of the other are known.
    .filter(({ time }) => time >= since)
    .toSorted((a, b) => b.time.localeCompare(a.time))
  const lines = paused ?? now

  return (
    <DashboardPage
      title="Live tail"
      intro="Log entries and deliveries in real time, newest first."
      badge={<State isPaused={paused !== undefined} isLive={isLive} />}
      actions={
        <Button onClick={() => setPaused(paused ? undefined : now)}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
      }
    >
      <Filters label="Filter entries">
        <CustomerFilter />
      </Filters>
      <List
        caption="Entries"
        result={{
          ...logs,
          data: isKnown ? lines : undefined,
          error,
          page: 1,
          hasMore: false,
          refresh: () => {
            logs.refresh()
            deliveries.refresh()
          },
        }}
        isCompact
        hasColumnPicker
        keyOf={({ key }) => key}
        empty={<Empty title="No activity yet">New log entries and deliveries appear here.</Empty>}
        columns={columns}
      />
    </DashboardPage>
  )
}

const columns: Column<Line>[] = [
  {
    title: 'Time',
    width: 'time',
    render: ({ time, what, to }) => (
      <Link to={to} aria-label={`${exactTime(new Date(time))} ${what}`}>
        <ExactTime at={time} />
      </Link>
    ),
  },
  { title: 'Entry', width: 'm', render: ({ what }) => <Name>{what}</Name> },
  {
    title: 'Status',
    width: 's',
    render: ({ type, status }) =>
      type === 'Delivery' ? <Status of={status} /> : <LogSeverity of={status} />,
  },
  {
    title: 'Message',
    render: ({ text }) => (
      <span className="log-text" title={text}>
        {text}
      </span>
    ),
  },
  { title: 'Customer', width: 'm', render: ({ customer }) => <CustomerLink of={customer} /> },
  { title: 'Type', width: 's', isOptional: true, render: ({ type }) => type },
  {
    title: 'ID',
    width: 'm',
    isOptional: true,
    render: ({ id }) => <CopyableId>{id}</CopyableId>,
  },
]

function State({ isPaused, isLive }: { isPaused: boolean; isLive: boolean }) {
  if (isPaused) return <Badge tone="warning">Paused</Badge>
  return isLive ? <Badge tone="busy">Live</Badge> : <Badge tone="warning">Connecting…</Badge>
}
