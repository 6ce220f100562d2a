import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testDurations } from './test-durations.ts'

/** Orders test files so that no long one starts when the others have ended. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = testDurations()
    const durationOf = ({ moduleId }: TestSpecification) =>
      durations[relative(this.ctx.config.root, moduleId)] ?? 0
    // Files with a process of their own come first: one in between ends the process that others share.
    const isAlone = ({ project }: TestSpecification) => Number(project.config.isolate)
    return files.toSorted((a, b) => isAlone(b) - isAlone(a) || durationOf(b) - durationOf(a))
  }
}
