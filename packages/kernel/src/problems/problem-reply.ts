import type { ApiProblem } from '@platform/contract'
import type { Problem } from './problem.ts'

const problemMediaType = 'application/problem+json'

/** Whom a caller may ask about a problem. */
export type SupportContact = Pick<ApiProblem, 'supportEmail' | 'supportPhone' | 'supportUrl'>

export interface Occurrence {
  requestId: string
  /** The part of the API that it happened in, such as `connections`. */
  subsystem: string
  /** Where this server is reached, without a slash at the end. */
  publicUrl: string
  at: Date
  support?: SupportContact | undefined
}

/** The reply body of a problem (RFC 9457). */
export function problemBody(problem: Problem, occurrence: Occurrence): ApiProblem {
  const { kind, type, details } = problem
  const { requestId, subsystem, publicUrl, at, support } = occurrence
  const page = `${publicUrl}/problems/${kind}`
  return {
    ...support,
    ...details.extensions,
    type: page,
    href: page,
    title: type.title,
    status: type.status,
    detail: details.detail ?? `${type.title}.`,
    instance: `${page}#${requestId}`,
    subsystem,
    time: at.toISOString(),
    requestId,
    retryable: type.retryable ?? false,
    remedy: details.remedy ?? type.remedy,
    causes: details.causes,
    issues: details.issues,
    context: details.context,
    retryAfter: details.retryAfter?.toISOString(),
  }
}

/** The headers that go with it, those of the problem itself included. */
export function problemHeaders(problem: Problem, at: Date): Record<string, string> {
  const { retryAfter, headers } = problem.details
  const seconds = retryAfter && Math.max(1, Math.ceil((retryAfter.getTime() - at.getTime()) / 1000))
  return {
    'content-type': problemMediaType,
    'cache-control': 'no-store',
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    ...headers,
  }
}
