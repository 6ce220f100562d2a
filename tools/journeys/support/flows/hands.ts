import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Ways of using a page. Each action starts at the focus of the previous one. */
export interface Hands {
  /** Presses a button, tab, link or checkbox. */
  press: (target: Locator) => Promise<void>
  /** Replaces the value of a text box. */
  type: (target: Locator, text: string) => Promise<void>
  /** Selects the first match of a searchable list. */
  pick: (target: Locator, words: string) => Promise<void>
  /** Selects an option of a plain list, by its label. */
  select: (target: Locator, label: string) => Promise<void>
  enter: () => Promise<void>
}

export type Way = 'mouse' | 'keyboard'

export function handsOn(page: Page, way: Way): Hands {
  return way === 'mouse' ? mouseOn(page) : keyboardOn(page)
}

function mouseOn(page: Page): Hands {
  return {
    press: (target) => target.click(),
    type: (target, text) => target.fill(text),
    async pick(target, words) {
      await target.click()
      await target.fill(words)
      await page.getByRole('option', { name: words }).first().click()
    },
    async select(target, label) {
      await target.selectOption({ label })
    },
    enter: () => page.keyboard.press('Enter'),
  }
}

/** Uses only the keyboard: Tab and arrow keys. */
function keyboardOn(page: Page): Hands {
  const { keyboard } = page
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let presses = 0; presses < 90; presses++) {
      const place = await target.evaluate((element) => {
        const active = document.activeElement
        if (active === element) return 'here'
        const isTab = element.role === 'tab' && active?.role === 'tab'
        const isRadio =
          element instanceof HTMLInputElement &&
          active instanceof HTMLInputElement &&
          element.type === 'radio' &&
          active.name === element.name
        return isTab || isRadio ? 'beside' : 'elsewhere'
      })
      if (place === 'here') return
      await keyboard.press(place === 'beside' ? 'ArrowRight' : 'Tab')
    }
    throw new Error(`The keyboard does not come to ${String(target)}.`)
  }
  return {
    async press(target) {
      await reach(target)
      const key = await target.evaluate((element) => {
        if (element.role === 'tab') return undefined
        if (!(element instanceof HTMLInputElement)) return 'Enter'
        return element.type === 'radio' ? undefined : 'Space'
      })
      if (key) await keyboard.press(key)
    },
    async type(target, text) {
      await reach(target)
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    },
    async pick(target, words) {
      await reach(target)
      await keyboard.type(words)
      await page.getByRole('option', { name: words }).first().waitFor()
      await keyboard.press('Enter')
    },
    async select(target, label) {
      await reach(target)
      await keyboard.type(label)
      await expect
        .poll(() =>
          // The chosen option is selected, or removed from a list that adds it elsewhere.
          target.evaluate((list: HTMLSelectElement, wanted) => {
            const isThere = [...list.options].some((option) => option.label === wanted)
            return !isThere || list.selectedOptions[0]?.label === wanted
          }, label),
        )
        .toBe(true)
      // A list that adds options elsewhere does so on blur.
      await keyboard.press('Tab')
    },
    enter: () => keyboard.press('Enter'),
  }
}
