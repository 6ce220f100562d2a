import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testDurations } from '../test-durations.ts'

/** Orders test files so that no long one starts last. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = testDurations()
    const getDuration = ({ moduleId }: TestSpecification) =>
      durations[relative(this.ctx.config.root, moduleId)] ?? 0
    // Files with their own process come first: in between, one would end the process that others
    // share.
    const isAlone = ({ project }: TestSpecification) => Number(project.config.isolate)
    return files.toSorted((a, b) => isAlone(b) - isAlone(a) || getDuration(b) - getDuration(a))
  }
}
