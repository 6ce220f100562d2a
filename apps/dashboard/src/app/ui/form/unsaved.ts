import { useEffect } from 'react'

/** Forms on the page with unsaved changes. */
const unsaved = new Set<symbol>()

/** Reports whether the page can be left; asks if there are unsaved changes. */
export const mayLeave = (): boolean =>
  unsaved.size === 0 ||
  // The only confirmation that also works when the page is closed.
  // oxlint-disable-next-line no-alert
  window.confirm('You have unsaved changes. Leave this page?')

/** Asks for confirmation before the page is left by a link, history or closing while there are changes. */
export function useAskBeforeLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const form = Symbol('form')
    unsaved.add(form)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isChanged])
}
