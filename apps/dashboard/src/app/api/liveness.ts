import { useSyncExternalStore } from 'react'

/** Stream topics, each with the queries whose every change the stream reports. */
const fullyStreamed: Record<string, readonly string[]> = {
  deliveries: ['deliveries', 'delivery', 'delivery-hours'],
  operations: ['all-operations', 'operation', 'logs', 'all-logs'],
}

/** Queries that change with a topic but also at other times. */
const partlyStreamed: Record<string, readonly string[]> = {
  deliveries: ['replays', 'destinations', 'destination'],
  operations: ['installations', 'installation', 'timeline'],
}

const everyStreamed = new Set(Object.values(fullyStreamed).flat())

/** Returns the queries to refetch for a message; all streamed queries after a gap. */
export const queriesChangedBy = (what: string): readonly string[] =>
  what === 'open'
    ? [...everyStreamed, ...Object.values(partlyStreamed).flat()]
    : [...(fullyStreamed[what] ?? []), ...(partlyStreamed[what] ?? [])]

/** Reports whether the stream covers every change of this query. */
export const isStreamed = ([of, , name = '']: readonly string[]): boolean =>
  of === 'project' && everyStreamed.has(name)

/** Whether a stream is open, so that polling is not needed. */
let isLive = false
const listeners = new Set<() => void>()

export const liveness = {
  is: () => isLive,
  set: (now: boolean) => {
    if (now === isLive) return
    isLive = now
    for (const listener of listeners) listener()
  },
}

const subscribeToLiveness = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports whether a stream is open; queries poll while it is not. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribeToLiveness, liveness.is)
