'use client'

import { useEffect, useRef } from 'react'
import { useInstallationScope } from '../installation-provider.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import { useConnection } from '../use-connection.ts'
import { useInstallation } from '../use-installation.ts'
import { useManifest } from '../config/use-manifest.ts'
import type { Health } from '../config/wire.ts'

const [unhealthyMs, healthyMs] = [10_000, 60_000]

/**
 * Refetches connections and installations periodically while the page is visible. Stops while
 * `isPaused`, such as with unsaved changes, so that a save does not silently overwrite newer data.
 */
export function useHealthRefresh(isPaused: boolean): void {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const { installation } = useInstallation()
  const { connection } = useConnection()
  const isHealthy = (installation ?? connection)?.health.state === 'healthy'

  useEffect(() => {
    if (isPaused) return undefined
    const refresh = () => {
      if (document.visibilityState !== 'visible') return
      for (const key of [keys.connections(api), keys.installations(api)]) void store.invalidate(key)
    }
    const timer = setInterval(refresh, isHealthy ? healthyMs : unhealthyMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isPaused, isHealthy, api, store])
  useRefetchFieldsOnRecovery([installation, connection])
  useRefreshAfterReload(isPaused)
}

/** Refetches the installation after the fields were reloaded, which may change its access. */
function useRefreshAfterReload(isPaused: boolean): void {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const { data } = useManifest()
  const seen = useRef(data)
  useEffect(() => {
    const isReloaded = seen.current !== undefined && data !== seen.current
    seen.current = data
    if (isReloaded && !isPaused) void store.invalidate(keys.installations(api))
  }, [data, isPaused, api, store])
}

/** Refetches missing fields after the installation or connection recovers. */
function useRefetchFieldsOnRecovery(parts: ({ health: Health } | null | undefined)[]): void {
  const { error, readObjects, refetch } = useManifest()
  const isLacking = error !== null || readObjects.some((object) => object.error)
  const well = parts.filter((part) => part?.health.state === 'healthy').length
  const wellBefore = useRef(well)
  useEffect(() => {
    if (well > wellBefore.current && isLacking) refetch()
    wellBefore.current = well
  })
}
