import type { Problem } from '@platform/client'
import { type Finding, type Rule, rules } from '@platform/manifest'

/** What the platform found in a manifest: each issue carries the finding beside what issues have. */
export function findingsOf(problem: Problem): Finding[] {
  if (!problem.type.endsWith('/manifest-invalid')) return []
  return (problem.issues ?? []).map((issue) => {
    const { rule, line, column, severity, path, suggestion } = issue as Partial<Finding>
    return {
      rule: rule && rule in rules ? rule : ('invalid-value' satisfies Rule),
      severity: severity === 'warning' ? 'warning' : 'error',
      message: issue.detail,
      line: line ?? 1,
      column: column ?? 1,
      path: path ?? issue.name,
      ...(suggestion && { suggestion }),
    }
  })
}
