import { finished, Readable } from 'node:stream'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { baseURLOf } from '@platform/connectors'
import type { ConnectionId } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from '../connections/credentials/credentials.ts'
import type { Db } from '../db/database.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import { attachCredential } from '../provider/attach-credential.ts'
import { openSession } from '../provider/open-provider.ts'
import { refusalProblem } from '../provider/refusal-problem.ts'
import type { Services } from '../services.ts'
import { headersToProvider, headersToCaller } from './headers.ts'

/** A body up to here is kept, so that it can be sent again with a renewed credential. */
const maxKeptBytes = 256 * 1024

/** How long the provider may be silent: before its reply begins, and within it. */
const silenceMs = 60_000

/**
 * Sends the request on to the provider, and its reply back, as they come: neither is held in memory.
 *
 * A 401 renews the credential. A request without a body, or with a small one, is then sent again; a
 * large one has been streamed and cannot be, so its 401 is passed on with `x-platform-retryable`.
 */
export async function forward(
  services: Services,
  db: Db,
  {
    connectionId,
    module,
    isThrottled,
    request,
    reply,
  }: {
    connectionId: ConnectionId
    module?: string
    isThrottled: boolean
    request: FastifyRequest
    reply: FastifyReply
  },
): Promise<FastifyReply> {
  const session = await openSession(services, db, connectionId)
  const { entry, values } = session
  const target = targetOf(baseURLOf(entry, values, module), request.url)
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })

  const body = await bodyOf(request)
  const sendWith = async (credentials: Credentials) => {
    const url = new URL(target)
    const headers = headersToProvider(request.headers)
    attachCredential(entry, credentials, values, url, headers)
    const { projectId, id: of } = session.connection
    const release = await services.calls.take({ projectId, of, isBackground: false })
    try {
      const answer = await services.egress.dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers,
        body,
        signal: gone.signal,
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
      })
      // A refusal is short, and to renew the credential takes a place of its own.
      if (answer.statusCode === 401) release()
      else finished(answer.body, release)
      return answer
    } catch (error) {
      release()
      throw error
    }
  }

  try {
    const credentials = await session.credentials()
    let answer = await sendWith(credentials)
    if (answer.statusCode === 401) {
      const renewed = await session.credentials(credentials)
      if (!(body instanceof Readable)) {
        await answer.body.dump()
        answer = await sendWith(renewed)
        if (answer.statusCode === 401) await session.settle('refused')
      } else reply.header('x-platform-retryable', 'true')
    } else if (answer.statusCode < 400) await session.settle('accepted')

    if (answer.statusCode === 429 && isThrottled) {
      reply.header('x-platform-retry-after', retryAfterSeconds(answer.headers['retry-after']))
      reply.header('x-platform-retryable', 'true')
    }
    return reply.code(answer.statusCode).headers(headersToCaller(answer.headers)).send(answer.body)
  } catch (error) {
    throw toProblem(error, entry)
  }
}

/** Below the provider's base URL, whatever the path says. */
function targetOf(baseUrl: string, url: string): URL {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  const target = new URL(`${base.origin}${basePath}${url.slice('/proxy'.length)}`)
  if (target.origin === base.origin && target.pathname.startsWith(`${basePath}/`)) return target
  throw invalidInput({
    in: 'path',
    name: '*',
    value: url,
    detail: 'It leads out of the provider’s API.',
  })
}

/** A small body whole, a larger one as it arrives, none as null. */
async function bodyOf(request: FastifyRequest): Promise<Buffer | Readable | null> {
  if (!(request.body instanceof Readable)) return null
  const length = Number(request.headers['content-length'])
  if (!(length <= maxKeptBytes)) return request.body
  const chunks: Buffer[] = []
  for await (const chunk of request.body as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Seconds, as the provider says it: a number or a date (RFC 9110, section 10.2.3). */
function retryAfterSeconds(header: string | string[] | undefined): string {
  const text = String(header ?? '')
  if (/^\d+$/.test(text)) return text
  const at = Date.parse(text)
  return String(Number.isNaN(at) ? 1 : Math.max(1, Math.ceil((at - Date.now()) / 1000)))
}

/** What the provider's client says of failing, in the words of every other call. */
function toProblem(error: unknown, entry: CatalogueEntry): unknown {
  if (error instanceof ProviderError) return refusalProblem(error, entry, 'to take the call')
  if (error instanceof Problem || !isFromOutside(error)) return error
  return refusalProblem(
    new ProviderError('unavailable', error.message, { cause: error }),
    entry,
    'to take the call',
  )
}

const isFromOutside = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
