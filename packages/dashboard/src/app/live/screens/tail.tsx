import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useIsLive } from '../../api/liveness.ts'
import { useList, type ListResult } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { useDestinationNames } from '../../notifications/delivery-list.tsx'
import { Link, useSearchParam } from '../../router.tsx'
import type { RoutePath } from '../../routes.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Filters } from '../../ui/filters.tsx'
import { words } from '../../ui/format.ts'
import { Empty, Loading } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { ExactTime } from '../../ui/time.tsx'

interface Line {
  key: string
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
      time: line.timestamp,
      what: line.objectName,
      status: line.severity.toLowerCase(),
      text: line.message.error ?? line.message.msg,
      to: to('operation', { operation: line.operationId }),
      customer: line,
    })),
    ...(deliveries.data ?? []).map((delivery) => ({
      key: delivery.id,
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
      {error && <ProblemMessage error={error} onRetry={logs.refresh} />}
      {!isKnown && !error && <Loading />}
      {lines.length === 0 ? (
        isKnown && (
          <Empty title="No activity yet">New log entries and deliveries appear here.</Empty>
        )
      ) : (
        <div className="list tail">
          <div className="log-line log-head" aria-hidden="true">
            <span>Time</span>
            <span>Status</span>
            <span>Entry</span>
            <span>Message</span>
            <span>Customer</span>
          </div>
          <ol className="log">
            {lines.map((line) => (
              <li key={line.key} className="log-line" data-severity={line.status}>
                <ExactTime at={line.time} />
                {['info', 'warning', 'error', 'warn'].includes(line.status) ? (
                  <span className="log-severity">{words(line.status)}</span>
                ) : (
                  <Status of={line.status} />
                )}
                <Link to={line.to} className="log-what" data-entry>
                  {line.what}
                </Link>
                <span className="log-text" title={line.text}>
                  {line.text}
                </span>
                <span className="log-aside">
                  <CustomerLink of={line.customer} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </DashboardPage>
  )
}

function State({ isPaused, isLive }: { isPaused: boolean; isLive: boolean }) {
  if (isPaused) return <Badge tone="warning">Paused</Badge>
  return isLive ? <Badge tone="busy">Live</Badge> : <Badge tone="warning">Connecting…</Badge>
}
