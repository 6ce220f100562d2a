import { Counter, Gauge, type Registry } from 'prom-client'
import type { Governor } from './governor.ts'

/** Shows operators how calls to providers fare. */
export function watchCalls({ stats }: Governor, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'platform_provider_calls_waiting',
    help: 'Calls to providers that wait for their turn.',
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
    help: 'Calls that providers refused because of a limit.',
    registers,
    collect() {
      this.reset()
      this.inc(stats().refused)
    },
  })
  new Gauge({
    name: 'platform_provider_quotas_slowed',
    help: 'Quotas so near their end that work in the background is slowed.',
    registers,
    collect() {
      this.set(stats().slowed)
    },
  })
}
