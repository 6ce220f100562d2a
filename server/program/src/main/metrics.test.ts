import { globSync, readFileSync } from 'node:fs'
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

/** Labels whose values are few, whatever tenants name their projects, providers, objects and paths. */
const boundedLabels = ['kind', 'node', 'outcome', 'process', 'reason', 'source', 'status']

it('has no label whose values a tenant chooses', () => {
  const cwd = new URL('../../../', import.meta.url).pathname
  const labels = globSync('*/src/**/*.ts', { cwd, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(`${cwd}${file}`, 'utf8').matchAll(/\blabelNames: \[([^\]]*)\]/g)].flatMap(
      ([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name),
    ),
  )

  expect([...new Set(labels)].toSorted()).toEqual(boundedLabels)
})
