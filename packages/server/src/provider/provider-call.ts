import type { LogCall } from '@platform/contract'

/** A call of a provider that has come back, or has not; without what is secret. */
export interface ProviderCall extends Omit<LogCall, 'attempt'> {
  /** Without the query. */
  path: string
}

/** What was asked when an error came about, where that was not a call of the provider's API. */
const asked = new WeakMap<Error, ProviderCall>()

export const askedBy = (error: unknown): ProviderCall | undefined =>
  error instanceof Error ? asked.get(error) : undefined

/** Has the error tell that it came of this call. */
export function tellCall<Failure extends Error>(error: Failure, call: ProviderCall): Failure {
  asked.set(error, call)
  return error
}

/** As the log of an operation keeps it. */
export const logCall = ({ path: _, ...call }: ProviderCall, attempt: number): LogCall => ({
  ...call,
  attempt,
})

/** The call as the log of the server tells it. */
export const told = (call: ProviderCall | undefined) =>
  call && { method: call.method, path: call.path, status: call.status, durationMs: call.durationMs }

/** The call in a clause, as logs tell it. */
export const callInWords = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
