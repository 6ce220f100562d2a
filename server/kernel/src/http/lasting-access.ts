import { Problem } from '../problems/problem.ts'
import { repeatUntil } from '../values/sleep.ts'

/** A request that has lasted longer since its last check is checked again before it has an effect. */
const maxUncheckedMs = 1_000
/** Interval at which the access of an open stream is checked. */
const checkEveryMs = 3_000

/** The access that a request was admitted with. It may be withdrawn while the request lasts. */
export interface LastingAccess {
  /** Throws the problem that the same request would be rejected with now. */
  check(): Promise<void>
  /** Checks again if the request has lasted for a second since the last check. */
  checkAfterWaiting(): Promise<void>
  /** Checks every three seconds, until the returned function is called or access is withdrawn. */
  watch(watcher: { onWithdrawn(reason: Problem): void; onAllowed?(): void }): () => void
}

export function createLastingAccess(mustHaveAccess: () => Promise<void>): LastingAccess {
  let checkedAtMs = performance.now()
  const check = async () => {
    await mustHaveAccess()
    checkedAtMs = performance.now()
  }
  return {
    check,
    async checkAfterWaiting() {
      if (performance.now() - checkedAtMs >= maxUncheckedMs) await check()
    },
    watch({ onWithdrawn, onAllowed }) {
      const ended = new AbortController()
      const round = async () => {
        try {
          await check()
          if (!ended.signal.aborted) onAllowed?.()
        } catch (error) {
          // A database that does not answer withdraws nothing.
          if (isWithdrawal(error) && !ended.signal.aborted) {
            ended.abort()
            onWithdrawn(error)
          }
        }
        return checkEveryMs
      }
      repeatUntil(ended.signal, round, { firstInMs: checkEveryMs, ref: false })
      return () => ended.abort()
    },
  }
}

/** Passes on the parts of a long reply, whose reader may be slow, as long as the caller has access. */
export async function* passWhileAllowed<Part>(
  access: Pick<LastingAccess, 'checkAfterWaiting'>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    await access.checkAfterWaiting()
    yield part
  }
}

const isWithdrawal = (error: unknown): error is Problem =>
  error instanceof Problem && [401, 403, 404].includes(error.type.status)
