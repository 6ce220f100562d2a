'use client'

import { baseUrlOf } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import type { ProviderInfo } from '../wire.ts'
import { nameOf } from './connect-card.tsx'

/** The provider's sign, else the first letter of its name. No third party is asked for a picture. */
export function ProviderMark({
  info,
}: {
  info: Pick<ProviderInfo, 'name' | 'displayName' | 'media'>
}) {
  const { options } = usePlatform()
  const { colorScheme = 'auto' } = options
  const isOurs = (url: string | undefined) =>
    url?.startsWith('data:') || url?.startsWith(`${baseUrlOf(options)}/`) ? url : undefined
  const light = isOurs(info.media?.regular?.iconURL)
  const dark = isOurs(info.media?.darkMode?.iconURL) ?? light

  return (
    <span className="plat-mark" data-plat-part="mark" aria-hidden="true">
      {light ? (
        <picture>
          {colorScheme === 'auto' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
          <img src={colorScheme === 'dark' ? dark : light} alt="" />
        </picture>
      ) : (
        nameOf(info).trim().charAt(0).toUpperCase()
      )}
    </span>
  )
}
