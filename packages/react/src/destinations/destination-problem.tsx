'use client'

import { ProblemError } from '@platform/client'
import { Notice } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import type { DestinationText } from './destination-words.ts'

export const isProblem = (error: Error | null, kind: string): error is ProblemError =>
  error instanceof ProblemError && error.kind === kind

/** Returns whether the server rejects this field of the form. */
export const isFieldRejected = (error: Error | null, name: 'url' | 'eventTypes'): boolean =>
  isProblem(error, 'invalid-input') &&
  (error.problem.issues ?? []).some((issue) => issue.name.split('.').at(-1) === name)

/** Shows why a destination was not added or changed, unless a field of the form shows it. */
export function DestinationProblem({ w, error }: { w: DestinationText; error: Error }) {
  if (isFieldRejected(error, 'url') || isFieldRejected(error, 'eventTypes')) return null
  const limit = isProblem(error, 'limit-reached') ? error.problem.context : undefined
  const isOfGroup = limit?.['limit'] === 'maxPerGroup'
  if (isOfGroup || isProblem(error, 'permission-missing')) {
    return (
      <Notice tone="warning" icon="alert">
        <p role="alert">
          {isOfGroup ? w('limit', { count: Number(limit['allowed']) }) : w('notOffered')}
        </p>
      </Notice>
    )
  }
  return <UiProblemMessage error={error} />
}
