'use client'

import { useEffect, useState } from 'react'
import { apiBaseUrl } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import type { ProviderInfo } from '../wire.ts'
import { providerDisplayName } from './connect-card.tsx'

/** The provider's sign, else the first letter of its name. No third party is asked for a picture. */
export function ProviderMark({
  info,
}: {
  info: Pick<ProviderInfo, 'name' | 'displayName' | 'media'>
}) {
  const { options } = usePlatform()
  const [mark, setMark] = useState<HTMLElement | null>(null)
  const isDark = useIsDark(mark)
  const isOurs = (url: string | undefined) =>
    url?.startsWith('data:') || url?.startsWith(`${apiBaseUrl(options)}/`) ? url : undefined
  const light = isOurs(info.media?.regular?.iconURL)
  const dark = isOurs(info.media?.darkMode?.iconURL) ?? light

  return (
    <span className="plat-mark" data-plat-part="mark" aria-hidden="true" ref={setMark}>
      {light ? (
        <img src={isDark ? dark : light} alt="" />
      ) : (
        providerDisplayName(info).trim().charAt(0).toUpperCase()
      )}
    </span>
  )
}

/**
 * Whether it is dark where the element stands. The page's `color-scheme` counts, as for colours: the
 * system's only where the page takes both.
 */
function useIsDark(element: HTMLElement | null): boolean {
  const [isDark, setIsDark] = useState(false)
  useEffect(() => {
    if (!element) return undefined
    const system = matchMedia('(prefers-color-scheme: dark)')
    const look = () => {
      const scheme = getComputedStyle(element).colorScheme
      setIsDark(scheme.includes('dark') && (system.matches || !scheme.includes('light')))
    }
    look()
    system.addEventListener('change', look)
    return () => system.removeEventListener('change', look)
  }, [element])
  return isDark
}
