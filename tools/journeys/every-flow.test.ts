import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import {
  prepareBuiltProduct,
  newest,
  oldest,
  servePages,
  type Fixture,
} from '../../packages/react/src/fixtures/fixture.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { isLong } from '../testing/src/long-tests.ts'
import { flows } from './support/flows/flows.ts'
import { startFlowPlatform, type FlowPlatform } from './support/flows/platform.ts'
import { sceneOn } from './support/flows/scene.ts'

// Every flow of an end user in the embedded UI, in a product that installed its package: in turn by
// keyboard with the oldest React and by mouse with the newest; each in all combinations with `LONG_TESTS=1`.

const crosswise = [
  { way: 'keyboard', react: oldest },
  { way: 'mouse', react: newest },
] as const
const others = [
  { way: 'mouse', react: oldest },
  { way: 'keyboard', react: newest },
] as const
const walks = (isLong ? [...crosswise, ...others] : crosswise).map((walk, index) => ({
  ...walk,
  chosen: Object.entries(flows).filter((_, flow) => isLong || flow % 2 === index),
}))

const projects = new Map<string, Fixture>()
let platform: FlowPlatform
let browser: Browser

beforeAll(async () => {
  const building = [oldest, newest].map(async (react) => {
    projects.set(react, await prepareBuiltProduct(react))
  })
  ;[platform, browser] = await Promise.all([startFlowPlatform(), launchChromium(), ...building])
})
afterAll(async () => {
  await browser.close()
  await platform.close()
})

describe.each(walks)('by $way, with React $react', ({ way, react, chosen }) => {
  let server: { url: string; close: () => void }
  let context: BrowserContext
  let page: Page
  let said: string[] = []

  beforeAll(async () => {
    const { folder } = must(projects.get(react), 'project')
    const { tokenFor } = platform
    server = await servePages(folder, {}, { platform: 'http://127.0.0.1:*', tokenFor })
    context = await browser.newContext({ viewport: { width: 720, height: 900 } })
    page = await context.newPage()
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
  })
  afterEach(async () => {
    for (const other of context.pages()) if (other !== page) await other.close()
    await platform.control.clearFaults()
  })
  afterAll(async () => {
    await context.close()
    server.close()
  })

  it.each(chosen)('%s', async (name, flow) => {
    const group = `${Object.keys(flows).indexOf(name)}-${way}-${react}`
    await page.goto('about:blank')
    said = []
    await flow.before?.(platform, group)
    const api = platform[flow.at ?? 'url']
    await page.goto(`${server.url}/?${new URLSearchParams({ api, group, ...flow.given })}`)
    const scene = sceneOn(page, way, platform, group)

    await flow.run(scene)
    await scene.atEase()

    const isPartOfIt = (text: string) => /React DevTools/.test(text) || flow.refusals?.test(text)
    expect(said.filter((text) => !isPartOfIt(text))).toEqual([])
  })
})
