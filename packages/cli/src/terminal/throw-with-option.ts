import { ProblemError } from '@platform/client'

/** Rethrows a problem with the remedy of the command line: the API requires `force=true`, the CLI --force. */
export function throwWithOption(error: unknown): never {
  if (!(error instanceof ProblemError) || !error.problem.remedy) throw error
  const remedy = error.problem.remedy.replaceAll('`force=true`', '--force')
  throw new ProblemError({ ...error.problem, remedy }, { cause: error })
}

/** Rethrows a problem of one of these kinds with the command, where its remedy names a request of the API. */
export function throwWithRemedy(error: unknown, remedies: Readonly<Record<string, string>>): never {
  if (!(error instanceof ProblemError)) throw error
  const remedy = remedies[error.problem.type.replace(/.*\//, '')]
  if (remedy === undefined || !error.problem.remedy?.includes('`POST ')) throw error
  throw new ProblemError({ ...error.problem, remedy }, { cause: error })
}
