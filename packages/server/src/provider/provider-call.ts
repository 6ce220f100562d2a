/** A call of a provider that has come back, or has not. */
export interface ProviderCall {
  method: string
  /** Without the query, which may hold what is the customer's. */
  path: string
  /** Missing where there was no reply that could be read. */
  status?: number
  durationMs: number
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

/** The call in a clause, as logs tell it. */
export const callInWords = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
