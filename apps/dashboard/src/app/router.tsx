import { useMemo, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'
import type { RoutePath } from './routes.ts'
import { mayLeave } from './ui/form/unsaved.ts'

const listeners = new Set<() => void>()
const notifyListeners = () => listeners.forEach((listener) => listener())

let count = 0
let here = location.href
window.addEventListener('popstate', () => {
  if (!mayLeave()) return history.pushState(null, '', here)
  here = location.href
  count += 1
  notifyListeners()
})

/** Reports whether the person has navigated since the dashboard was opened. */
export const hasNavigated = () => count > 0

export function navigate(to: RoutePath, { replace = false } = {}): void {
  go(to, { replace })
}

function go(to: string, { replace }: { replace: boolean }): void {
  const { pathname } = location
  if (new URL(to, here).pathname !== pathname && !mayLeave()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  here = location.href
  if (location.pathname !== pathname) {
    count += 1
    window.scrollTo(0, 0)
  }
  notifyListeners()
}

/** Query parameters with the columns of a list and the one it is sorted by. They are no filters. */
export const columnsParam = 'columns'
export const sortParam = 'sort'

export const isFilterParam = (name: string) => name !== columnsParam && name !== sortParam

/** Returns how a column is named in the URL. */
export const keyOfTitle = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Removes the query parameters, except columns and order. */
export function clearSearch(): void {
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => !isFilterParam(name))
  navigateWithin(kept.length > 0 ? `?${new URLSearchParams(kept)}` : '')
}

/** Replaces the query of the current page. */
export function navigateWithin(search: string): void {
  go(location.pathname + search, { replace: true })
}

const subscribeToLocation = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current URL. */
export function useLocation(): URL {
  const href = useSyncExternalStore(subscribeToLocation, () => location.href)
  return useMemo(() => new URL(href), [href])
}

/** Returns a query parameter and its setter; empty if absent. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const url = useLocation()
  return [
    url.searchParams.get(name) ?? '',
    (value) => {
      const next = new URL(location.href)
      if (value) next.searchParams.set(name, value)
      else next.searchParams.delete(name)
      go(next.pathname + next.search, { replace: true })
    },
  ]
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: RoutePath }

/** A link within the dashboard. With a modifier key, the browser handles it. */
export function Link({ to, children, ...props }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}
