'use client'

import { useAllWords } from '../words/all-words.ts'
import type { InstallationSubscription } from '../config/wire.ts'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { UiBadge } from '../ui/layout.tsx'

/** Shows how changes arrive, and when the last one did. */
export function SubscriptionFields({ subscription }: { subscription?: InstallationSubscription }) {
  const { t, moment } = useAllWords()
  if (!subscription) return null
  const { state, health, delivery, lastEventTime } = subscription
  const isWell = health.state === 'healthy'

  return (
    <li data-plat-part="subscription" data-state={state}>
      <div className="plat-activity-text">
        <div className="plat-chips">
          <span className="plat-strong">{t(delivery === 'poll' ? 'changesSoon' : 'changes')}</span>
          {state === 'pending' && isWell ? (
            <UiBadge tone="neutral">{t('changesPending')}</UiBadge>
          ) : (
            <UiHealthBadge of={health} healthy="active" />
          )}
        </div>
        {lastEventTime && (
          <p className="plat-muted">{t('lastChange', { time: moment(lastEventTime) })}</p>
        )}
        {!isWell && <p>{t('changesFailed')}</p>}
      </div>
    </li>
  )
}
