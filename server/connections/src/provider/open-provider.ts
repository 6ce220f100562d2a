import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import {
  isCredentialRejection,
  ProviderError,
  type CatalogueEntry,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { baseURLOf } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { listSecrets, type Credentials } from '../credentials/credentials.ts'
import { redactSecrets, findWords } from './call/redact-provider-text.ts'
import type { ConnectionRow } from '../credentials/store.ts'
import { askHealth } from './ask-health.ts'
import { TooManyCallsError } from './budgets/too-many-calls.ts'
import { canBeTried } from './can-be-tried.ts'
import { makeEndedCall, type ProviderCall } from './call/provider-call.ts'
import { type SessionOptions, type ConnectionOrId, openSession } from './open-session.ts'
import {
  type SentRequest,
  type LargeReply,
  largeTimeoutMs,
  sendRequest,
} from './call/send-request.ts'

type Ask = (note: (sent: SentRequest) => void) => Promise<ProviderResponse>

/** A provider, used through one connection. */
export interface OpenProvider {
  entry: CatalogueEntry
  client: ProviderClient
  connection: ConnectionRow
  /** Returns a client that accepts replies of up to this size, with a longer timeout. */
  clientFor(maxBytes: number): ProviderClient
  /** Reports whether the text contains a credential that its calls have sent, in any encoding. */
  containsSecret(text: string): boolean
  /** Returns the last finished or cancelled call; within a step, the step's own. */
  lastCall(): ProviderCall | undefined
  /**
   * Runs the work as a separate step, so that concurrent calls of others are not reported as its
   * last call.
   */
  inStep<Done>(work: () => Promise<Done>): Promise<Done>
}

/**
 * Opens the connection. Its client attaches the credential, refreshes it before it expires and once
 * after a 401, and sends it only to the provider's own host.
 */
export async function openProvider(
  services: Services,
  db: Db,
  from: ConnectionOrId,
  { isBackground = false, installationId, unwanted }: SessionOptions = {},
): Promise<OpenProvider> {
  const session = await openSession(services, db, from, { isBackground })
  const { entry, connection, values, limits } = session
  const toBaseUrl = () => baseURLOf(entry, values)

  const { watched, lastCall, inStep, containsSecret } = watchCalls(toBaseUrl)
  // Calls that belong to a change in progress, such as its relations, are sent as well.
  let isChanging = false

  const request = async (given: ProviderRequest, large?: LargeReply): Promise<ProviderResponse> => {
    const { projectId, id: of } = connection
    const builtWith = { ...values }
    const sendWith = (credentials: Credentials) => {
      const isOutdated = given.rebuild && !isDeepStrictEqual(builtWith, values)
      const wanted = isOutdated ? { ...given, ...given.rebuild?.() } : given
      const call = () =>
        watched(wanted, listSecrets(credentials), (note) =>
          sendRequest(services, {
            projectId,
            entry,
            baseUrl: toBaseUrl(),
            values,
            credentials,
            wanted,
            note,
            large,
          }),
        )
      // A long poll waits for events and would occupy its slot forever.
      if (wanted.timeoutMs !== undefined) return call()
      const turnOf = installationId ?? of
      const path = wanted.path.replace(/\?.*$/s, '')
      return services.calls.run(
        {
          ...{ projectId, of, turnOf, isBackground, limits, path, method: wanted.method ?? 'GET' },
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
    if (given.anonymous) return sendWith({ kind: 'none' })
    const isRejected = (response: ProviderResponse) =>
      isCredentialRejection(response.status) ||
      given.refusesCredential?.(response) === true ||
      entry.connector?.refusesCredential?.(response) === true

    const credentials = await session.credentials()
    const response = await sendWith(credentials)
    if (!isRejected(response)) {
      if (response.status < 400) await session.recordOutcome('accepted')
      return response
    }
    const words = findWords(response.body)
    const renewed = await session.credentials(credentials, words, () => isAccepted(credentials))
    if (renewed === credentials) return asForbidden(response)
    const second = await sendWith(renewed)
    if (!isRejected(second)) return second
    // Another caller's refresh may have replaced the token since, and thereby ended it.
    const newest = await session.newest()
    const last = isDeepStrictEqual(newest, renewed) ? second : await sendWith(newest)
    if (!isRejected(last)) return last
    if (isCredentialRejection(last.status) && (await isAccepted(newest))) return asForbidden(last)
    await session.recordOutcome('refused', findWords(last.body))
    return last
  }

  /** Reports whether the provider accepts the credentials in another call. */
  const isAccepted = async (credentials: Credentials): Promise<boolean> => {
    if (!canBeTried(entry)) return false
    const { projectId, id: of } = connection
    try {
      const about = { projectId, of, isBackground, entry, values, credentials }
      return (await askHealth(services, about)).outcome === 'accepted'
    } catch (error) {
      if (error instanceof ProviderError || error instanceof TooManyCallsError) return false
      throw error
    }
  }

  return {
    entry,
    connection,
    client: {
      request: (wanted) => request(wanted),
      metadata: values,
      connectionId: connection.id,
    },
    clientFor: (maxBodyBytes) => ({
      request: (wanted) => request(wanted, { maxBodyBytes, timeoutMs: largeTimeoutMs }),
      metadata: values,
      connectionId: connection.id,
    }),
    containsSecret,
    lastCall,
    inStep,
  }
}

/** Credentials that work elsewhere lack a permission here. */
const asForbidden = (response: ProviderResponse): ProviderResponse => ({ ...response, status: 403 })

/** Records calls so that the last one can be logged with its outcome. */
function watchCalls(toBaseUrl: () => string) {
  interface Calls {
    last?: ProviderCall
    refusedAt: number
  }
  const all: Calls = { refusedAt: -Infinity }
  const step = new AsyncLocalStorage<Calls>()
  const sentSecrets = new Set<string>()
  const watchCall = async (
    { method = 'GET', path }: ProviderRequest,
    secrets: string[],
    ask: Ask,
  ) => {
    for (const secret of secrets) sentSecrets.add(secret)
    const startedAt = performance.now()
    let sent: SentRequest | undefined
    let response: ProviderResponse | undefined
    try {
      response = await ask((what) => (sent = what))
      return response
    } finally {
      const url = sent?.url ?? new URL(path, toBaseUrl())
      const now = performance.now()
      const isRefused = !response || response.status >= 400
      const headers = sent?.headers ?? {}
      const call = makeEndedCall({ method, url, headers, response, beganAt: startedAt, secrets })
      for (const calls of [all, step.getStore() ?? []].flat()) {
        // Of concurrent calls, the rejected one caused the outcome.
        if (isRefused || startedAt >= calls.refusedAt) calls.last = call
        if (isRefused) calls.refusedAt = now
      }
    }
  }
  return {
    watched: watchCall,
    containsSecret: (text: string) => redactSecrets(text, [...sentSecrets]) !== text,
    lastCall: () => (step.getStore() ?? all).last,
    inStep: <Done>(work: () => Promise<Done>) => step.run({ refusedAt: -Infinity }, work),
  }
}

/**
 * Opens the provider without credentials, for requests that belong to a builder's app instead of a
 * connection.
 */
export function openAnonymously(
  services: Services,
  { projectId, entry }: { projectId: ProjectId; entry: CatalogueEntry },
): Pick<OpenProvider, 'client' | 'lastCall'> {
  const baseUrl = baseURLOf(entry, {})
  const { watched, lastCall } = watchCalls(() => baseUrl)
  const of = { projectId, of: entry.info.name, isBackground: true }
  const credentials = { kind: 'none' } as const
  return {
    client: {
      request: (wanted) =>
        services.calls.run(of, () =>
          watched(wanted, listSecrets(credentials), (note) =>
            sendRequest(services, {
              projectId,
              entry,
              baseUrl,
              values: {},
              credentials,
              wanted,
              note,
            }),
          ),
        ),
      metadata: {},
    },
    lastCall,
  }
}
