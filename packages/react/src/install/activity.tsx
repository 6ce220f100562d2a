'use client'

import { useEffect, useState } from 'react'
import { isProductRejected } from '../connect/connection-details.tsx'
import type { UiInstallation } from '../config/config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { activityQuery, keys } from '../queries.ts'
import { useUiQuery } from '../use-query.ts'
import { useAllWords } from '../words/all-words.ts'
import type { InstallationObject } from '../config/wire.ts'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { UiBadge } from '../ui/layout.tsx'
import { DayChart } from './day-chart.tsx'
import { FirstReadProgress } from './first-read-progress.tsx'
import { PauseSwitch, ReadingSwitch } from './reading-switch.tsx'
import { SubscriptionFields } from './subscription.tsx'

interface ActivityProps {
  installation: UiInstallation
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
}

/** Shows the last and next read, the record counts and the reason for a pause of each object. */
export function Activity({ installation, title, providerName, nameOfObject }: ActivityProps) {
  const { t, moment } = useAllWords()
  const { api } = useInstallationScope()
  const { data: activity } = useUiQuery(activityQuery(api, installation))
  usePollUntilFirstRead(hasReadsToCome(installation))
  const isRefused = isProductRejected(installation.connection)
  const whyPaused = ({ pausedFor, health }: InstallationObject) => {
    const isRevoked = health.state === 'needsSignIn'
    if (pausedFor === 'removed') return t('pausedByRemoval', { title })
    if (pausedFor === 'request') return t('pausedByRequest')
    if (pausedFor === 'destination') return t('providerRefusedText')
    if (pausedFor === 'credentials' && isRefused)
      return t('productRefused', { provider: providerName })
    return isRevoked ? t('signInRevoked', { provider: providerName }) : t('pausedText')
  }

  return (
    <div className="plat-group" data-plat-part="activity-group">
      <h3 className="plat-group-title">{t('activity')}</h3>
      <ul className="plat-activity" data-plat-part="activity">
        {activityObjects(installation).map(([objectName, object]) => (
          <li key={objectName}>
            <div className="plat-activity-text">
              <div className="plat-chips">
                <span className="plat-strong">{nameOfObject(objectName)}</span>
                {object && <ObjectBadge object={object} />}
              </div>
              <p className="plat-muted">{object ? <Times object={object} /> : t('notReadYet')}</p>
              {object?.retrying && !isRefused && (
                <p>
                  {t(object.health.state === 'limited' ? 'limitNextTry' : 'nextTry', {
                    time: moment(object.retrying.nextTryTime),
                  })}
                </p>
              )}
              {object?.lostFields && (
                <p>
                  {t('lostFields', {
                    provider: providerName,
                    fields: object.lostFields.join(', '),
                  })}
                </p>
              )}
              {object?.state === 'paused' && <p>{whyPaused(object)}</p>}
              {object && <FirstReadProgress installation={installation} objectName={objectName} />}
              <DayChart
                days={activity?.objects[objectName]?.days ?? []}
                isRead={object?.lastRunTime !== undefined}
              />
            </div>
            {object && object.pausedFor !== 'removed' && (
              <div className="plat-actions">
                <PauseSwitch objectName={objectName} />
                <ReadingSwitch objectName={objectName} />
              </div>
            )}
          </li>
        ))}
        <SubscriptionFields subscription={installation.subscription} />
      </ul>
    </div>
  )
}

/** Returns the objects that are or were read; a new installation has none yet. */
export function activityObjects({
  config,
  objects,
}: UiInstallation): [string, InstallationObject | undefined][] {
  const known = new Map<string, InstallationObject | undefined>(Object.entries(objects))
  for (const { objectName } of config.read?.objects ?? []) {
    if (!known.has(objectName)) known.set(objectName, undefined)
  }
  return [...known]
}

export const hasActivity = (installation: UiInstallation): boolean =>
  activityObjects(installation).length > 0 || installation.subscription !== undefined

const hasReadsToCome = (installation: UiInstallation) =>
  activityObjects(installation).some(
    ([, object]) => !object || (object.state === 'active' && !object.lastRunTime),
  )

const [firstMs, maxMs] = [1_000, 30_000]

/** Polls the installation until its first read, with growing intervals. */
function usePollUntilFirstRead(isExpected: boolean): void {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const [afterMs, setAfterMs] = useState(firstMs)
  useEffect(() => {
    if (!isExpected) return undefined
    const timer = setTimeout(() => {
      void store.invalidate(keys.installations(api))
      setAfterMs(Math.min(afterMs * 2, maxMs))
    }, afterMs)
    return () => clearTimeout(timer)
  }, [isExpected, afterMs, api, store])
}

function ObjectBadge({ object: { state, health } }: { object: InstallationObject }) {
  const { t } = useAllWords()
  if (state === 'disabled') return <UiBadge tone="neutral">{t('stopped')}</UiBadge>
  return <UiHealthBadge of={health} healthy="active" />
}

function Times({
  object: { state, lastRunTime, nextRunTime, timezone },
}: {
  object: InstallationObject
}) {
  const { t, day, moment, locale } = useAllWords()
  const last = lastRunTime ? t('lastRead', { time: moment(lastRunTime) }) : t('notReadYet')
  if (!nextRunTime || state !== 'active') return <>{last}</>
  const isSameDay = lastRunTime && day(lastRunTime) === day(nextRunTime)
  const time = isSameDay
    ? new Date(nextRunTime).toLocaleTimeString(locale, { timeStyle: 'short' })
    : moment(nextRunTime)
  const there = timezone && findTimeElsewhere(new Date(nextRunTime), timezone, locale)
  return <>{`${last} · ${t('nextRead', { time: there ? `${time} (${there})` : time })}`}</>
}

/** Returns a time with the name of its zone; undefined if clocks there show the same as here. */
function findTimeElsewhere(time: Date, timeZone: string, locale: string): string | undefined {
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  const format = (options: Intl.DateTimeFormatOptions) => time.toLocaleTimeString(locale, options)
  if (format({ ...clock, timeZone }) === format(clock)) return undefined
  return format({ ...clock, timeZone, timeZoneName: 'short' })
}
