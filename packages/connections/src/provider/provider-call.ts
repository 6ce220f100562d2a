import type { LogCall } from '@platform/contract'
import type { EgressReply } from '@platform/kernel/egress/egress'
import { TooManyCallsError } from './budgets/governor.ts'
import { redactSecrets } from './redact-provider-text.ts'
import { shownHeaders, shownUrl } from './shown-heads.ts'

/** A call of a provider that has come back, or has not; without what is secret. */
export interface ProviderCall extends Pick<LogCall, 'method' | 'status' | 'durationMs'> {
  /** Without the query. */
  path: string
  heads: Pick<LogCall, 'url' | 'requestHeaders' | 'responseHeaders'>
}

/** A call that began at a time of `performance.now()` and has come to its end just now. */
export function endedCall({
  method,
  url,
  headers,
  response,
  beganAt,
  secrets,
}: {
  method: string
  url: URL
  headers: Record<string, string>
  response: Pick<EgressReply, 'status' | 'headers'> | undefined
  beganAt: number
  /** Values that are removed everywhere. */
  secrets: readonly string[]
}): ProviderCall {
  return {
    method,
    path: redactSecrets(url.pathname, secrets),
    durationMs: Math.round(performance.now() - beganAt),
    ...(response && { status: response.status }),
    heads: {
      url: shownUrl(url, secrets),
      requestHeaders: shownHeaders(headers, secrets),
      ...(response && { responseHeaders: shownHeaders(response.headers, secrets) }),
    },
  }
}

/** What was asked when an error came about, where that was not a call of the provider's API. */
const callOfError = new WeakMap<Error, ProviderCall>()

export const askedBy = (error: unknown): ProviderCall | undefined =>
  error instanceof Error ? callOfError.get(error) : undefined

/** What was asked when this came; nothing was where the provider takes no more calls. */
export const callOf = (
  error: unknown,
  provider: { lastCall(): ProviderCall | undefined } | undefined,
): ProviderCall | undefined =>
  error instanceof TooManyCallsError ? undefined : (askedBy(error) ?? provider?.lastCall())

/** Attaches the call to the error. */
export function attachProviderCall<Failure extends Error>(
  error: Failure,
  call: ProviderCall,
): Failure {
  callOfError.set(error, call)
  return error
}

/** As the log of an operation keeps it. */
export const logCall = (
  { method, status, durationMs, heads }: ProviderCall,
  attempt: number,
): LogCall => ({ method, status, durationMs, attempt, ...heads })

/** Fields of the call for the server's log. */
export const callForLog = (call: ProviderCall | undefined) =>
  call && { method: call.method, path: call.path, status: call.status, durationMs: call.durationMs }

/** What was asked, if anything was, and at which attempt: a clause for the logs. */
export const callInWords = (call: ProviderCall | undefined, attempt: number): string =>
  call ? `${wordsOf(call)}, attempt ${attempt}` : `attempt ${attempt}`

const wordsOf = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
