import { isDeepStrictEqual } from 'node:util'
import {
  GenerateConnectionRequest,
  type BodyOf,
  type Connection,
  type ConnectionId,
  type ConnectionRefresh,
  type getConnection as getConnectionOperation,
  type ProjectId,
  type ProviderMetadata,
  type QueryOf,
  type updateConnection as updateConnectionOperation,
} from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { Selectable } from 'kysely'
import { type Caller, maySeeConnection } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { isReferenceViolation } from '@platform/kernel/db/errors'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import { Problem } from '@platform/kernel/problems/problem'
import { chooseProviderApp } from '@platform/tenancy/projects/provider-apps'
import type { Services } from '@platform/kernel/services'
import { toConnection, toConnectionRef } from '../credentials/connection-record.ts'
import {
  getExpireTime,
  getScheme,
  connectionNotFound,
  openCredentials,
} from '../credentials/credentials.ts'
import { parseGivenCredentials } from '../credentials/given-credentials.ts'
import {
  parseMetadata,
  mustReach,
  mustStay,
  metadataFromTokens,
  withoutReplaced,
  withoutTokenMetadata,
  getWorkspaceRef,
} from '../credentials/provider-metadata.ts'
import { freshCredentials } from '../provider/tokens/refresh-token.ts'
import { wakeForNew } from '../credentials/status.ts'
import * as credentialStore from '../credentials/store.ts'
import * as store from './store.ts'
import type { ConnectionRow } from '../credentials/store.ts'
import { mustHavePlace } from './within-limit.ts'
import { rejectionProblem } from '../provider/call/refusal-problem.ts'
import type { ProviderAppRow } from '../provider/call/step-values.ts'
import { tryGiven, type CredentialTest } from '../provider/try-given.ts'

/** Credentials that were checked before the transaction, and the hosts they would be sent to. */
interface Prepared {
  entry: CatalogueEntry
  tried: CredentialTest
  metadata: ProviderMetadata
}

