'use client'

import { useEffect } from 'react'
import type { Installation } from '../config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { backfillQuery } from '../queries.ts'
import { useQuery } from '../use-query.ts'
import { useWords } from '../use-words.tsx'
import type { BackfillProgress } from '../wire.ts'

interface FirstReadProgressProps {
  installation: Installation
  objectName: string
}

const pollMs = 2_000

/** How many records the first read of an object has brought so far, and how long it still takes. */
export function FirstReadProgress({ installation, objectName }: FirstReadProgressProps) {
  const { api } = useInstallationScope()
  const { say } = useWords()
  const { data: progress, refetch } = useQuery(backfillQuery(api, installation, objectName))
  const total = progress?.recordsEstimatedTotal
  const done = progress?.recordsProcessed ?? 0
  const isRunning = total !== undefined && done < total

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(refetch, pollMs)
    return () => clearInterval(timer)
  })

  if (!progress || done === 0) return null
  const minutes = minutesLeft(progress)
  return (
    <div className="plat-progress" data-plat-part="progress">
      {isRunning && (
        <progress max={total} value={done} aria-label={say('ofAbout', { count: done, total })} />
      )}
      <span className="plat-muted">
        {isRunning ? say('ofAbout', { count: done, total }) : say('records', { count: done })}
        {isRunning && minutes !== undefined && ` · ${say('minutesLeft', { count: minutes })}`}
      </span>
    </div>
  )
}

/** At the pace so far; nothing before there is one. */
export function minutesLeft(progress: BackfillProgress): number | undefined {
  const { recordsProcessed, recordsEstimatedTotal, createTime, updateTime } = progress
  if (!updateTime || !recordsEstimatedTotal || recordsProcessed === 0) return undefined

  const tookMs = Date.parse(updateTime) - Date.parse(createTime)
  const leftMs = (tookMs / recordsProcessed) * (recordsEstimatedTotal - recordsProcessed)
  return tookMs > 0 ? Math.max(1, Math.round(leftMs / 60_000)) : undefined
}
