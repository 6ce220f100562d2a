import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CatalogueEntry,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { baseURLOf } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { secretsOf, type Credentials } from '../credentials/credentials.ts'
import { wordsOf } from './redact-provider-text.ts'
import type { ConnectionRow } from '../credentials/store.ts'
import { endedCall, type ProviderCall } from './provider-call.ts'
import { type SessionOptions, type ConnectionOrId, openSession } from './open-session.ts'
import { type SentRequest, type LargeReply, largeTimeoutMs, sendRequest } from './send-request.ts'

type Ask = (note: (sent: SentRequest) => void) => Promise<ProviderResponse>

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
  { isBackground = false, installationId, unwanted }: SessionOptions = {},
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
          sendRequest(services, {
            projectId,
            entry,
            baseUrl,
            values,
            credentials,
            wanted,
            note,
            large,
          }),
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
      if (response.status < 400) await session.recordOutcome('accepted')
      return response
    }
    const words = wordsOf(response.body)
    const second = await sendWith(await session.credentials(credentials, words))
    if (isRefused(second)) await session.recordOutcome('refused', wordsOf(second.body))
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

/** Records calls so that the last one can be logged with its outcome. */
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
    let sent: SentRequest | undefined
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
