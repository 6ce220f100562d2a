import type {
  AuthScheme,
  ConnectionId,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
} from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { Problem } from '@platform/kernel/problems/problem'
import { reportSetup } from '@platform/tenancy/projects/setup-reports'
import type { Services } from '@platform/kernel/services'
import { must, storableJson } from '@platform/kernel/values'
import { toConnectionRef } from '../../credentials/connection-record.ts'
import { wakeForNew } from '../../credentials/status.ts'
import * as people from '../people/store.ts'
import { metadataFromTokens, withoutTokenMetadata } from '../../credentials/provider-metadata.ts'
import * as credentialStore from '../../credentials/store.ts'
import { refuseApp } from '../../provider/tokens/refuse-app.ts'
import { saveWhenBack } from '../../provider/tokens/save-tokens.ts'
import * as connections from '../store.ts'
import { mustHavePlace } from '../within-limit.ts'
import { changeOfAccount, otherAccount, OtherAccountError } from './account.ts'
import { type ConnectOutcome, mustNotBeWithdrawn, type Returned } from './sessions.ts'
import { findSignInError } from './sign-in-errors.ts'
import { findConnectSession, finishConnectSession, lockReturnedSession } from './store.ts'

/** Owner of the connection, and its previous description. */
export interface ConnectionTarget {
  projectId: ProjectId
  /** The connection that is reauthenticated. */
  connectionId: ConnectionId | null
  groupRef: string
  groupName: string | null
  consumerRef: string
  consumerName: string | null
  providerAppId: ProviderAppId | null
  providerWorkspaceRef: string | null
  providerMetadata: ProviderMetadata
  /** Whether switching to another account is allowed. */
  changesAccount: boolean
  /** Whether another connection is created beside those that the consumer has. */
  addsAccount: boolean
}

/** Result of a completed flow. */
export interface Connected {
  /** Encrypted. */
  credentials: Buffer
  accessExpireTime: Date | null
  authScheme: AuthScheme
  workspaceRef?: string | undefined
  consumerRef?: string | undefined
  /** Metadata of the account from the token reply. */
  captured: Record<string, string>
  /**
   * Why it is unknown whether the provider accepts the credentials, for credentials without token
   * reply.
   */
  unconfirmed?: string | null
  /** When unconfirmed credentials are tested. */
  trialTime?: Date | undefined
}

/**
 * Stores the result of a flow and ends its session, also if the database is unavailable for some minutes: what the
 * provider gave for the sign-in exists nowhere else.
 * @throws Problem `oauth-state-invalid` if the session has ended while the provider answered
 */
export async function finishSession(
  services: Services,
  { db, session, mayFinish }: Pick<Returned, 'db' | 'session' | 'mayFinish'>,
  entry: CatalogueEntry,
  connected: Connected,
): Promise<ConnectionId> {
  const { projectId, provider } = session
  return saveWhenBack(services, { projectId, provider }, async () => {
    await mayFinish()
    return saveReturned(services, { db, session }, entry, connected)
  })
}

const saveReturned = (
  services: Services,
  { db, session }: Pick<Returned, 'db' | 'session'>,
  entry: CatalogueEntry,
  connected: Connected,
): Promise<ConnectionId> =>
  inTransaction(db, async (tx) => {
    if (!(await lockReturnedSession(tx, session.id))) {
      // An earlier attempt may have succeeded although its reply was lost.
      const { status, connectionId } = (await findConnectSession(tx, session.id)) ?? {}
      if (status === 'succeeded' && connectionId) return connectionId
      throw new Problem('oauth-state-invalid', {
        detail: 'This sign-in has ended: its link was revoked, or its customer was erased.',
      })
    }
    await mustNotBeWithdrawn(tx, session)
    const connectionId = await saveConnection(services, tx, entry, session, connected)
    await finishConnectSession(tx, session.id, { status: 'succeeded', connectionId })
    return connectionId
  })

