import {
  ProviderError,
  type CatalogueEntry,
  type ProviderRequest,
  type ProviderResponse,
  cutDeepValues,
  maxJsonDepth,
  TooDeepError,
} from '@platform/connector'
import { isBelow, listAllowedOrigins, templateVariables } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import {
  BodyTooLargeError,
  NoFreeConnectionError,
  NoFreeMemoryError,
  type ReplyRoom,
  type TenantEgress,
  parseInSlices,
  type EgressReply,
} from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { listSecrets, getTokens, type Credentials } from '../../credentials/credentials.ts'
import { asProviderError } from '../auth-steps.ts'
import { findCertificateRejection, openEgress } from '../client-certificate.ts'
import { attachCredential } from './attach-credential.ts'
import { redactSecrets, leastToken } from './redact-provider-text.ts'
import { traceCall } from './provider-call.ts'

/** The request to the provider. */
export interface SentRequest {
  url: URL
  headers: Record<string, string>
}

/** Maximum size of a reply in memory. Readers request smaller pages if one is larger. */
const maxBodyBytes = 8 * 1024 * 1024

/** Maximum size of a single large reply. */
export interface LargeReply {
  maxBodyBytes: number
  timeoutMs: number
}
export const largeTimeoutMs = 60_000

/** Sends a request with the credential, and parses the reply. */
export async function sendRequest(
  services: Services,
  {
    projectId,
    entry,
    baseUrl,
    values,
    credentials,
    wanted,
    note,
    large = {},
  }: {
    projectId: ProjectId
    entry: CatalogueEntry
    baseUrl: string
    values: Readonly<Record<string, string>>
    credentials: Credentials
    wanted: ProviderRequest
    note?: (sent: SentRequest) => void
    large?: Partial<LargeReply> | undefined
  },
): Promise<ProviderResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    ...wanted.headers,
  }
  const body = makeBody(wanted, credentials)
  if (body !== undefined && typeof wanted.body !== 'string') {
    headers['content-type'] ??= 'application/json'
  }
  const method = wanted.method ?? 'GET'
  const outlet = openOutlet(services, { projectId, entry, values, credentials })
  let room: ReplyRoom | undefined
  const send = (url: URL) => {
    // The reply of a redirect is done with.
    room?.release()
    room = undefined
    attachCredential(entry, credentials, values, url, headers)
    note?.({ url, headers })
    return sendTo(url)
  }
  const sendTo = (url: URL) =>
    traceCall(entry, method, () =>
      outlet.request(url.href, {
        keep: (replyRoom) => (room = replyRoom),
        method,
        headers,
        body: body ?? null,
        maxBodyBytes: maxBodyBytes,
        ...large,
        ...(wanted.timeoutMs !== undefined && { timeoutMs: wanted.timeoutMs }),
        ...(wanted.signal && { signal: wanted.signal }),
      }),
    ).catch((error: Error) => {
      if (error instanceof BodyTooLargeError) throw tooLarge(error)
      if (error instanceof NoFreeConnectionError) throw noFreeConnection(error)
      if (error instanceof NoFreeMemoryError) throw noFreeMemory(error, method)
      const rejection = findCertificateRejection(entry, error)
      if (rejection) throw rejection
      throw new ProviderError('unavailable', `${entry.info.name} did not respond.`, {
        cause: error,
        isOutcomeUnknown: !wasNeverSent(error),
      })
    })
  const response = await followRedirects(send, resolveTarget(baseUrl, wanted, { entry, values }), {
    method,
    isOwn: (origin) => listAllowedOrigins(entry, values).has(origin),
    name: entry.info.name,
  }).catch((error: unknown) => {
    room?.release()
    throw error
  })
  // What is made of the reply needs memory as well.
  return parseReply(response, { entry, credentials, headers, method, wanted, room }).finally(() =>
    room?.release(),
  )
}

/** Returns the egress of a connection, with its certificate if the provider demands one. */
export function openOutlet(
  services: Pick<Services, 'egress'>,
  {
    credentials,
    ...about
  }: {
    projectId: ProjectId
    entry: CatalogueEntry
    values: Readonly<Record<string, string>>
    credentials: Credentials
  },
): TenantEgress {
  const entered = 'values' in credentials ? credentials.values : {}
  try {
    return openEgress(services, { ...about, values: { ...about.values, ...entered } })
  } catch (error) {
    throw asProviderError(error)
  }
}

