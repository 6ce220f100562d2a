'use client'

import { useWords } from '../use-words.tsx'
import type { InstallationSubscription } from '../wire.ts'
import { Badge, type BadgeTone } from '../ui/layout.tsx'

/** How the changes come that the installation hears of, and when the last one did. */
export function Subscription({ subscription }: { subscription?: InstallationSubscription }) {
  const { say, moment } = useWords()
  if (!subscription) return null
  const { state, delivery, lastEventTime } = subscription
  const [tone, word] = stateWords[state]

  return (
    <li data-plat-part="subscription" data-state={state}>
      <div className="plat-activity-text">
        <div className="plat-chips">
          <span className="plat-strong">
            {say(delivery === 'poll' ? 'changesSoon' : 'changes')}
          </span>
          <Badge tone={tone}>{say(word)}</Badge>
        </div>
        {lastEventTime && (
          <p className="plat-muted">{say('lastChange', { time: moment(lastEventTime) })}</p>
        )}
        {state === 'failed' && <p>{say('changesFailed')}</p>}
      </div>
    </li>
  )
}

const stateWords = {
  active: ['good', 'active'],
  pending: ['neutral', 'changesPending'],
  failed: ['bad', 'needsAttention'],
} as const satisfies Record<InstallationSubscription['state'], [BadgeTone, string]>
