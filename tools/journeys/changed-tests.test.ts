import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nearestTests } from '../../scripts/changed-tests.ts'
import slowTests from '../../scripts/slow-tests.json' with { type: 'json' }

const files = [
  'server/program/src/main/platform.test.ts',
  'server/program/src/main/platform.ts',
  'server/program/src/find/find.ts',
  'server/program/src/find/find.test.ts',
  'server/program/src/find/routes.ts',
  'server/program/src/find/routes.test.ts',
  'server/tenancy/src/audit/audit.test.ts',
  'apps/docs/src/site.test.ts',
]
const importers = new Map(
  Object.entries({
    'server/program/src/find/find.ts': ['server/program/src/find/routes.ts'],
    'server/program/src/find/routes.ts': [
      'server/program/src/main/platform.ts',
      'server/program/src/find/routes.test.ts',
    ],
    'server/program/src/main/platform.ts': ['server/program/src/main/platform.test.ts'],
  }).map(([file, all]) => [file, new Set(all)]),
)

it.each([
  ['a test that changed', ['server/program/src/find/find.test.ts'], ['find/find']],
  [
    'what imports what changed, nearest first',
    ['server/program/src/find/find.ts'],
    ['find/find', 'find/routes', 'main/platform'],
  ],
  [
    'what stands beside a file that is no code',
    ['server/program/src/find/find.json'],
    ['find/find', 'find/routes'],
  ],
  ['nothing for a file that no test knows', ['README.md'], []],
])('finds %s', (_, changed, expected) => {
  const found = nearestTests(changed, files, importers)

  expect(found).toEqual(expected.map((name) => `server/program/src/${name}.test.ts`))
})

it('orders test files by durations of files that mostly exist', () => {
  const named = Object.keys(slowTests)

  const missing = named.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))

  // `node scripts/update-slow-tests.ts` updates them after a run of all tests.
  expect(missing.length).toBeLessThan(named.length / 4)
})
