import { sql } from 'kysely'
import { sleep } from '../values/sleep.ts'

/** Another process has taken over what this one worked on, or it was ended: nothing may be written. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** End of a lease that is taken or renewed now, by the clock of the database. */
export const makeLeaseEnd = (seconds: number) =>
  sql<Date>`now() + ${sql.lit(seconds)} * interval '1 second'`

/**
 * Claims a lease as soon as nobody else holds it. `claim` returns undefined while others hold it or a
 * part of it.
 * @throws the error of `makeError` after too long a wait; the reason of the signal if it is aborted
 */
export async function waitForLease<Held>(
  claim: () => Promise<Held | undefined>,
  {
    maxWaitMs,
    tryEveryMs,
    makeError,
    signal,
  }: {
    maxWaitMs: number
    tryEveryMs: number
    makeError: () => Error
    signal?: AbortSignal | undefined
  },
): Promise<Held> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const held = await claim()
    if (held !== undefined) return held
    signal?.throwIfAborted()
    if (performance.now() > until) throw makeError()
    // Not all that wait try at the same time.
    await sleep(tryEveryMs * (1 + Math.random()))
  }
}

/** Renews a lease while the work goes on, so often that it survives failed renewals. */
export async function renewDuring<Done>(
  work: () => Promise<Done>,
  { renew, everyMs }: { renew: () => Promise<unknown>; everyMs: number },
): Promise<Done> {
  const renewal = setInterval(() => {
    // The next one comes before the lease expires.
    renew().catch(() => {})
  }, everyMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}
