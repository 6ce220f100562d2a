'use client'

import type { Installation } from '../config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { activityQuery } from '../queries.ts'
import { useQuery } from '../use-query.ts'
import { useWords } from '../use-words.tsx'
import type { InstallationObject } from '../wire.ts'
import { HealthBadge } from '../ui/health-badge.tsx'
import { Badge } from '../ui/layout.tsx'
import { DayChart } from './day-chart.tsx'
import { FirstReadProgress } from './first-read-progress.tsx'
import { PauseSwitch, ReadingSwitch } from './reading-switch.tsx'
import { Subscription } from './subscription.tsx'

interface ActivityProps {
  installation: Installation
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
}

/** When each object was read and is next, how much came, and what keeps it from being read. */
export function Activity({ installation, title, providerName, nameOfObject }: ActivityProps) {
  const { say, moment } = useWords()
  const { api } = useInstallationScope()
  const { data: activity } = useQuery(activityQuery(api, installation))
  const whyPaused = ({ pausedFor, health }: InstallationObject) => {
    const isRevoked = health.state === 'needs_sign_in'
    if (pausedFor === 'removed') return say('pausedByRemoval', { title })
    if (pausedFor === 'request') return say('pausedByRequest')
    return isRevoked ? say('signInRevoked', { provider: providerName }) : say('pausedText')
  }

  return (
    <div className="plat-group" data-plat-part="activity-group">
      <h3 className="plat-group-title">{say('activity')}</h3>
      <ul className="plat-activity" data-plat-part="activity">
        {Object.entries(installation.objects).map(([objectName, object]) => (
          <li key={objectName}>
            <div className="plat-activity-text">
              <div className="plat-chips">
                <span className="plat-strong">{nameOfObject(objectName)}</span>
                <ObjectBadge object={object} />
              </div>
              <p className="plat-muted">
                <Times object={object} />
              </p>
              {object.retrying && (
                <p>{say('nextTry', { time: moment(object.retrying.nextTryTime) })}</p>
              )}
              {object.state === 'paused' && <p>{whyPaused(object)}</p>}
              <FirstReadProgress installation={installation} objectName={objectName} />
              <DayChart days={activity?.objects[objectName]?.days ?? []} />
            </div>
            <div className="plat-actions">
              <PauseSwitch objectName={objectName} />
              <ReadingSwitch objectName={objectName} />
            </div>
          </li>
        ))}
        <Subscription subscription={installation.subscription} />
      </ul>
    </div>
  )
}

function ObjectBadge({ object: { state, health } }: { object: InstallationObject }) {
  const { say } = useWords()
  if (state === 'disabled') return <Badge tone="neutral">{say('stopped')}</Badge>
  return <HealthBadge of={health} healthy="active" />
}

function Times({ object: { state, lastRunTime, nextRunTime } }: { object: InstallationObject }) {
  const { say, moment } = useWords()
  const last = lastRunTime ? say('lastRead', { time: moment(lastRunTime) }) : say('notReadYet')
  const isDue = nextRunTime && state === 'active'
  return <>{isDue ? `${last} · ${say('nextRead', { time: moment(nextRunTime) })}` : last}</>
}
