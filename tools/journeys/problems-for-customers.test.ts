import { ProblemError } from '@platform/client'
import * as contract from '@platform/contract'
import { expect, it } from 'vitest'
import { problemWords } from '../../packages/react/src/words/problem-words.ts'
import { fakeProblem } from '../../packages/react/src/testing/fake-problems.ts'

/** Problems of the operations that the embedded UI may call, except failures of the server itself. */
const kinds = [
  ...new Set(
    Object.values<unknown>(contract)
      .filter(isOperation)
      .filter(({ callers }) => callers.includes('consumer'))
      .flatMap(({ problems = [] }) => problems),
  ),
]

it.each(kinds)('has a text for customers about %s', (kind) => {
  const { status } = contract.problemTypes[kind]
  const error = new ProblemError(fakeProblem(status, kind))

  const { headline } = problemWords(error, { t: (key, ..._values) => key }, 'Salesforce')

  expect(headline).not.toBe('problem')
})

function isOperation(value: unknown): value is contract.OperationDefinition {
  return typeof value === 'object' && value !== null && 'callers' in value && 'path' in value
}
