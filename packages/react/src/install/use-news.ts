'use client'

import { useEffect, useRef } from 'react'
import { useInstallationScope } from '../installation-provider.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import { useConnection } from '../use-connection.ts'
import { useInstallation } from '../use-installation.ts'
import { useManifest } from '../use-manifest.ts'
import type { Health } from '../wire.ts'

const [troubledMs, wellMs] = [10_000, 60_000]

/**
 * Asks again how it fares while somebody looks at the page: what fails or recovers does so by itself. Not
 * while it is `held`, for then what others save meanwhile would be replaced without a word.
 */
export function useNews(isHeld: boolean): void {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const { installation } = useInstallation()
  const { connection } = useConnection()
  const isWell = (installation ?? connection)?.health.state === 'healthy'

  useEffect(() => {
    if (isHeld) return undefined
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      for (const key of [keys.connections(api), keys.installations(api)]) void store.invalidate(key)
    }
    const timer = setInterval(ask, isWell ? wellMs : troubledMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isHeld, isWell, api, store])
  useFieldsAgain([installation, connection])
}

/** Asks the provider for the fields that it did not give, once one of these fares well again. */
function useFieldsAgain(parts: ({ health: Health } | null | undefined)[]): void {
  const { error, readObjects, refetch } = useManifest()
  const isLacking = error !== null || readObjects.some((object) => object.error)
  const well = parts.filter((part) => part?.health.state === 'healthy').length
  const wellBefore = useRef(well)
  useEffect(() => {
    if (well > wellBefore.current && isLacking) refetch()
    wellBefore.current = well
  })
}
