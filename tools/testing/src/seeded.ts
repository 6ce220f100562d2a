import { getNth } from '@platform/kernel/values'

/**
 * Returns the seeds of a simulation: `SIMULATION_SEEDS` of them from `SIMULATION_FIRST_SEED` on or,
 * to repeat one, only `SIMULATION_SEED`.
 */
export function listSeeds(count: number): number[] {
  const { SIMULATION_SEED, SIMULATION_SEEDS = count, SIMULATION_FIRST_SEED = 1 } = process.env
  if (SIMULATION_SEED) return [Number(SIMULATION_SEED)]
  return Array.from(
    { length: Number(SIMULATION_SEEDS) },
    (_, index) => Number(SIMULATION_FIRST_SEED) + index,
  )
}

export type Random = () => number

/** https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Picks one of several. */
export const pickBy = (random: Random) => {
  return <T>(items: readonly T[]): T => getNth(items, Math.floor(random() * items.length))
}

/** Events of a simulated world, in order of time. */
export function createAgenda(startMs: number) {
  let now = startMs
  const entries: { at: number; run: () => void; isCanceled: boolean }[] = []
  return {
    now: () => now,
    later(run: () => void, ms: number) {
      const entry = { at: now + ms, run, isCanceled: false }
      // Searched from the end, because most new entries are late; the list stays sorted.
      let place = entries.length
      while (place > 0 && getNth(entries, place - 1).at > entry.at) place--
      entries.splice(place, 0, entry)
      return { cancel: () => void (entry.isCanceled = true) }
    },
    /** Runs the next event; returns false if there is none. */
    next(): boolean {
      const entry = entries.shift()
      if (!entry) return false
      now = entry.at
      if (!entry.isCanceled) entry.run()
      return true
    },
  }
}
