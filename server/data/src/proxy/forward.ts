import { finished, Readable } from 'node:stream'
import {
  hasDotSegments,
  isCredentialRejection,
  ProviderError,
  type CatalogueEntry,
} from '@platform/connector'
import type { InstallationId } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Dispatcher } from 'undici'
import type { Credentials } from '@platform/connections/credentials/credentials'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { attachCredential } from '@platform/connections/provider/call/attach-credential'
import { TooManyCallsError } from '@platform/connections/provider/budgets/too-many-calls'
import { parseRequestedWaitMs } from '@platform/connections/provider/budgets/limits'
import type { ProviderSession } from '@platform/connections/provider/open-session'
import { rejectionProblem } from '@platform/connections/provider/call/refusal-problem'
import { openOutlet } from '@platform/connections/provider/call/send-request'
import { traceCall } from '@platform/connections/provider/call/provider-call'
import { HeldSlot, waitOutside } from '@platform/kernel/admission'
import type { LastingAccess } from '@platform/kernel/http/lasting-access'
import { endUnlessRead, watchDeparture } from '@platform/kernel/http/request-end'
import type { Services } from '@platform/kernel/services'
import { headersToProvider, headersToCaller } from './headers.ts'
import { getNowMs } from '@platform/kernel/values'

/** Bodies up to this size are kept to be sent again with refreshed credentials. */
const maxKeptBytes = 256 * 1024

/**
 * Streams the request to the provider and its reply back, without buffering either. A 401 refreshes
 * the credentials. A request with no or a small body is then sent again; a larger one has been
 * streamed, so its 401 is returned with `x-platform-retryable`. Every call counts against the
 * provider's limits. A throttled call waits for its turn, before all background work, and is
 * answered 429 after too long; others are sent immediately. A call ends when its caller
 * disconnects or loses access, even while it waits, when the provider is silent for the stall time, before or
 * within its reply, and when the caller does not read the reply.
 */
export async function forwardCall(
  services: Services,
  {
    session,
    getTarget,
    installationId,
    isThrottled,
    access,
    stallMs,
    request,
    reply,
  }: {
    session: ProviderSession
    /** Returns the provider's base URL. */
    getTarget: () => URL
    installationId: InstallationId
    isThrottled: boolean
    access: Pick<LastingAccess, 'watch'>
    /** How long the provider may be silent, and the caller may stop reading. */
    stallMs: number
    request: FastifyRequest
    reply: FastifyReply
  },
): Promise<FastifyReply> {
  const { entry, values, limits } = session
  const { projectId, id: of } = session.connection
  const departure = watchDeparture(reply)
  const call = new AbortController()
  const endCall = () => call.abort()
  if (departure.aborted) endCall()
  else departure.addEventListener('abort', endCall, { once: true })
  const stopWatching = access.watch({ onWithdrawn: (reason) => call.abort(reason) })
  reply.raw.once('close', stopWatching)

  let body: Buffer | Readable | null | undefined
  const sendWith = async (credentials: Credentials) => {
    const url = resolveProxyTarget(getTarget(), request.url)
    const headers = headersToProvider(request.headers)
    attachCredential(entry, credentials, values, url, headers)
    const { dispatcher } = openOutlet(services, { projectId, entry, values, credentials })
    const slot = await services.calls.take({
      projectId,
      of,
      turnOf: installationId,
      isBackground: false,
      limits,
      path: url.pathname,
      method: request.method,
      isUnheld: !isThrottled,
      signal: call.signal,
    })
    const { hear, release } = slot
    try {
      const { method } = request
      // In memory only when it is the call's turn.
      const sent = (body ??= await readBody(request))
      const asked = traceCall(entry, method, () =>
        dispatcher.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers,
          body: sent,
          signal: call.signal,
          headersTimeout: stallMs,
          bodyTimeout: stallMs,
        }),
      )
      const answer = await waitOutside(asked, [new HeldSlot(slot)])
      hear({ status: answer.statusCode, headers: answer.headers, body: undefined })
      // A rejection is short, and refreshing needs a slot of its own.
      if (isCredentialRejection(answer.statusCode)) release()
      else finished(answer.body, release)
      return answer
    } catch (error) {
      release()
      throw error
    }
  }

  let answer: Dispatcher.ResponseData | undefined
  try {
    const credentials = await session.credentials()
    answer = await sendWith(credentials)
    if (isCredentialRejection(answer.statusCode)) {
      const renewed = await session.credentials(credentials)
      if (!(body instanceof Readable)) {
        await answer.body.dump()
        answer = await sendWith(renewed)
        if (isCredentialRejection(answer.statusCode)) await session.recordOutcome('refused')
      } else reply.header('x-platform-retryable', 'true')
    } else if (answer.statusCode < 400) await session.recordOutcome('accepted')

    if (answer.statusCode === 429 && isThrottled) {
      sayWhenToComeBack(reply, parseRequestedWaitMs(answer.headers, getNowMs()) ?? 1_000)
    }
    endUnlessRead(reply.raw, {
      stallMs,
      onEnd: () => services.log.warn({ projectId, installationId }, unread),
    })
    // It broke off during the waits since its head arrived.
    if (answer.body.errored) throw answer.body.errored
    const headers = headersToCaller(answer.headers)
    answer.body.once('error', (error) => {
      if (reply.raw.headersSent) return
      for (const name of Object.keys(headers)) reply.removeHeader(name)
      problems.set(error, toProxyProblem(error, entry))
    })
    return reply.code(answer.statusCode).headers(headers).send(answer.body)
  } catch (error) {
    // Nobody reads it any more, and connections to a provider are limited.
    answer?.body.on('error', () => {}).destroy()
    if (error instanceof TooManyCallsError && isThrottled) {
      sayWhenToComeBack(reply, error.retryAfterMs ?? 1_000)
    }
    const { reason } = call.signal as { reason: unknown }
    throw toProxyProblem(reason instanceof Problem ? reason : error, entry)
  }
}

