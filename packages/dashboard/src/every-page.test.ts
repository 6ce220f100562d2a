import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { brokenRules, it, type Opened } from './testing/in-chromium.ts'

const paths = [
  '/account',
  '/organizations/org_1',
  '/organizations/org_1/audit-log',
  '/projects',
  '/projects/demo',
  '/projects/demo/integrations/salesforce-sync',
  '/projects/demo/catalogue',
  '/projects/demo/catalogue/hubspot',
  '/projects/demo/installations/int_1/inst_2',
  '/projects/demo/customers',
  '/projects/demo/customers/team-1',
  '/projects/demo/operations',
  '/projects/demo/operations/op_2',
  '/projects/demo/tail',
  '/projects/demo/logs?from=2026-01-01T00:00',
  '/projects/demo/connections',
  '/projects/demo/destinations/dest_2',
  '/projects/demo/routing',
  '/projects/demo/replays',
  '/projects/demo/deliveries',
  '/projects/demo/deliveries/dlv_70',
  '/projects/demo/api-keys',
  '/projects/demo/jwt-keys',
  '/projects/demo/provider-apps',
  '/projects/demo/settings',
  '/projects/demo/nowhere',
]

const pathsOfStrangers = [
  '/',
  '/create-account',
  '/confirm-address?token=x',
  '/forgotten-password',
  '/reset-password?token=x',
]

/** In the dark only colours are others. */
const rules = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] }

/** Goes to pages that people may open, signed out and then signed in, and looks at each. */
const lookAtAll = async (
  { page, platform, heading, open }: Opened,
  look: (path: string) => Promise<void>,
) => {
  await page.goto(platform.url)
  for (const path of pathsOfStrangers) await look(await goTo(page, path))
  await open('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()
  for (const path of paths) await look(await goTo(page, path))
}

/** Goes there as a link within the dashboard does, which loads nothing anew. */
async function goTo(page: Page, path: string): Promise<string> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('.loading').count()).toBe(0)
  return path
}

it.for(['light', 'dark'] as const)(
  'breaks no rule of accessibility in %s',
  { timeout: 60_000 },
  async (colorScheme, { page, platform, heading, open }) => {
    const violations: string[] = []
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

    await lookAtAll({ page, platform, heading, open }, async (path) => {
      const broken = await brokenRules(page, rules[colorScheme])
      violations.push(...broken.map((rule) => `${path} ${rule}`))
    })

    expect(violations).toEqual([])
  },
)

it('fits on a screen that is 320 pixels wide', async ({ page, platform, heading, open }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const tooWide: string[] = []

  await lookAtAll({ page, platform, heading, open }, async (path) => {
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (overflow !== 0) tooWide.push(path)
  })

  expect(tooWide).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await heading('Deliveries').waitFor()
})
