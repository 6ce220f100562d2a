import { ProblemError } from '@platform/client'
import type { ProblemDetails } from './wire.ts'

/** Creates a problem of the page itself, in the format of the API. */
export function localProblem(
  kind: string,
  detail: string,
  status: number,
  cause?: unknown,
): ProblemError {
  const problem: ProblemDetails = {
    type: `about:blank/${kind}`,
    title: kind.replaceAll(/[-_]/g, ' '),
    status,
    detail,
    instance: '',
    subsystem: 'react',
    time: new Date().toISOString(),
    requestId: '',
    retryable: false,
  }
  return new ProblemError(problem, { cause })
}
