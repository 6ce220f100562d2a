import { healthTones, healthWords, type Schemas } from '@platform/client'
import { Badge } from './badge.tsx'
import { Since, Time } from './time.tsx'

type Health = Schemas['Health']

/** How a customer fares who has no connection. */
export const nothingConnected = 'No connections'

/** How something fares, as the server says, and since when. */
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
    <div className="notice" data-tone={healthTones[state]}>
      <div className="notice-text">
        <p>
          {reason} {state === 'needs_sign_in' && 'The customer must sign in again.'}{' '}
          {retryTime && (
            <>
              Next attempt <Time at={retryTime} />.
            </>
          )}
        </p>
      </div>
    </div>
  )
}
