/*
 * The clock by which reads are bounded and subscriptions are renewed. A server sets it to the clock
 * that all its processes share, because that of one machine can be days off.
 */
let readNowMs = () => Date.now()

/** Replaces the clock of this machine, and returns a function that restores it. */
export function setClock(read: () => number): () => void {
  readNowMs = read
  return () => {
    if (readNowMs === read) readNowMs = () => Date.now()
  }
}

/** Returns the time in milliseconds since 1970. */
export const readClockMs = (): number => readNowMs()
