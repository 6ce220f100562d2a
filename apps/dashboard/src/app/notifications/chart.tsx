import { useState, type PointerEvent, type ReactNode } from 'react'
import { axisTimes, height } from './chart-parts.ts'

/** Width of an hour in the coordinates of a chart, which is stretched to its container. */
export const width = 10

export interface LegendEntry {
  part: string
  words: string
  /** Change from the previous period. */
  change?: string | undefined
}

interface ChartProps {
  title: string
  hours: readonly { time: string; name: string }[]
  /** Value at the upper edge. */
  top: number
  format: (value: number) => string
  /** Returns the entries for one hour by its index, or for all hours. */
  legendOf: (at: number | undefined) => readonly LegendEntry[]
  children: ReactNode
}

/**
 * Draws a chart with axes. The pointer and the arrow keys of an invisible slider select an hour, whose numbers replace the
 * totals in the legend and are announced.
 */
export function Chart({ title, hours, top, format, legendOf, children }: ChartProps) {
  const [at, setAt] = useState<number>()
  const last = hours.length - 1
  const point = ({ nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    const share = nativeEvent.offsetX / currentTarget.clientWidth
    setAt(Math.min(last, Math.max(0, Math.floor(share * hours.length))))
  }
  return (
    <figure className="card chart">
      <figcaption>
        <div className="chart-title">
          <h3>{title}</h3>
          <span className="hint">{at !== undefined && hours[at]?.name}</span>
        </div>
        <ul className="chart-legend">
          {legendOf(at).map(({ part, words, change }) => (
            <li key={part} data-part={part}>
              {words}
              {change && <span className="hint"> {change}</span>}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-plot">
        <div className="chart-y" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <div className="chart-drawing">
          <svg
            viewBox={`0 0 ${hours.length * width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path className="chart-grid" d={drawGrid(hours.length * width)} />
            {at !== undefined && (
              <rect className="chart-hour" x={at * width} width={width} height={height} />
            )}
            {children}
          </svg>
          <input
            type="range"
            className="chart-reader"
            aria-label="Hour"
            min={0}
            max={last}
            value={at ?? last}
            aria-valuetext={[
              title,
              hours[at ?? last]?.name,
              ...legendOf(at ?? last).map(({ words }) => words),
            ].join(', ')}
            onChange={({ target }) => setAt(Number(target.value))}
            onPointerMove={point}
            onPointerLeave={() => setAt(undefined)}
            onFocus={() => setAt(at ?? last)}
            onBlur={() => setAt(undefined)}
          />
        </div>
        <div className="chart-x" aria-hidden="true">
          {axisTimes(hours.map(({ time }) => time)).map((label, index) => (
            <span key={index}>{label}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

const drawGrid = (wide: number) => [0, height / 2, height].map((y) => `M0 ${y}h${wide}`).join('')
