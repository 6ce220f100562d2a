import { Counter, Gauge, type Registry } from 'prom-client'
import type { LogNodes, LogUsage } from './message-log.ts'

/** Counts failed calls of the log, and reports whether the last one succeeded. */
export function countLogFailures(registry: Registry, isReachable: () => boolean) {
  new Gauge({
    name: 'platform_message_log_reachable',
    help: 'Whether the last call of the message log succeeded: 1 or 0.',
    registers: [registry],
    collect() {
      this.set(isReachable() ? 1 : 0)
    },
  })
  return new Counter({
    name: 'platform_message_log_errors_total',
    help: 'Failed calls of the message log, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
}

/** Reports each node of the log, without those that have left the streams. */
export function watchLogNodes(registry: Registry, getNodes: () => LogNodes | undefined): void {
  new Gauge({
    name: 'platform_message_log_node_current',
    help: 'Whether the copies of a node of the message log are current: 1 or 0.',
    labelNames: ['node'],
    registers: [registry],
    collect() {
      this.reset()
      const { all, faulty } = getNodes() ?? { all: [], faulty: [] }
      for (const node of all) this.set({ node }, faulty.includes(node) ? 0 : 1)
    },
  })
}

export function watchLogUsage(registry: Registry, usage: () => LogUsage | undefined): void {
  const registers = [registry]
  new Gauge({
    name: 'platform_message_log_bytes',
    help: 'Bytes of all entries in one copy of the message log, compressed.',
    registers,
    collect() {
      this.set(usage()?.bytes ?? 0)
    },
  })
  new Gauge({
    name: 'platform_message_log_limit_bytes',
    help: 'Limit of the bytes of one copy of the message log.',
    registers,
    collect() {
      this.set(usage()?.maxBytes ?? 0)
    },
  })
  new Gauge({
    name: 'platform_message_log_entries',
    help: 'Entries of the message log.',
    registers,
    collect() {
      this.set(usage()?.entries ?? 0)
    },
  })
}
