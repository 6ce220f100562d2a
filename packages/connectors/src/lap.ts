/** State of a search for a cycle. */
export interface Lap {
  /** Reference position (Brent's algorithm). */
  mark?: string
  steps?: number
  lap?: number
}

/** Detects a cycle of any length with one reference position: returns undefined within one. */
export function wayOn({ mark, steps = 0, lap = 1 }: Lap, here: string): Lap | undefined {
  if (here === mark) return undefined
  return steps + 1 >= lap
    ? { mark: here, steps: 0, lap: lap * 2 }
    : { ...(mark !== undefined && { mark }), steps: steps + 1, lap }
}
