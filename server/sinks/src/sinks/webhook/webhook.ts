import { errors, type Dispatcher } from 'undici'
import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { formatTraceparent, placeBelow } from '@platform/kernel/telemetry/trace'
import { getEnvelope, type SinkEvent } from '../event.ts'
import { headerHead, readRetryAfter, toFailure, urlIssues, type Headers } from '../http-exchange.ts'
import type { Exchange, Outcome } from '../outcome.ts'
import { createSigner } from './signing.ts'
import { issue, type Sink, type SinkType } from '../sink.ts'
import { authorityIssues, clientCertificateIssues, readOwnTls } from '../own-tls.ts'
import { openReceiverTokens, receiverTokenIssues, sendWithToken } from './receiver-token.ts'
import { ownHeaders } from './webhook-headers.ts'
import { getNowMs, must } from '@platform/kernel/values'

const keptBodyBytes = 1024
/** Longer bodies are cut off: only the status matters. */
const readBodyBytes = 64 * 1024

export const webhook: SinkType = {
  type: 'webhook',
  isWebhook: true,
  secretsFollow: ['url', 'tokenUrl'],
  // Nothing of a client certificate can be used again.
  shownSecrets: ['clientSecret'],

  validate({ metadata, credentials }, { egress, isDevelopment }) {
    return [
      ...(metadata.url ? urlIssues('metadata.url', metadata.url, { egress, isDevelopment }) : []),
      ...headerIssues('metadata.headers', metadata.headers),
      ...(metadata.caCertificate ? authorityIssues(metadata.caCertificate) : []),
      ...clientCertificateIssues(credentials),
      ...receiverTokenIssues({ metadata, credentials }, { egress, isDevelopment }),
    ]
  },

  open(target, { egress, timeoutMs, sendsTraceparent }): Sink {
    const { projectId, metadata, credentials, signing } = target
    const { dispatcher } = egress.forTenant(projectId, readOwnTls(metadata, credentials))
    const tokens = openReceiverTokens(target, { egress, timeoutMs })
    const url = new URL(must(metadata.url, 'url'))
    const signed = createSigner(signing!, { ed25519: metadata.ed25519 ?? false })
    const { origin } = url
    const path = url.pathname + url.search
    const fixed = { ...custom(metadata.headers), ...ownHeaders }
    const fixedPairs = Object.entries(fixed).flat()
    // A header set by the builder names another trace.
    const sendsTrace =
      sendsTraceparent && !Object.keys(fixed).some((name) => name.toLowerCase() === 'traceparent')
    const keptHeaders = maskHeaders({
      ...custom(metadata.headers),
      ...(tokens && { authorization: '' }),
    })

    const sendOne = (
      event: SinkEvent,
      { token, withinMs }: { token?: string; withinMs: number },
      done: (outcome: Outcome) => void,
    ) => {
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
      if (token !== undefined) headers.push('authorization', `Bearer ${token}`)
      const place = sendsTrace ? placeBelow(event.traceparent) : undefined
      if (sendsTrace && event.traceparent !== undefined) {
        // If this process exports no trace, the cause of the event is the nearest exported span.
        headers.push('traceparent', place?.isSampled ? formatTraceparent(place) : event.traceparent)
      }
      post(
        dispatcher,
        { origin, path, method: 'POST', headers, body: bytes },
        withinMs,
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
      send: ([event]) => {
        if (!tokens)
          return new Promise((resolve) =>
            sendOne(event!, { withinMs: timeoutMs }, (outcome) => resolve([outcome])),
          )
        return sendWithToken(tokens, {
          timeoutMs,
          send: (options) => new Promise((resolve) => sendOne(event!, options, resolve)),
        }).then((outcome) => [outcome])
      },
      close() {},
    }
  },
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
