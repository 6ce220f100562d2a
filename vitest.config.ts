import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'journeys/**/*.test.ts', 'docs/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/postgres-setup.ts'],
    // The default leaves a core idle, as tests do that wait for processes and browsers.
    maxWorkers: '100%',
    // The programs that tests start load in half the time.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
    },
    // How long something may take on however busy a machine; nothing that is promised is measured by it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
})
