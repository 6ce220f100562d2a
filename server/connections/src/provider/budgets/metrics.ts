import { Counter, Gauge, type Registry } from 'prom-client'
import type { Governor } from './governor.ts'

/** Registers metrics of calls to providers. */
export function watchCalls({ stats }: Governor, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'platform_provider_calls_waiting',
    help: 'Queued calls to providers.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { waitedFor, inBackground } = stats()
      this.set({ kind: 'waited_for' }, waitedFor)
      this.set({ kind: 'background' }, inBackground)
    },
  })
  new Counter({
    name: 'platform_provider_calls_refused_total',
    help: 'Calls that providers rejected because of a rate limit.',
    registers,
    collect() {
      this.reset()
      this.inc(stats().refused)
    },
  })
  new Gauge({
    name: 'platform_provider_quotas_slowed',
    help: 'Quotas that are nearly used up, so that background work is slowed down.',
    registers,
    collect() {
      this.set(stats().slowed)
    },
  })
}
