import { useSyncExternalStore } from 'react'

/** What a stream tells of, and the queries whose every change is one of these. */
const told: Record<string, readonly string[]> = {
  deliveries: ['deliveries', 'delivery', 'delivery-hours'],
  operations: ['operations', 'all-operations', 'operation', 'logs', 'all-logs'],
}

/** Queries that are answered otherwise then, and at other times too. */
const toldInPart: Record<string, readonly string[]> = {
  deliveries: ['replays', 'destinations', 'destination'],
  operations: ['installations', 'installation', 'timeline'],
}

const everyTold = new Set(Object.values(told).flat())

/** The queries that may be answered otherwise now; after a gap, all that are told of. */
export const concernedBy = (what: string): readonly string[] =>
  what === 'open'
    ? [...everyTold, ...Object.values(toldInPart).flat()]
    : [...(told[what] ?? []), ...(toldInPart[what] ?? [])]

/** Whether a stream tells whenever the query of a project is answered otherwise. */
export const isToldOf = ([of, , name = '']: readonly string[]): boolean =>
  of === 'project' && everyTold.has(name)

/** Whether a stream tells what changes, so that it need not be looked for. */
let isLive = false
const listeners = new Set<() => void>()

export const live = {
  is: () => isLive,
  set: (now: boolean) => {
    if (now === isLive) return
    isLive = now
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether what is on screen is told of by a stream; it is asked for now and then while it is not. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, live.is)
