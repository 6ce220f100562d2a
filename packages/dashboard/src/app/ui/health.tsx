import type { Schemas } from '@platform/client'
import { Badge, type Tone } from './badge.tsx'
import { Since, Time } from './time.tsx'

type Health = Schemas['Health']

const states: Record<Health['state'], [Tone, string]> = {
  healthy: ['good', 'Healthy'],
  unconfirmed: ['warning', 'Not confirmed'],
  retrying: ['warning', 'Retrying'],
  needs_sign_in: ['bad', 'Needs sign-in'],
  paused: ['warning', 'Paused'],
  failing: ['bad', 'Failing'],
}

/** How something fares, as the server says, and since when. */
export function HealthBadge({ of: { state, since } }: { of: Health }) {
  const [tone, word] = states[state]
  return (
    <span className="badges">
      <Badge tone={tone}>{word}</Badge>
      {since && (
        <span className="hint">
          <Since at={since} />
        </span>
      )}
    </span>
  )
}

/** The same with the reason below, for the cell of a table. */
export function HealthCell({ of }: { of: Health }) {
  return (
    <>
      <HealthBadge of={of} />
      {of.reason && <span className="sub">{of.reason}</span>}
    </>
  )
}

/** Why it does not fare well, in a box. */
export function HealthNotice({ of: { state, reason, retryTime } }: { of: Health }) {
  if (state === 'healthy') return null
  return (
    <div className="notice" data-tone={states[state][0]}>
      <div className="notice-text">
        <p>
          {reason} {state === 'needs_sign_in' && 'Your customer has to sign in again.'}{' '}
          {retryTime && (
            <>
              It is tried again <Time at={retryTime} />.
            </>
          )}
        </p>
      </div>
    </div>
  )
}
