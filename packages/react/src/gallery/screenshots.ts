/**
 * Takes the screenshots of the guide or, with a folder, of every state in every presentation: `node
 * src/gallery/screenshots.ts [folder [state…]]`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGallery } from './gallery-server.ts'
import type { Look } from './gallery.tsx'
import { getStateScreen, states } from './states.ts'
import { themes } from '../themes/index.ts'

interface Picture extends Omit<Look, 'scheme'> {
  scheme?: 'light' | 'dark'
  file: string
  state: string
  width?: number
  /** Name of a ready-made theme. */
  stylesheet?: string
  /** Whether the keys of `appearance.elements` are written on their elements. */
  hasKeys?: boolean
}

const guide: Picture[] = [
  { file: 'connect', state: 'connect' },
  { file: 'connect-dark', state: 'connect', scheme: 'dark' },
  { file: 'configure', state: 'configure+preview' },
  { file: 'manage', state: 'installed-active' },
  { file: 'sign-in-again', state: 'installed-broken' },
  { file: 'connect-provider', state: 'provider-api-key+refused' },
  { file: 'list', state: 'list' },
  { file: 'list-dark', state: 'list', scheme: 'dark' },
  { file: 'dark', state: 'configure', scheme: 'dark' },
  { file: 'narrow', state: 'configure', width: 320 },
  { file: 'right-to-left', state: 'installed-active', locale: 'ar' },
  { file: 'parts', state: 'configure', hasKeys: true },
  { file: 'parts-dark', state: 'configure', hasKeys: true, scheme: 'dark' },
  ...Object.keys(themes).flatMap((stylesheet): Picture[] => [
    { file: `theme-${stylesheet}`, state: 'configure', stylesheet, width: 560 },
    {
      file: `theme-${stylesheet}-dark`,
      state: 'configure',
      stylesheet,
      width: 560,
      scheme: 'dark',
    },
  ]),
]
const looks: Record<string, Omit<Picture, 'file' | 'state'>> = {
  light: {},
  dark: { scheme: 'dark' },
  narrow: { width: 320 },
  'narrow-de': { width: 320, locale: 'de' },
  ja: { locale: 'ja' },
  'dark-ar': { scheme: 'dark', locale: 'ar' },
  compact: { theme: 'compact' },
}

const [folder, ...only] = process.argv.slice(2)
const everything = Object.keys(states)
  .filter((state) => only.length === 0 || only.includes(state))
  .flatMap((state) =>
    Object.entries(looks).map(([look, how]) => ({ ...how, state, file: `${state}-${look}` })),
  )
const pictures: Picture[] = folder ? everything : guide
const target = folder ?? fileURLToPath(new URL('../../../../docs/ui/pictures', import.meta.url))

await mkdir(target, { recursive: true })
const gallery = await startGallery()
const page = await gallery.open('connect')
const browser = await page.context().newCDPSession(page)
let shown = ''
for (const { file, state, width = 720, stylesheet, hasKeys, ...look } of pictures) {
  if (state !== shown) {
    await page.setViewportSize({ width: 720, height: 600 })
    await page.evaluate((screen) => window.gallery.show(screen), getStateScreen(state))
    await states[state]?.(page)
    // Nothing is shown as hovered.
    await page.mouse.move(0, 0)
    shown = state
  }
  const { locale = 'en', scheme = 'light' } = look
  await page.setViewportSize({ width, height: 600 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate((given) => window.gallery.turn(given), { ...look, locale })
  await page.locator(`.plat-root[lang="${locale}"]`).waitFor()
  const style =
    stylesheet &&
    (await page.addStyleTag({
      content: await readFile(new URL(`../themes/${stylesheet}.css`, import.meta.url), 'utf8'),
    }))
  // A dialog is in the middle of the window.
  const height = await page.evaluate(() => document.body.offsetHeight)
  await page.setViewportSize({ width, height })
  if (hasKeys) await page.evaluate(writeKeys)
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await writeFile(join(target, `${file}.webp`), data, 'base64')
  await page.evaluate(() => document.querySelectorAll('.key').forEach((one) => one.remove()))
  if (style) await style.evaluate((element) => (element as Element).remove())
}
await gallery.close()

/** Runs in the page: outlines one element of each part, and writes its key on the outline. */
function writeKeys(): void {
  const keys = ['root', 'header', 'heading', 'badge', 'tabs', 'tab', 'panel', 'mapping', 'field']
  for (const key of [...keys, 'input', 'suggestion', 'button']) {
    const element = document.querySelector(
      `.plat-${key}:where(:not(.plat-tab:first-child, [data-tone='quiet']))`,
    )
    if (!element) throw new Error(`The screen has no ${key}.`)
    const { left, top, width, height } = element.getBoundingClientRect()
    const outline = document.createElement('div')
    outline.className = 'key'
    outline.style.cssText = `position: absolute; left: ${left - 2}px; top: ${top - 2}px; width: ${width + 4}px; height: ${height + 4}px; border: 1.5px dashed #d6249f; border-radius: 5px;`
    const label = document.createElement('span')
    label.textContent = key
    const edge = key === 'badge' ? 'bottom' : 'top'
    label.style.cssText = `position: absolute; right: 6px; ${edge}: -8px; padding: 0 5px; border-radius: 4px; background: #d6249f; color: #fff; font: 600 11px/15px ui-monospace, monospace;`
    outline.append(label)
    document.body.append(outline)
  }
}
