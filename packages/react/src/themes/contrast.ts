import type { ColorName, Theme } from './themes.ts'

/** Contrast of a text with its background. */
interface Contrast {
  text: string
  background: string
  /** Ratio by WCAG 2, from 1 to 21. */
  ratio: number
  /** The least ratio that WCAG AA allows for this text. */
  least: number
}

type Color = [red: number, green: number, blue: number]

/**
 * Returns the contrast of every text of the components with its backgrounds, computed like the stylesheet
 * does, in one color scheme.
 */
export function measureContrasts(theme: Pick<Theme, 'light' | 'dark'>, scheme: 'light' | 'dark') {
  const of = (name: ColorName) => parseColor(theme[scheme][name])
  const [surface, primary] = [of('surface'), of('primary')]
  const accent = computeAccent(primary, scheme)
  const tintColor = (color: Color, percent: number) => mixColors(color, surface, percent / 100)
  const found: Contrast[] = []
  const check = (text: string, color: Color, background: string, behind: Color) =>
    found.push({ text, background, ratio: measureRatio(color, behind), least: 4.5 })

  check('button text', onPrimary(primary), 'primary', primary)
  check('links', accent, 'surface', surface)
  check('links', accent, 'tint of primary', tintColor(accent, 9))
  const backgrounds = ['surface', 'neutral-25', 'neutral-50', 'neutral-100'] as const
  for (const step of [600, 700, 800, 900] as const) {
    for (const background of backgrounds) {
      check(`neutral-${step}`, of(`neutral-${step}`), background, of(background))
    }
  }
  for (const tone of ['success', 'warning', 'danger'] as const) {
    check(tone, of(tone), 'surface', surface)
    check(tone, of(tone), `tint of ${tone}`, tintColor(of(tone), 11))
  }
  // Lines around inputs need less (WCAG 1.4.11).
  found.push({
    text: 'lines of inputs on hover',
    background: 'surface',
    ratio: measureRatio(of('neutral-500'), surface),
    least: 3,
  })
  return found
}

/** Reads `#rgb` and `#rrggbb`. */
function parseColor(text: string): Color {
  const [, hex = '000000'] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? []
  const digits = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const number = Number.parseInt(digits, 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

const measureRatio = (one: Color, other: Color) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (color: Color) => {
  const [red, green, blue] = linear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (color: Color) =>
  color.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as Color

const encodeColor = (color: Color) =>
  color.map((value) => {
    const inRange = Math.min(1, Math.max(0, value))
    return inRange <= 0.003_130_8 ? inRange * 12.92 : 1.055 * inRange ** (1 / 2.4) - 0.055
  }) as Color

// Oklab, by Björn Ottosson: https://bottosson.github.io/posts/oklab/
function toOklab(color: Color): Color {
  const [red, green, blue] = linear(color)
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ]
}

function fromOklab([lightness, a, b]: Color): Color {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return encodeColor([
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ])
}

const mixColors = (color: Color, other: Color, part: number) => {
  const [one, two] = [toOklab(color), toOklab(other)]
  return fromOklab(one.map((value, index) => value * part + two[index]! * (1 - part)) as Color)
}

/** `--_on-primary` of the stylesheet. */
const onPrimary = (primary: Color): Color => (toOklab(primary)[0] < 0.68 ? [1, 1, 1] : [0, 0, 0])

/** `--_accent` of the stylesheet. */
function computeAccent(primary: Color, scheme: 'light' | 'dark'): Color {
  const [lightness, a, b] = toOklab(primary)
  return fromOklab([
    scheme === 'light' ? Math.min(lightness, 0.52) : Math.max(lightness, 0.74),
    a,
    b,
  ])
}
