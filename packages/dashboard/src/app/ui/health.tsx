import { healthTones, healthWords, type Schemas } from '@platform/client'
import { Badge } from './badge.tsx'
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

/** Shows the health state with its reason below, for a table cell. */
export function HealthCell({ of }: { of: Health }) {
  return (
    <>
      <HealthBadge of={of} />
      {of.reason && <span className="sub">{of.reason}</span>}
    </>
  )
}

/** Explains an unhealthy state in a notice; empty if healthy. */
export function HealthNotice({ of: { state, reason, remedy, retryTime } }: { of: Health }) {
  if (state === 'healthy') return null
  return (
    <div className="notice" data-tone={healthTones[state]}>
      <div className="notice-text">
        <p>
          {reason} {remedy}{' '}
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
