import {
  type ApiProblem,
  type InputValidationIssue,
  type ProblemKind,
  type ProblemType,
  problemTypes,
} from '@platform/contract'

export interface ProblemOptions {
  /** What happened this time, naming the value at fault. Never a secret. */
  detail?: string
  remedy?: string
  causes?: string[]
  issues?: InputValidationIssue[]
  context?: Record<string, unknown>
  /** Additional members of this problem (RFC 9457, section 3.2). */
  extensions?: Record<string, unknown>
  retryAfter?: Date
  /** Additional headers, such as `WWW-Authenticate`. */
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected failure. One handler turns it into an `application/problem+json` reply. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly type: ProblemType
  readonly details: ProblemOptions

  constructor(kind: ProblemKind, details: ProblemOptions = {}) {
    super(details.detail ?? problemTypes[kind].title, { cause: details.cause })
    this.name = 'Problem'
    this.kind = kind
    this.type = problemTypes[kind]
    this.details = details
  }
}

/**
 * Returns the problem for inputs that are well-formed but invalid, such as the name of a missing
 * topic.
 */
export const invalidInput = (...issues: InputValidationIssue[]) =>
  new Problem('invalid-input', {
    detail: `${issues.map(describeIssue).join('; ')}.`,
    issues,
  })

const describeIssue = ({ in: place, name, detail }: InputValidationIssue) =>
  `${[place, name].filter(Boolean).join(' ')}: ${detail.replace(/\.$/, '')}`

const problemMediaType = 'application/problem+json'

/** Support contact for callers. */
export type SupportContact = Pick<ApiProblem, 'supportEmail' | 'supportPhone' | 'supportUrl'>

export interface Occurrence {
  requestId: string
  /** Part of the API where it happened, such as `connections`. */
  subsystem: string
  /** URL of this server, without a trailing slash. */
  publicUrl: string
  at: Date
  support?: SupportContact | undefined
}

/** Returns the reply body of a problem (RFC 9457). */
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

/** Returns the headers of the reply, including those of the problem itself. */
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
