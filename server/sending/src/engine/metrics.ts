import { getNowMs, sleep } from '@platform/kernel/values'
import type { DestinationId, EventId } from '@platform/contract'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { Result } from './queue/hot-store.ts'
import type { Message } from '@platform/delivery/notifications/message'
import type { AttemptRecord } from '@platform/delivery/notifications/history/attempts'
import type { Sender } from './sending/sender.ts'

/** Metrics of deliveries for operators. */
export interface Metrics {
  accepted(count: number): void
  attempted(message: Message, attempt: AttemptRecord): void
  recorded(results: readonly Result[]): void
  /** Also reports what a sender currently holds, and its oldest event. */
  watch(sender: WatchedSender, oldestHeld: () => string | undefined): void
}

type WatchedSender = Pick<Sender, 'stats' | 'states'>

/** Queries for metrics. */
interface TableMetrics {
  oldestQueued(): Promise<EventId | null>
  failing(): Promise<{ id: DestinationId }[]>
  disabled(): Promise<{ id: DestinationId }[]>
}

export function createMetrics(registry: Registry, tables: TableMetrics): Metrics {
  const registers = [registry]
  const accepted = new Counter({
    name: 'platform_events_accepted_total',
    help: 'Events committed by this process.',
    registers,
  })
  const recorded = new Counter({
    name: 'platform_deliveries_total',
    help: 'Finished deliveries, by outcome.',
    labelNames: ['status'],
    registers,
  })
  const attempts = new Counter({
    name: 'platform_delivery_attempts_total',
    help: 'Attempts, by outcome: succeeded or the class of the error.',
    labelNames: ['outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'platform_delivery_attempt_seconds',
    help: 'Duration of attempts.',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 5, 15],
    registers,
  })
  const latencies = new Histogram({
    name: 'platform_delivery_latency_seconds',
    help: 'Time from the event to its delivery.',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600, 3600],
    registers,
  })

  // Looking up a label costs more than counting.
  const succeeded = attempts.labels('succeeded')
  const delivered = recorded.labels('delivered')

  return {
    accepted: (count) => accepted.inc(count),
    attempted({ event }, { at, durationMs, outcome }) {
      if (outcome.succeeded) succeeded.inc()
      else attempts.inc({ outcome: outcome.class })
      durations.observe(durationMs / 1000)
      if (outcome.succeeded) latencies.observe((at + durationMs - timeOfId(event.id)) / 1000)
    },
    recorded(results) {
      let ended = 0
      for (const { status } of results) {
        if (status === 'delivered') ended++
        else if (status !== 'pending') recorded.inc({ status })
      }
      delivered.inc(ended)
    },
    watch: (sender, oldestHeld) => watchSender(registry, tables, { sender, oldestHeld }),
  }
}

/** Reports what a sender currently holds, and what waits in the tables. */
function watchSender(
  registry: Registry,
  tables: TableMetrics,
  { sender, oldestHeld }: { sender: WatchedSender; oldestHeld: () => string | undefined },
): void {
  const registers = [registry]
  new Gauge({
    name: 'platform_deliveries_in_memory',
    help: 'Deliveries that this process is responsible for.',
    registers,
    collect() {
      this.set(sender.stats().messages)
    },
  })
  new Gauge({
    name: 'platform_deliveries_in_flight',
    help: 'Requests to destinations in progress.',
    registers,
    collect() {
      this.set(sender.stats().inFlight)
    },
  })
  new Gauge({
    name: 'platform_delivery_oldest_pending_seconds',
    help: 'Age of the oldest undelivered event of an enabled destination.',
    registers,
    async collect() {
      const queued = await orUnknown(tables.oldestQueued())
      // NaN, which no alert rule treats as healthy.
      if (queued === undefined) return this.set(NaN)
      const pending = [queued, oldestHeld()].filter((id) => id != null)
      const oldest = Math.min(...pending.map(timeOfId))
      this.set(Math.max(0, getNowMs() - oldest) / 1000)
    },
  })
  new Gauge({
    name: 'platform_deliveries_waiting',
    help: 'Deliveries in memory that wait for their destination.',
    registers,
    collect() {
      this.set(sender.states().reduce((sum, { waiting }) => sum + waiting, 0))
    },
  })
  new Gauge({
    name: 'platform_destinations_circuit_open',
    help: 'Failing destinations to which sending is suspended.',
    registers,
    collect() {
      this.set(sender.states().filter(({ open }) => open).length)
    },
  })
  new Gauge({
    name: 'platform_destinations_failing',
    help: 'Enabled destinations that have accepted nothing for 15 minutes despite attempts.',
    registers,
    async collect() {
      this.set((await orUnknown(tables.failing()))?.length ?? NaN)
    },
  })
  new Gauge({
    name: 'platform_destinations_disabled',
    help: 'Disabled destinations, whose messages are held.',
    registers,
    async collect() {
      this.set((await orUnknown(tables.disabled()))?.length ?? NaN)
    },
  })
}

/**
 * Returns undefined while the database is unavailable: the process's own metrics are reported
 * anyway.
 */
const orUnknown = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  // Unknown values are reported as such; the state of the database has its own metrics.
  Promise.race([
    asked.catch(() => undefined),
    sleep(2_000, undefined, { ref: false }).then(() => undefined),
  ])