/** Ends a session with an error message for the end user; internal errors are rethrown. */
export async function failWith(
  services: Services,
  { session: { projectId, provider, providerAppId, connectionId }, db, fail }: Returned,
  error: unknown,
): Promise<ConnectOutcome> {
  if (error instanceof Problem && error.kind === 'limit-reached') {
    return fail('limit_reached', error.message)
  }
  if (error instanceof OtherAccountError)
    return fail('other_account', error.message, error.accounts)
  if (!(error instanceof ProviderError)) {
    await fail('server_error', 'Something went wrong. Try again.')
    throw error
  }
  services.log.warn({ err: error, provider }, 'no token came of a sign-in')
  if (error.isBuildersToMend) {
    const { displayName = provider } =
      findProvider(provider, { among: services.catalogue })?.info ?? {}
    const isOfAll =
      !providerAppId ||
      (await refuseApp(services, db, { appId: providerAppId, provider, connectionId, error }))
    if (!isOfAll) {
      const message = `The account of ${displayName} that was entered does not accept this app. Check its address, or ask its administrator to allow the app.`
      return fail('client_refused', message)
    }
    await reportSetup(db, {
      ...{ projectId, provider, providerAppId },
      ...{ cause: 'rejected', detail: `The provider rejects the client: ${error.message}` },
    })
    const message = `${displayName} is not accepting connections from this app. Contact the app’s support; retrying does not help.`
    return fail('client_refused', message)
  }
  const entry = findProvider(provider, { among: services.catalogue })
  const known = entry && findSignInError(entry, error.message)
  if (known) services.log.warn({ provider, ...known }, 'sign-in rejected')
  return fail(
    'token_request_failed',
    known?.customerRemedy === undefined ? error.message : known.customerRemedy,
  )
}

/**
 * Stores the credentials: in the reauthenticated connection, in the consumer's connection to this
 * provider if there is one and no account is added, otherwise in a new one.
 * @throws OtherAccountError if they belong to another account and switching was not allowed
 */
export async function saveConnection(
  services: Services,
  tx: Db,
  entry: CatalogueEntry,
  target: ConnectionTarget,
  connected: Connected,
): Promise<ConnectionId> {
  const { projectId, groupRef, consumerRef } = target
  const provider = entry.info.name
  const row = {
    credentials: connected.credentials,
    accessExpireTime: connected.accessExpireTime,
    authScheme: connected.authScheme,
    unconfirmed: connected.unconfirmed ?? null,
    trialTime: connected.trialTime ?? null,
    ...(target.providerAppId && { providerAppId: target.providerAppId }),
    providerWorkspaceRef: connected.workspaceRef ?? target.providerWorkspaceRef,
    providerConsumerRef: connected.consumerRef ?? null,
    providerMetadata: storableJson({
      ...withoutTokenMetadata(target.providerMetadata),
      ...metadataFromTokens(connected.captured),
    }),
  }
  await people.upsertGroup(tx, { projectId, groupRef, groupName: target.groupName ?? undefined })
  await people.upsertConsumer(tx, {
    projectId,
    consumerRef,
    consumerName: target.consumerName ?? undefined,
  })
  let accountChange: { from: string; to: string } | undefined
  const existing = target.connectionId
    ? await credentialStore.findConnection(tx, target.connectionId)
    : target.addsAccount
      ? undefined
      : await connections
          .connectionQuery(tx, { provider, groupRef, consumerRef })
          .orderBy('c.id', 'desc')
          .executeTakeFirst()
  const id = existing?.id ?? newId('conn')
  if (existing) {
    const change = changeOfAccount(entry, existing, row)
    if (change && !target.changesAccount) throw otherAccount(entry, change)
    if (change) accountChange = { from: change.connected, to: change.signedIn }
    const status = row.unconfirmed === null ? 'working' : 'created'
    await credentialStore.updateCredentials(tx, id, { ...row, status })
    await wakeForNew(tx, existing)
    if (change) await enqueue(tx, 'connection-changed-account', { projectId, connectionId: id })
  } else {
    await connections.insertConnection(tx, {
      id,
      projectId,
      provider,
      groupRef,
      consumerRef,
      status: 'created',
      ...row,
    })
    await mustHavePlace(services, tx, { projectId, provider, groupRef, consumerRef })
  }
  const saved = must(await credentialStore.findConnection(tx, id), `connection ${id}`)
  const about = { projectId, groupName: saved.groupName }
  const data = toConnectionRef(saved)
  await services.notifications.emit(
    tx,
    existing
      ? {
          ...about,
          type: 'connection.updated',
          data: { ...data, ...(accountChange && { accountChange }) },
        }
      : { ...about, type: 'connection.created', data },
  )
  return id
}
