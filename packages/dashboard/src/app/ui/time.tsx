import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime, sinceTime } from './format.ts'

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
  if (!at) return <span className="muted">{otherwise}</span>
  return <Told at={at} as={relativeTime} />
}

/** For how long something has been so; the same. */
export const Since = ({ at }: { at: string }) => <Told at={at} as={sinceTime} />

function Told({ at, as }: { at: string; as: (time: Date, now: Date) => string }) {
  const clock = useSyncExternalStore(subscribe, () => now)
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
