import type { ProblemDetails } from '@platform/client'

/** Formats a problem as lines: what happened, why, and what to do. */
export function problemLines(problem: ProblemDetails): string[] {
  const { type, title, detail, causes = [], issues = [], requestId, retryAfter } = problem
  const kind = type.replace(/.*\//, '')
  const remedy = kind === 'invalid-input' ? correctThem : (problem.remedy ?? remedies[kind])
  return [
    detail && detail !== title ? `${title}: ${detail}` : title,
    ...causes.map((cause) => `  because ${cause}`),
    // Most details contain it already.
    ...issues
      .filter((issue) => !detail.includes(issue.detail))
      .map((issue) => `  ${issue.name}: ${issue.detail}`),
    ...(remedy ? [`  ${retryAfter ? remedy.replaceAll('`retryAfter`', retryAfter) : remedy}`] : []),
    ...(requestId ? [`  request ${requestId}`] : []),
  ]
}

/** The API's remedy names the member with the issues, which are printed above. */
const correctThem = 'Fix the errors above and run the command again.'

/** Remedies in the CLI for problems without their own. */
const remedies: Record<string, string> = {
  'credential-invalid':
    'Set --api-key or PLATFORM_API_KEY to a key of the project, or run `platform login`.',
  'project-not-found':
    '`platform projects list` shows your projects; set one with --project or PLATFORM_PROJECT.',
  'permission-missing':
    'A key needs the scope for it, or full (--api-key or PLATFORM_API_KEY); a person needs the role.',
}
