import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { formatCount } from '../ui/format.ts'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** Shows the results of deliveries in the last 24 hours. */
export function LastDaySummary({ of }: { of: Schemas['LastDay'] }) {
  const { successRate, succeeded, failed, retrying, paused } = of
  const now = [
    ...(retrying > 0 ? [`${formatCount(retrying)} retrying`] : []),
    ...(paused > 0 ? [`${formatCount(paused)} paused`] : []),
  ]
  if (successRate === undefined && retrying === 0) {
    return <span className="muted">{['No deliveries', ...now].join(', ')}</span>
  }
  const attempts = [
    `${formatCount(failed)} of ${formatCount(succeeded + failed)} attempts failed`,
    ...now,
  ].join(', ')
  return (
    <span className="outcome-cell">
      {successRate !== undefined && (
        <Badge tone={successRate === 1 ? 'good' : successRate < 0.9 ? 'bad' : 'warning'}>
          {percent.format(roundDown(successRate))} succeeded
        </Badge>
      )}
      <span className="sub" title={attempts}>
        {attempts}
      </span>
    </span>
  )
}

/** Rounded down, so that 100 % means no failure. */
const roundDown = (rate: number) => Math.floor(rate * 1000) / 1000
