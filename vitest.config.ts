import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { guarantees } from './tools/testing/src/guarantees.ts'
import { isLong } from './tools/testing/src/long-tests.ts'
import { findNatsServer } from './tools/testing/src/nats-cluster.ts'
import LongestFirst from './scripts/suite/longest-first.ts'
import { changingNetwork, ownNetworkPool } from './scripts/own-network.ts'

/**
 * Files that need a process of their own: they measure or change what belongs to the whole process. All
 * others share a process with those before them, which loads the modules once.
 */
const alone = [
  'server/kernel/src/db/breaking-sessions.test.ts',
  'server/kernel/src/db/database.test.ts',
  'server/program/src/main/storage/backup.test.ts',
  'server/program/src/main/telemetry.test.ts',
  // Their fake clocks run ahead, and the IDs of a process never go back.
  'server/delivery/src/notifications/history/many-deliveries.test.ts',
  'server/delivery/src/notifications/history/replays.test.ts',
  'server/connections/src/provider/large-replies.test.ts',
  'server/data/src/proxy/proxy.test.ts',
]

/** Files that also replace a module, which needs Vitest's own resolution of imports. */
const mocking = ['server/data/src/sync/simulation.test.ts']

const resolveModules = 'scripts/suite/resolve-modules-setup.ts'

/** Each file's objects die young: larger young generations save an eighth of the CPU time. */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=32']

const delivery = 'server/delivery/src/notifications'

/** Tests that run a second time with messages in a message log, if there is one. */
const onMessageLog = [
  'server/sending/src/engine/crash.test.ts',
  'server/sending/src/engine/delivery.test.ts',
  'server/sending/src/engine/ordering.test.ts',
  ...(isLong
    ? [
        'tools/journeys/killed-in-backfill.test.ts',
        'server/sending/src/engine/operating.test.ts',
        'server/sending/src/engine/shares.test.ts',
        `${delivery}/history/replays.test.ts`,
        `${delivery}/history/usage.test.ts`,
        `${delivery}/history/visibility.test.ts`,
        `${delivery}/set-up/disabled-webhooks.test.ts`,
      ]
    : []),
]

const hasMessageLog =
  process.env['NATS_SERVER'] !== undefined && !((await findNatsServer()) instanceof Error)

export default defineConfig({
  test: {
    // In this order: the first begins the run, to which all processes of the second belong.
    globalSetup: [
      'tools/testing/src/postgres-setup.ts',
      ...(hasMessageLog
        ? [fileURLToPath(import.meta.resolve('./tools/testing/src/nats-setup.ts'))]
        : []),
    ],
    setupFiles: [
      'scripts/suite/load-tsx-setup.ts',
      'tools/testing/src/compile-cache-setup.ts',
      'tools/testing/src/seeded-properties-setup.ts',
    ],
    // Node runs the files itself, as it runs the server; modules of Vite take more time.
    experimental: { viteModuleRunner: false },
    reporters: [
      'default',
      ...['progress', 'guarantee'].map((name) =>
        fileURLToPath(new URL(`scripts/suite/${name}-reporter.ts`, import.meta.url)),
      ),
    ],
    tags: [...guarantees],
    sequence: { sequencer: LongestFirst },
    // Two more than there are cores: some of the tests always wait, for processes, browsers or their turn.
    // With five on two cores, the suite beside the checks took longer.
    maxWorkers: availableParallelism() + 2,
    // How long something may take on however busy a machine; nothing that is promised is measured by it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // What one file replaces is there again for the next.
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          setupFiles: [resolveModules],
          execArgv,
          include: [
            '{server,packages,apps,tools}/*/src/**/*.test.{ts,tsx}',
            'tools/journeys/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...alone, ...mocking, ...changingNetwork],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, setupFiles: [resolveModules], execArgv },
      },
      { extends: true, test: { name: 'mocking', include: mocking, execArgv } },
      {
        extends: true,
        test: {
          name: 'changing the network',
          include: changingNetwork,
          setupFiles: [resolveModules],
          execArgv,
          pool: ownNetworkPool,
        },
      },
      ...(hasMessageLog
        ? [
            {
              extends: true as const,
              test: {
                name: 'message log',
                include: onMessageLog,
                env: { MESSAGES_OF_TESTS: 'in a log' },
              },
            },
          ]
        : []),
    ],
  },
})
