/** Steps of the neutral colors, from the subtle background to headings. */
const neutrals = [25, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const

/** A color variable, without `--plat-colors-`. */
export type ColorName =
  | 'primary'
  | 'surface'
  | 'success'
  | 'warning'
  | 'danger'
  | `neutral-${(typeof neutrals)[number]}`

/** Values of the `--plat-…` variables. Colors are in the form `#rrggbb`. */
export interface Theme {
  light: Record<ColorName, string>
  dark: Record<ColorName, string>
  borderRadius: string
  fontSize: string
  spacing: string
}

/** What the stylesheet uses without a theme. */
export const defaultTheme: Theme = {
  light: colors('#3d52d5 #ffffff #0f7a4d #96590a #c02b37', [
    '#fcfcfd #f7f8fa #eff1f4 #e2e5ea #cdd2da #99a1ae',
    '#7b8391 #5a6270 #424955 #2b303a #171a21',
  ]),
  dark: colors('#8294ff #101216 #58cf9b #f0b65c #ff8f94', [
    '#14161b #1a1d23 #21252c #2d323b #3c434e #5c6573',
    '#8a93a1 #a6aebb #c4cad3 #dde1e7 #f3f5f7',
  ]),
  borderRadius: '8px',
  fontSize: '0.875rem',
  spacing: '16px',
}

/** Themes by the name of their stylesheet. */
export const themes = {
  /** Black and white, with sharp corners. */
  ink: {
    light: colors('#18181b #ffffff #15703f #8a5300 #b4232c', [
      '#fafafa #f4f4f5 #ececee #e0e0e3 #c9c9ce #94949d',
      '#71717a #5b5b63 #44444b #2a2a2e #121214',
    ]),
    dark: colors('#fafafa #0f0f11 #5fd39b #eeb45a #ff8d90', [
      '#141416 #1a1a1d #212125 #2e2e33 #3f3f46 #62626b',
      '#8b8b95 #a8a8b2 #c8c8ce #e0e0e4 #f6f6f7',
    ]),
    borderRadius: '3px',
    fontSize: '0.875rem',
    spacing: '16px',
  },
  /** Warm and roomy, with round corners. */
  linen: {
    light: colors('#a3462a #fffdf9 #3f6b2a #855000 #ad2f2a', [
      '#fcf9f3 #f8f3ea #f1eadd #e6dccb #d2c5b0 #a39581',
      '#82755f #665a48 #4f4535 #362f24 #211c14',
    ]),
    dark: colors('#f0a284 #1a1713 #a3cf86 #edb964 #ff9a8d', [
      '#1e1b16 #25211b #2c2720 #3a342b #4c4438 #6f6454',
      '#978b78 #b5a996 #d0c6b5 #e6dece #f7f2e8',
    ]),
    borderRadius: '12px',
    fontSize: '0.9375rem',
    spacing: '18px',
  },
  /** Cool and dense, for pages with much data. */
  lagoon: {
    light: colors('#0b6e75 #ffffff #18704a #8a5606 #b8284a', [
      '#f7fbfb #eff6f7 #e4eef0 #d3e1e4 #b6cad0 #82999f',
      '#637b82 #4a5f66 #35484e #223136 #101d21',
    ]),
    dark: colors('#5cd4d8 #0c1619 #5fd6a5 #f0bb63 #ff92a8', [
      '#101c20 #15242a #1b2d33 #273c43 #365059 #567580',
      '#7f9ca6 #9fb8c0 #bdd0d6 #d8e5e9 #f1f7f8',
    ]),
    borderRadius: '6px',
    fontSize: '0.8125rem',
    spacing: '12px',
  },
} satisfies Record<string, Theme>

/** Returns the variables of a theme as a rule for `:root`, with `light-dark()` for the two schemes. */
export function cssOfTheme({ light, dark, borderRadius, fontSize, spacing }: Theme): string {
  const values = Object.entries(light).map(([name, color]) => {
    const other = dark[name as ColorName]
    return [`colors-${name}`, color === other ? color : `light-dark(${color}, ${other})`]
  })
  const sizes = { 'default-border-radius': borderRadius, 'font-size': fontSize, spacing }
  const lines = [...values, ...Object.entries(sizes)].map(
    ([name, value]) => `  --plat-${name}: ${value};\n`,
  )
  return `:root {\n${lines.join('')}}\n`
}

/** `main` has primary, surface, success, warning and danger, `grays` the neutrals. */
function colors(main: string, grays: [string, string]): Record<ColorName, string> {
  const names = [
    ...['primary', 'surface', 'success', 'warning', 'danger'],
    ...neutrals.map((step) => `neutral-${step}`),
  ]
  const values = [main, ...grays].join(' ').split(' ')
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<
    ColorName,
    string
  >
}
