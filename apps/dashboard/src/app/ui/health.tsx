import type { ReactNode } from 'react'
import {
  byHealth,
  healthStates,
  healthTones,
  healthWords,
  needsSomebody,
  type Schemas,
} from '@platform/client'
import { Badge } from './badge.tsx'
import { formatCount } from './format.ts'
import { Since, Time } from './time.tsx'

type Health = Schemas['Health']

/** Label of a customer without connections. */
export const nothingConnected = 'No connections'

/** Shows the health state and since when it applies. */
export function HealthBadge({ of: { state, since } }: { of: Health }) {
  return (
    <span className="badges">
      <Badge tone={healthTones[state]}>{healthWords[state]}</Badge>
      {since && (
        <span className="hint">
          <Since at={since} />
        </span>
      )}
    </span>
  )
}

/** Returns a number to sort by: the worst is the lowest, and nothing connected the highest. */
export const getSeverity = (health: Health | undefined): number =>
  health ? -healthStates.indexOf(health.state) : 1

/** Shows the health state with its reason, for a table cell. */
export function HealthCell({ of }: { of: Health }) {
  return (
    <span className="outcome-cell">
      <HealthBadge of={of} />
      {of.reason && (
        <span className="sub" title={of.reason}>
          {of.reason}
        </span>
      )}
    </span>
  )
}

/** Counts rows that need attention; if none do, counts those with the worst health. */
export function summarizeHealth(rows: readonly { health: Health }[], hasMore: boolean): string {
  const more = hasMore ? '+' : ''
  const urgent = rows.filter(({ health }) => needsSomebody(health))
  if (urgent.length > 0) return `${formatCount(urgent.length)}${more} unhealthy`
  const state = rows.toSorted(byHealth)[0]?.health.state ?? 'healthy'
  const alike = rows.filter(({ health }) => health.state === state)
  return `${formatCount(alike.length)}${more} ${healthWords[state].toLowerCase()}`
}

interface HealthNoticeProps {
  of: Health
  /** Follows the reason and the remedy. */
  note?: string | undefined
  /** Link to where it is repaired. */
  children?: ReactNode
}

/** Explains an unhealthy state in a notice; empty if healthy. */
export function HealthNotice({
  of: { state, reason, remedy, retryTime },
  note,
  children,
}: HealthNoticeProps) {
  if (state === 'healthy') return null
  return (
    <div className="notice" data-tone={healthTones[state]}>
      <div className="notice-text">
        <p>
          {reason} {remedy} {note}{' '}
          {retryTime && (
            <>
              Next attempt <Time at={retryTime} />.
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}
