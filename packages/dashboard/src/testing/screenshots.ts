/** Takes a screenshot of every screen: `node src/testing/screenshots.ts <folder> [screen…]`. */
import { mkdir } from 'node:fs/promises'
import { buildDashboard } from '../build.ts'
import { launchChromium } from '../../../../scripts/launch-chromium.ts'
import { ana, startFakePlatform } from './fake-platform.ts'

const screens: Record<string, string> = {
  account: '/account',
  organization: '/organizations/org_1',
  'audit-log': '/organizations/org_1/audit-log',
  overview: '/projects/demo',
  projects: '/projects',
  integrations: '/projects/demo/integrations',
  integration: '/projects/demo/integrations/salesforce-sync',
  customers: '/projects/demo/customers',
  customer: '/projects/demo/customers/team-1',
  operations: '/projects/demo/operations',
  logs: '/projects/demo/logs',
  catalogue: '/projects/demo/catalogue',
  provider: '/projects/demo/catalogue/hubspot',
  tail: '/projects/demo/tail',
  installations: '/projects/demo/installations',
  installation: '/projects/demo/installations/int_1/inst_1',
  operation: '/projects/demo/operations/op_2',
  connections: '/projects/demo/connections',
  connection: '/projects/demo/connections/conn_2',
  destinations: '/projects/demo/destinations',
  destination: '/projects/demo/destinations/dest_2',
  routing: '/projects/demo/routing',
  deliveries: '/projects/demo/deliveries',
  delivery: '/projects/demo/deliveries/dlv_70',
  'connect-links': '/projects/demo/connect-links',
  appearance: '/projects/demo/appearance',
  'api-keys': '/projects/demo/api-keys',
  'jwt-keys': '/projects/demo/jwt-keys',
  'provider-apps': '/projects/demo/provider-apps',
  settings: '/projects/demo/settings',
  missing: '/projects/demo/connections/conn_9',
}

const [folder = 'screenshots', ...only] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
await buildDashboard()
const platform = await startFakePlatform()
const browser = await launchChromium()
for (const [look, options] of [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 860 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 860 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 700 } }],
] as const) {
  const page = await browser.newPage(options)
  page.on('console', (message) => console.log(look, message.type(), message.text()))
  await page.goto(platform.url)
  await page.getByLabel('Email').waitFor()
  await page.screenshot({ path: `${folder}/sign-in-${look}.png` })
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password').fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Lumen' }).waitFor()
  for (const [name, path] of Object.entries(screens)) {
    if (only.length && !only.includes(name)) continue
    await page.goto(platform.url + path)
    await page.waitForTimeout(400)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) console.log(`${name} ${look} is ${wide} px too wide`)
    await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true })
  }
  await page.close()
}
await browser.close()
await platform.close()
