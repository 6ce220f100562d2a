import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Interval of progress lines outside a terminal. */
const everyMs = 15_000

/** Prints how many files and tests have run so far, and each failure when it happens. */
export default class ProgressReporter implements Reporter {
  #files = 0
  #done = 0
  #tests = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  #beganAt = 0
  #documentedAt = 0

  onTestRunStart(files: readonly unknown[]): void {
    this.#files = files.length
    this.#beganAt = this.#documentedAt = performance.now()
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    const reasons = errors.map(({ message, stack }) =>
      (stack ?? message)
        .split('\n')
        .filter((line) => !line.includes('node_modules'))
        .join('\n'),
    )
    console.error(
      `Failed: ${test.module.relativeModuleId} > ${test.fullName}\n${reasons.join('\n')}`,
    )
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done++
    for (const test of file.children.allTests()) this.#tests[test.result().state]++
    const now = performance.now()
    if (now - this.#documentedAt < everyMs || process.stdout.isTTY) return
    this.#documentedAt = now
    const { passed, failed } = this.#tests
    const seconds = Math.round((now - this.#beganAt) / 1000)
    console.log(
      `Progress: ${this.#done} of ${this.#files} files, ${passed} tests passed, ${failed} failed, ${seconds} s`,
    )
  }
}