/** Validates the given credentials and tests them with the provider. */
export async function prepareConnection(
  services: Services,
  db: Db,
  {
    projectId,
    request,
    mayAsk,
  }: { projectId: ProjectId; request: GenerateConnectionRequest; mayAsk: () => void },
): Promise<Prepared & { app: ProviderAppRow | undefined }> {
  const entry = findProvider(request.provider, { among: services.catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${request.provider}.`,
    })
  }
  const credentials = parseGivenCredentials(entry, request)
  const metadata = parseMetadata(entry, request)
  mustReach(entry, metadata)
  const takesApp =
    credentials.kind === 'authorizationCode' || entry.info.customOpts?.providerInputs?.length
  const app = takesApp ? await chooseProviderApp(db, request.provider, undefined) : undefined
  const owner = {
    projectId,
    provider: request.provider,
    providerMetadata: metadata,
    providerAppId: app?.id ?? null,
  }
  const tried = await tryGiven(services, db, { entry, owner, credentials, mayAsk })
  return { entry, app, tried, metadata: { ...metadata, ...metadataFromTokens(tried.captured) } }
}

/** Creates a connection from given credentials and emits `connection.created`. */
export async function generateConnection(
  services: Services,
  tx: Db,
  { projectId, request }: { projectId: ProjectId; request: GenerateConnectionRequest },
  { entry, app, tried, metadata }: Prepared & { app: ProviderAppRow | undefined },
): Promise<Connection> {
  const { credentials, status, unconfirmed, trialTime = null } = tried
  const connection = await store.insertConnectionWithOwner(tx, request, {
    id: newId('conn'),
    projectId,
    provider: request.provider,
    groupRef: request.groupRef,
    consumerRef: request.consumerRef,
    providerWorkspaceRef: getWorkspaceRef(entry, request) ?? null,
    providerAppId: app?.id ?? null,
    authScheme: getScheme(credentials),
    status,
    unconfirmed,
    trialTime,
    credentials: await services.secrets.seal(projectId, JSON.stringify(credentials)),
    accessExpireTime: getExpireTime(credentials),
    providerMetadata: JSON.stringify(metadata),
  })
  await mustHavePlace(services, tx, connection)
  await services.notifications.emit(tx, {
    projectId,
    type: 'connection.created',
    data: toConnectionRef(connection),
    groupName: connection.groupName,
  })
  return toConnection(connection)
}

/**
 * Returns a connection. `refresh` refreshes its access token first; `includeCreds` adds the
 * credentials, after the caller has checked the permission to see them.
 */
export async function getConnection(
  services: Services,
  db: Db,
  {
    connection: found,
    query,
  }: { connection: ConnectionRow; query: QueryOf<typeof getConnectionOperation> },
): Promise<Connection> {
  const { id: connectionId } = found
  if (query.refresh) {
    await freshCredentials(services, db, {
      connectionId,
      connection: found,
      force: query.refresh === 'force',
    }).catch((error: unknown) => {
      const entry = findProvider(found.provider, { among: services.catalogue })
      if (error instanceof ProviderError && entry) {
        throw rejectionProblem(error, entry, 'to renew the token')
      }
      throw error
    })
  }
  const row = query.refresh
    ? ((await credentialStore.findConnection(db, connectionId)) ?? found)
    : found
  const credentials =
    query.includeCreds || query.includeRefreshToken
      ? await openCredentials(services, row)
      : undefined
  return toConnection(row, {
    ...(credentials && { credentials }),
    withRefreshToken: query.includeRefreshToken ?? false,
  })
}

/** The owner of a connection cannot change. */
const changeable = GenerateConnectionRequest.omit({
  provider: true,
  groupRef: true,
  groupName: true,
  consumerRef: true,
  consumerName: true,
})

interface Change {
  connectionId: ConnectionId
  body: BodyOf<typeof updateConnectionOperation>
}

/**
 * Applies a change to the connection. Credentials that are kept may only be sent to the same hosts
 * as before.
 */
function applyChange(
  { catalogue }: Services,
  existing: ConnectionRow,
  { updateMask, connection: changes }: Change['body'],
) {
  const columns = toMaskedColumns(updateMask, changes, changeable)
  const entry = findProvider(existing.provider, { among: catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue no longer has the provider ${existing.provider}.`,
    })
  }
  const { providerWorkspaceRef, providerMetadata: given, ...secret } = columns
  const about = {
    providerWorkspaceRef: providerWorkspaceRef ?? undefined,
    providerMetadata: given ?? undefined,
  }
  const credentials =
    Object.keys(secret).length > 0 ? parseGivenCredentials(entry, secret, 'connection.') : undefined
  const kept = withoutReplaced(existing.providerMetadata, {
    workspace: providerWorkspaceRef !== undefined,
    inputs: given !== undefined,
  })
  const metadata = {
    ...(credentials ? withoutTokenMetadata(kept) : kept),
    ...parseMetadata(entry, about, 'connection.'),
  }
  if (providerWorkspaceRef !== undefined || given !== undefined) {
    if (!credentials) mustStay(entry, existing.providerMetadata, metadata, 'connection.')
    mustReach(entry, metadata, 'connection.')
  }
  const workspaceRef = getWorkspaceRef(entry, { providerWorkspaceRef })
  return { entry, credentials, metadata, workspaceRef }
}

/**
 * Tests new credentials with the provider; does nothing if the connection keeps its credentials.
 */
export async function prepareChange(
  services: Services,
  db: Db,
  { connectionId, body, mayAsk }: Change & { mayAsk: () => void },
): Promise<Prepared | undefined> {
  const existing = await credentialStore.findConnection(db, connectionId)
  if (!existing) throw connectionNotFound(connectionId)
  const { entry, credentials, metadata } = applyChange(services, existing, body)
  if (!credentials) return undefined
  const owner = { ...existing, providerMetadata: metadata }
  const at = 'connection.'
  const tried = await tryGiven(services, db, { entry, owner, credentials, at, mayAsk })
  return { entry, tried, metadata }
}

