'use client'

import { useAllWords } from '../words/all-words.ts'
import type { ActivityDay } from '../config/wire.ts'

interface DayChartProps {
  days: ActivityDay[]
  /** Whether the object was read, so that having no records is worth a word. */
  isRead: boolean
}

const [barWidth, gap, height] = [10, 4, 28]

/** Shows how many records were read in the last days, and per day as bars with a text alternative. */
export function DayChart({ days, isRead }: DayChartProps) {
  const { t, days: range } = useAllWords()
  const [first, last] = [days[0], days.at(-1)]
  const most = Math.max(...days.map(({ records }) => records), 0)
  if (!first || !last || (most === 0 && !isRead)) return null

  const width = days.length * (barWidth + gap) - gap
  return (
    <figure className="plat-chart" data-plat-part="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
        focusable="false"
      >
        {days.map(({ date, records }, index) => {
          const tall = records ? Math.max((records / most) * height, 2) : 1
          return (
            <rect
              key={date}
              x={index * (barWidth + gap)}
              y={height - tall}
              width={barWidth}
              height={tall}
              rx={1.5}
              data-state={records ? 'some' : 'none'}
            />
          )
        })}
      </svg>
      <figcaption className="plat-hint">
        {t('records', { count: days.reduce((sum, { records }) => sum + records, 0) })}
        {' · '}
        {range(first.date, last.date)}
        <span className="plat-visually-hidden">
          {days
            .map(({ date, records }) => `${range(date, date)}: ${t('records', { count: records })}`)
            .join(', ')}
        </span>
      </figcaption>
    </figure>
  )
}
