import type { InputValidationIssue } from '@platform/contract'
import { invalidInput, Problem } from '../problems/problem.ts'

/** `a.b\.c` → `['a', 'b.c']`; `\.` and `\:` stand for themselves. */
export function maskPath(mask: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < mask.length; at++) {
    const next = mask[at + 1]
    if (mask[at] === '\\' && (next === '.' || next === ':' || next === '\\')) {
      part += next
      at++
    } else if (mask[at] === '.') {
      parts.push(part)
      part = ''
    } else part += mask[at]
  }
  return [...parts, part]
}

/**
 * The fields of `changes` that the mask names, as a PATCH takes them; others are ignored. A named
 * one that is missing is cleared (`null`), unless it is among the `required` ones.
 *
 * @throws a 400 problem whose remedy lists the allowed paths when the mask names another one
 */
export function masked<Changes extends object, Key extends keyof Changes & string>(
  updateMask: string[],
  changes: Changes,
  allowed: readonly Key[],
  required: readonly Key[] = [],
): Partial<{ [Field in Key]: NonNullable<Changes[Field]> }> {
  const fields: Record<string, unknown> = {}
  const issues: InputValidationIssue[] = []
  updateMask.forEach((mask, index) => {
    const [field, ...deeper] = maskPath(mask)
    const key = allowed.find((name) => name === field)
    if (key === undefined || deeper.length > 0) issues.push(unknownPath(mask, index))
    else if (required.includes(key) && changes[key] == null) issues.push(missingValue(mask, index))
    else fields[key] = changes[key] ?? null
  })
  if (issues.length > 0) throw unknownPaths(issues, allowed)
  return fields as Partial<{ [Field in Key]: NonNullable<Changes[Field]> }>
}

const missingValue = (mask: string, index: number): InputValidationIssue => ({
  in: 'body',
  name: `updateMask[${index}]`,
  value: mask,
  detail: 'The field cannot be cleared: give its new value.',
})

export const unknownPath = (mask: string, index: number): InputValidationIssue => ({
  in: 'body',
  name: `updateMask[${index}]`,
  value: mask,
  detail: 'There is no such field to update.',
})

export const unknownPaths = (issues: InputValidationIssue[], allowed: readonly string[]) =>
  new Problem('invalid-input', {
    ...invalidInput(...issues).details,
    remedy: `updateMask may name: ${allowed.join(', ')}.`,
  })
