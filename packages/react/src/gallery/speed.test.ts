import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'

// An object with two thousand fields, built as for a product, on a processor a fourth as fast as this one.

let gallery: Gallery
let page: Page
beforeAll(async () => {
  gallery = await startGallery('production')
  page = await gallery.open('many-fields')
  await page.getByRole('combobox', { name: /^Priority/ }).waitFor()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
})
afterAll(() => gallery.close())

it('opens the list of a combobox within 50 ms', async () => {
  const opened = await times(page, '[role=combobox]', '')

  expect(opened[0]).toBeLessThan(50)
})

it.each(['[role=combobox]', '[type=search]'])(
  'is done with a key in %s within 16 ms',
  async (box) => {
    const [, ...keys] = await times(page, box, 'custom field 1')

    expect(keys.toSorted((a, b) => a - b)[keys.length / 2]).toBeLessThan(16)
  },
)

/**
 * How long it takes until the page is laid out after a click into the box, and after each letter. Others
 * who use the processor only add to it: of each the quickest counts, and rounds go on while a box seems
 * too slow. One that is too slow stays so in all of them.
 */
const times = (on: Page, selector: string, text: string) =>
  on.evaluate(
    async ([boxes, letters]) => {
      const box = document.querySelector<HTMLInputElement>(boxes)
      if (!box) throw new Error(`Nothing is ${boxes}.`)
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const timed = async (act: () => void) => {
        const start = performance.now()
        act()
        // React renders in a microtask.
        await Promise.resolve()
        document.body.getBoundingClientRect()
        const took = performance.now() - start
        await new Promise((resolve) => setTimeout(resolve))
        return took
      }
      const type = (value: string) => () => {
        setValue?.call(box, value)
        box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }

      let best: number[] = []
      const isFast = () => {
        const [opened = Infinity, ...keys] = best
        const median = keys.toSorted((a, b) => a - b)[keys.length / 2] ?? 0
        return opened < 50 && median < 16
      }
      for (let round = 0; round < 5 || (round < 25 && !isFast()); round += 1) {
        box.focus()
        const taken = [await timed(() => box.click())]
        for (let length = 1; length <= letters.length; length += 1) {
          taken.push(await timed(type(letters.slice(0, length))))
        }
        await timed(type(''))
        box.blur()
        best = taken.map((time, index) => Math.min(time, best[index] ?? Infinity))
      }
      return best
    },
    [selector, text] as const,
  )
