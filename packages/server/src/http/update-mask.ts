import type { InputValidationIssue } from '@platform/contract'
import { invalidInput, Problem } from './problem.ts'

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
 * The fields of `changes` that the mask names, as a PATCH takes them: others are ignored, and a
 * named one that is missing is `undefined`, which clears it where it may be empty.
 *
 * @throws a 400 problem whose remedy lists the allowed paths when the mask names another one
 */
export function masked<Changes extends object, Key extends keyof Changes & string>(
  updateMask: string[],
  changes: Changes,
  allowed: readonly Key[],
): Partial<Pick<Changes, Key>> {
  const fields: Partial<Pick<Changes, Key>> = {}
  const issues: InputValidationIssue[] = []
  updateMask.forEach((mask, index) => {
    const [field, ...deeper] = maskPath(mask)
    const key = allowed.find((name) => name === field)
    if (key === undefined || deeper.length > 0) issues.push(unknownPath(mask, index))
    else fields[key] = changes[key]
  })
  if (issues.length > 0) throw unknownPaths(issues, allowed)
  return fields
}

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
