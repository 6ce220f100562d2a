import { existsSync, readFileSync } from 'node:fs'
import type { ProviderInfo } from '@platform/contract'

const folder = new URL('../../catalogue/logos/', import.meta.url)

/**
 * Returns the provider's logo as a data URL, if there is one with a free license: pages that show
 * it need no request.
 */
export function mediaOf(provider: string): Pick<ProviderInfo, 'media'> {
  const file = new URL(`${provider}.svg`, folder)
  if (!existsSync(file)) return {}
  const light = readFileSync(file, 'utf8').trim()
  return {
    media: {
      regular: { iconURL: addressOf(light) },
      darkMode: { iconURL: addressOf(light.replace(/(?<=fill=")#\w{6}/, readableOnDark)) },
    },
  }
}

const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Minimum luminance of text that is readable on a nearly black background. */
const enough = 0.2

function readableOnDark(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < enough ? '#ffffff' : colour
}
