/** A timer that is this late ran in a process that was stopped or busy: replies may have arrived that it has not read. */
const lateMs = 1_000
/** How long a process that was stopped has to read them. */
const readWithinMs = 1_000

/** Aborts its signal with a `TimeoutError` after this time, but not before replies were read that arrived within it. */
export function startTimeout(ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout
  const start = (forMs: number) => {
    const dueAt = performance.now() + forMs
    timer = setTimeout(() => {
      if (performance.now() - dueAt > lateMs) start(readWithinMs)
      else
        controller.abort(
          new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
        )
    }, forMs).unref()
  }
  start(ms)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
