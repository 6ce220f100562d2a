'use client'

import { useEffect } from 'react'
import type { Installation } from '../config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { backfillQuery } from '../queries.ts'
import { useQuery } from '../use-query.ts'

interface FirstReadProgressProps {
  installation: Installation
  objectName: string
}

const pollMs = 2_000

/** How many records the first read of an object has brought so far. */
export function FirstReadProgress({ installation, objectName }: FirstReadProgressProps) {
  const { api } = useInstallationScope()
  const { data: progress, refetch } = useQuery(backfillQuery(api, installation, objectName))
  const total = progress?.recordsEstimatedTotal
  const done = progress?.recordsProcessed ?? 0
  const isRunning = total !== undefined && done < total

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(refetch, pollMs)
    return () => clearInterval(timer)
  })

  if (!progress || done === 0) return null
  return (
    <div className="plat-progress" data-plat-part="progress">
      {isRunning && <progress max={total} value={done} aria-label="First read" />}
      <span className="plat-muted">
        {done.toLocaleString()} {isRunning && `of about ${total.toLocaleString()} `}records
      </span>
    </div>
  )
}
