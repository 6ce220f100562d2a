import {
  problemTypes,
  type InputValidationIssue,
  type ProblemKind,
  type ProblemType,
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
