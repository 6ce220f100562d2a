import { useState, type ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { Select } from '../ui/form/field.tsx'
import { duration, formatCount } from '../ui/format.ts'
import { Table } from '../ui/list/list.tsx'
import { Empty, Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Chart, width } from './chart.tsx'
import { axisTop, changeFrom, chartPartNames, height, toBarHeights } from './chart-parts.ts'

/** With its displayed name. */
type Hour = Schemas['DeliveryHour'] & { name: string }
type Counted = 'delivered' | 'retried' | 'failed' | 'recordsDelivered' | 'recordsFailed'
type Timed = 'p50Ms' | 'p95Ms'

interface Of {
  destinationId?: string
  installationId?: string
}

/** Deliveries per hour, with their outcomes and durations. */
export function HourlyChart({ of = {} }: { of?: Of }) {
  const { queries } = useProject()
  const [days, setDays] = useState('1')
  // Twice as long: the former half is what the latter is compared with.
  const asked = queries.deliveryHours({ ...of, days: Number(days) * 2 })
  const result = useQuery(asked, { everyMs: 6_000 })

  return (
    <Section
      title="Hourly statistics"
      aside={
        <Select label="Time" value={days} onChange={setDays}>
          <option value="1">Last 24 hours</option>
          <option value="7">Last 7 days</option>
        </Select>
      }
    >
      <Loaded result={result} shape="cards">
        {(data) => {
          const count = Number(days) * 24
          const hours = nameHours(data.slice(-count))
          const before = data.length >= 2 * count ? nameHours(data.slice(-2 * count, -count)) : []
          return hours.some(countAttempts) ? (
            <div className="charts">
              <Bars
                title="Attempts"
                hours={hours}
                before={before}
                parts={[
                  ['delivered', 'delivered'],
                  ['retried', 'retried'],
                  ['failed', 'failed'],
                ]}
              />
              <Bars
                title="Records"
                hours={hours}
                before={before}
                parts={[
                  ['recordsDelivered', 'delivered'],
                  ['recordsFailed', 'failed'],
                ]}
              />
              <Lines
                title="Latency of attempts"
                hours={hours}
                parts={[
                  ['p50Ms', 'p50'],
                  ['p95Ms', 'p95'],
                ]}
              />
              <p className="hint chart-note">
                Times in {Intl.DateTimeFormat().resolvedOptions().timeZone}.
                {before.some(countAttempts) && ` Changes compare with the ${periods[days]} before.`}
              </p>
              <InNumbers hours={hours} />
            </div>
          ) : (
            <Empty title="No deliveries in this period" />
          )
        }}
      </Loaded>
    </Section>
  )
}

const periods: Record<string, string> = { '1': '24 hours', '7': '7 days' }

function nameHours(hours: readonly Schemas['DeliveryHour'][]): Hour[] {
  const names = chartPartNames(hours.map(({ time }) => time))
  return hours.map((hour, index) => ({ ...hour, name: names[index] ?? hour.time }))
}

const countAttempts = (hour: Hour) => hour.delivered + hour.retried + hour.failed

interface PartsOf<Part> {
  title: string
  hours: readonly Hour[]
  /** The previous hours, as many; empty if unknown. */
  before: readonly Hour[]
  /** Stacked series from the bottom, with their labels. */
  parts: readonly (readonly [part: Part, words: string])[]
}

function Bars({ title, hours, before, parts }: PartsOf<Counted>) {
  const top = axisTop(Math.max(...hours.map((hour) => sum(parts.map(([part]) => hour[part])))))
  return (
    <Chart
      title={title}
      hours={hours}
      top={top}
      format={formatCount}
      legendOf={(at) =>
        parts.map(([part, words]) => {
          const total = sum(hours.map((hour) => hour[part]))
          const former = sum(before.map((hour) => hour[part]))
          const value = at === undefined ? total : (hours[at]?.[part] ?? 0)
          return {
            part,
            words: `${formatCount(value)} ${words}`,
            change: at === undefined ? changeFrom(former, total) : undefined,
          }
        })
      }
    >
      {hours.map((hour, index) => {
        const tall = toBarHeights(
          parts.map(([part]) => hour[part]),
          top,
        )
        return parts.map(([part], place) => (
          <rect
            key={`${hour.time} ${part}`}
            data-part={part}
            x={index * width + 1}
            width={width - 2}
            y={height - sum(tall.slice(0, place + 1))}
            height={tall[place]}
          />
        ))
      })}
    </Chart>
  )
}

function Lines({ title, hours, parts }: Omit<PartsOf<Timed>, 'before'>) {
  const top = axisTop(Math.max(...hours.flatMap((hour) => parts.map(([part]) => hour[part] ?? 0))))
  return (
    <Chart
      title={title}
      hours={hours}
      top={top}
      format={duration}
      legendOf={(at) =>
        parts.map(([part, words]) => {
          if (at !== undefined)
            return { part, words: `${words} ${formatLatency(hours[at]?.[part])}` }
          const newest = hours.findLast((hour) => hour[part] !== undefined)
          const when = newest && newest !== hours.at(-1) ? ` (${newest.name})` : ''
          const ms = newest?.[part]
          return {
            part,
            words: `${words} ${ms === undefined ? '—' : `≤ ${duration(ms)}${when}`}`,
          }
        })
      }
    >
      {parts.map(([part]) => (
        <Line
          key={part}
          part={part}
          points={hours.map((hour, index) => {
            const ms = hour[part]
            if (ms === undefined) return undefined
            return `${(index + 0.5) * width} ${height - (ms / top) * height}`
          })}
        />
      ))}
    </Chart>
  )
}

/** Draws a line through consecutive points; an isolated point becomes a dot. */
function Line({ part, points }: { part: Timed; points: readonly (string | undefined)[] }) {
  const isAlone = (index: number) => !points[index - 1] && !points[index + 1]
  const drawPoints = (as: (point: string, index: number) => string) =>
    points.map((point, index) => (point ? as(point, index) : '')).join('')
  return (
    <>
      <path
        data-part={part}
        d={drawPoints((point, index) => `${points[index - 1] ? 'L' : 'M'}${point}`)}
      />
      <path
        data-part={part}
        className="chart-dots"
        d={drawPoints((point, index) => (isAlone(index) ? `M${point}h0` : ''))}
      />
    </>
  )
}

/** Lists the hours as a table, without empty ones. */
function InNumbers({ hours }: { hours: readonly Hour[] }) {
  const column = (title: string, render: (hour: Hour) => ReactNode) =>
    ({ title, render, align: 'end' }) as const
  return (
    <details className="chart-numbers">
      <summary>Show as table</summary>
      <Table
        caption="Hourly statistics"
        rows={hours.filter(countAttempts).toReversed()}
        keyOf={({ time }) => time}
        columns={[
          { title: 'Hour', render: ({ name }) => name },
          column('Delivered', (hour) => formatCount(hour.delivered)),
          column('Retried', (hour) => formatCount(hour.retried)),
          column('Failed', (hour) => formatCount(hour.failed)),
          column('Records', (hour) => formatCount(hour.recordsDelivered)),
          column('Failed records', (hour) => formatCount(hour.recordsFailed)),
          column('p50', ({ p50Ms }) => formatLatency(p50Ms)),
          column('p95', ({ p95Ms }) => formatLatency(p95Ms)),
        ]}
      />
    </details>
  )
}

const formatLatency = (ms: number | undefined) => (ms === undefined ? '—' : duration(ms))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
