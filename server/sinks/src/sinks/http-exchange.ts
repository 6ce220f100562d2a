import { parseRetryAfter } from '@platform/connector'
import type { InputValidationIssue } from '@platform/contract'
import { getNowMs } from '@platform/kernel/values'
import { NoAwsRole } from './aws/role.ts'
import type { Failure } from './outcome.ts'
import { issue } from './sink.ts'

const keptHeaderBytes = 2048

export function urlIssues(
  name: string,
  text: string,
  { egress, isDevelopment }: { egress: { check(url: URL): void }; isDevelopment: boolean },
): InputValidationIssue[] {
  if (!URL.canParse(text)) return [issue(name, 'The URL must be absolute.', text)]
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(isDevelopment && url.protocol === 'http:')) {
    return [issue(name, 'The URL must use https.', text)]
  }
  if (url.port === '0') return [issue(name, 'Port 0 is not allowed.', text)]
  if (url.username || url.password) {
    return [issue(name, 'The URL must not contain credentials. Use a header instead.')]
  }
  try {
    egress.check(url)
    return []
  } catch (error) {
    return [issue(name, (error as Error).message, text)]
  }
}

/** Classifies why a request got no reply. */
export function toFailure(error: Error): Pick<Failure, 'class' | 'detail'> {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error.name === 'TimeoutError') {
    return { class: 'timeout', detail: 'The destination did not respond in time.' }
  }
  if (error instanceof NoAwsRole) return { class: 'misconfigured', detail: error.message }
  if (code === 'EADDRREFUSED') return { class: 'addressRefused', detail: error.message }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { class: 'timeout', detail: error.message }
  }
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return { class: 'tls', detail: error.message }
  return { class: 'connection', detail: error.message || code || 'The connection failed.' }
}

export type Headers = Record<string, string | string[] | undefined>

/** Returns the part of the headers that is stored with an attempt. */
export function headerHead(headers: Headers): Record<string, string> | undefined {
  let kept: Record<string, string> | undefined
  let bytes = 0
  for (const name in headers) {
    const text = String(headers[name])
    bytes += name.length + text.length
    if (bytes > keptHeaderBytes) break
    if (name !== 'set-cookie') (kept ??= {})[name] = text
  }
  return kept
}

/** Returns the delay that an overloaded receiver requests. */
export function readRetryAfter({ status, headers }: { status: number; headers: Headers }) {
  if (status !== 429 && status !== 503) return undefined
  const [header] = [headers['retry-after']].flat()
  return parseRetryAfter(header, getNowMs())
}
