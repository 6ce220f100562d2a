'use client'

import { useWords } from '../use-words.tsx'
import type { InstallationSubscription } from '../wire.ts'
import { HealthBadge } from '../ui/health-badge.tsx'
import { Badge } from '../ui/layout.tsx'

/** Shows how changes arrive, and when the last one did. */
export function SubscriptionFields({ subscription }: { subscription?: InstallationSubscription }) {
  const { say, moment } = useWords()
  if (!subscription) return null
  const { state, health, delivery, lastEventTime } = subscription
  const isWell = health.state === 'healthy'

  return (
    <li data-plat-part="subscription" data-state={state}>
      <div className="plat-activity-text">
        <div className="plat-chips">
          <span className="plat-strong">
            {say(delivery === 'poll' ? 'changesSoon' : 'changes')}
          </span>
          {state === 'pending' && isWell ? (
            <Badge tone="neutral">{say('changesPending')}</Badge>
          ) : (
            <HealthBadge of={health} healthy="active" />
          )}
        </div>
        {lastEventTime && (
          <p className="plat-muted">{say('lastChange', { time: moment(lastEventTime) })}</p>
        )}
        {!isWell && <p>{say('changesFailed')}</p>}
      </div>
    </li>
  )
}
