import type { Schemas } from '@platform/client'

type Branding = Schemas['Branding']

const fonts: Record<NonNullable<Branding['font']>, string> = {
  system: 'system-ui, sans-serif',
  serif: 'ui-serif, Georgia, serif',
  rounded: 'ui-rounded, "Nunito", "Varela Round", system-ui, sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
}

/** Returns the CSS variables of the look. A color without its counterpart keeps the default there. */
export function toCssVariables(branding: Branding): Record<string, string> {
  const { light = {}, dark = {}, font, borderRadius, fontSize, spacing } = branding
  const variables: Record<string, string> = {}
  for (const name of new Set([...Object.keys(light), ...Object.keys(dark)])) {
    // With one of both, the other scheme uses it too: the components keep text on it readable.
    const color = [light[name] ?? dark[name], dark[name] ?? light[name]]
    variables[`--plat-colors-${name}`] = `light-dark(${color.join(', ')})`
  }
  if (font) variables['--plat-font-family'] = fonts[font]
  if (borderRadius !== undefined) variables['--plat-default-border-radius'] = `${borderRadius}px`
  if (fontSize !== undefined) variables['--plat-font-size'] = `${fontSize / 16}rem`
  if (spacing !== undefined) variables['--plat-spacing'] = `${spacing}px`
  return variables
}
