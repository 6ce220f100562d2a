/** Monotonic clock of this process, unaffected by changes of the system time. */
export const clock = (): number => performance.timeOrigin + performance.now()
