import type { LogCall } from '@platform/contract'
import type { EgressReply } from '@platform/kernel/egress'
import { TooManyCallsError } from '../budgets/too-many-calls.ts'
import { createRedactor } from './redact-provider-text.ts'
import type { CatalogueEntry } from '@platform/connector'
import { inSpan } from '@platform/kernel/telemetry/trace'

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

/** Headers without secrets or customer data. Of all others, only the name is logged. */
const open = new Set([
  'accept',
  'accept-encoding',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'if-modified-since',
  'prefer',
  'retry-after',
  'server',
  'sforce-limit-info',
  'sforce-query-options',
  'transfer-encoding',
  'user-agent',
])
const openPatterns = [/^(x-)?rate-?limit/, /^x-(\w+-)?(rate-?limit|request-id|correlation-id)/]

const maxHeaders = 40
const maxCharacters = 200

const isOpen = (name: string) => open.has(name) || openPatterns.some((one) => one.test(name))

/** Returns headers for a log: values of a few, names of all. `redact` removes secrets (`createRedactor`). */
export function showHeaders(
  headers: Record<string, string | string[] | undefined>,
  redact: (text: string) => string,
): Record<string, string> {
  const shown = Object.entries(headers)
    .slice(0, maxHeaders)
    .map(([given, value]) => {
      const name = given.toLowerCase()
      const text = isOpen(name) ? redact(String(value ?? '')).slice(0, maxCharacters) : '…'
      return [redact(name).slice(0, maxCharacters), toPlainLine(text)]
    })
  return Object.fromEntries(shown) as Record<string, string>
}

/** Returns a URL for a log: its query may contain customer data, so only the names are kept. */
export function showUrl(
  { origin, pathname, searchParams }: URL,
  redact: (text: string) => string,
): string {
  const names = [...new Set(searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`)
  const query = names.length > 0 ? `?${names.join('&')}` : ''
  return toPlainLine(redact(origin + pathname + query)).slice(0, 2_000)
}

/** Removes what PostgreSQL rejects in text, and line breaks. */
const toPlainLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')

/**
 * Records a call of the provider in the trace of its caller. The URL is omitted: paths may contain
 * names and, with some providers, the credential.
 */
export const traceCall = <Reply extends { status: number } | { statusCode: number }>(
  { info }: Pick<CatalogueEntry, 'info'>,
  method: string,
  call: () => Promise<Reply>,
): Promise<Reply> =>
  inSpan(
    {
      name: `${method} ${info.name}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'platform.provider': info.name },
    },
    call,
    (reply) => {
      const status = 'status' in reply ? reply.status : reply.statusCode
      return {
        attributes: { 'http.response.status_code': status },
        ...(status >= 400 && { errorType: String(status) }),
      }
    },
  )