/** Replaces the fields in the mask and emits `connection.updated`. */
export async function updateConnection(
  services: Services,
  tx: Db,
  { connectionId, body }: Change,
  prepared: Prepared | undefined,
): Promise<Connection> {
  // Keeps what another request or a token refresh has stored in between.
  await store.lockConnection(tx, connectionId)
  const existing = await credentialStore.findConnection(tx, connectionId)
  if (!existing) throw connectionNotFound(connectionId)
  const { metadata, workspaceRef } = applyChange(services, existing, body)
  await credentialStore.updateMetadata(tx, connectionId, {
    ...(workspaceRef !== undefined && { providerWorkspaceRef: workspaceRef }),
    providerMetadata: JSON.stringify({
      ...metadata,
      ...metadataFromTokens(prepared?.tried.captured ?? {}),
    }),
  })
  if (prepared) {
    const { tried } = prepared
    // Another request changed the connection's host while the credentials were tested.
    const isElsewhere = !isDeepStrictEqual(metadata, prepared.metadata)
    const sealed = await services.secrets.seal(
      existing.projectId,
      JSON.stringify(tried.credentials),
    )
    await credentialStore.updateCredentials(tx, connectionId, {
      credentials: sealed,
      accessExpireTime: getExpireTime(tried.credentials),
      authScheme: getScheme(tried.credentials),
      status: isElsewhere ? 'created' : tried.status,
      unconfirmed: isElsewhere ? 'The credentials belong to another account.' : tried.unconfirmed,
      trialTime: tried.trialTime ?? null,
    })
    await wakeForNew(tx, existing)
  }
  const updated = await credentialStore.findConnection(tx, connectionId)
  if (!updated) throw connectionNotFound(connectionId)
  await services.notifications.emit(tx, {
    projectId: existing.projectId,
    type: 'connection.updated',
    data: toConnectionRef(updated),
    groupName: updated.groupName,
  })
  return toConnection(updated)
}

/** Deletes a connection that no installation uses and emits `connection.deleted`. */
export async function deleteConnection(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const connection = await credentialStore.findConnection(tx, connectionId)
    if (!connection) throw connectionNotFound(connectionId)
    await store.deleteConnection(tx, connectionId).catch((error: unknown) => {
      if (!isReferenceViolation(error)) throw error
      throw new Problem('connection-in-use', {
        detail: `An installation uses the connection ${connectionId}.`,
        remedy: 'Uninstall it first.',
        cause: error,
      })
    })
    await services.notifications.emit(tx, {
      projectId: connection.projectId,
      type: 'connection.deleted',
      data: toConnectionRef(connection),
      groupName: connection.groupName,
    })
  })
}

/** Finds a connection by its ID for domains above. */
export const findConnectionRows = store.findConnections
export const findConnectionRow = credentialStore.findConnection
export const findTroubledConnections = store.findTroubledConnections
export const lockConnectionAgainstDeletion = store.lockConnectionAgainstDeletion
export const lockConnectionAgainstUse = store.lockConnectionAgainstUse
export const findGroupConnection = store.findGroupConnection
export const connectionQuery = store.connectionQuery
export type { ConnectionRow }

export const refreshQuery = credentialStore.refreshQuery

/** Converts a token refresh, successful or failed, to its wire format. */
export const toRefresh = (row: RefreshRow): ConnectionRefresh => ({
  id: row.id,
  time: row.createTime.toISOString(),
  outcome: row.kind === null ? 'renewed' : 'failed',
  kind: row.kind ?? undefined,
  detail: row.detail ?? undefined,
})

type RefreshRow = Selectable<Tables['connectionRefreshes']>

/**
 * Finds the connection for a caller, who may be restricted to a group, and within `groupRef` if
 * given.
 * @throws Problem `connection-not-found`
 */
export async function getVisibleConnection(
  db: Db,
  caller: Caller,
  { connectionId: id, groupRef }: { connectionId: ConnectionId; groupRef?: string | undefined },
): Promise<ConnectionRow> {
  const row = await credentialStore.findConnection(db, id)
  if (!row || !maySeeConnection(caller, row, { groupRef })) throw connectionNotFound(id)
  return row
}
