import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findImporters, nearestTests } from '../../scripts/changed-tests.ts'
import { changingNetwork } from '../../scripts/own-network.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(`${root}/${file}`))
const importers = findImporters(files)

/** What adds interfaces, what deletes those of interrupted runs, and what starts tests beside none. */
const commands = [
  'scripts/own-network.ts',
  'tools/journeys/support/machine.ts',
  'tools/testing/src/test-run.ts',
]

it('adds network interfaces in one file only', () => {
  const own = 'tools/journeys/own-network.test.ts'

  const changing = files.filter(
    (file) =>
      file !== own &&
      /execFile(?:Sync)?\)?\(\s*'(?:ip|unshare)'/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )

  expect(changing.toSorted()).toEqual(commands)
})

it('runs every test that adds network interfaces in a network of its own', () => {
  const found = nearestTests(['tools/journeys/support/machine.ts'], files, importers)

  expect(found.toSorted()).toEqual(changingNetwork)
})

it('runs no test in a browser in that network', () => {
  const found = nearestTests(['scripts/launch-chromium.ts'], files, importers)

  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((test) => changingNetwork.includes(test))).toEqual([])
})
