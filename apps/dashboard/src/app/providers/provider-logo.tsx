import type { Schemas } from '@platform/client'

interface ProviderLogoProps {
  of: Pick<Schemas['ProviderInfo'], 'name' | 'displayName' | 'media'>
}

/** Shows the logo of a provider or, without one, its initials. Decorative: place it beside the name. */
export function ProviderLogo({ of: { name, displayName = name, media } }: ProviderLogoProps) {
  const light = chooseImage(media?.regular)
  const dark = chooseImage(media?.darkMode)
  return (
    <span className="monogram" aria-hidden="true">
      {light ? (
        <picture>
          {dark && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
          <img src={light} alt="" loading="lazy" />
        </picture>
      ) : (
        makeMonogram(displayName)
      )}
    </span>
  )
}

type Images = NonNullable<Schemas['ProviderInfo']['media']>['regular']

/** The Content-Security-Policy allows no images of third parties. */
const chooseImage = (images: Images) =>
  [images?.iconURL, images?.logoURL].find((url) => url?.startsWith('data:'))

/** Returns the initials of a name, which are neutral and no trademark. */
const makeMonogram = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
