import { sleep } from '@platform/kernel/values'
import type { Replica } from '@platform/kernel/db/replica/replica'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Reports whether the database answers: the process runs without it, so `up` alone stays 1. */
export function watchDatabase(ask: () => Promise<unknown>, registry: Registry): void {
  new Gauge({
    name: 'platform_database_up',
    help: 'Whether the database responds, as checked by /readyz.',
    registers: [registry],
    async collect() {
      const answered = ask().then(
        () => 1,
        // The reason is logged by the failing query.
        () => 0,
      )
      this.set(
        await Promise.race([answered, sleep(2_000, undefined, { ref: false }).then(() => 0)]),
      )
    },
  })
}

/** Reports whether the replica can serve lists, its lag, and where lists were read. */
export function watchReplica(replica: Replica, registry: Registry): void {
  new Gauge({
    name: 'platform_replica_up',
    help: 'Whether the replica of DATABASE_READ_URL can serve lists.',
    registers: [registry],
    async collect() {
      this.set((await replica.look()).state === 'ready' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'platform_replica_lag_seconds',
    help: 'Time that the replica needed to reach the position of the primary.',
    registers: [registry],
    async collect() {
      this.set((await replica.look()).lagSeconds)
    },
  })
  new Counter({
    name: 'platform_replica_lists_total',
    help: 'Lists that may come from the replica, by where they were read or why not there.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [source, count] of replica.counts) this.inc({ source }, count)
    },
  })
}

/** Reports how many jobs keep failing; `NaN` while the database does not answer. */
export function watchJobs(count: () => Promise<number>, registry: Registry): void {
  new Gauge({
    name: 'platform_jobs_failing',
    help: 'Background jobs that have failed at least five times and are still retried.',
    registers: [registry],
    async collect() {
      this.set(await orUnknown(count()))
    },
  })
}

/** Reports whether the message log belongs to another database; `NaN` while the database does not answer. */
export function watchLogOwner(isForeign: () => Promise<boolean>, registry: Registry): void {
  new Gauge({
    name: 'platform_message_log_foreign',
    help: 'Whether the streams of the message log belong to another database, a copy or the original of this one: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set(await orUnknown(isForeign().then(Number)))
    },
  })
}

const orUnknown = (counted: Promise<number>): Promise<number> =>
  Promise.race([
    counted.catch(() => Number.NaN),
    sleep(2_000, undefined, { ref: false }).then(() => Number.NaN),
  ])

/** Disk space of the database. */
export interface Space {
  freeBytes: number
  totalBytes: number
}

/** Reports the disk space of the database; `NaN` if it cannot be measured. */
export function watchSpace(measure: () => Promise<Space | undefined>, registry: Registry): void {
  const measureInTime = () =>
    Promise.race([measure(), sleep(2_000, undefined, { ref: false }).then(() => undefined)])
  new Gauge({
    name: 'platform_database_free_bytes',
    help: 'Free bytes on the disk of the database.',
    registers: [registry],
    async collect() {
      this.set((await measureInTime())?.freeBytes ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'platform_database_disk_bytes',
    help: 'Size of the disk of the database.',
    registers: [registry],
    async collect() {
      this.set((await measureInTime())?.totalBytes ?? Number.NaN)
    },
  })
}
