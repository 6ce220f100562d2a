import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench [series …]`: runs all or the named series one after another. Machines differ and
 * are noisy: compare the ratios within one run.
 */
const series = [
  'idle',
  'api',
  'proxy',
  'write',
  'delivery',
  'ordering',
  'pull',
  'queues',
  'tables',
  'kafka',
  'backfill',
  'declarative',
  'catalogue',
  'schedules',
  'fleet',
  'engines',
  'fairness',
  'fields',
  'scale',
  'replica',
]
/** Run only by name: the first two need `nats-server`, the others take several minutes. */
const byName = ['log', 'log/faults', 'year', 'memory', 'load']
const wanted = process.argv.slice(2)
const known = [...series, ...byName]
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no series ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(1)
}

for (const name of wanted.length > 0 ? wanted : series) {
  console.log(`\n${name}\n${'='.repeat(name.length)}`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const [code] = (await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ]
  if (code !== 0) process.exitCode = 1
}
