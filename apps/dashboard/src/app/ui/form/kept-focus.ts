/**
 * When the focused element is removed, moves the focus to the nearest heading, or to that of the
 * new page: it is announced, and the next Tab continues from there instead of the top of the page.
 */
export function keepFocus(): void {
  let focused: Element | undefined
  let around: Element[] = []
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    focused = target
    around = listAncestors(target)
  })
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const heading = headingIn(around.find((element) => element.isConnected))
    if (!heading) return
    focused = undefined
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }).observe(document, { childList: true, subtree: true })
}

function listAncestors(element: Element): Element[] {
  const { parentElement } = element
  return parentElement ? [parentElement, ...listAncestors(parentElement)] : []
}

const headingIn = (element: Element | undefined) =>
  (element?.closest('dialog, .section, .page') ?? document).querySelector<HTMLElement>('h1, h2')
