import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'journeys/**/*.test.ts', 'docs/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/postgres-setup.ts'],
    // The default leaves a core idle, as tests do that wait for processes and browsers.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
