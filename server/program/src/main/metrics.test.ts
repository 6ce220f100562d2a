import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { watchDatabase } from './metrics.ts'

it('exports whether the database responds', async () => {
  const registry = new Registry()
  let isAway = false
  watchDatabase(async () => {
    if (isAway) throw new Error('connect ECONNREFUSED')
  }, registry)

  expect(await registry.metrics()).toContain('platform_database_up 1\n')
  isAway = true
  expect(await registry.metrics()).toContain('platform_database_up 0\n')
})