async function parseReply(
  response: EgressReply,
  {
    entry,
    credentials,
    headers,
    method,
    wanted,
    room,
  }: {
    entry: CatalogueEntry
    credentials: Credentials
    headers: Record<string, string>
    method: string
    wanted: ProviderRequest
    room: ReplyRoom | undefined
  },
): Promise<ProviderResponse> {
  const { status, headers: replied } = response
  const cleaned = status < 400 ? withoutTokens : withoutEcho
  const { malformed } = response
  // A rejection is only shown.
  if (malformed !== undefined && status < 400) {
    throw new ProviderError(
      'bad-request',
      `The reply of ${entry.info.name} cannot be read as text: ${malformed}.`,
      { isOutcomeUnknown: method !== 'GET' },
    )
  }
  const text = cleaned(response.body, credentials, headers)
  const isText = wanted.expectsText === true && status < 400
  if (isText) return { status, headers: replied, body: text }
  const parse = (content: string) => parseBody(replied, content, { method, room })
  try {
    return { status, headers: replied, body: await parse(text) }
  } catch (error) {
    const mayCut = wanted.cutsDeepValues === true && status < 400
    if (!mayCut || !(error instanceof ProviderError && error.cause instanceof TooDeepError)) {
      throw error
    }
    const cut = await parse(await cutDeepValues(text))
    if (typeof cut === 'string') throw error
    return { status, headers: replied, body: cut, isCut: true }
  }
}

/** Maximum size of an inspected rejection. */
const maxRejectionBytes = 1024 * 1024
/** Shorter values may be ordinary words. */
const leastSecret = 8

/**
 * Removes the connection's secrets in any encoding from a rejection, which may repeat the request
 * and is written to logs, events and replies.
 */
function withoutEcho(body: string, credentials: Credentials, sent: Record<string, string>): string {
  const secrets = [...listSecrets(credentials), ...listAttached(sent)].filter(
    (secret) => secret.length >= leastSecret,
  )
  return redactSecrets(body.slice(0, maxRejectionBytes), secrets)
}

const listAttached = (sent: Record<string, string>): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [value.replace(/^\w+ +/, '')] : [],
  )

/**
 * Removes tokens from successful replies, which may contain them in the identity of the user or in
 * rejected rows of a batch. Only exact tokens and keys are removed, not other inputs, such as an
 * email address that occurs in records.
 */
function withoutTokens(
  body: string,
  credentials: Credentials,
  sent: Record<string, string>,
): string {
  const { accessToken = '', refreshToken = '' } = getTokens(credentials) ?? {}
  const key = credentials.kind === 'apiKey' ? credentials.apiKey : ''
  const tokens = new Set([accessToken, refreshToken, key, ...listAttached(sent)])
  const repeated = [...tokens].filter((token) => token.length >= leastToken && body.includes(token))
  return repeated.length === 0 ? body : redactSecrets(body, repeated)
}

const tooLarge = (error: BodyTooLargeError) =>
  new ProviderError('too-large', error.message, { cause: error })

const tooDeep = (cause: TooDeepError) =>
  new ProviderError('too-large', `The reply is nested deeper than ${maxJsonDepth} levels.`, {
    cause,
  })

const noFreeConnection = (error: NoFreeConnectionError) =>
  new ProviderError('unavailable', error.message, {
    cause: error,
    retryAfterMs: error.retryAfterMs,
  })

/** The provider has already answered, so a change may have been made. */
const noFreeMemory = (error: NoFreeMemoryError, method: string) =>
  new ProviderError('unavailable', error.message, {
    cause: error,
    retryAfterMs: error.retryAfterMs,
    isOutcomeUnknown: method !== 'GET',
  })

/** The connection failed, so the provider cannot have received the request. */
const wasNeverSent = (error: Error & { code?: unknown }) =>
  neverSent.has(String(error.code)) ||
  (error.cause instanceof Error && neverSent.has(String((error.cause as { code?: unknown }).code)))

const neverSent = new Set([
  'EADDRREFUSED',
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPROXY',
  'UND_ERR_CONNECT_TIMEOUT',
])

