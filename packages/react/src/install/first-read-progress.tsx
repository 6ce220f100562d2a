'use client'

import { useEffect } from 'react'
import type { UiInstallation } from '../config/config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { findReadObjectConfig } from '../config/local-config.ts'
import { usePlatform } from '../platform-provider.tsx'
import { backfillQuery, keys } from '../queries.ts'
import { useIntegration } from '../use-installation.ts'
import { useUiQuery } from '../use-query.ts'
import { useAllWords } from '../words/all-words.ts'
import type { BackfillProgress } from '../config/wire.ts'

interface FirstReadProgressProps {
  installation: UiInstallation
  objectName: string
}

const pollMs = 2_000

/** Shows the number of records of an object's first read, and the estimated time left. */
export function FirstReadProgress({ installation, objectName }: FirstReadProgressProps) {
  const { api } = useInstallationScope()
  const { t, locale } = useAllWords()
  const { store } = usePlatform()
  const { integration } = useIntegration()
  // Other objects have no progress.
  const isExpected =
    hasPeriod(findReadObjectConfig(installation.config, objectName)) ||
    hasPeriod(
      integration?.latestRevision.content.read?.objects?.find(
        (object) => object.objectName === objectName,
      ),
    )
  const { data: progress } = useUiQuery(
    isExpected ? backfillQuery(api, installation, objectName) : null,
  )
  const total = progress?.recordsEstimatedTotal
  const done = progress?.recordsProcessed ?? 0
  const isRunning = total !== undefined && done < total

  useEffect(() => {
    if (!isRunning) return undefined
    // The installation is refetched too, because at the end its state changes.
    const timer = setInterval(() => void store.invalidate(keys.installations(api)), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, api, store])

  // Afterwards its records are among those of the last days.
  if (!progress || done === 0 || (total !== undefined && !isRunning)) return null
  const minutes = minutesLeft(progress)
  const { percent } = progress
  const part = new Intl.NumberFormat(locale, { style: 'percent' })
  return (
    <div className="plat-progress" data-plat-part="progress">
      {isRunning && (
        <progress max={total} value={done} aria-label={t('ofAbout', { count: done, total })} />
      )}
      <span className="plat-muted">
        {isRunning ? t('ofAbout', { count: done, total }) : t('records', { count: done })}
        {isRunning && percent !== undefined && ` · ${part.format(percent / 100)}`}
        {isRunning && minutes !== undefined && ` · ${t('minutesLeft', { count: minutes })}`}
      </span>
    </div>
  )
}

interface WithBackfill {
  backfill?: { defaultPeriod?: { days?: number; fullHistory?: boolean } }
}

const hasPeriod = ({ backfill }: WithBackfill = {}) =>
  Boolean(backfill?.defaultPeriod?.fullHistory || backfill?.defaultPeriod?.days)

/** Estimates the time left at the current rate; undefined before there is one. */
export function minutesLeft(progress: BackfillProgress): number | undefined {
  const { recordsProcessed, recordsEstimatedTotal, createTime, updateTime } = progress
  if (!createTime || !updateTime || !recordsEstimatedTotal || recordsProcessed === 0)
    return undefined

  const tookMs = Date.parse(updateTime) - Date.parse(createTime)
  const leftMs = (tookMs / recordsProcessed) * (recordsEstimatedTotal - recordsProcessed)
  return tookMs > 0 ? Math.max(1, Math.round(leftMs / 60_000)) : undefined
}
