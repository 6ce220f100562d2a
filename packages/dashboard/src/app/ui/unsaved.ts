import { useEffect } from 'react'

/** Forms on the page that hold what is saved nowhere. */
const unsaved = new Set<symbol>()

/** Whether the person leaves what they typed, which they are asked if there is any. */
export const mayLeave = (): boolean =>
  unsaved.size === 0 ||
  // The browser's own question is the only one that also holds when the page is closed.
  // oxlint-disable-next-line no-alert
  window.confirm('You have unsaved changes. Leave this page?')

/** Has the person asked before they leave the page by a link, by its history or by closing it. */
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
