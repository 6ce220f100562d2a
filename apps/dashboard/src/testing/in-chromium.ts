import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect, it as base } from 'vitest'
import { buildDashboard } from '../build.ts'
import { launchChromium } from '../../../../scripts/launch-chromium.ts'
import { ana, startFakePlatform, type FakePlatform } from './fake-platform.ts'

/**
 * A test with an open dashboard. The tests of a file share one platform, reset for each test, and
 * one browser, which loads the dashboard once; each test has its own page.
 */
export const it = base
  // Vitest derives the dependencies of a fixture from the pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  .extend('ofFile', { scope: 'file' }, async ({}, { onCleanup }) => {
    await buildDashboard()
    const [platform, browser] = await Promise.all([startFakePlatform(), launchChromium()])
    onCleanup(async () => {
      await browser.close()
      await platform.close()
    })
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    // Keeps a window open, so that the page of a test is a tab in it: opening a window takes
    // longer.
    await context.newPage()
    return { platform, context }
  })
  .extend('platform', async ({ ofFile }) => {
    ofFile.platform.reset()
    await ofFile.context.clearCookies()
    return ofFile.platform
  })
  .extend('page', async ({ ofFile: { context }, platform }, { onCleanup }) => {
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
    })
    onCleanup(async () => {
      await page.close()
      platform.reset()
      // Violations of the page's policy and React's warnings appear in the console.
      expect(complaints).toEqual([])
    })
    return page
  })
  .extend('heading', ({ page }) => {
    return (name: string) => page.getByRole('heading', { level: 1, name })
  })
  /** Opens a page as a person with an earlier session. */
  .extend('open', ({ ofFile: { context }, platform, page }) => {
    return async (path = '/') => {
      await context.addCookies([{ ...platform.createSessionCookie(), url: platform.url }])
      await page.goto(platform.url + path)
    }
  })
  .extend('signIn', ({ platform, page }) => {
    return async (path = '/', { password = ana.password } = {}) => {
      await page.goto(platform.url + path)
      await page.getByLabel('Email').fill(ana.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
  })
  .extend(
    'brokenRules',
    ({ page }) =>
      () =>
        findBrokenRules(page),
  )

/** Navigation helpers of a test. */
export interface Opened {
  page: Page
  platform: FakePlatform
  heading: (name: string) => Locator
  open: (path?: string) => Promise<void>
}

/** Returns violated accessibility rules with their elements; of all rules unless some are named. */
export async function findBrokenRules(page: Page, only?: string[]): Promise<string[]> {
  // Evaluated instead of added as a script, which the page's policy forbids.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const options = { ...(only && { runOnly: only }), resultTypes: ['violations'], preload: false }
  const violations: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}
