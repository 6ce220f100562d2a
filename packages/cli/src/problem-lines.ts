import type { Problem } from '@platform/client'

/** A problem of the platform as lines for a person: what happened, why, and what to do. */
export function problemLines(problem: Problem): string[] {
  const { title, detail, remedy, causes = [], issues = [], requestId } = problem
  return [
    detail && detail !== title ? `${title}: ${detail}` : title,
    ...causes.map((cause) => `  because ${cause}`),
    ...issues.map((issue) => `  ${issue.name}: ${issue.detail}`),
    ...(remedy ? [`  ${remedy}`] : []),
    ...(requestId ? [`  request ${requestId}`] : []),
  ]
}
