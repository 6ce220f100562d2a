/** Runs all tests and checks in CI. Ends with one line that counts both. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecksBeside } from './checks.ts'
import { NoChromiumError } from './chromium.ts'
import { runTests } from './run-tests.ts'
import { takesNoArguments } from './checks/takes-no-arguments.ts'

interface TestReport {
  numPassedTests: number
  numFailedTests: number
  /** Also false if a file could not be loaded, which counts no test. */
  success: boolean
}

takesNoArguments(`Usage: node scripts/ci.ts

Runs all tests, and beside them all checks.`)

const [tests, checks] = await runChecksBeside(countTests())
const failedChecks = checks.filter(({ isPassed }) => !isPassed)

console.log(`
Tests   ${tests.passed} passed, ${tests.failed} failed
Checks  ${checks.length - failedChecks.length} passed, ${failedChecks.length} failed${failedChecks.map(({ name }) => `\n        ${name}`).join('')}
`)
const passed = tests.passed + checks.length - failedChecks.length
const failed = tests.failed + failedChecks.length
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && tests.passed > 0 ? 0 : 1

/**
 * A run that failed without a failed test (a file that does not load, no Chromium) counts as one.
 */
async function countTests(): Promise<{ passed: number; failed: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-ci-'))
  const file = join(folder, 'tests.json')
  try {
    const code = await runTests([
      '--reporter=default',
      '--reporter=./scripts/suite/progress-reporter.ts',
      '--reporter=./scripts/suite/guarantee-reporter.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const report = JSON.parse(await readFile(file, 'utf8')) as TestReport
    const { numPassedTests, numFailedTests, success } = report
    const isUnexplained = numFailedTests === 0 && (code !== 0 || !success)
    return { passed: numPassedTests, failed: isUnexplained ? 1 : numFailedTests }
  } catch (error) {
    console.error(error instanceof NoChromiumError ? error.message : error)
    return { passed: 0, failed: 1 }
  } finally {
    await rm(folder, { recursive: true })
  }
}
