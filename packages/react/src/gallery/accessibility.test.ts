import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'
import { getStateScreen, states } from './states.ts'

// One page for all tests: each state is opened in English and then checked in every other look.

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** 1,280 by 1,024 pixels at 400 %. */
const zoomed = { width: 320, height: 256 }
const wide = { width: 1280, height: 1024 }
/** One with long words, one without spaces, one from right to left; the page is left in the last. */
const languages =
  process.env['LONG_TESTS'] === '1'
    ? ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt-BR', 'ja', 'ko', 'zh', 'ar', 'en']
    : ['de', 'ja', 'ar', 'en']

let gallery: Gallery
let page: Page
beforeAll(async () => {
  // React's development build is slower, and `flows.test.ts` already requires that it warns of nothing.
  gallery = await startGallery('production')
  page = await gallery.open('connect')
  await page.addScriptTag({ path: axePath })
  // Colours in transition would be measured halfway.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
afterAll(() => gallery.close())

it.each(Object.entries(states))('%s is accessible', async (name, steps) => {
  await page.setViewportSize(wide)
  await page.evaluate((screen) => window.gallery.show(screen), getStateScreen(name))
  await steps(page)

  await expect.poll(() => page.locator('audio, video').count()).toBe(0)
  // A look changes only colours and positions; the document, which the other rules check, is the same.
  expect(await violations(page, everything), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, ['color-contrast']), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect(await violations(page, ['color-contrast']), 'forced colours').toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize(zoomed)
  expect(await violations(page, ['target-size']), '400 %').toEqual([])
  expect(await misfits(page), '400 %').toEqual([])
  for (const opened of page.context().pages()) if (opened !== page) await opened.close()
})

it.each(['#ffeb3b', '#101014', '#f4f4f6', '#e4002b'])(
  'keeps text readable with the accent %s set by the page',
  async (accent) => {
    await page.evaluate(
      (colour) => document.documentElement.style.setProperty('--plat-colors-primary', colour),
      accent,
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const state of ['connect', 'configure', 'installed']) {
        await page.evaluate((screen) => window.gallery.show(screen), state)
        await states[state]?.(page)
        expect(await violations(page, ['color-contrast']), `${colorScheme} ${state}`).toEqual([])
      }
    }
    await page.evaluate(() => document.documentElement.removeAttribute('style'))
    await page.emulateMedia({ colorScheme: 'light' })
  },
)

it('announces loading, connected, installed, saved and failed', async () => {
  const listAnnouncements = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[aria-live], [role=status], [role=alert], output')]
        .map(({ textContent }) => textContent)
        .join(' '),
    )

  await page.evaluate(() => window.gallery.show('loading'))
  await expect.poll(listAnnouncements, { timeout: 300_000 }).toContain('Loading')
  await page.evaluate(() => window.gallery.show('connect'))
  await page.getByRole('button', { name: 'Connect Salesforce' }).click()
  await expect.poll(listAnnouncements, { timeout: 300_000 }).toContain('Connected')
  await page.getByRole('button', { name: /Use Customer Priority/ }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.poll(listAnnouncements, { timeout: 300_000 }).toContain('Installed')
  await page.evaluate(() => window.gallery.show('installed'))
  await page.getByRole('checkbox', { name: /^Department/ }).check()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(listAnnouncements, { timeout: 300_000 }).toContain('saved')
  await page.evaluate(() => window.gallery.show('problem'))
  await expect.poll(listAnnouncements, { timeout: 300_000 }).toContain('Something went wrong')
})

async function violations(on: Page, runOnly: string[]): Promise<unknown[]> {
  const results = await on.evaluate<AxeResults, RunOptions>(
    (run) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, run),
    // Only two rules need styles and media loaded first: an experimental one, and one about media.
    { runOnly, resultTypes: ['violations'], preload: false },
  )
  return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Layout errors in one of the languages: a page that is too wide, truncated or overlapping words. */
const misfits = (on: Page) =>
  on.evaluate(async (locales) => {
    const found: string[] = []
    const root = () => {
      const element = document.querySelector<HTMLElement>('.plat-root')
      if (!element) throw new Error('No component is on show.')
      return element
    }
    for (const locale of locales) {
      window.gallery.turn({ locale })
      while (root().lang !== locale) await new Promise((resolve) => setTimeout(resolve))

      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth)
        found.push(`${locale}: ${scrollWidth - clientWidth} px too wide`)
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      for (const element of root().querySelectorAll<HTMLElement>(':not(svg *)')) {
        const isCut =
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX === 'hidden' &&
          !element.matches('.plat-visually-hidden, input')
        if (isCut && isSeen(element)) found.push(`${locale}: cut off: ${element.outerHTML}`)
      }
      const onTop = root().querySelector('dialog[open]') ?? root()
      const targets = [...onTop.querySelectorAll('button, a, summary, select')]
        .filter((element) => isSeen(element) && element.role !== 'option')
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
      for (const [index, one] of targets.entries()) {
        for (const other of targets.slice(index + 1)) {
          const isOver =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1 &&
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 1
          if (!isOver) continue
          const names = [one, other].map(({ element }) => element.outerHTML)
          found.push(`${locale}: on top of another: ${names.join(' ')}`)
        }
      }
    }
    return found
  }, languages)
