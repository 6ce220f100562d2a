import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import slowTests from './slow-tests.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns the last duration of each test file here, in milliseconds. In a fresh clone only the
 * slowest files have one, as measured elsewhere (`slow-tests.json`, in seconds).
 */
export function testDurations(): Record<string, number> {
  const measuredElsewhere = Object.entries(slowTests).map(
    ([file, seconds]) => [file, seconds * 1000] as const,
  )
  return { ...Object.fromEntries(measuredElsewhere), ...lastDurations() }
}

/** Reads the durations that Vitest keeps from earlier runs, in milliseconds. */
export function lastDurations(): Record<string, number> {
  const [file] = globSync('node_modules/.vite/vitest/*/results.json', { cwd: root })
  if (file === undefined) return {}
  const { projects } = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as {
    projects: Record<string, { files: Record<string, { duration: number }> }>
  }
  return Object.fromEntries(
    Object.values(projects).flatMap(({ files }) =>
      Object.entries(files).map(([path, { duration }]) => [path, duration] as const),
    ),
  )
}
