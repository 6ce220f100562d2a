import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nearestTests } from '../scripts/changed-tests.ts'
import slowTests from '../scripts/slow-tests.json' with { type: 'json' }

const files = [
  'packages/server/src/main/platform.test.ts',
  'packages/server/src/main/platform.ts',
  'packages/server/src/find/find.ts',
  'packages/server/src/find/find.test.ts',
  'packages/server/src/find/routes.ts',
  'packages/server/src/find/routes.test.ts',
  'packages/tenancy/src/audit/audit.test.ts',
  'packages/docs/src/site.test.ts',
]
const importers = new Map(
  Object.entries({
    'packages/server/src/find/find.ts': ['packages/server/src/find/routes.ts'],
    'packages/server/src/find/routes.ts': [
      'packages/server/src/main/platform.ts',
      'packages/server/src/find/routes.test.ts',
    ],
    'packages/server/src/main/platform.ts': ['packages/server/src/main/platform.test.ts'],
  }).map(([file, all]) => [file, new Set(all)]),
)

it.each([
  ['a test that changed', ['packages/server/src/find/find.test.ts'], ['find/find']],
  [
    'what imports what changed, nearest first',
    ['packages/server/src/find/find.ts'],
    ['find/find', 'find/routes', 'main/platform'],
  ],
  [
    'what stands beside a file that is no code',
    ['packages/server/src/find/find.json'],
    ['find/find', 'find/routes'],
  ],
  ['nothing for a file that no test knows', ['README.md'], []],
])('finds %s', (_, changed, expected) => {
  const found = nearestTests(changed, files, importers)

  expect(found).toEqual(expected.map((name) => `packages/server/src/${name}.test.ts`))
})

it('orders test files by durations of files that mostly exist', () => {
  const named = Object.keys(slowTests)

  const missing = named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))

  // `node scripts/update-slow-tests.ts` updates them after a run of all tests.
  expect(missing.length).toBeLessThan(named.length / 4)
})
