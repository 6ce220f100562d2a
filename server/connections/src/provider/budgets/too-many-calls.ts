import { ProviderError } from '@platform/connector'
import type { BudgetedCall } from './slots.ts'
import { clock } from './clock.ts'

/** A limit was reached; nothing was sent. */
export class TooManyCallsError extends ProviderError {
  constructor(
    message: string,
    retryAfterMs: number,
    { isDailyLimit = false }: { isDailyLimit?: boolean } = {},
  ) {
    const asked = Math.max(1, Math.round(retryAfterMs))
    super('rate-limit', message, { retryAfterMs: asked, isDailyLimit })
  }
}

/** When to retry for a slot of the project; calls are short. */
const placeRetryMs = 1_000

/**
 * Reports the resource that the call waited for: a limit of the provider, or a slot of the
 * project.
 */
export function makeWaitedTooLongError(
  { call, budgets }: BudgetedCall,
  { at, places }: { at: number; places: number },
): TooManyCallsError {
  const now = clock()
  const spent = budgets.find((budget) => budget.admitsAt(now, call) > now)
  if (!spent) {
    return new TooManyCallsError(
      `The project has ${places} calls to providers in progress.`,
      placeRetryMs,
    )
  }
  const window = spent.window()
  const inMs = at < Infinity ? at - now : (window?.perMs ?? placeRetryMs)
  return new TooManyCallsError(
    `The rate limit of ${call.limits?.provider ?? 'The provider'} is reached (${spent.words}).`,
    inMs,
    { isDailyLimit: spent.quota?.left === 0 },
  )
}
