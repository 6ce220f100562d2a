import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'
import { actions } from './screen-actions.ts'
import { screens } from './screens.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

const looks: Record<string, (page: Page) => Promise<void>> = {
  light: (page) => page.emulateMedia({ colorScheme: 'light' }),
  dark: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  '320 px': (page) => page.setViewportSize({ width: 320, height: 900 }),
  'forced colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
}

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery.close())

it.each(Object.entries(actions))('%s can be used by everybody', async (name, steps) => {
  const page = await gallery.open(name in screens ? name : name.replace(/\+.*$/, ''))
  await steps(page)
  await page.addScriptTag({ path: axePath })
  // Colours that are still on their way would be measured halfway.
  await page.emulateMedia({ reducedMotion: 'reduce' })

  for (const [look, apply] of Object.entries(looks)) {
    await apply(page)
    expect(await violations(page), look).toEqual([])
    expect(await overflow(page), look).toBe(0)
  }
  await page.context().close()
})

async function violations(page: Page): Promise<unknown[]> {
  const results = await page.evaluate<AxeResults, RunOptions>(
    (run) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, run),
    rules,
  )
  return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** By how much the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