/** By the error of a reply that broke off before its caller received any of it. */
const problems = new WeakMap<Error, unknown>()

/** Returns the problem that a reply in progress has ended with; the error itself if it is another one. */
export const findBrokenReply = (error: Error): unknown => problems.get(error) ?? error

/** Logged for the operator. */
const unread = 'a proxied reply was aborted: its caller did not read it'

/** Returns a URL below the provider's base URL, for any path. */
function resolveProxyTarget(base: URL, url: string): URL {
  const basePath = base.pathname.replace(/\/$/, '')
  // The first segment may be encoded, such as `/%70roxy`.
  const rest = url.slice(url.indexOf('/', 1))
  const target = new URL(`${base.origin}${basePath}${rest}`)
  const isBelow = target.origin === base.origin && target.pathname.startsWith(`${basePath}/`)
  if (isBelow && !hasDotSegments(rest.replace(/[?#].*$/s, ''))) return target
  throw invalidInput({
    in: 'path',
    name: '*',
    value: url,
    detail:
      'The path leaves the provider’s API. Remove the segments `.` and `..`, also in encoded form.',
  })
}

/** Returns a small body as a buffer, a larger one as a stream, and null without body. */
async function readBody(request: FastifyRequest): Promise<Buffer | Readable | null> {
  if (!(request.body instanceof Readable)) return null
  const length = Number(request.headers['content-length'])
  if (!(length <= maxKeptBytes)) return request.body
  const chunks: Buffer[] = []
  for await (const chunk of request.body as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function sayWhenToComeBack(reply: FastifyReply, inMs: number): void {
  reply.header('x-platform-retry-after', String(Math.max(1, Math.ceil(inMs / 1000))))
  reply.header('x-platform-retryable', 'true')
}

/** Maps errors of the provider's client to the problems of other calls. */
function toProxyProblem(error: unknown, entry: CatalogueEntry): unknown {
  if (error instanceof ProviderError) return rejectionProblem(error, entry, 'for the call')
  if (error instanceof Problem || !isFromOutside(error)) return error
  return rejectionProblem(
    new ProviderError('unavailable', error.message, { cause: error }),
    entry,
    'for the call',
  )
}

const isFromOutside = (error: unknown): error is Error =>
  error instanceof errors.HTTPParserError ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string')
