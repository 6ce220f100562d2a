import type { LogCall } from '@platform/contract'
import type { EgressReply } from '@platform/kernel/egress'
import { TooManyCallsError } from '../budgets/too-many-calls.ts'
import { createRedactor } from './redact-provider-text.ts'
import { showHeaders, showUrl } from './shown-heads.ts'

/** A finished or failed call to a provider, without secrets. */
export interface ProviderCall extends Pick<LogCall, 'method' | 'status' | 'durationMs'> {
  /** Without the query. */
  path: string
  heads: Pick<LogCall, 'url' | 'requestHeaders' | 'responseHeaders'>
}

/** Describes a call that started at a time of `performance.now()` and has just ended. */
export function makeEndedCall({
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
  const redact = createRedactor(secrets)
  return {
    method,
    path: redact(url.pathname),
    durationMs: Math.round(performance.now() - beganAt),
    ...(response && { status: response.status }),
    heads: {
      url: showUrl(url, redact),
      requestHeaders: showHeaders(headers, redact),
      ...(response && { responseHeaders: showHeaders(response.headers, redact) }),
    },
  }
}

/** Calls that caused errors, if they were not calls to the provider's API. */
const callOfError = new WeakMap<Error, ProviderCall>()

export const getCausingCall = (error: unknown): ProviderCall | undefined =>
  error instanceof Error ? callOfError.get(error) : undefined

/** Returns the call that caused the error; undefined if a rate limit prevented it. */
export const findCall = (
  error: unknown,
  provider: { lastCall(): ProviderCall | undefined } | undefined,
): ProviderCall | undefined =>
  error instanceof TooManyCallsError ? undefined : (getCausingCall(error) ?? provider?.lastCall())

/** Attaches the call to the error. */
export function attachProviderCall<Failure extends Error>(
  error: Failure,
  call: ProviderCall,
): Failure {
  callOfError.set(error, call)
  return error
}

/** Converts the call for the log of an operation. */
export const logCall = (
  { method, status, durationMs, heads }: ProviderCall,
  attempt: number,
): LogCall => ({ method, status, durationMs, attempt, ...heads })

/** Fields of the call for the server's log. */
export const callForLog = (call: ProviderCall | undefined) =>
  call && { method: call.method, path: call.path, status: call.status, durationMs: call.durationMs }

/** Describes the call, if any, and the attempt, as a clause for logs. */
export const callInWords = (call: ProviderCall | undefined, attempt: number): string =>
  call ? `${describeCall(call)}, attempt ${attempt}` : `attempt ${attempt}`

const describeCall = ({ method, path, status, durationMs }: ProviderCall): string =>
  `${method} ${path}, ${status === undefined ? 'no reply' : status} after ${durationMs} ms`
