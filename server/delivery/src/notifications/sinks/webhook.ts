import { errors, type Dispatcher } from 'undici'
import { parseRetryAfter } from '@platform/connector'
import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { formatTraceparent, placeBelow } from '@platform/kernel/telemetry/trace'
import { getEnvelope, type EventRecord } from '../message.ts'
import type { Exchange, Failure, Outcome } from './outcome.ts'
import { NoAwsRole } from './aws/role.ts'
import { createSigner } from './signing.ts'
import { issue, type Sink, type SinkType } from './sink.ts'
import { authorityIssues, clientCertificateIssues, readOwnTls } from './own-tls.ts'
import { ownHeaders } from './webhook-headers.ts'
import { getNowMs, must } from '@platform/kernel/values'

const keptBodyBytes = 1024
const keptHeaderBytes = 2048
/** Longer bodies are cut off: only the status matters. */
const readBodyBytes = 64 * 1024

export const webhook: SinkType = {
  type: 'webhook',
  isWebhook: true,
  // Nothing of a client certificate can be used again.
  secretsFollow: [],

  validate({ metadata, credentials }, { egress, isDevelopment }) {
    return [
      ...(metadata.url ? urlIssues('metadata.url', metadata.url, { egress, isDevelopment }) : []),
      ...headerIssues('metadata.headers', metadata.headers),
      ...(metadata.caCertificate ? authorityIssues(metadata.caCertificate) : []),
      ...clientCertificateIssues(credentials),
    ]
  },

  open(
    { projectId, metadata, credentials, signing },
    { egress, timeoutMs: usualTimeoutMs, sendsTraceparent },
  ): Sink {
    const { dispatcher } = egress.forTenant(projectId, readOwnTls(metadata, credentials))
    const timeoutMs = metadata.timeoutSecs ? metadata.timeoutSecs * 1000 : usualTimeoutMs
    const url = new URL(must(metadata.url, 'url'))
    const signed = createSigner(signing!, { ed25519: metadata.ed25519 ?? false })
    const { origin } = url
    const path = url.pathname + url.search
    const fixed = { ...custom(metadata.headers), ...ownHeaders }
    const fixedPairs = Object.entries(fixed).flat()
    // A header set by the builder names another trace.
    const sendsTrace =
      sendsTraceparent && !Object.keys(fixed).some((name) => name.toLowerCase() === 'traceparent')
    const keptHeaders = maskHeaders(custom(metadata.headers))

    const sendOne = (event: EventRecord, done: (outcome: Outcome) => void) => {
      const now = getNowMs()
      const timestamp = Math.floor(now / 1000)
      const { signature, bytes } = signed(event.id, timestamp, getEnvelope(event), now)
      const headers = [
        ...fixedPairs,
        'webhook-id',
        event.id,
        'webhook-timestamp',
        String(timestamp),
        'webhook-signature',
        signature,
      ]
      const place = sendsTrace ? placeBelow(event.traceparent) : undefined
      if (sendsTrace && event.traceparent !== undefined) {
        // If this process exports no trace, the cause of the event is the nearest exported span.
        headers.push('traceparent', place?.isSampled ? formatTraceparent(place) : event.traceparent)
      }
      post(
        dispatcher,
        { origin, path, method: 'POST', headers, body: bytes },
        timeoutMs,
        (result) => {
          const outcome = toOutcome(result, {
            url: must(metadata.url, 'url'),
            headers: keptHeaders,
            signed: { timestamp, signature },
          })
          done(place ? { ...outcome, place } : outcome)
        },
      )
    }

    return {
      maxBatch: 1,
      maxBatchBytes: Infinity,
      lingerMs: 0,
      send: ([event]) => new Promise((resolve) => sendOne(event!, (outcome) => resolve([outcome]))),
      close() {},
    }
  },
}

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

const ownHeader =
  /^(webhook-.*|host|content-length|content-type|connection|transfer-encoding|upgrade|keep-alive|te|trailer|expect)$/i

export function headerIssues(
  name: string,
  headers: DestinationMetadata['headers'],
): InputValidationIssue[] {
  return Object.entries(headers ?? {}).flatMap(([header, value]) => {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(header)) {
      return [issue(`${name}.${header}`, 'The name is not a valid HTTP header name.')]
    }
    if (ownHeader.test(header))
      return [issue(`${name}.${header}`, 'The platform sets this header itself.')]
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      return [
        issue(`${name}.${header}`, 'The value has a character that is not allowed in headers.'),
      ]
    }
    return []
  })
}

const custom = (headers: DestinationMetadata['headers'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !Object.hasOwn(ownHeaders, name.toLowerCase())),
  )

/** Custom headers may contain credentials, so only their names are stored with an attempt. */
function maskHeaders(headers: Record<string, string>): Record<string, string> | undefined {
  const names = Object.keys(headers)
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, '…']))
}

type Posted = { status: number; headers: Headers; body: string } | { error: Error }

/** Posts with `dispatch`, which costs half of undici's promises and streams. */
function post(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  done: (result: Posted) => void,
): void {
  let isSettled = false
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: Headers = {}
  let bytes = 0
  const head: Buffer[] = []

  const finish = (result: Posted) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    done(result)
  }
  const readAnswer = (): Posted => ({
    status,
    headers,
    body: head.length === 0 ? '' : Buffer.concat(head).subarray(0, keptBodyBytes).toString(),
  })
  const timer = setTimeout(() => {
    finish({
      error: new errors.HeadersTimeoutError(
        `The destination did not respond within ${timeoutMs / 1000} s.`,
      ),
    })
    controller?.abort(new Error('timeout'))
  }, timeoutMs)

  try {
    dispatcher.dispatch(
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started
          if (isSettled) started.abort(new Error('timeout'))
        },
        onResponseStart(_controller, code, responseHeaders) {
          status = code
          headers = responseHeaders
        },
        onResponseData(from, chunk) {
          if (bytes < keptBodyBytes) head.push(chunk)
          bytes += chunk.length
          if (bytes > readBodyBytes) {
            finish(readAnswer())
            from.abort(new Error('body too long'))
          }
        },
        onResponseEnd: () => finish(readAnswer()),
        onResponseError: (_controller, error) => finish({ error }),
      },
    )
  } catch (error) {
    finish({ error: error as Error })
  }
}

function toOutcome(result: Posted, request: Exchange['request']): Outcome {
  if ('error' in result) return { succeeded: false, request, ...toFailure(result.error) }
  const { status, body } = result
  const response = { status, headers: headerHead(result.headers), body }
  if (status >= 200 && status < 300) return { succeeded: true, request, response }
  const retryAfterMs = readRetryAfter(result)
  return {
    succeeded: false,
    class: status >= 300 && status < 400 ? 'redirect' : 'status',
    detail: `It answered ${status}.`,
    request,
    response,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 410 && { gone: true }),
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

type Headers = Record<string, string | string[] | undefined>

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
