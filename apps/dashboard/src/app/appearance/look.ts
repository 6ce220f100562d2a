import type { Schemas } from '@platform/client'
import { toCssVariables } from '../../connect-page/branding.ts'
import {
  defaultTheme,
  themes,
  type ColorName,
  type Theme,
} from '../../../../../packages/react/src/themes/themes.ts'

export type Branding = Schemas['Branding']
export type Scheme = 'light' | 'dark'
export const schemes = ['light', 'dark'] as const

/** Sizes in pixels, within what the API accepts. */
export const sizes = {
  borderRadius: { label: 'Corner radius', least: 0, max: 24 },
  fontSize: { label: 'Font size', least: 12, max: 18 },
  spacing: { label: 'Spacing', least: 8, max: 24 },
} as const
export type Size = keyof typeof sizes
const sizeNames = Object.keys(sizes) as Size[]

export const colorNames = Object.keys(defaultTheme.light) as ColorName[]

/** Returns the color in a scheme. A color without its counterpart applies to both, as on the hosted page. */
export function getColor(look: Branding, scheme: Scheme, name: ColorName): string {
  const other = scheme === 'light' ? 'dark' : 'light'
  return look[scheme]?.[name] ?? look[other]?.[name] ?? defaultTheme[scheme][name]
}

/** Changes the color in one scheme. Both are kept, so that neither depends on the other; default pairs are left out. */
export function withColor(
  look: Branding,
  scheme: Scheme,
  { name, color }: { name: ColorName; color: string },
): Branding {
  const pair = { light: getColor(look, 'light', name), dark: getColor(look, 'dark', name) }
  pair[scheme] = color
  const isDefault = schemes.every((one) => pair[one] === defaultTheme[one][name])
  const { [name]: _light, ...light } = look.light ?? {}
  const { [name]: _dark, ...dark } = look.dark ?? {}
  if (isDefault) return { ...look, light, dark }
  return { ...look, light: { ...light, [name]: pair.light }, dark: { ...dark, [name]: pair.dark } }
}

/** Returns the size in pixels. */
export const lookSize = (look: Branding, size: Size): number =>
  look[size] ?? toPixels(defaultTheme[size])

const toPixels = (length: string) => Number.parseFloat(length) * (length.endsWith('rem') ? 16 : 1)

/** Returns the values in which the theme differs from the default one. */
function toBranding(theme: Theme): Branding {
  let look: Branding = {}
  for (const scheme of schemes) {
    for (const name of colorNames) {
      look = withColor(look, scheme, { name, color: theme[scheme][name] })
    }
  }
  for (const size of sizeNames) {
    if (theme[size] !== defaultTheme[size]) look[size] = toPixels(theme[size])
  }
  return look
}

/** Looks to start from, by title. */
export const readyLooks: Record<string, Branding> = {
  Default: {},
  Ink: toBranding(themes.ink),
  Linen: toBranding(themes.linen),
  Lagoon: toBranding(themes.lagoon),
}

/** Returns the title of the ready look with the same values; undefined if they were changed. */
export const titleOfLook = (look: Branding): string | undefined =>
  Object.keys(readyLooks).find(
    (title) => serializeLook(readyLooks[title] ?? {}) === serializeLook(look),
  )

const serializeLook = (look: Branding) =>
  Object.entries(toCssVariables(look)).map(String).toSorted().join()

/** Takes all values of a ready look, and keeps the logos. */
export function withLook({ logo, darkLogo }: Branding, title: string): Branding {
  return { ...readyLooks[title], ...(logo && { logo }), ...(darkLogo && { darkLogo }) }
}

/** Returns the look with all values set, to compute contrasts. */
export function toTheme(look: Branding): Pick<Theme, Scheme> {
  const colors = (scheme: Scheme) =>
    Object.fromEntries(
      colorNames.map((name) => [name, getColor(look, scheme, name)]),
    ) as Theme['light']
  return { light: colors('light'), dark: colors('dark') }
}

/** Returns the CSS for the page that embeds the components. */
export function toCss(look: Branding): string {
  const lines = Object.entries(toCssVariables(look)).map(
    ([name, value]) => `  ${name}: ${value};\n`,
  )
  return lines.length > 0
    ? `:root {\n${lines.join('')}}\n`
    : '/* The default look needs no variables. */\n'
}
