/** A call of a provider that has come back, or has not. */
export interface ProviderCall {
  method: string
  /** Without the query, which may hold what is the customer's. */
  path: string
  /** Missing where there was no reply that could be read. */
  status?: number
  durationMs: number
}

/** The call in a clause, as logs tell it. */
export const callInWords = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
