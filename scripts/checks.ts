import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Check {
  name: string
  /** Run one after the other until one fails. */
  commands: string[]
  /** It builds what tests build too. */
  isAlone?: true
}

/** Everything that is checked without running the product. The longest come first. */
const checks: Check[] = [
  { name: 'format', commands: ['prettier --check --cache --log-level=warn .'] },
  { name: 'lint', commands: ['oxlint --type-aware --deny-warnings --format=unix'] },
  { name: 'packages for others', commands: ['node scripts/check-packages.ts'], isAlone: true },
  { name: 'types', commands: ['tsc --noEmit'] },
  { name: 'unused code', commands: ['knip --no-progress'] },
  { name: 'imports', commands: ['node scripts/check-imports.ts'] },
  { name: 'tables', commands: ['node scripts/check-tables.ts'] },
  { name: 'catches', commands: ['node scripts/check-catches.ts'] },
  { name: 'names', commands: ['node scripts/check-names.ts'] },
  { name: 'wording', commands: ['node scripts/check-wording.ts'] },
  {
    name: 'docs',
    commands: [
      'node --disable-warning=ExperimentalWarning packages/docs/src/make.ts checked node_modules/.cache/docs',
    ],
  },
  { name: 'casts', commands: ['node scripts/check-casts.ts'] },
  {
    name: 'generated files',
    commands: [
      'node packages/client/generate.ts --check',
      'node packages/react/generate-styles.ts --check',
    ],
  },
]

export const checkNames = checks.map(({ name }) => name)

export interface CheckResult {
  name: string
  isPassed: boolean
}

/** Runs all checks, as many at once as there are cores, and prints a line for each as it ends. */
export const runChecks = (): Promise<CheckResult[]> =>
  runAll(checks, { atOnce: availableParallelism() })

/**
 * Runs them while `work` goes on, one at a time and only when it leaves the processor something to do;
 * what `work` must not meet comes after it.
 */
export async function runChecksBeside<T>(work: Promise<T>): Promise<[T, CheckResult[]]> {
  const { alone = [], others = [] } = Object.groupBy(checks, ({ isAlone }) =>
    isAlone ? 'alone' : 'others',
  )
  const beside = runAll(others, { atOnce: 1, niceness: 10 })
  const done = await work
  return [done, [...(await beside), ...(await runAll(alone, { atOnce: 1 }))]]
}

async function runAll(
  some: readonly Check[],
  { atOnce, niceness }: { atOnce: number; niceness?: number },
): Promise<CheckResult[]> {
  const waiting = [...some]
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await run(check, niceness))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

async function run({ name, commands }: Check, niceness: number | undefined): Promise<CheckResult> {
  const beganAt = performance.now()
  let output = ''
  let isPassed = true
  for (const command of commands) {
    const child = spawn(command, {
      shell: true,
      cwd: root,
      env: {
        ...process.env,
        PATH: `${root}/node_modules/.bin${delimiter}${process.env['PATH']}`,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness)
    output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const [code] = (await once(child, 'close')) as [number | null]
    isPassed = code === 0
    if (!isPassed) break
  }
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
  console.log(`${isPassed ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!isPassed) console.log(`${output.trim()}\n`)
  return { name, isPassed }
}
