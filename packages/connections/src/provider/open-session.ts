import { isDeepStrictEqual } from 'node:util'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ConnectionId, InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { toConnectionRef, valuesOf } from '../credentials/connection-record.ts'
import { secretsOf, tokensOf, type Credentials } from '../credentials/credentials.ts'
import { limitsOf, type Limits } from './budgets/limits.ts'
import { canBeTried } from './can-be-tried.ts'
import { freshCredentials } from './refresh-token.ts'
import { redactProviderText } from './redact-provider-text.ts'
import { markRefused, markWorking } from '../credentials/status.ts'
import { connectionNotFound } from '../credentials/stored-credentials.ts'
import { findConnection, type ConnectionRow } from '../credentials/store.ts'

/** A connection in use: what it holds, kept fresh. */
export interface ProviderSession {
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
  recordOutcome(outcome: 'accepted' | 'refused', words?: string): Promise<void>
}

export interface SessionOptions {
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
  { isBackground = false }: SessionOptions = {},
): Promise<ProviderSession> {
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
    const why = redactProviderText(words, { without: current ? secretsOf(current) : [] })
    return `${named} rejected the credentials${why ? ` (${why})` : ''}.`
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

  const recordOutcome: ProviderSession['recordOutcome'] = (outcome, words = '') =>
    outcome === 'accepted' ? accepted() : refused(words)

  const another = async (before: Credentials, words: string) => {
    const now = await freshCredentials(services, db, {
      connectionId,
      isBackground,
      refusedToken: tokensOf(before)?.accessToken ?? '',
    })
    if (!isDeepStrictEqual(now, before)) return now
    await recordOutcome('refused', words)
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
    recordOutcome,
  }
}
