import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime } from './format.ts'

/** One clock for every time on the page. */
const tickMs = 5_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** How long ago, or how soon; the exact time is its tooltip. */
export function Time({ at, otherwise = '—' }: { at: string | undefined; otherwise?: string }) {
  const clock = useSyncExternalStore(subscribe, () => now)
  if (!at) return <span className="muted">{otherwise}</span>

  const time = new Date(at)
  const title = exactTime(time)
  return (
    <time dateTime={at} title={title}>
      {relativeTime(time, new Date(clock))}
    </time>
  )
}

export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{exactTime(new Date(at))}</time>
}
