import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Check {
  name: string
  /** Run in order until one fails. */
  commands: string[]
}

/** All checks that do not run the product, longest first. */
const checks: Check[] = [
  { name: 'lint', commands: ['oxlint --type-aware --deny-warnings --format=unix'] },
  { name: 'packages for others', commands: ['node scripts/checks/check-packages.ts'] },
  // Threads would each check the types that their files share.
  { name: 'types', commands: ['tsc --noEmit --singleThreaded'] },
  { name: 'format', commands: ['oxfmt --check .'] },
  { name: 'unused code', commands: ['knip --no-progress'] },
  { name: 'imports', commands: ['node scripts/checks/check-imports.ts'] },
  { name: 'tables', commands: ['node scripts/checks/check-tables.ts'] },
  { name: 'catches', commands: ['node scripts/checks/check-catches.ts'] },
  { name: 'names', commands: ['node scripts/checks/check-names.ts'] },
  { name: 'wording', commands: ['node scripts/checks/check-wording.ts'] },
  {
    name: 'docs',
    commands: [
      'node --disable-warning=ExperimentalWarning apps/docs/src/make.ts checked node_modules/.cache/docs',
    ],
  },
  { name: 'casts', commands: ['node scripts/checks/check-casts.ts'] },
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

/** Runs all checks, as many at once as there are cores, and prints a line for each result. */
export async function runChecks(): Promise<CheckResult[]> {
  const { results, work } = startChecks(checks)
  await Promise.all(Array.from({ length: availableParallelism() }, () => work()))
  return results
}

/**
 * Runs all checks while `tests` run: one at a time, only while the processor is idle. Remaining
 * ones run on all cores after the tests.
 */
export async function runChecksBeside<T>(tests: Promise<T>): Promise<[T, CheckResult[]]> {
  // Tests may build packages first, which must not be built twice at once.
  const { results, work } = startChecks(
    checks.toSorted((a, b) => Number(buildsPackages(a)) - Number(buildsPackages(b))),
  )
  const beside = work({ niceness: 10 })
  const done = await tests
  await Promise.all([beside, ...Array.from({ length: availableParallelism() - 1 }, () => work())])
  return [done, results]
}

const buildsPackages = ({ name }: Check) => name === 'packages for others'

/** Returns a function that runs one check after the other, and their results. */
function startChecks(some: readonly Check[]) {
  const waiting = [...some]
  const results: CheckResult[] = []
  const work = async ({ niceness }: { niceness?: number } = {}) => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await runCheck(check, niceness))
    }
  }
  return { results, work }
}

async function runCheck(
  { name, commands }: Check,
  niceness: number | undefined,
): Promise<CheckResult> {
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
