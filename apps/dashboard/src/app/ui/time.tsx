import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime, sinceTime } from './format.ts'

/** One clock for every time on the page. */
const tickMs = 5_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribeToClock(listener: () => void) {
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

/** Shows a time relative to now; the exact time is its tooltip. */
export function Time({ at, otherwise = '—' }: { at: string | undefined; otherwise?: string }) {
  if (!at) return <span className="muted">{otherwise}</span>
  return <LiveTime at={at} as={relativeTime} />
}

/** Shows for how long a state has lasted; the exact time is its tooltip. */
export const Since = ({ at }: { at: string }) => <LiveTime at={at} as={sinceTime} />

function LiveTime({ at, as }: { at: string; as: (time: Date, now: Date) => string }) {
  const clock = useSyncExternalStore(subscribeToClock, () => now)
  const time = new Date(at)
  return (
    <time dateTime={at} title={exactTime(time)}>
      {as(time, new Date(clock))}
    </time>
  )
}

export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{exactTime(new Date(at))}</time>
}
