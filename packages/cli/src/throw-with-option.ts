import { ProblemError } from '@platform/client'

/** Rethrows a problem with the remedy of the command line: the API requires `force=true`, the CLI --force. */
export function throwWithOption(error: unknown): never {
  if (!(error instanceof ProblemError) || !error.problem.remedy) throw error
  const remedy = error.problem.remedy.replaceAll('`force=true`', '--force')
  throw new ProblemError({ ...error.problem, remedy }, { cause: error })
}
