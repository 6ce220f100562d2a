import { useState, type ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { Select } from '../ui/field.tsx'
import { duration, formatCount } from '../ui/format.ts'
import { Table } from '../ui/list.tsx'
import { Empty, Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { height, chartPartNames, tallnessOf } from './chart-parts.ts'

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
  const result = useQuery(queries.deliveryHours({ ...of, days: Number(days) }), { everyMs: 6_000 })

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
      <Loaded result={result}>
        {(data) => {
          const hours = named(data)
          return hours.some(attemptsOf) ? (
            <div className="charts">
              <Bars
                title="Attempts"
                hours={hours}
                parts={[
                  ['delivered', 'delivered'],
                  ['retried', 'retried'],
                  ['failed', 'failed'],
                ]}
              />
              <Bars
                title="Records"
                hours={hours}
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

function named(hours: readonly Schemas['DeliveryHour'][]): Hour[] {
  const names = chartPartNames(hours.map(({ time }) => time))
  return hours.map((hour, index) => ({ ...hour, name: names[index] ?? hour.time }))
}

const attemptsOf = (hour: Hour) => hour.delivered + hour.retried + hour.failed

/** Width of an hour in the coordinates of a chart, which is stretched to its container. */
const width = 10

interface PartsOf<Part> {
  title: string
  hours: readonly Hour[]
  /** Stacked series from the bottom, with their labels. */
  parts: readonly (readonly [part: Part, words: string])[]
}

function Bars({ title, hours, parts }: PartsOf<Counted>) {
  const most = Math.max(1, ...hours.map((hour) => sum(parts.map(([part]) => hour[part]))))
  return (
    <Chart
      title={title}
      hours={hours}
      most={formatCount(most)}
      legend={parts.map(([part, words]) => [
        part,
        `${formatCount(sum(hours.map((hour) => hour[part])))} ${words}`,
      ])}
    >
      {hours.map((hour, index) => {
        const tall = tallnessOf(
          parts.map(([part]) => hour[part]),
          most,
        )
        return (
          <g key={hour.time}>
            <title>{`${hour.name}: ${parts.map(([part, words]) => `${formatCount(hour[part])} ${words}`).join(', ')}`}</title>
            <rect className="chart-hour" x={index * width} width={width} height={height} />
            {parts.map(([part], place) => (
              <rect
                key={part}
                data-part={part}
                x={index * width + 1}
                width={width - 2}
                y={height - sum(tall.slice(0, place + 1))}
                height={tall[place]}
              />
            ))}
          </g>
        )
      })}
    </Chart>
  )
}

function Lines({ title, hours, parts }: PartsOf<Timed>) {
  const most = Math.max(1, ...hours.flatMap((hour) => parts.map(([part]) => hour[part] ?? 0)))
  return (
    <Chart
      title={title}
      hours={hours}
      most={duration(most)}
      legend={parts.map(([part, words]) => {
        const newest = hours.findLast((hour) => hour[part] !== undefined)
        const when = newest && newest !== hours.at(-1) ? ` (${newest.name})` : ''
        const ms = newest?.[part]
        return [part, `${words} ${ms === undefined ? '—' : `≤ ${duration(ms)}${when}`}`]
      })}
    >
      {parts.map(([part]) => (
        <Line
          key={part}
          part={part}
          points={hours.map((hour, index) => {
            const ms = hour[part]
            if (ms === undefined) return undefined
            return `${(index + 0.5) * width} ${height - (ms / most) * height}`
          })}
        />
      ))}
      {hours.map((hour, index) => (
        <rect
          key={hour.time}
          className="chart-hour"
          x={index * width}
          width={width}
          height={height}
        >
          <title>{`${hour.name}: ${parts.map(([part, words]) => `${words} ${shown(hour[part])}`).join(', ')}`}</title>
        </rect>
      ))}
    </Chart>
  )
}

/** Draws a line through consecutive points; an isolated point becomes a dot. */
function Line({ part, points }: { part: Timed; points: readonly (string | undefined)[] }) {
  const isAlone = (index: number) => !points[index - 1] && !points[index + 1]
  const drawn = (as: (point: string, index: number) => string) =>
    points.map((point, index) => (point ? as(point, index) : '')).join('')
  return (
    <>
      <path
        data-part={part}
        d={drawn((point, index) => `${points[index - 1] ? 'L' : 'M'}${point}`)}
      />
      <path
        data-part={part}
        className="chart-dots"
        d={drawn((point, index) => (isAlone(index) ? `M${point}h0` : ''))}
      />
    </>
  )
}

interface ChartProps {
  title: string
  hours: readonly Hour[]
  /** Label of the upper edge. */
  most: string
  legend: readonly (readonly [part: string, words: string])[]
  children: ReactNode
}

/** Draws a chart. Its sums are text, and the table below is accessible. */
function Chart({ title, hours, most, legend, children }: ChartProps) {
  const [first] = hours
  return (
    <figure className="card chart">
      <figcaption>
        <h3>{title}</h3>
        <ul className="chart-legend">
          {legend.map(([part, words]) => (
            <li key={part} data-part={part}>
              {words}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-drawing" aria-hidden="true">
        <span className="hint">{most}</span>
        <svg
          viewBox={`0 0 ${hours.length * width} ${height}`}
          preserveAspectRatio="none"
          focusable="false"
        >
          {children}
        </svg>
        <span className="hint chart-times">
          <span>{first?.name}</span>
          <span>now</span>
        </span>
      </div>
    </figure>
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
        rows={hours.filter(attemptsOf).toReversed()}
        keyOf={({ time }) => time}
        columns={[
          { title: 'Hour', render: ({ name }) => name },
          column('Delivered', (hour) => formatCount(hour.delivered)),
          column('Retried', (hour) => formatCount(hour.retried)),
          column('Failed', (hour) => formatCount(hour.failed)),
          column('Records', (hour) => formatCount(hour.recordsDelivered)),
          column('Failed records', (hour) => formatCount(hour.recordsFailed)),
          column('p50', ({ p50Ms }) => shown(p50Ms)),
          column('p95', ({ p95Ms }) => shown(p95Ms)),
        ]}
      />
    </details>
  )
}

const shown = (ms: number | undefined) => (ms === undefined ? '—' : duration(ms))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
