/**
 * Benchmark of the embedded UI: an object with two thousand fields, on a processor throttled to a
 * fourth. Measures the time to open a list and to handle a keystroke, compared with a plain list of
 * the same size that is filtered without a library.
 * `node tools/bench/fields.ts [rounds]`
 */
import type { Page } from 'playwright-core'
import { startGallery } from '../../packages/react/src/gallery/gallery-server.ts'

const rounds = Number(process.argv[2] ?? 10)
const letters = 'custom field 1'

const gallery = await startGallery('production')
try {
  const page = await gallery.open('many-fields')
  await page.getByRole('combobox', { name: /^Priority/ }).waitFor()
  await page.evaluate(addPlainList)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  const list = await times(page, '[role=combobox]')
  const search = await times(page, '[type=search]')
  const plain = await times(page, '#plain')
  const row = (what: string, ms: number, allowedMs: number, plainMs: number) => ({
    what,
    ms: Number(ms.toFixed(1)),
    allowedMs,
    'ms of the plain list': Number(plainMs.toFixed(1)),
    ratio: Number((ms / plainMs).toFixed(2)),
  })
  console.table([
    row('the list opens', list.openMs, 50, plain.openMs),
    row('a key in the list', list.keyMs, 16, plain.keyMs),
    row('a key in the search', search.keyMs, 16, plain.keyMs),
  ])
} finally {
  await gallery.close()
}

/** Baseline: a page that renders every entry. */
function addPlainList() {
  const box = document.createElement('input')
  const entries = document.createElement('ul')
  const names = Array.from({ length: 2000 }, (_, index) => `Custom field ${index + 1}`)
  const show = () => {
    const words = box.value.toLowerCase()
    entries.replaceChildren(
      ...names
        .filter((name) => name.toLowerCase().includes(words))
        .map((name) => Object.assign(document.createElement('li'), { textContent: name })),
    )
  }
  box.id = 'plain'
  box.addEventListener('click', show)
  box.addEventListener('input', show)
  box.addEventListener('blur', () => entries.replaceChildren())
  document.body.append(box, entries)
}

/**
 * Measures the time until layout after a click into the box, and after a letter (median); the
 * fastest of each.
 */
function times(on: Page, selector: string): Promise<{ openMs: number; keyMs: number }> {
  return on.evaluate(
    async ([boxes, text, count]) => {
      const box = document.querySelector<HTMLInputElement>(boxes)
      if (!box) throw new Error(`Nothing is ${boxes}.`)
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const measureTime = async (act: () => void) => {
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
      for (let round = 0; round < count; round += 1) {
        box.focus()
        const taken = [await measureTime(() => box.click())]
        for (let length = 1; length <= text.length; length += 1) {
          taken.push(await measureTime(type(text.slice(0, length))))
        }
        await measureTime(type(''))
        box.blur()
        best = taken.map((time, index) => Math.min(time, best[index] ?? Infinity))
      }
      const [openMs = 0, ...keys] = best
      return { openMs, keyMs: keys.toSorted((a, b) => a - b)[keys.length / 2] ?? 0 }
    },
    [selector, letters, rounds] as const,
  )
}
