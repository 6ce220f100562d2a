/**
 * Where what had the focus is taken away, the focus goes to the heading of what surrounded it, or of
 * what took the place of the whole page: it is read out, and the next Tab goes on from there, not from the top of the page.
 */
export function keepFocus(): void {
  let focused: Element | undefined
  let around: Element[] = []
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    focused = target
    around = ancestorsOf(target)
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

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}

const headingIn = (element: Element | undefined) =>
  (element?.closest('dialog, .section, .page') ?? document).querySelector<HTMLElement>('h1, h2')
