/**
 * Starts an engine as one process of the fleet, with a limited part of a processor if folders of a
 * cgroup are given. Arguments: the provider's port, the read slots, the folders.
 */
import { joinGroup } from '../cgroup.ts'
import { salesforceOn, startBenchPlatform } from '../platform.ts'

const [port, reads = '100', ...folders] = process.argv.slice(2)
await joinGroup(folders)
await startBenchPlatform({
  settings: { PLATFORM_LOG_LEVEL: 'warn', PLATFORM_ROLE: 'engine', PLATFORM_READS: reads },
  providerOverrides: salesforceOn(port),
})
process.send?.({ pid: process.pid })
