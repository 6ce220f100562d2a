import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { findUnprovenGuarantees } from '../../tools/testing/src/guarantees.ts'

/** Fails a run of all tests in which no test of a guarantee passed. */
export default class GuaranteeReporter implements Reporter {
  #countAllFiles = async () => Infinity

  onInit(vitest: Vitest): void {
    const { testNamePattern, tagsFilter, project } = vitest.config
    if (testNamePattern || tagsFilter || project.length > 0) return
    this.#countAllFiles = async () => (await vitest.globTestSpecifications()).length
  }

  async onTestRunEnd(
    files: readonly TestModule[],
    _errors: unknown,
    reason: TestRunEndReason,
  ): Promise<void> {
    if (reason !== 'passed' || files.length < (await this.#countAllFiles())) return
    const tests = files.flatMap((file) => [...file.children.allTests()])
    const unproven = findUnprovenGuarantees(
      tests.map((test) => ({ tags: test.tags, isPassed: test.result().state === 'passed' })),
    )
    for (const { name, description } of unproven) {
      console.error(`No test with the tag ${name} passed: ${description}`)
    }
    if (unproven.length > 0) process.exitCode = 1
  }
}
