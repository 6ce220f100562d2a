import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const server = fileURLToPath(new URL('../../../', import.meta.url))

/** Files whose times no other process compares with its own, with the reason. */
const ownClock: Record<string, string> = {
  'sinks/src/sinks/aws/role.ts': 'compares with times of AWS',
  'sinks/src/sinks/aws/calls.ts': 'measures the distance to the clock of AWS',
  'data/src/sync/trace-run.ts': 'spans, whose starts are of the same clock',
  'kernel/src/db/postgres/postmaster.ts': 'compares with times of this machine’s processes',
  'kernel/src/http/trace-requests.ts': 'spans',
  'kernel/src/jobs/processes.ts': 'measures how long ago the database answered',
  'kernel/src/telemetry/otlp.ts': 'exported metrics',
  'kernel/src/telemetry/trace.ts': 'spans',
  'kernel/src/values/database-clock.ts': 'corrects it',
  'program/src/main/telemetry.ts': 'exported metrics',
}

it('takes times that another process compares from the clock of the database', async () => {
  const found = new Set<string>()
  for await (const path of glob('*/src/**/*.ts', { cwd: server })) {
    const isForTests = /\.test\.ts$|testing|\/conventions\/|provocations\.ts$|tenant-trials\.ts$/
    if (isForTests.test(path)) continue
    const text = await readFile(`${server}${path}`, 'utf8')
    if (/\bDate\.now\b|new Date\(\)/.test(text)) found.add(path)
  }

  // Anywhere else, use `getNow` and `getNowMs`: the clock of a machine can be days off.
  expect([...found].toSorted()).toEqual(Object.keys(ownClock).toSorted())
})