function makeBody(
  { body, tokenPlaceholder }: ProviderRequest,
  credentials: Credentials,
): string | undefined {
  if (body === undefined) return undefined
  if (typeof body !== 'string') return JSON.stringify(body)
  if (tokenPlaceholder === undefined) return body
  const token = getTokens(credentials)?.accessToken ?? ''
  return body.replaceAll(tokenPlaceholder, () => escapeXml(token))
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Returns the URL to call. An absolute one, such as a link to the next page, must belong to a host
 * to which the credential is sent anyway. If token replies name the host of an account, a link to another of the
 * provider's hosts is called at the account's, because an account may move during a read.
 */
function resolveTarget(
  baseUrl: string,
  { path, query, isLink = false, isForeign, anonymous }: ProviderRequest,
  { entry, values }: { entry: CatalogueEntry; values: Readonly<Record<string, string>> },
): URL {
  const base = new URL(baseUrl)
  const absolute = /^https?:\/\//i.test(path)
  // Without TLS only where the provider itself is called without it.
  const isProtected = path.startsWith('https:') || base.protocol === 'http:'
  if (absolute && isForeign && anonymous && isProtected) return new URL(path)
  const repeatsBase = isLink && base.pathname !== '/' && path.startsWith(`${base.pathname}/`)
  let url = absolute
    ? new URL(path)
    : new URL((repeatsBase ? base.origin : baseUrl) + (path.startsWith('/') ? '' : '/') + path)
  if (url.origin !== base.origin && !listAllowedOrigins(entry, values).has(url.origin)) {
    // Behind a proxy, some providers name another scheme in their links.
    const isSameHost = url.host === base.host
    if (!isSameHost && (!hasOwnHost(entry) || !isBelow(entry.domains, url))) {
      throw new ProviderError('bad-request', `${url.origin} is not the provider's host.`)
    }
    url = new URL(url.pathname + url.search, base.origin)
  }
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value])
      url.searchParams.append(name, String(one))
  }
  return url
}

/** Reports whether token replies name the host of an account. */
function hasOwnHost({ info, oauth2 }: CatalogueEntry): boolean {
  const captured = info.oauth2Opts?.tokenMetadataFields.otherFields ?? []
  const variables = new Set(templateVariables(info.baseURL))
  return oauth2?.baseURLField !== undefined || captured.some(({ name }) => variables.has(name))
}

/** Parses JSON whatever its declared type: some providers declare it as text, as a page or not at all. */
async function parseBody(
  headers: EgressReply['headers'],
  body: string,
  { method, room }: { method: string; room: ReplyRoom | undefined },
): Promise<unknown> {
  // Some APIs prevent the use of their JSON as a script by a first line.
  const text = body.replace(/^\uFEFF/, '').replace(/^\)\]\}',?[ \t]*\r?\n/, '')
  const isJson = String(headers['content-type'] ?? '').includes('json') || /^\s*[{[]/.test(text)
  if (!isJson) return body
  const grow = room && ((bytes: number) => room.grow(bytes))
  return parseInSlices(text, grow ? { grow } : {}).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw tooLarge(error)
    if (error instanceof TooDeepError) throw tooDeep(error)
    if (error instanceof NoFreeMemoryError) throw noFreeMemory(error, method)
    return body
  })
}

const maxRedirects = 5

/**
 * Sends a request and repeats it where the provider redirects it, on hosts to which the credential is sent
 * anyway. A redirect that may turn the request into another one is followed only for GET.
 * @throws ProviderError `bad-request` that names the target, which a retry does not change
 */
async function followRedirects(
  send: (url: URL) => Promise<EgressReply>,
  start: URL,
  { method, isOwn, name }: { method: string; isOwn: (origin: string) => boolean; name: string },
): Promise<EgressReply> {
  const seen = new Set<string>()
  for (let url = start; ;) {
    seen.add(url.origin + url.pathname + url.search)
    const response = await send(url)
    const target = findTarget(response, url)
    if (!target) return response

    const shown = target.origin + target.pathname
    const keepsMethod = response.status === 307 || response.status === 308
    if (method !== 'GET' && !keepsMethod) {
      // After a change, 302 and 303 may lead to its result.
      const isOutcomeUnknown = response.status === 302 || response.status === 303
      throw redirected(`${name} redirects a ${method} request to ${shown}.`, { isOutcomeUnknown })
    }
    if (target.origin !== url.origin && !isOwn(target.origin)) {
      throw redirected(`${name} redirects to ${shown}, which is not the provider's host.`)
    }
    if (seen.size > maxRedirects || seen.has(target.origin + target.pathname + target.search)) {
      throw redirected(`${name} redirects in a circle, at last to ${shown}.`)
    }
    url = target
  }
}

function findTarget({ status, headers }: EgressReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const location = [headers['location'] ?? []].flat()[0]
  if (location === undefined || !URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  target.hash = ''
  // Behind a proxy, some providers name the scheme of the request that the proxy sends.
  const isDowngrade = target.host === from.host && target.protocol === 'http:'
  return isDowngrade ? new URL(target.pathname + target.search, from.origin) : target
}

const redirected = (message: string, details: { isOutcomeUnknown?: boolean } = {}) =>
  new ProviderError('bad-request', `${message} Correct the address in the entry.`, {
    status: 422,
    ...details,
  })
