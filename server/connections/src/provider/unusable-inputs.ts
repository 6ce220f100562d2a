import type { CatalogueEntry } from '@platform/connector'
import { TemplateError } from '@platform/connectors'
import { missingInputs } from '../credentials/provider-metadata.ts'
import { invalidInput, type Problem } from '@platform/kernel/problems/problem'
import { listSources } from './auth-steps.ts'

/** Returns problems for inputs that no step could be built with, without their secret values. */
export function unusableInputs(
  error: TemplateError,
  {
    entry: { authSteps },
    inputs,
    at = '',
  }: {
    entry: Pick<CatalogueEntry, 'authSteps'>
    inputs: Record<string, string>
    /** Path in the body. */
    at?: string
  },
): Problem {
  const behind = error.variables.flatMap((name) =>
    authSteps ? listSources(authSteps, name) : [name],
  )
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
