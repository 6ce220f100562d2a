import { existsSync, readFileSync } from 'node:fs'
import type { ProviderInfo } from '@platform/contract'

const folder = new URL('../../catalogue/logos/', import.meta.url)

/** Providers with the logo of another entry of the same vendor. */
export const sharedLogos: Readonly<Record<string, string>> = {
  adyenTest: 'adyen',
  dropboxSign: 'dropbox',
  greenhouseJobBoard: 'greenhouse',
  gustoDemo: 'gusto',
  paddleSandbox: 'paddle',
  payPalSandBox: 'payPal',
  quickbooksSandbox: 'quickbooks',
  squareSandbox: 'square',
  zendeskChat: 'zendeskSupport',
  zohoBooks: 'zoho',
  zohoDesk: 'zoho',
}

/**
 * Returns the provider's logo as a data URL, if there is one with a free license: pages that show
 * it need no request.
 */
export function findMedia(provider: string): Pick<ProviderInfo, 'media'> {
  const file = new URL(`${sharedLogos[provider] ?? provider}.svg`, folder)
  if (!existsSync(file)) return {}
  const logo = readFileSync(file, 'utf8').trim()
  const withColour = (change: (colour: string) => string) => ({
    iconURL: toDataUrl(logo.replace(/(?<=fill=")#\w{6}/, change)),
  })
  return { media: { regular: withColour(visibleOnLight), darkMode: withColour(visibleOnDark) } }
}

export const toDataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Lowest luminance that is visible on a nearly black background, and highest on white. */
const [onDark, onLight] = [0.2, 0.6]

const visibleOnDark = (colour: string) => (measureLuminance(colour) < onDark ? '#ffffff' : colour)
const visibleOnLight = (colour: string) => (measureLuminance(colour) > onLight ? '#000000' : colour)

function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
