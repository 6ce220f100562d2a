import type { LogCall } from '@platform/contract'
import { TooManyCallsError } from './budgets/governor.ts'

/** A call of a provider that has come back, or has not; without what is secret. */
export interface ProviderCall extends Pick<LogCall, 'method' | 'status' | 'durationMs'> {
  /** Without the query. */
  path: string
  /** Of a call of its API; what was asked for tokens is not told so far. */
  heads?: Pick<LogCall, 'url' | 'requestHeaders' | 'responseHeaders'>
}

/** What was asked when an error came about, where that was not a call of the provider's API. */
const asked = new WeakMap<Error, ProviderCall>()

export const askedBy = (error: unknown): ProviderCall | undefined =>
  error instanceof Error ? asked.get(error) : undefined

/** What was asked when this came; nothing was where the provider takes no more calls. */
export const callOf = (
  error: unknown,
  provider: { lastCall(): ProviderCall | undefined } | undefined,
): ProviderCall | undefined =>
  error instanceof TooManyCallsError ? undefined : (askedBy(error) ?? provider?.lastCall())

/** Has the error tell that it came of this call. */
export function tellCall<Failure extends Error>(error: Failure, call: ProviderCall): Failure {
  asked.set(error, call)
  return error
}

/** As the log of an operation keeps it. */
export const logCall = (
  { method, path, status, durationMs, heads = { url: path, requestHeaders: {} } }: ProviderCall,
  attempt: number,
): LogCall => ({ method, status, durationMs, attempt, ...heads })

/** The call as the log of the server tells it. */
export const told = (call: ProviderCall | undefined) =>
  call && { method: call.method, path: call.path, status: call.status, durationMs: call.durationMs }

/** What was asked, if anything was, and at which attempt: a clause for the logs. */
export const callInWords = (call: ProviderCall | undefined, attempt: number): string =>
  call ? `${wordsOf(call)}, attempt ${attempt}` : `attempt ${attempt}`

const wordsOf = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
