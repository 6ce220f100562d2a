import type { CatalogueEntry } from '@platform/connector'
import { TemplateError } from '@platform/connectors'
import { missingInputs } from '../credentials/provider-metadata.ts'
import { invalidInput, type Problem } from '@platform/kernel/problems/problem'
import { madeOf } from './auth-steps.ts'

/** Names the inputs that a step could not be taken with. What they hold is secret. */
export function unusableInputs(
  error: TemplateError,
  {
    entry: { authSteps },
    inputs,
    at = '',
  }: {
    entry: Pick<CatalogueEntry, 'authSteps'>
    inputs: Record<string, string>
    /** Where in the body they are. */
    at?: string
  },
): Problem {
  const behind = error.variables.flatMap((name) => (authSteps ? madeOf(authSteps, name) : [name]))
  const [entered, others] = [
    behind.filter((name) => Object.hasOwn(inputs, name)),
    behind.filter((name) => !Object.hasOwn(inputs, name)),
  ]
  if (entered.length === 0) return missingInputs(new TemplateError(error.message, others), {}, at)
  return invalidInput(
    ...entered.map((name) => ({
      in: 'body' as const,
      name: `${at}customAuth.${name}`,
      detail: error.message,
    })),
  )
}
