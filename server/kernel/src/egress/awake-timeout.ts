/** A timer that is this late ran in a process that was stopped or busy: replies may have arrived that it has not read. */
const lateMs = 1_000
/** How long a process that was stopped has to read them. */
const readWithinMs = 1_000

/**
 * Aborts its signal with a `TimeoutError` after this time; once a second later, if the process was stopped, so that replies
 * are read that arrived within it.
 */
export function startTimeout(ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout
  const start = (forMs: number, mayExtend: boolean) => {
    const dueAt = performance.now() + forMs
    timer = setTimeout(() => {
      if (mayExtend && performance.now() - dueAt > lateMs) start(readWithinMs, false)
      else
        controller.abort(
          new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
        )
    }, forMs).unref()
  }
  start(ms, true)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
