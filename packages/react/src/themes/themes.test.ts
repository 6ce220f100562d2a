import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { measureContrasts, defaultTheme, themes, type ColorName, type Theme } from './index.ts'

const all: [string, Theme][] = [['default', defaultTheme], ...Object.entries(themes)]
const schemes = ['light', 'dark'] as const

it.each(all.flatMap(([name, theme]) => schemes.map((scheme) => ({ name, theme, scheme }))))(
  'keeps every text of $name readable in $scheme',
  ({ theme, scheme }) => {
    const contrasts = measureContrasts(theme, scheme)

    expect(contrasts.length).toBeGreaterThan(20)
    expect(contrasts.filter(({ ratio, least }) => ratio < least)).toEqual([])
  },
)

it('finds text that is hard to read', () => {
  const light = { ...defaultTheme.light, 'neutral-600': '#b0b4bb', danger: '#ff8f94' }

  const found = measureContrasts({ ...defaultTheme, light }, 'light')
    .filter(({ ratio, least }) => ratio < least)
    .map(({ text }) => text)
  expect([...new Set(found)]).toEqual(['neutral-600', 'danger'])
})

it('knows the ratios of WCAG', () => {
  const ratio = (text: string, surface: string) =>
    measureContrasts(
      { ...defaultTheme, light: { ...defaultTheme.light, 'neutral-900': text, surface } },
      'light',
    ).find((one) => one.text === 'neutral-900' && one.background === 'surface')?.ratio

  expect(ratio('#000', '#fff')).toBeCloseTo(21, 3)
  expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})

it('takes the default colors from the stylesheet', async () => {
  const look = await readFile(new URL('../look.css', import.meta.url), 'utf8')
  const long = (color: string) => (color.length === 4 ? color.replaceAll(/[^#]/g, '$&$&') : color)
  const found = [
    ...look.matchAll(/var\(--plat-colors-([\w-]+), light-dark\((#\w+), (#\w+)\)\)/g),
  ].map(([, name = '', light = '', dark = '']) => [name, long(light), dark])

  expect(found.toSorted()).toEqual(
    (Object.keys(defaultTheme.light) as ColorName[])
      .map((name) => [name, defaultTheme.light[name], defaultTheme.dark[name]])
      .toSorted(),
  )
})
