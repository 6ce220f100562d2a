import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** Tells whether the database answers: the process does without it, so `up` alone stays 1. */
export function watchDatabase(ask: () => Promise<unknown>, registry: Registry): void {
  new Gauge({
    name: 'platform_database_up',
    help: 'Whether the database answers, as /readyz asks it.',
    registers: [registry],
    async collect() {
      const answered = ask().then(
        () => 1,
        // Why it does not is in the log of whoever needed it.
        () => 0,
      )
      this.set(await Promise.race([answered, sleep(2_000, 0, { ref: false })]))
    },
  })
}

/** Reports how many jobs keep failing; `Nan` while the database does not answer. */
export function watchJobs(count: () => Promise<number>, registry: Registry): void {
  new Gauge({
    name: 'platform_jobs_failing',
    help: 'Background jobs that have failed five times or more and are tried again.',
    registers: [registry],
    async collect() {
      const counted = count().catch(() => Number.NaN)
      this.set(await Promise.race([counted, sleep(2_000, Number.NaN, { ref: false })]))
    },
  })
}
