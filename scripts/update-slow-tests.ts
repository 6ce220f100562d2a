/** Writes the slowest test files of the last run here to `slow-tests.json`, in seconds. */
import { writeFile } from 'node:fs/promises'
import { takesNoArguments } from './checks/takes-no-arguments.ts'
import { lastDurations } from './test-durations.ts'

/** Shorter files do not affect the order. */
const slowMs = 5_000

takesNoArguments(`Usage: node scripts/update-slow-tests.ts

Writes the slowest test files of the last run here to scripts/slow-tests.json. Run all tests first.`)

const slow = Object.entries(lastDurations())
  .filter(([, ms]) => ms >= slowMs)
  .map(([file, ms]) => [file, Math.round(ms / 1000)] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
await writeFile(
  new URL('slow-tests.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`,
)
