import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import {
  ProviderError,
  type CatalogueEntry,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { addressOf, baseURLOf, findProvider, originsOf } from '@platform/connectors'
import type { ConnectionId, InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { BodyTooLargeError } from '../egress/body-too-large.ts'
import type { EgressReply } from '../egress/egress.ts'
import { NoFreeConnectionError } from '../egress/places.ts'
import { parseInSlices } from '../egress/parse-in-slices.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { toConnectionRef, valuesOf } from '../connections/connection-record.ts'
import { secretsOf, tokensOf, type Credentials } from '../connections/credentials/credentials.ts'
import { attachCredential } from './attach-credential.ts'
import { limitsOf, type Limits } from './budgets/limits.ts'
import { canBeTried, firstList } from './can-be-tried.ts'
import { freshCredentials } from './refresh-token.ts'
import { hide, leastToken, said, wordsOf } from './said.ts'
import { markRefused, markWorking } from '../connections/credentials/status.ts'
import {
  connectionNotFound,
  findConnection,
  type ConnectionRow,
} from '../connections/credentials/stored-credentials.ts'
import { endedCall, type ProviderCall } from './provider-call.ts'
import { traceCall } from './trace-call.ts'
import { must } from '../values/must.ts'

/** A connection in use: what it holds, kept fresh. */
export interface Session {
  entry: CatalogueEntry
  connection: ConnectionRow
  /** Inputs of the end user and fields captured from the token reply. */
  values: Record<string, string>
  /** What its calls count against. */
  limits: Limits
  /**
   * The credential to send; another one after the provider has refused this one, in these words.
   *
   * @throws ProviderError `credentials` when only the end user can mend it, `unavailable` when the
   *   provider does not renew it at the moment
   */
  credentials(refused?: Credentials, words?: string): Promise<Credentials>
  /** Records how the provider took the last credential; in which words, if it refused it. */
  settle(outcome: 'accepted' | 'refused', words?: string): Promise<void>
}

interface OpenOptions {
  /** Nobody waits for what the provider answers. */
  isBackground?: boolean
  /** For whom: installations of one connection take turns. */
  installationId?: InstallationId
  /**
   * Aborted with a ProviderError when nobody waits any more: nothing is sent then, unless a change has
   * been sent before.
   */
  unwanted?: AbortSignal | undefined
}

/** A connection by its ID, or as the caller has just read it. */
export type ConnectionOrId = ConnectionId | ConnectionRow

/** @throws Problem when there is no such connection, or the catalogue no longer has its provider */
export async function openSession(
  services: Services,
  db: Db,
  from: ConnectionOrId,
  { isBackground = false }: OpenOptions = {},
): Promise<Session> {
  const connection = typeof from === 'string' ? await findConnection(db, from) : from
  if (!connection) throw connectionNotFound(String(from))
  const connectionId = connection.id
  const entry = findProvider(connection.provider, { among: services.catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${connection.provider}.`,
    })
  }
  let current: Credentials | undefined
  let { status, refusedCall } = connection

  const accepted = async () => {
    if (status === 'working') return
    // Where the grant is over, an access token that lives on for a while mends nothing.
    if (status === 'bad_credentials' && !refusedCall) return
    await inTransaction(db, async (tx) => {
      const worksAgain = await markWorking(tx, { ...connection, status })
      if (!worksAgain) return
      await services.notifications.emit(tx, {
        projectId: connection.projectId,
        type: 'connection.updated',
        data: toConnectionRef(connection),
        groupName: connection.groupName,
      })
    })
    status = 'working'
  }

  const inWords = (words: string) => {
    const named = entry.info.displayName ?? entry.info.name
    const why = said(words, { without: current ? secretsOf(current) : [] })
    return `${named} refused the credentials${why ? ` (${why})` : ''}.`
  }

  const refused = async (words: string) => {
    if (status === 'bad_credentials') return
    await inTransaction(db, (tx) =>
      markRefused(services, tx, connection, {
        said: inWords(words),
        canTry: canBeTried(entry),
        wasCall: true,
      }),
    )
    status = 'bad_credentials'
    refusedCall = true
  }

  const settle: Session['settle'] = (outcome, words = '') =>
    outcome === 'accepted' ? accepted() : refused(words)

  const another = async (before: Credentials, words: string) => {
    const now = await freshCredentials(services, db, {
      connectionId,
      isBackground,
      refusedToken: tokensOf(before)?.accessToken ?? '',
    })
    if (!isDeepStrictEqual(now, before)) return now
    await settle('refused', words)
    throw new ProviderError('credentials', inWords(words))
  }

  return {
    entry,
    connection,
    values: valuesOf(connection),
    limits: limitsOf(entry, connection),
    async credentials(before, words = '') {
      if (before) return (current = await another(before, words))
      if (current === undefined) {
        return (current = await freshCredentials(services, db, {
          connectionId,
          connection,
          isBackground,
        }))
      }
      const expiresAt = tokensOf(current)?.expiresAt
      const isEnding = expiresAt !== undefined && expiresAt - 60_000 < Date.now()
      if (isEnding) current = await freshCredentials(services, db, { connectionId, isBackground })
      return current
    },
    settle,
  }
}

/** What goes to the provider. */
interface Sent {
  url: URL
  headers: Record<string, string>
}

type Ask = (note: (sent: Sent) => void) => Promise<ProviderResponse>

/** A provider as one connection sees it. */
export interface OpenProvider {
  entry: CatalogueEntry
  client: ProviderClient
  connection: ConnectionRow
  /** Returns a client that takes replies of up to that many bytes into memory, and waits longer for them. */
  clientFor(mostBytes: number): ProviderClient
  /** What was asked last, of what has come back or has been given up; within a step what that has asked. */
  lastCall(): ProviderCall | undefined
  /** Does the work as a step of its own: what others ask beside it is not the last call of it. */
  inStep<Done>(work: () => Promise<Done>): Promise<Done>
}

/**
 * Opens the connection: its client attaches the credential, refreshes it before it ends and once
 * after a 401, and keeps to the provider's own host.
 */
export async function openProvider(
  services: Services,
  db: Db,
  from: ConnectionOrId,
  { isBackground = false, installationId, unwanted }: OpenOptions = {},
): Promise<OpenProvider> {
  const session = await openSession(services, db, from, { isBackground })
  const { entry, connection, values, limits } = session
  const baseUrl = baseURLOf(entry, values)

  const { watched, lastCall, inStep } = watchCalls(baseUrl)
  // What belongs to a change that has begun, such as its relations, is sent as well.
  let isChanging = false

  const request = async (
    wanted: ProviderRequest,
    large?: LargeReply,
  ): Promise<ProviderResponse> => {
    const { projectId, id: of } = connection
    const sendWith = (credentials: Credentials) => {
      const call = () =>
        watched(wanted, secretsOf(credentials), (note) =>
          send(services, { projectId, entry, baseUrl, values, credentials, wanted, note, large }),
        )
      // Who listens waits for news and not for an answer: it would hold its place for ever.
      if (wanted.timeoutMs !== undefined) return call()
      const turnOf = installationId ?? of
      const path = wanted.path.replace(/\?.*$/s, '')
      return services.calls.run(
        {
          ...{ projectId, of, turnOf, isBackground, limits, path },
          ...(unwanted && !isChanging && { signal: unwanted }),
        },
        async ({ hear }) => {
          isChanging ||= (wanted.method ?? 'GET') !== 'GET'
          const response = await call()
          hear(response)
          return response
        },
      )
    }
    if (wanted.anonymous) return sendWith({ kind: 'none' })
    const isRefused = (response: ProviderResponse) =>
      response.status === 401 || wanted.refusesCredential?.(response) === true

    const credentials = await session.credentials()
    const response = await sendWith(credentials)
    if (!isRefused(response)) {
      if (response.status < 400) await session.settle('accepted')
      return response
    }
    const words = wordsOf(response.body)
    const second = await sendWith(await session.credentials(credentials, words))
    if (isRefused(second)) await session.settle('refused', wordsOf(second.body))
    return second
  }

  return {
    entry,
    connection,
    client: { request: (wanted) => request(wanted), metadata: values },
    clientFor: (maxBodyBytes) => ({
      request: (wanted) => request(wanted, { maxBodyBytes, timeoutMs: largeTimeoutMs }),
      metadata: values,
    }),
    lastCall,
    inStep,
  }
}

/** Notes what is asked, so that it can be told of the last call what came of it. */
function watchCalls(baseUrl: string) {
  interface Calls {
    last?: ProviderCall
    refusedAt: number
  }
  const all: Calls = { refusedAt: -Infinity }
  const step = new AsyncLocalStorage<Calls>()
  const watched = async (
    { method = 'GET', path }: ProviderRequest,
    secrets: string[],
    ask: Ask,
  ) => {
    const startedAt = performance.now()
    let sent: Sent | undefined
    let response: ProviderResponse | undefined
    try {
      response = await ask((what) => (sent = what))
      return response
    } finally {
      const url = sent?.url ?? new URL(path, baseUrl)
      const now = performance.now()
      const isRefused = !response || response.status >= 400
      const headers = sent?.headers ?? {}
      const call = endedCall({ method, url, headers, response, beganAt: startedAt, secrets })
      for (const calls of [all, step.getStore() ?? []].flat()) {
        // Of calls side by side it is the refused one that something came of.
        if (isRefused || startedAt >= calls.refusedAt) calls.last = call
        if (isRefused) calls.refusedAt = now
      }
    }
  }
  return {
    watched,
    lastCall: () => (step.getStore() ?? all).last,
    inStep: <Done>(work: () => Promise<Done>) => step.run({ refusedAt: -Infinity }, work),
  }
}

/** Tries the credentials as `askHealth` does; how they fare is recorded as after any call. */
export async function tryCredentials(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<'accepted' | 'refused' | 'unclear'> {
  const session = await openSession(services, db, connectionId, { isBackground: true })
  const { entry, connection, values } = session
  if (!canBeTried(entry)) return 'unclear'
  const { projectId } = connection
  const about = { projectId, of: connectionId, isBackground: true, entry, values }

  const credentials = await session.credentials()
  let answer = await askHealth(services, { ...about, credentials })
  if (answer.outcome === 'refused') {
    const another = await session.credentials(credentials, wordsOf(answer.body))
    answer = await askHealth(services, { ...about, credentials: another })
  }
  const { outcome, body } = answer
  if (outcome === 'accepted') await session.settle('accepted')
  if (outcome === 'refused') await session.settle('refused', wordsOf(body))
  return outcome
}

/** Credentials that are to be tried, which may not be stored yet. */
interface Trial {
  projectId: ProjectId
  /** What shares the provider's patience: a connection, or the provider where there is none yet. */
  of: string
  isBackground?: boolean
  entry: CatalogueEntry
  values: Record<string, string>
  credentials: Credentials
  timeoutMs?: number
}

/**
 * What the provider answers with these credentials to the call that the catalogue names for it, or
 * else when one record of its first list is read. Nothing is recorded. A redirect is not followed and
 * says nothing.
 *
 * @throws ProviderError when it does not answer
 */
export async function askHealth(
  services: Services,
  trial: Trial,
): Promise<{ outcome: 'accepted' | 'refused' | 'unclear'; body: unknown }> {
  const { entry, values } = trial
  const { authHealthCheck: check } = entry.info
  if (!check) return askFirstList(services, trial)
  const { origin, pathname, search } = new URL(addressOf(entry, check.url, values))
  const { status, body } = await ask(services, trial, origin, {
    method: check.method === 'POST' ? 'POST' : 'GET',
    path: pathname + search,
  })
  const { successStatusCodes = [200] } = check
  if (successStatusCodes.includes(status)) return { outcome: 'accepted', body }
  return { outcome: status === 401 ? 'refused' : 'unclear', body }
}

async function askFirstList(services: Services, trial: Trial): ReturnType<typeof askHealth> {
  const { entry, values } = trial
  const objectName = must(firstList(entry), `list of ${entry.info.name}`)
  const baseUrl = baseURLOf(entry, values)
  let last: { response: ProviderResponse; isRefused: boolean } | undefined
  const request = async (wanted: ProviderRequest) => {
    const response = await ask(services, trial, baseUrl, wanted)
    last = {
      response,
      isRefused: response.status === 401 || wanted.refusesCredential?.(response) === true,
    }
    return response
  }
  try {
    await entry.connector?.sampleRead({ request, metadata: values }, { objectName, fieldNames: [] })
  } catch (error) {
    // Whatever else it says of the list, its answer shows how it takes the credentials.
    if (!(error instanceof ProviderError) || !last) throw error
  }
  const { response, isRefused } = must(last, 'answer')
  if (isRefused) return { outcome: 'refused', body: response.body }
  return { outcome: response.status < 300 ? 'accepted' : 'unclear', body: response.body }
}

const ask = (
  services: Services,
  { projectId, of, isBackground = false, entry, values, credentials, timeoutMs }: Trial,
  baseUrl: string,
  wanted: ProviderRequest,
): Promise<ProviderResponse> =>
  services.calls.run({ projectId, of, isBackground }, () =>
    send(services, {
      projectId,
      entry,
      baseUrl,
      values,
      credentials,
      wanted: { ...wanted, ...(timeoutMs !== undefined && { timeoutMs }) },
    }),
  )

/** The provider without any credential, for what belongs to a builder's app and to no connection. */
export function openAnonymously(
  services: Services,
  { projectId, entry }: { projectId: ProjectId; entry: CatalogueEntry },
): Pick<OpenProvider, 'client' | 'lastCall'> {
  const baseUrl = baseURLOf(entry, {})
  const { watched, lastCall } = watchCalls(baseUrl)
  const of = { projectId, of: entry.info.name, isBackground: true }
  const credentials = { kind: 'none' } as const
  return {
    client: {
      request: (wanted) =>
        services.calls.run(of, () =>
          watched(wanted, secretsOf(credentials), (note) =>
            send(services, { projectId, entry, baseUrl, values: {}, credentials, wanted, note }),
          ),
        ),
      metadata: {},
    },
    lastCall,
  }
}

/** What is taken into memory. Who reads pages asks for smaller ones when one is larger. */
const mostBodyBytes = 8 * 1024 * 1024

/** What is taken into memory of one reply alone. */
interface LargeReply {
  maxBodyBytes: number
  timeoutMs: number
}
const largeTimeoutMs = 60_000

async function send(
  { egress }: Services,
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
    values: Record<string, string>
    credentials: Credentials
    wanted: ProviderRequest
    note?: (sent: Sent) => void
    large?: Partial<LargeReply> | undefined
  },
): Promise<ProviderResponse> {
  const url = targetOf(baseUrl, wanted, () => originsOf(entry, values))
  const headers: Record<string, string> = { accept: 'application/json', ...wanted.headers }
  attachCredential(entry, credentials, values, url, headers)
  const body = bodyOf(wanted, credentials)
  if (body !== undefined && typeof wanted.body !== 'string') {
    headers['content-type'] ??= 'application/json'
  }
  note?.({ url, headers })
  const method = wanted.method ?? 'GET'
  const response = await traceCall(entry, method, () =>
    egress.forTenant(projectId).request(url.href, {
      method,
      headers,
      body: body ?? null,
      maxBodyBytes: mostBodyBytes,
      ...large,
      ...(wanted.timeoutMs !== undefined && { timeoutMs: wanted.timeoutMs }),
      ...(wanted.signal && { signal: wanted.signal }),
    }),
  ).catch((error: Error) => {
    if (error instanceof BodyTooLargeError) throw tooLarge(error)
    if (error instanceof NoFreeConnectionError) throw noFreeConnection(error)
    throw new ProviderError('unavailable', `${entry.info.name} did not answer.`, {
      cause: error,
      isOutcomeUnknown: !wasNeverSent(error),
    })
  })
  const { status, headers: replied } = response
  const cleaned = status < 400 ? withoutTokens : withoutEcho
  const text = cleaned(response.body, credentials, headers)
  return { status, headers: replied, body: await parseBody({ headers: replied, body: text }) }
}

/** Of a refusal no more is looked at. */
const mostOfRefusal = 1024 * 1024
/** What is shorter may be a word as well. */
const leastSecret = 8

/**
 * A refusal may repeat what it refuses, and its words go into logs, events and replies: what is secret
 * of the connection is taken out before anybody reads them, whatever form it has.
 */
function withoutEcho(body: string, credentials: Credentials, sent: Record<string, string>): string {
  const secrets = [...secretsOf(credentials), ...attachedTo(sent)].filter(
    (secret) => secret.length >= leastSecret,
  )
  return hide(body.slice(0, mostOfRefusal), secrets)
}

const attachedTo = (sent: Record<string, string>): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [value.replace(/^\w+ +/, '')] : [],
  )

/**
 * What is no refusal may repeat a token as well: where it tells who signed in, or which rows of a batch
 * it refused. Only the very token or key is taken out, and no other input, which may be an address that
 * stands in records.
 */
function withoutTokens(
  body: string,
  credentials: Credentials,
  sent: Record<string, string>,
): string {
  const { accessToken = '', refreshToken = '' } = tokensOf(credentials) ?? {}
  const key = credentials.kind === 'apiKey' ? credentials.apiKey : ''
  const tokens = new Set([accessToken, refreshToken, key, ...attachedTo(sent)])
  const repeated = [...tokens].filter((token) => token.length >= leastToken && body.includes(token))
  return repeated.length === 0 ? body : hide(body, repeated)
}

const tooLarge = (error: BodyTooLargeError) =>
  new ProviderError('too-large', error.message, { cause: error })

const noFreeConnection = (error: NoFreeConnectionError) =>
  new ProviderError('unavailable', error.message, {
    cause: error,
    retryAfterMs: error.retryAfterMs,
  })

/** No connection came about, so the provider cannot have heard of the request. */
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
  'UND_ERR_CONNECT_TIMEOUT',
])

function bodyOf(
  { body, tokenPlaceholder }: ProviderRequest,
  credentials: Credentials,
): string | undefined {
  if (body === undefined) return undefined
  if (typeof body !== 'string') return JSON.stringify(body)
  if (tokenPlaceholder === undefined) return body
  const token = tokensOf(credentials)?.accessToken ?? ''
  return body.replaceAll(tokenPlaceholder, () => escapeXml(token))
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The URL to call. An absolute one, such as a link to the next page, may only lead where the
 * connection's credential is sent anyway.
 */
function targetOf(
  baseUrl: string,
  { path, query }: ProviderRequest,
  origins: () => ReadonlySet<string>,
): URL {
  const base = new URL(baseUrl)
  const absolute = /^https?:\/\//i.test(path)
  const url = absolute ? new URL(path) : new URL(baseUrl + (path.startsWith('/') ? '' : '/') + path)
  if (url.origin !== base.origin && !origins().has(url.origin)) {
    throw new ProviderError('bad-request', `${url.origin} is not the provider's host.`)
  }
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value])
      url.searchParams.append(name, String(one))
  }
  return url
}

async function parseBody({
  headers,
  body: text,
}: Pick<EgressReply, 'headers' | 'body'>): Promise<unknown> {
  if (!String(headers['content-type'] ?? '').includes('json')) return text
  return parseInSlices(text).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw tooLarge(error)
    if (error instanceof NoFreeConnectionError) throw noFreeConnection(error)
    return text
  })
}
