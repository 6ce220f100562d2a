import type { Locator, Page } from 'playwright-core'

/** Maximum number of keystrokes to reach any element. */
const maxSteps = 100

/** State of the focused element. */
interface Focus {
  isLost: boolean
  isSeen: boolean
  /** Position of the wanted element relative to the focus. */
  wanted: 'here' | 'before' | 'after'
  name: string
}

/**
 * Simulates a keyboard user of a page. Each step fails if the page has lost the focus or does not
 * show it.
 */
export function byKeyboard(page: Page) {
  let keys = 0
  // Only a new page has no focus yet.
  let isAtBeginning = true
  page.on('load', () => {
    isAtBeginning = true
  })

  const press = async (key: string) => {
    keys += 1
    isAtBeginning = false
    await page.keyboard.press(key)
  }

  /** Moves with Tab to the element, skipping the navigation if possible. */
  const goTo = async (wanted: Locator) => {
    await wanted.waitFor()
    if (isAtBeginning && (await skips(wanted))) {
      await press('Tab')
      await press('Enter')
    }
    for (let step = 0; step < maxSteps; step += 1) {
      const focus = await wanted.evaluate(focusFrom)
      if (focus.isLost && !isAtBeginning)
        throw new Error(`The focus is lost before ${wanted.toString()}.`)
      if (step > 0 && !focus.isSeen) throw new Error(`Nobody sees the focus at ${focus.name}.`)
      if (focus.wanted === 'here') return
      await press(focus.wanted === 'before' ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`${maxSteps} keys did not lead to ${wanted.toString()}.`)
  }

  return {
    press,
    goTo,
    keys: () => keys,
    /** Moves to the element and presses Enter. */
    enter: async (wanted: Locator) => {
      await goTo(wanted)
      await press('Enter')
    },
    /** Moves to the element and pastes a text. */
    paste: async (wanted: Locator, text: string) => {
      await goTo(wanted)
      keys += 1
      await page.keyboard.insertText(text)
    },
  }
}

/** Reports whether the page has a link that skips its navigation. */
const skips = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => {
    const link = document.querySelector<HTMLAnchorElement>('a[href^="#"]')
    return Boolean(link && document.querySelector(link.hash)?.contains(element))
  })

/** Runs in the page. */
function focusFrom(wanted: Element): Focus {
  const focused = document.activeElement ?? document.body
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const lies = focused.compareDocumentPosition(wanted)
  return {
    isLost: focused === document.body,
    isSeen: isInView && focused.matches(':focus-visible'),
    wanted:
      focused === wanted
        ? 'here'
        : lies & Node.DOCUMENT_POSITION_PRECEDING && !(lies & Node.DOCUMENT_POSITION_CONTAINS)
          ? 'before'
          : 'after',
    name: focused.outerHTML.slice(0, 120),
  }
}
