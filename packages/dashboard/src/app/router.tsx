import { useMemo, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'

const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())
window.addEventListener('popstate', tell)

let count = 0
window.addEventListener('popstate', () => (count += 1))

/** Whether the person has moved between pages since the dashboard was opened. */
export const hasNavigated = () => count > 0

export function navigate(to: string, { replace = false } = {}): void {
  const { pathname } = location
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  if (location.pathname !== pathname) {
    count += 1
    window.scrollTo(0, 0)
  }
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the dashboard is. */
export function useLocation(): URL {
  const href = useSyncExternalStore(subscribe, () => location.href)
  return useMemo(() => new URL(href), [href])
}

/** A parameter of the query that the page can change; empty when absent. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const url = useLocation()
  return [
    url.searchParams.get(name) ?? '',
    (value) => {
      const next = new URL(location.href)
      if (value) next.searchParams.set(name, value)
      else next.searchParams.delete(name)
      navigate(next.pathname + next.search, { replace: true })
    },
  ]
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** A link within the dashboard. With a modifier key the browser opens it as any other. */
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

type NamesIn<Pattern extends string> = Pattern extends `${infer Part}/${infer Rest}`
  ? NamesIn<Part> | NamesIn<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never

export type Match<Pattern extends string> = { [Name in NamesIn<Pattern>]: string }

/** What the names of a pattern such as `deliveries/:delivery` stand for; undefined when it differs. */
export function match<const Pattern extends string>(
  pattern: Pattern,
  path: string,
): Match<Pattern> | undefined {
  const wanted = pattern.split('/')
  const actual = path.replace(/^\/|\/$/g, '').split('/')
  if (wanted.length !== actual.length) return undefined

  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) found[part.slice(1)] = decoded(actual[index]!)
    else if (part !== actual[index]) return undefined
  }
  return found as Match<Pattern>
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
