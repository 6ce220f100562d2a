import type { Page, Route as Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { patterns, type Route } from './app/routes.ts'
import { findBrokenRules, it, type Opened } from './testing/in-chromium.ts'

/** IDs of the records that pages are about. */
const subjects: Record<string, string> = {
  organization: 'org_1',
  project: 'demo',
  integration: 'int_1',
  provider: 'hubspot',
  installation: 'inst_2',
  customer: 'team-1',
  operation: 'op_2',
  connection: 'conn_2',
  delivery: 'dlv_70',
  destination: 'dest_2',
}
/** Filters with which a page is checked. */
const queries: Partial<Record<Route, string>> = {
  confirmAddress: '?token=x',
  resetPassword: '?token=x',
  commandLine: '?login=x',
  connectAgent: '?client_id=x',
  logs: '?from=2026-01-01T00:00',
}

const fillPath = ([name, pattern]: [string, string]) =>
  pattern.replace(/\?.*/, '').replaceAll(/:(\w+)/g, (_, about) => chooseSubject(about)) +
  (new Map(Object.entries(queries)).get(name) ?? '')

function chooseSubject(about: string): string {
  const subject = subjects[about]
  if (!subject) throw new Error(`The fake platform's ${about} is not named here.`)
  return subject
}

/** Pages without sign-in. */
const ofStrangers: string[] = [
  'home',
  'createAccount',
  'confirmAddress',
  'forgottenPassword',
  'resetPassword',
] satisfies Route[]

/** Pages with a list. */
const listsOfProject: string[] = [
  'integrations',
  'installations',
  'customers',
  'operations',
  'tail',
  'logs',
  'connections',
  'deliveries',
  'destinations',
  'routing',
  'customerDestinations',
  'replays',
  'apiKeys',
  'jwtKeys',
  'agents',
  'connectLinks',
  'providerApps',
] satisfies Route[]

const isOfStrangers = ([name]: [string, string]) => ofStrangers.includes(name)
const all = Object.entries(patterns)
const pathsOfStrangers = all.filter(isOfStrangers).map(fillPath)
const paths = [
  ...all.filter((page) => !isOfStrangers(page)).map(fillPath),
  '/projects/nowhere/deliveries',
  '/projects/demo/nowhere',
]

/** Dark mode changes only colours. */
const rules = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] }

/** Violated rules, in light and then in dark mode. */
async function findBrokenRulesInEachScheme(page: Page): Promise<string[]> {
  const broken: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rulesBroken = await findBrokenRules(page, rules[colorScheme])
    broken.push(...rulesBroken.map((rule) => `${colorScheme}: ${rule}`))
  }
  return broken
}

/** Tables wider than their frame, which hides the buttons at their end. */
const cutOff = async (page: Page, path: string): Promise<string[]> => {
  const tables: string[] = await page
    .locator('.list')
    .evaluateAll((lists) =>
      lists
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent.slice(0, 40)),
    )
  return tables.map((table) => `${path} cuts off ${table}`)
}

/** Opens each page, signed out and then signed in, and checks it. */
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

/**
 * Finds texts that follow each other without a space, such as `3 recordsby`, and counts of one with a
 * plural.
 */
const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { data, nextSibling, parentElement } = texts.currentNode as Text
      const after = nextSibling instanceof Text ? nextSibling.data : ''
      if (/[\p{L}\d]$/u.test(data) && /^[\p{L}\d]/u.test(after)) {
        const isBroken = /\d/.test(data) !== /\d/.test(after) || /\d/.test(data + after)
        if (isBroken) broken.push(`${data}|${after}`)
      }
      if (parentElement?.closest('code, pre, .code')) continue
      const whole = parentElement?.textContent ?? ''
      const plural =
        /(?<![\d.,:])1 (?:records|fields|installations|deliveries|messages|objects|connections|customers)\b/
      const singular =
        /(?<![\d.,])(?:0|[2-9]|\d{2,}) (?:record|field|installation|delivery|message|object|connection|customer)\b(?!s)/
      for (const rule of [plural, singular]) {
        const [match] = rule.exec(whole) ?? []
        if (match) broken.push(match)
      }
    }
    return [...new Set(broken)]
  })

/** Navigates like a link within the dashboard, without a reload. */
async function goTo(page: Page, path: string): Promise<string> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('.loading').count()).toBe(0)
  return path
}

it('has no accessibility violations, cut off tables or words run together', async ({
  page,
  platform,
  heading,
  open,
}) => {
  const wrong: string[] = []

  await lookAtAll({ page, platform, heading, open }, async (path) => {
    const broken = [...(await findBrokenWords(page)), ...(await findBrokenRulesInEachScheme(page))]
    wrong.push(...broken.map((found) => `${path}: ${found}`))
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 860 })
      wrong.push(...(await cutOff(page, `${path} at ${width} px`)))
    }
  })

  expect(wrong).toEqual([])
})

it('fits a 320 px screen without accessibility violations', async ({
  page,
  platform,
  heading,
  open,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const wrong: string[] = []

  await lookAtAll({ page, platform, heading, open }, async (path) => {
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (overflow !== 0) wrong.push(`${path} is too wide`)
    const broken =
      process.env['LONG_TESTS'] === '1' ? findBrokenRulesInEachScheme(page) : findBrokenRules(page)
    wrong.push(...(await broken).map((rule) => `${path}: ${rule}`))
  })

  expect(wrong).toEqual([])
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Deliveries', exact: true }).press('Escape')
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Deliveries', exact: true }).press('Enter')
  await heading('Deliveries').waitFor()
})

it('shows an empty state on each page of an empty project', async ({
  page,
  platform,
  heading,
  open,
}) => {
  for (const [name, list] of Object.entries(platform.records)) {
    if (Array.isArray(list) && name !== 'members') list.length = 0
  }
  await open('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()
  const silent: string[] = []

  for (const [name, pattern] of all) {
    if (!listsOfProject.includes(name)) continue
    await goTo(page, fillPath([name, pattern]))
    if ((await page.locator('.empty').count()) === 0) silent.push(name)
  }

  expect(silent).toEqual([])
})

it('paints the first frame dark before scripts run', async ({ page, platform }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const held: Request[] = []
  await page.route(/\.js$/, (request) => void held.push(request))
  await page.goto(platform.url, { waitUntil: 'commit' })
  await expect.poll(() => held.length).toBeGreaterThan(0)

  const picture = await page.screenshot()

  expect(await measureBrightness(picture, page)).toBeLessThan(60)
  await Promise.all(held.map((request) => request.abort()))
})

/** Mean brightness of all pixels, from 0 to 255, decoded in an empty page. */
async function measureBrightness(picture: Buffer, page: Page): Promise<number> {
  const empty = await page.context().newPage()
  onTestFinished(() => empty.close())
  return empty.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(8, 8)
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0, 8, 8)
    const data = [...(drawing?.getImageData(0, 0, 8, 8).data ?? [])]
    const points = data.filter((_, index) => index % 4 < 3)
    return points.reduce((total, point) => total + point, 0) / points.length
  }, picture.toString('base64'))
}
