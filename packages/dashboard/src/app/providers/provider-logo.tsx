import type { Schemas } from '@platform/client'

interface ProviderLogoProps {
  of: Pick<Schemas['ProviderInfo'], 'name' | 'displayName' | 'media'>
}

/** The logo of a provider, or else its first letters. The name stands beside it. */
export function ProviderLogo({ of: { name, displayName = name, media } }: ProviderLogoProps) {
  const light = srcOf(media?.regular)
  const dark = srcOf(media?.darkMode)
  return (
    <span className="monogram" aria-hidden="true">
      {light ? (
        <picture>
          {dark && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
          <img src={light} alt="" loading="lazy" />
        </picture>
      ) : (
        monogramOf(displayName)
      )}
    </span>
  )
}

type Images = NonNullable<Schemas['ProviderInfo']['media']>['regular']

/** The page's policy allows no images of others. */
const srcOf = (images: Images) =>
  [images?.iconURL, images?.logoURL].find((url) => url?.startsWith('data:'))

/** The first letters of its first two words: neutral, and nobody's trademark. */
const monogramOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
