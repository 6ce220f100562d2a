import type { Schemas } from './schemas.ts'

/** A problem as returned by the server; `issues` name invalid inputs. */
export type ProblemDetails = Schemas['InputValidationProblem']

/**
 * A failed call. `status` is that of the reply, or 0 without a readable reply, because the network,
 * the server or a proxy failed.
 */
export class ProblemError extends Error {
  readonly problem: ProblemDetails

  constructor(problem: ProblemDetails, options?: ErrorOptions) {
    super(problem.detail || problem.title, options)
    this.name = 'ProblemError'
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }

  /** Last segment of the problem's type, such as `installation-exists`. */
  get kind(): string {
    return this.problem.type.replace(/.*\//, '')
  }
}

/** Returns the failure in a reply of the API or of a proxy. */
export function toProblemError(response: Response, body: unknown): ProblemError {
  if (isProblemDetails(body)) return new ProblemError(body)

  const { status, statusText, headers } = response
  return new ProblemError({
    ...unexplained,
    title: statusText || `HTTP ${status}`,
    status,
    detail: `The server answered ${status} without an explanation.`,
    requestId: headers.get('x-request-id') ?? '',
    retryable: status === 429 || status >= 502,
  })
}

/** Creates the error of a call without a reply. */
export const unreachable = (call: string, cause: unknown) =>
  new ProblemError(
    {
      ...unexplained,
      title: 'Could not reach the server',
      detail: 'Check that it is running and reachable from here.',
      causes: [`${call} had no reply: ${getReason(cause)}`],
      retryable: true,
    },
    { cause },
  )

/**
 * Returns why a request had no reply. The error of Node's `fetch` only reports that it failed; the
 * reason is in its innermost `cause`, whose message is empty if several addresses were tried.
 */
function getReason(thrown: unknown): string {
  const { cause, code, message } = Object(thrown) as {
    cause?: unknown
    code?: string
    message?: string
  }
  if (cause) return getReason(cause)
  return code === 'ECONNREFUSED' ? 'connection refused' : message || code || String(thrown)
}

const isProblemDetails = (body: unknown): body is ProblemDetails =>
  typeof body === 'object' && body !== null && 'title' in body && 'status' in body && 'type' in body

const unexplained = {
  type: 'about:blank',
  status: 0,
  instance: '',
  subsystem: 'client',
  get time() {
    return new Date().toISOString()
  },
  requestId: '',
}
