const key = 'single-key-shortcuts'

/** Returns whether single-key shortcuts are on. People who dictate turn them off. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // Storage is blocked: the default applies.
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded, and the default returns.
  }
}

/** Selects the element of each list entry that takes the focus: its link or, without one, its menu. */
const opener = 'th :is(a, .row-opener)'
const entries = `.content :is(.table tbody ${opener}, .table tr:not(:has(${opener})) .row-menu button, .log summary)`

const steps: Record<string, number> = { j: 1, k: -1 }

/** Handles single-key shortcuts: j and k focus the next and previous entry, x selects it, / focuses the filter. */
export function listenForListKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
    // The editor of definitions is in a shadow root, whose host is the event's target.
    if (isTyping(event.composedPath()[0]) || document.querySelector('dialog[open], :popover-open'))
      return
    if (!hasSingleKeys()) return
    if (act(event.key)) event.preventDefault()
  })
}

function act(pressed: string): boolean {
  if (pressed === '/') {
    const field = document.querySelector('.content search > .field input')
    return field
      ? focus(field)
      : click(document.querySelector('.content search .chip:last-of-type button'))
  }
  const row = document.activeElement?.closest('tr')
  if (pressed === 'x') return click(row?.querySelector('.pick input'))
  const step = steps[pressed]
  if (!step) return false
  const all = [...document.querySelectorAll(entries)]
  const at = all.findIndex((one) => one === document.activeElement || row?.contains(one))
  return focus(all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)])
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.click()
  return true
}

const isTyping = (target: EventTarget | undefined) =>
  target instanceof Element &&
  target.matches('input:not([type=checkbox], [type=radio]), select, textarea, [role=textbox]')
