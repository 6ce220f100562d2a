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
