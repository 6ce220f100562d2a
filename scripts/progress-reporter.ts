import type { Reporter, TestModule } from 'vitest/node'

/** Interval of progress lines outside a terminal. */
const everyMs = 15_000

/** Prints how many files and tests have run so far, and how many failed. */
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
