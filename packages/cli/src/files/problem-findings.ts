import type { ProblemDetails, Schemas } from '@platform/client'
import { type Finding, type Rule, rules } from '@platform/manifest'
import { asMembers } from './as-members.ts'

const isRule = (name: unknown): name is Rule =>
  typeof name === 'string' && Object.hasOwn(rules, name)

/** Returns the platform's findings in a manifest, which are extensions of the issues. */
export function getFindings(problem: ProblemDetails): Finding[] {
  if (!problem.type.endsWith('/manifest-invalid')) return []
  return (problem.issues ?? []).map((issue) => {
    const { rule, line, column, severity, path, suggestion } = asMembers(issue)
    return {
      rule: isRule(rule) ? rule : 'invalid-value',
      severity: severity === 'warning' ? 'warning' : 'error',
      message: issue.detail,
      line: Number(line ?? 1),
      column: Number(column ?? 1),
      path: String(path ?? issue.name),
      ...(typeof suggestion === 'string' && { suggestion }),
    }
  })
}

/** Converts a finding of the platform, whose rules may be newer than this CLI. */
export const toFinding = ({ rule, ...finding }: Schemas['ManifestFinding']): Finding => ({
  ...finding,
  rule: isRule(rule) ? rule : 'invalid-value',
})
