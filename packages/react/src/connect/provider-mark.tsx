'use client'

import { useEffect, useState } from 'react'
import { apiBaseUrl } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import type { ProviderInfo } from '../config/wire.ts'
import { providerDisplayName } from './connect-card.tsx'

/**
 * Shows the page's image of the provider, else its logo or the mark of its category, else the first
 * letter of its name. The platform's images need no requests to third parties.
 */
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
  const own = options.appearance?.logos?.[info.name]
  const light = own ?? isOurs(info.media?.regular?.iconURL)
  const dark = own ?? isOurs(info.media?.darkMode?.iconURL) ?? light

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
 * Reports whether the element has a dark color scheme: the page's `color-scheme`, or the system's
 * if the page supports both.
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
