import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { freePort } from '../testing/src/free-port.ts'
import { testDatabase } from '../testing/src/test-database.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { startPlatform, type Platform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { createSetupToken, setUp } from '../../server/program/src/main/setup.ts'

const password = 'long enough for Ana'
const email = 'ana@acme.test'
let database: Awaited<ReturnType<typeof testDatabase>>
let platform: Platform
let url: string
let orgId: string
let browser: Browser
beforeAll(async () => {
  database = await testDatabase()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: String(await freePort()),
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  )
  url = must(platform.url, 'url')
  const token = must(await createSetupToken(platform.database), 'token')
  await setUp(platform.database, token, { email, password, name: 'Ana', org: 'Acme' })
  const org = platform.database.everything.selectFrom('organizations').select('id')
  orgId = (await org.executeTakeFirstOrThrow()).id
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await platform.stop()
  await database.close()
})

/** Opens a page of the docs; the test fails if the console has errors. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => complaints.push(message.text()))
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await page.goto(url + path)
  // Chromium aborts requests when another test adds a network interface.
  if (complaints.some((text) => text.includes('ERR_NETWORK_CHANGED'))) {
    complaints.length = 0
    await page.reload()
  }
  return page
}

it('links from every entry point to the documentation', async () => {
  const statuses = await Promise.all(
    [
      '/docs',
      '/docs/',
      '/docs/webhooks',
      '/docs/webhooks/',
      '/problems',
      '/problems/not-found',
    ].map(async (path) => (await fetch(url + path)).status),
  )
  const lost = await Promise.all(
    [
      '/docs/nowhere/',
      '/docs/problems/not-found.html',
      '/problems/nowhere',
      '/docs/..%2fpackage.json',
    ].map(async (path) => (await fetch(url + path)).status),
  )

  expect([...statuses, ...lost]).toEqual([200, 200, 200, 200, 200, 200, 404, 404, 404, 404])
})

it.each([
  ['/docs/', 'light'],
  ['/docs/webhooks/', 'light'],
  ['/docs/api/api-keys/', 'dark'],
  ['/problems/not-found', 'dark'],
] as const)('is accessible at %s in %s, and fits a narrow screen', async (path, colorScheme) => {
  const page = await open(path, { colorScheme, viewport: { width: 320, height: 800 } })
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  await page.setViewportSize({ width: 1280, height: 800 })
  const areasOfPictures = await page.evaluate<DOMRect[]>(
    '[...document.images].map((image) => image.getBoundingClientRect().toJSON())',
  )
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )

  expect(overflow).toBe(0)
  expect(
    areasOfPictures.filter((one, at) => areasOfPictures.slice(0, at).some(covers(one))),
  ).toEqual([])
  expect(violations.map(({ id, nodes: [node] }) => [id, node?.html])).toEqual([])
})

const covers = (one: DOMRect) => (other: DOMRect) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

it('can be searched by keyboard', async () => {
  const page = await open('/docs/')
  await page.keyboard.press('/')
  await page.keyboard.type('verify webhook')
  await page.getByRole('option', { name: 'Verify the signature' }).waitFor()

  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/webhooks/#verify-the-signature')
  // With a typing error, by the kind of a problem, and as a question.
  for (const [words, found] of [
    ['verfy webhok', 'Verify the signature'],
    ['sample-read-failed', 'sample-read-failed'],
    ['how on earth do I verify a webhook', 'Verify the signature'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search' }).fill(words)
    await page.getByRole('option', { name: found }).first().waitFor()
  }
  for (const [words, found] of [
    ['retry', 'Retry deliveries'],
    ['signature', 'Verify the signature'],
    ['rotate key', 'Rotate keys'],
    ['upgrade', 'Upgrade'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search' }).fill(words)
    await page.locator('#found-0', { hasText: found }).waitFor()
  }
  await page.getByRole('combobox', { name: 'Search' }).fill('zzzzzz')
  await page.getByText('No results for “zzzzzz”.').waitFor()
})

it('remembers the chosen language', async () => {
  const page = await open('/docs/webhooks/')
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByText('hmac.compare_digest').waitFor()

  await page.goto(`${url}/docs/api/writing/`)

  await page.getByText('import requests').waitFor()
  await expect.poll(() => page.getByText('import { createClient }').isVisible()).toBe(false)
})

it('fills in runnable samples for a signed-in user', async () => {
  const page = await open('/docs/')
  await page.request.post(`${url}/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  })
  const { token } = (await (await page.request.get(`${url}/auth/token`)).json()) as {
    token: string
  }
  await page.request.post(`${url}/v1/projects`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'crm', appName: 'CRM', orgId },
  })

  await page.goto(`${url}/docs/api/api-keys/`)
  await page.getByRole('button', { name: 'Create a one-day key' }).click()
  await page.getByText('The samples use the new key').waitFor()
  const sample = await page.locator('#listApiKeys-curl code').textContent()
  const { stdout } = await promisify(execFile)('bash', ['-c', `${sample} -s`])

  expect(JSON.parse(stdout)).toMatchObject([{ label: 'Documentation samples', scopes: ['full'] }])

  await page.goto(`${url}/docs/api/organizations/`)
  await page.getByRole('button', { name: 'Insert my token' }).click()
  await page.getByText('The samples contain your token').waitFor()
  const ofPerson = await page.locator('#getMyInfo-curl code').textContent()
  const answer = await promisify(execFile)('bash', ['-c', `${ofPerson} -s`])

  expect(answer.stdout).toContain(email)
})
