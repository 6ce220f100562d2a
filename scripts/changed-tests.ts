import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolders } from './package-folders.ts'
import { testDurations } from './test-durations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Leaves time within a minute for starting PostgreSQL and for slower tests. */
const budgetMs = 40_000
/** Assumed duration of a file that has never run here: journeys start whole servers. */
const unknownMs = (test: string) => (test.startsWith('tools/journeys/') ? 20_000 : 3_000)

export interface ChangedTests {
  chosen: string[]
  /** Number of further affected tests that do not fit into a minute. */
  left: number
}

/**
 * Chooses the test files that a change can break: changed ones, those beside changed files, then
 * those that import them, over increasing distances, until a minute is full by the durations of
 * earlier runs. Changes are the differences from `since`, committed or not.
 */
export function listChangedTests(since = lastCommonCommit()): ChangedTests {
  const changed = lines(git('diff', '--name-only', '--diff-filter=d', since)).concat(
    lines(git('ls-files', '--others', '--exclude-standard')),
  )
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard'))
  const nearest = nearestTests(
    changed,
    files,
    findImporters(files.filter((file) => isCode(file) && existsSync(join(root, file)))),
  )
  const durations = testDurations()
  const chosen: string[] = []
  let takesMs = 0
  for (const test of nearest) {
    const testMs = durations[test] ?? unknownMs(test)
    // Changed tests always run, and so does the nearest one.
    const isDue = chosen.length === 0 || changed.includes(test)
    if (!isDue && takesMs + testMs > budgetMs * availableParallelism()) continue
    takesMs += testMs
    chosen.push(test)
  }
  return { chosen, left: nearest.length - chosen.length }
}

/** Returns all affected tests, nearest first. */
export function nearestTests(
  changed: readonly string[],
  files: readonly string[],
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const tests = files.filter(isTest)
  const reached = new Set(changed)
  const found = new Set(changed.filter(isTest))
  for (const file of changed) for (const test of besides(file, tests)) found.add(test)
  for (let ring: Iterable<string> = changed; ;) {
    const next = new Set<string>()
    for (const file of ring) {
      for (const importer of importers.get(file) ?? [])
        if (!reached.has(importer)) next.add(importer)
    }
    if (next.size === 0) return [...found]
    for (const file of next) {
      reached.add(file)
      if (isTest(file)) found.add(file)
    }
    ring = next
  }
}

/**
 * Returns the test of the same name; for files that no code imports, all tests of the nearest
 * folder with tests.
 */
function besides(file: string, tests: readonly string[]): string[] {
  if (isCode(file))
    return tests.filter((test) => test.startsWith(file.replace(/\.tsx?$/, '.test.')))
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const below = tests.filter((test) => test.startsWith(`${folder}/`))
    if (below.length > 0) return below
  }
  return []
}

/** Returns the importing files of each file, by their text. */
export function findImporters(files: readonly string[]): Map<string, Set<string>> {
  const known = new Set(files)
  const entries = packageEntries()
  const importers = new Map<string, Set<string>>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\bURL\()\s*'([^']+)'/g,
    )) {
      const path = name.startsWith('.') ? normalize(join(dirname(file), name)) : entries.get(name)
      if (path === undefined || !known.has(path)) continue
      importers.set(path, (importers.get(path) ?? new Set()).add(file))
    }
  }
  return importers
}

/** Returns the file behind each exported name of a package. */
function packageEntries(): Map<string, string> {
  const entries = new Map<string, string>()
  for (const folder of packageFolders) {
    const { name, exports = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as {
      name: string
      exports?: Record<string, string | Record<string, string>>
    }
    for (const [entry, target] of Object.entries(exports)) {
      const file = typeof target === 'string' ? target : Object.values(target)[0]
      if (file) entries.set(join(name, entry), join(folder, file))
    }
  }
  return entries
}

const isCode = (file: string) => /\.tsx?$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function lastCommonCommit(): string {
  try {
    return git('merge-base', 'HEAD', 'main').trim()
  } catch {
    // A clone of a single other branch: only uncommitted changes are known.
    return 'HEAD'
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const lines = (text: string) => text.split('\n').filter(Boolean)
