/**
 * Starts an engine as one process of the fleet, with a limited part of a processor if folders of a
 * cgroup are given. Arguments: the provider's address and port, the read slots, the folders.
 */
import { joinGroup } from '../support/cgroup.ts'
import { allowedCidr } from '../support/machines.ts'
import { salesforceOn, startBenchPlatform } from '../support/platform.ts'

const [host, port, reads = '100', ...folders] = process.argv.slice(2)
await joinGroup(folders)
await startBenchPlatform({
  settings: {
    PLATFORM_LOG_LEVEL: 'warn',
    PLATFORM_ROLE: 'engine',
    PLATFORM_READS: reads,
    PLATFORM_ALLOW_CIDR: allowedCidr,
  },
  providerOverrides: salesforceOn(port, host),
})
process.send?.({ pid: process.pid })
