import { isDeepStrictEqual } from 'node:util'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ConnectionId, InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { toConnectionRef, listMetadataValues } from '../credentials/connection-record.ts'
import {
  listSecrets,
  getTokens,
  type Credentials,
  connectionNotFound,
} from '../credentials/credentials.ts'
import { getLimits, type Limits } from './budgets/limits.ts'
import { canBeTried } from './can-be-tried.ts'
import { getFreshAccess, type FreshAccess } from './tokens/refresh-token.ts'
import { limitHeadStart } from '../credentials/token-lifetime.ts'
import { redactProviderText } from './call/redact-provider-text.ts'
import { markRejected, markWorking } from '../credentials/status.ts'
import { findConnection, type ConnectionRow } from '../credentials/store.ts'
import { getNowMs } from '@platform/kernel/values'

/** A connection in use, with refreshed credentials. */
export interface ProviderSession {
  entry: CatalogueEntry
  connection: ConnectionRow
  /**
   * Inputs of the end user and values captured from the token reply; those of renewed tokens replace
   * them in place, so derive addresses and headers from it at each attempt.
   */
  values: Readonly<Record<string, string>>
  /** Rate limits of its calls. */
  limits: Limits
  /**
   * Returns the credentials to send; others after the provider has refused these, with its message.
   * @throws ProviderError `credentials` if only the end user can fix it, `unavailable` if the
   * provider cannot refresh them now. The same ones if there are no others and `isUsable`
   * resolves to true: only one call was refused.
   */
  credentials(
    refused?: Credentials,
    words?: string,
    isUsable?: () => Promise<boolean>,
  ): Promise<Credentials>
  /** Returns the credentials that are stored now, which another caller may have renewed. */
  newest(): Promise<Credentials>
  /** Records whether the provider accepted the last credentials, with its message if not. */
  recordOutcome(outcome: 'accepted' | 'refused', words?: string): Promise<void>
}

export interface SessionOptions {
  /** Whether no caller waits for the reply. */
  isBackground?: boolean
  /** Installation that uses it: installations of one connection take turns. */
  installationId?: InstallationId
  /**
   * Aborted with a ProviderError when no caller waits any more: nothing is sent then, unless a
   * change has already been sent.
   */
  unwanted?: AbortSignal | undefined
}

/** A connection by ID, or its row if already loaded. */
export type ConnectionOrId = ConnectionId | ConnectionRow

/**
 * @throws Problem if the connection does not exist, or its provider is no longer in the catalogue
 */
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
  const values = listMetadataValues(connection)
  const adopt = ({ credentials, values: renewed }: FreshAccess) => {
    for (const name of Object.keys(values)) if (!Object.hasOwn(renewed, name)) delete values[name]
    Object.assign(values, renewed)
    return (current = credentials)
  }
  let { status, refusedCall } = connection

  const acceptCredentials = async () => {
    if (status === 'working') return
    // After the grant has ended, an access token that is still valid proves nothing.
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
    const why = redactProviderText(words, { without: current ? listSecrets(current) : [] })
    return `${named} rejected the credentials${why ? ` (${why})` : ''}.`
  }

  const rejectCredentials = async (words: string) => {
    if (status === 'bad_credentials') return
    await inTransaction(db, (tx) =>
      markRejected(services, tx, connection, {
        reason: inWords(words),
        canTry: canBeTried(entry),
        wasCall: true,
      }),
    )
    status = 'bad_credentials'
    refusedCall = true
  }

  const recordOutcome: ProviderSession['recordOutcome'] = (outcome, words = '') =>
    outcome === 'accepted' ? acceptCredentials() : rejectCredentials(words)

  const another = async (before: Credentials, words: string, isUsable?: () => Promise<boolean>) => {
    const fresh = await getFreshAccess(services, db, {
      connectionId,
      isBackground,
      refusedToken: getTokens(before)?.accessToken ?? '',
    })
    if (!isDeepStrictEqual(fresh.credentials, before)) return adopt(fresh)
    if (await isUsable?.()) return before
    await recordOutcome('refused', words)
    throw new ProviderError('credentials', inWords(words))
  }

  return {
    entry,
    connection,
    values,
    limits: getLimits(entry, connection),
    async credentials(before, words = '', isUsable) {
      if (before) return another(before, words, isUsable)
      if (current === undefined) {
        return adopt(await getFreshAccess(services, db, { connectionId, connection, isBackground }))
      }
      const tokens = getTokens(current)
      const isEnding =
        tokens?.expiresAt !== undefined &&
        tokens.expiresAt - limitHeadStart(tokens, 60_000) < getNowMs()
      return isEnding
        ? adopt(await getFreshAccess(services, db, { connectionId, isBackground }))
        : current
    },
    async newest() {
      return adopt(await getFreshAccess(services, db, { connectionId, isBackground }))
    },
    recordOutcome,
  }
}
