/**
 * Takes the pictures of the design page or, with a folder, of every screen in every look: `node
 * src/testing/screenshots.ts [folder [screen…]]`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { buildDashboard } from '../build.ts'
import { launchChromium } from '../../../../scripts/launch-chromium.ts'
import { ana, startFakePlatform } from './fake-platform.ts'

const screens: Record<string, string> = {
  overview: '/projects/demo',
  customers: '/projects/demo/customers',
  customer: '/projects/demo/customers/team-1',
  installations: '/projects/demo/installations',
  installation: '/projects/demo/installations/int_1/inst_2',
  connections: '/projects/demo/connections',
  connection: '/projects/demo/connections/conn_2',
  'connect-links': '/projects/demo/connect-links',
  integrations: '/projects/demo/integrations',
  integration: '/projects/demo/integrations/salesforce-sync',
  catalogue: '/projects/demo/catalogue',
  provider: '/projects/demo/catalogue/hubspot',
  operations: '/projects/demo/operations',
  operation: '/projects/demo/operations/op_2',
  approvals: '/projects/demo/approvals',
  logs: '/projects/demo/logs',
  tail: '/projects/demo/tail',
  deliveries: '/projects/demo/deliveries',
  delivery: '/projects/demo/deliveries/dlv_70',
  destinations: '/projects/demo/destinations',
  destination: '/projects/demo/destinations/dest_2',
  'pull-destination': '/projects/demo/destinations/dest_4',
  routing: '/projects/demo/routing',
  'customer-destinations': '/projects/demo/customer-destinations',
  replays: '/projects/demo/replays',
  'api-keys': '/projects/demo/api-keys',
  'jwt-keys': '/projects/demo/jwt-keys',
  agents: '/projects/demo/agents',
  'provider-apps': '/projects/demo/provider-apps',
  appearance: '/projects/demo/appearance',
  settings: '/projects/demo/settings',
  projects: '/projects',
  organization: '/organizations/org_1',
  'audit-log': '/organizations/org_1/audit-log',
  account: '/account',
  missing: '/projects/demo/connections/conn_9',
}
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  wide: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  tablet: { colorScheme: 'light', viewport: { width: 768, height: 1024 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 700 } },
} as const
/** Pictures of the design page in other looks than `light`. */
const others: Record<string, readonly string[]> = {
  dark: ['overview'],
  narrow: ['overview'],
}

const [folder, ...only] = process.argv.slice(2)
const target = folder ?? fileURLToPath(new URL('../../design', import.meta.url))
await mkdir(target, { recursive: true })
await buildDashboard()
const platform = await startFakePlatform()
const browser = await launchChromium()
for (const [look, options] of Object.entries(looks)) {
  const wanted = Object.entries(screens).filter(([name]) =>
    folder
      ? only.length === 0 || only.includes(name)
      : (look === 'light' && name !== 'missing') || others[look]?.includes(name),
  )
  if (wanted.length === 0) continue
  const page = await browser.newPage(options)
  page.on('console', (message) => console.log(look, message.type(), message.text()))
  await page.goto(platform.url)
  await page.getByLabel('Email').waitFor()
  if (folder || look === 'light') await capture(page, 'sign-in', look)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password').fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Lumen' }).waitFor()
  for (const [name, path] of wanted) {
    await page.goto(platform.url + path)
    await page.locator('main h1').waitFor()
    await page.waitForTimeout(400)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) console.log(`${name} ${look} is ${wide} px too wide`)
    await capture(page, name, look)
  }
  await page.close()
}
await browser.close()
await platform.close()

/** Writes the whole page or, for the design page, what is seen first at three quarters of its size. */
async function capture(page: Page, name: string, look: string): Promise<void> {
  if (folder) {
    await page.screenshot({ path: join(target, `${name}-${look}.png`), fullPage: true })
    return
  }
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    clip: { x: 0, y: 0, width, height, scale: look === 'narrow' ? 1 : 0.75 },
  })
  const file = look === 'light' ? name : `${name}-${look}`
  await writeFile(join(target, `${file}.webp`), data, 'base64')
}
