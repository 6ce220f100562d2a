import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { FlowPlatform } from './platform.ts'
import { handsOn, type Hands, type Way } from './hands.ts'

/** A page in use, with its platform. */
export interface Scene extends Hands {
  page: Page
  platform: FlowPlatform
  group: string
  button: (name: string | RegExp) => Locator
  box: (name: string | RegExp) => Locator
  tab: (name: string | RegExp) => Locator
  sees: (words: string | RegExp) => Promise<void>
  /** Expects that something is not on the page. */
  misses: (words: string | RegExp) => Promise<void>
  /** Expects the focus on the heading of the next step. */
  landsOn: (heading: string | RegExp) => Promise<void>
  /** Expects an announcement to screen readers. */
  hears: (words: string) => Promise<void>
  /** Opens the provider's window, and answers there; it closes by itself. */
  signIn: (target: Locator, reply: 'Allow' | 'Deny', account?: number) => Promise<void>
  answer: (popup: Page, reply: 'Allow' | 'Deny', account?: number) => Promise<void>
  /** Expects that the focus is not lost and all texts are correct. */
  atEase: () => Promise<void>
  /** Returns the window opened by pressing an element. */
  opened: (target: Locator) => Promise<Page>
}

/** Words that customers must not see, except in "Details". */
const words =
  /https?:|invalid_|Failed to fetch|\b(GET|POST|PATCH|PUT)\b|ECONN|getToken|undefined|\{"/

export function sceneOn(page: Page, way: Way, platform: FlowPlatform, group: string): Scene {
  const hands = handsOn(page, way)
  let hasBegun = false
  /** Checks between actions that the focus is not lost and all texts are correct. */
  const keepsOrder = async () => {
    if (hasBegun) {
      const message = 'The focus is lost'
      await expect.poll(() => readFocused(page), { timeout: 300_000, message }).not.toBe('BODY')
    }
    expect(await gapsIn(page)).toEqual([])
    expect(await page.locator('.plat-root').innerText()).not.toMatch(words)
  }
  const careful =
    <Args extends unknown[]>(act: (target: Locator, ...args: Args) => Promise<void>) =>
    async (target: Locator, ...args: Args) => {
      await target.waitFor()
      await keepsOrder()
      await act(target, ...args)
      hasBegun = true
    }
  const press = careful(hands.press)
  const waitUntilOpen = async (target: Locator) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press(target)])
    return popup
  }
  const answer: Scene['answer'] = async (popup, reply, account) => {
    const there = handsOn(popup, way)
    if (account !== undefined) await there.press(popup.getByRole('radio').nth(account))
    await there.press(popup.getByRole('button', { name: reply })).catch((error: unknown) => {
      // It may close before the key or button is released.
      if (!popup.isClosed()) throw error
    })
  }
  return {
    ...{ page, platform, group, press, opened: waitUntilOpen, atEase: keepsOrder },
    type: careful(hands.type),
    pick: careful(hands.pick),
    select: careful(hands.select),
    async enter() {
      await keepsOrder()
      await hands.enter()
    },
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    box: (name) => page.getByRole('checkbox', { name }).first(),
    tab: (name) => page.getByRole('tab', { name }),
    async sees(text) {
      await orShow(page, page.getByText(text).first().waitFor())
      await keepsOrder()
    },
    async misses(text) {
      await page.getByText(text).first().waitFor({ state: 'detached' })
    },
    async landsOn(heading) {
      await expect.poll(() => headingWithFocus(page), { timeout: 300_000 }).toMatch(heading)
    },
    async hears(text) {
      await expect.poll(() => readAnnounced(page), { timeout: 300_000 }).toContain(text)
    },
    answer,
    async signIn(target, reply, account) {
      const popup = await waitUntilOpen(target)
      const isOver = popup.waitForEvent('close')
      await answer(popup, reply, account)
      await isOver
    },
  }
}

/** Adds the content of the page to a failed wait. */
async function orShow(page: Page, wait: Promise<void>): Promise<void> {
  try {
    await wait
  } catch (error) {
    const shown = await page.locator('.plat-root').innerText({ timeout: 5_000 })
    throw new Error(`The page shows:\n${shown}`, { cause: error })
  }
}

const readFocused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

const headingWithFocus = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    return /^H\d$/.test(active?.tagName ?? '') ? active?.textContent : `a ${active?.tagName}`
  })

const readAnnounced = (page: Page) =>
  page
    .locator('output, [role=alert], [role=status], [aria-live]')
    .allInnerTexts()
    .then((texts) => texts.join('\n'))

/** Returns headings that skip a level. */
const gapsIn = (page: Page) =>
  page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) =>
      Number(tagName[1]),
    )
    return levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1)
  })
