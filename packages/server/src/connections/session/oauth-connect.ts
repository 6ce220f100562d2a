import { randomBytes } from 'node:crypto'
import type {
  BodyOf,
  ConnectionId,
  ConnectSession,
  ConnectSessionId,
  oauthConnect,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
} from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import { mustBeWithin } from '../../access/tenant-limits.ts'
import type { Database, Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newId } from '../../db/new-id.ts'
import { findProject } from '../../projects/projects.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { Problem } from '../../problems/problem.ts'
import { chooseProviderApp, findProviderApp } from '../../projects/provider-apps.ts'
import type { Services } from '../../services.ts'
import { toConnectionRef, valuesOf } from '../connection-record.ts'
import { metadataOf, mustBeComplete, told, unfilled, withoutTold } from '../provider-metadata.ts'
import { schemeOf, type Credentials } from '../credentials/credentials.ts'
import { connectionNotFound } from '../credentials/stored-credentials.ts'
import { authorizationUrl } from '../../provider/authorization-url.ts'
import { requestTokens, type TokenReply } from '../../provider/token-request.ts'
import { markWorking } from '../credentials/status.ts'
import * as people from '../people/store.ts'
import * as connections from '../store.ts'
import { changeOfAccount, OtherAccountError } from './account.ts'
import { hashOf } from './browser.ts'
import * as store from './store.ts'

const sessionLifetimeMs = 10 * 60_000

/** Below it a browser takes a flow up. */
export const beginPath = '/callbacks/v1/oauth/begin'

export interface StartedConnecting {
  url: string
  connectSessionId: ConnectSessionId
}

/**
 * Starts the authorization code flow (RFC 6749, section 4.1; PKCE with S256 wherever the provider
 * takes it) and answers where to send the end user: to the platform, which makes the flow the
 * browser's own and sends it on.
 */
export async function startConnecting(
  services: Services,
  db: Db,
  {
    projectId,
    origin,
    request,
  }: {
    projectId: ProjectId
    /** Of the page that asks; the outcome is posted to no other. */
    origin: string | undefined
    request: Omit<BodyOf<typeof oauthConnect>, 'projectIdOrName'>
  },
): Promise<StartedConnecting> {
  const entry = oauthProvider(services, request.provider)
  const metadata = metadataOf(entry, request)
  mustBeComplete(entry, metadata)
  return startSession(services, db, {
    ...request,
    projectId,
    origin,
    entry,
    metadata,
    providerAppId: request.providerAppId,
  })
}

/** The same for a connection that exists: the outcome replaces its credentials. */
export async function startConnectingAgain(
  services: Services,
  db: Db,
  {
    projectId,
    connectionId,
    origin,
    changeAccount,
  }: {
    projectId: ProjectId
    connectionId: ConnectionId
    origin: string | undefined
    changeAccount: boolean | undefined
  },
): Promise<StartedConnecting> {
  const connection = await connections.findConnection(db, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  const entry = oauthProvider(services, connection.provider)
  return startSession(services, db, {
    projectId,
    origin,
    entry,
    connectionId,
    groupRef: connection.groupRef,
    consumerRef: connection.consumerRef,
    providerWorkspaceRef: connection.providerWorkspaceRef ?? undefined,
    metadata: connection.providerMetadata,
    providerAppId: connection.providerAppId ?? undefined,
    changeAccount,
  })
}

function oauthProvider({ catalogue }: Services, provider: string): CatalogueEntry {
  const entry = findProvider(provider, { among: catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${provider}.`,
    })
  }
  if (!entry.info.oauth2Opts?.grantType.startsWith('authorizationCode')) {
    throw new Problem('provider-not-supported', {
      detail: `${provider} does not connect by OAuth in the browser.`,
      remedy: 'Create the connection from its credentials with connections:generate.',
    })
  }
  return entry
}

interface NewSession {
  projectId: ProjectId
  origin: string | undefined
  entry: CatalogueEntry
  connectionId?: ConnectionId
  groupRef: string
  groupName?: string | undefined
  consumerRef: string
  consumerName?: string | undefined
  providerWorkspaceRef?: string | undefined
  metadata: ProviderMetadata
  providerAppId: ProviderAppId | undefined
  changeAccount?: boolean | undefined
}

async function startSession(
  services: Services,
  db: Db,
  session: NewSession,
): Promise<StartedConnecting> {
  const { entry, projectId } = session
  const { info } = entry
  const app = await chooseProviderApp(db, info.name, session.providerAppId)
  if (!app) {
    throw new Problem('provider-app-missing', {
      detail: session.providerAppId
        ? `The project has no provider app ${session.providerAppId} for ${info.name}.`
        : `The project has no OAuth client for ${info.displayName ?? info.name}.`,
    })
  }

  const state = randomBytes(32).toString('base64url')
  const codeVerifier =
    entry.oauth2!.pkce === 'unsupported' ? undefined : randomBytes(32).toString('base64url')
  const values = valuesOf({ providerMetadata: session.metadata })
  // Says now what is wrong with the inputs, not when the end user is on the way.
  signInPage(services, { entry, app, values, state, codeVerifier })
  const id = newId('csn')
  const row = {
    id,
    projectId,
    provider: info.name,
    providerAppId: app.id,
    connectionId: session.connectionId ?? null,
    groupRef: session.groupRef,
    groupName: session.groupName ?? null,
    consumerRef: session.consumerRef,
    consumerName: session.consumerName ?? null,
    providerWorkspaceRef: session.providerWorkspaceRef ?? null,
    providerMetadata: JSON.stringify(session.metadata),
    stateHash: hashOf(state),
    codeVerifier: codeVerifier ? await services.secrets.seal(projectId, codeVerifier) : null,
    origin: session.origin ?? null,
    changesAccount: session.changeAccount ?? false,
    error: null,
    expireTime: new Date(Date.now() + sessionLifetimeMs),
  }
  await inTransaction(db, async (tx) => {
    await store.insertConnectSession(tx, row)
    await mustBeWithin(tx, services.tenantLimits, {
      what: 'connectSessions',
      tenant: `${projectId} ${session.groupRef}`,
      count: () => store.countWaiting(tx, projectId, session.groupRef),
    })
  })
  return { url: `${services.publicUrl}${beginPath}/${state}`, connectSessionId: id }
}

/** What a builder registers with a provider, where the end user comes back. */
export const redirectUri = ({ publicUrl }: Pick<Services, 'publicUrl'>): string =>
  `${publicUrl}/callbacks/v1/oauth`

type ProviderApp = NonNullable<Awaited<ReturnType<typeof chooseProviderApp>>>

function signInPage(
  services: Services,
  {
    entry,
    app,
    values,
    ...flow
  }: {
    entry: CatalogueEntry
    app: Pick<ProviderApp, 'clientId' | 'scopes' | 'metadata'>
    values: Record<string, string>
    state: string
    codeVerifier: string | undefined
  },
): string {
  try {
    return authorizationUrl(entry, {
      clientId: app.clientId,
      scopes: app.scopes ?? [],
      ownParams: app.metadata?.authQueryParams ?? {},
      redirectUri: redirectUri(services),
      values,
      ...flow,
    })
  } catch (error) {
    throw error instanceof TemplateError ? unfilled(error, values) : error
  }
}

/** Whose data is connected to what, for the eyes of the person who does it. */
export interface About {
  appName: string
  customer: string
  provider: string
}

const aboutOf = async (
  { catalogue }: Services,
  database: Database,
  { projectId, provider, groupName, groupRef }: store.ConnectSessionRow,
): Promise<About> => ({
  appName: (await findProject(database.tenant(projectId), projectId))!.appName,
  customer: groupName ?? groupRef,
  provider: findProvider(provider, { among: catalogue })?.info.displayName ?? provider,
})

/** The flow that waits for a browser. @throws Problem `oauth-state-invalid` */
export async function findBeginning(
  services: Services,
  database: Database,
  state: string,
): Promise<{ session: store.ConnectSessionRow; about: About }> {
  const session = await store.findWaitingSession(database.everything, hashOf(state))
  if (!session) throw new Problem('oauth-state-invalid')
  return { session, about: await aboutOf(services, database, session) }
}

/**
 * Makes the flow this browser's and answers the provider's page.
 *
 * @throws Problem `oauth-state-invalid` when it is another browser's
 */
export async function beginConnecting(
  services: Services,
  db: Db,
  session: store.ConnectSessionRow,
  { state, nonce }: { state: string; nonce: string },
): Promise<string> {
  const { projectId } = session
  const app = await findProviderApp(db, session.providerAppId)
  if (!app || !(await store.bindConnectSession(db, session.id, hashOf(nonce)))) {
    throw begunElsewhere()
  }
  return signInPage(services, {
    entry: oauthProvider(services, session.provider),
    app,
    values: valuesOf(session),
    state,
    codeVerifier: session.codeVerifier
      ? await services.secrets.open(projectId, session.codeVerifier)
      : undefined,
  })
}

const begunElsewhere = () =>
  new Problem('oauth-state-invalid', {
    detail:
      'This sign-in was begun in another browser, or there already. Start connecting again here.',
  })

export type ConnectOutcome = { origin: string | undefined; about?: About } & (
  | { succeeded: true; projectId: ProjectId; connectionId: ConnectionId }
  | { succeeded: false; error: string; message: string }
)

/**
 * Finishes the flow with what the provider sent the browser back with. It works once per state.
 *
 * @throws Problem `oauth-state-invalid` when no session that waits has this state
 */
export async function finishConnecting(
  services: Services,
  database: Database,
  {
    nonce,
    ...query
  }: {
    /** Of the browser that comes back. */
    nonce: string | undefined
    state?: string
    code?: string
    error?: string
    error_description?: string
  },
): Promise<ConnectOutcome> {
  if (!query.state) throw new Problem('oauth-state-invalid')
  const { everything } = database
  const stateHash = hashOf(query.state)
  const session =
    nonce && (await store.takeConnectSession(everything, { stateHash, browserHash: hashOf(nonce) }))
  if (!session) {
    const isOthers = await store.findWaitingSession(everything, stateHash)
    throw isOthers ? begunElsewhere() : new Problem('oauth-state-invalid')
  }
  const db = database.tenant(session.projectId)
  const origin = session.origin ?? undefined
  const about = await aboutOf(services, database, session)
  const fail = async (error: string, message: string): Promise<ConnectOutcome> => {
    await store.finishConnectSession(db, session.id, {
      status: 'failed',
      error: withCode(error, message),
    })
    return { succeeded: false, origin, about, error, message }
  }

  if (query.error || !query.code) {
    // The code is the provider's text, so it is shown, cut short, and never trusted.
    const code = (query.error ?? 'no_code').slice(0, 100)
    return fail(code, (query.error_description ?? explain(code)).slice(0, 500))
  }
  try {
    const connectionId = await exchange(services, db, session, query.code)
    return { succeeded: true, origin, about, projectId: session.projectId, connectionId }
  } catch (error) {
    if (error instanceof OtherAccountError) return fail('other_account', error.message)
    if (!(error instanceof ProviderError)) {
      await fail('server_error', 'Something went wrong here. Try again.')
      throw error
    }
    services.log.warn({ err: error, provider: session.provider }, 'the code was not exchanged')
    return fail('token_request_failed', error.message)
  }
}

const explain = (code: string) =>
  /access[_-]denied/.test(code)
    ? 'You did not allow access.'
    : `The provider answered with the error ${code}.`

async function exchange(
  services: Services,
  db: Db,
  session: store.ConnectSessionRow,
  code: string,
): Promise<ConnectionId> {
  const { projectId } = session
  const entry = oauthProvider(services, session.provider)
  const app = await findProviderApp(db, session.providerAppId)
  if (!app) throw new ProviderError('credentials', 'The OAuth client was deleted meanwhile.')

  const codeVerifier =
    session.codeVerifier && (await services.secrets.open(projectId, session.codeVerifier))
  const client = {
    clientId: app.clientId,
    clientSecret: await services.secrets.open(projectId, app.clientSecret),
  }
  const call = { projectId, of: session.provider, isBackground: false }
  const reply = await services.calls.run(call, () =>
    requestTokens(services.egress, {
      entry,
      client,
      values: valuesOf(session),
      grant: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri(services),
        ...(codeVerifier && { code_verifier: codeVerifier }),
      },
      now: new Date(),
    }),
  )
  return saveConnection(services, db, session, reply, codeVerifier !== null)
}

/**
 * Stores the tokens: in the connection that is authenticated again, in the consumer's connection to
 * this provider if there is one, otherwise in a new one.
 */
async function saveConnection(
  services: Services,
  db: Db,
  session: store.ConnectSessionRow,
  reply: TokenReply,
  withPkce: boolean,
): Promise<ConnectionId> {
  const { projectId } = session
  const credentials: Credentials = { kind: 'authorizationCode', tokens: reply.tokens }
  const sealed = await services.secrets.seal(projectId, JSON.stringify(credentials))
  const row = {
    credentials: sealed,
    accessExpireTime: reply.tokens.expiresAt ? new Date(reply.tokens.expiresAt) : null,
    authScheme: schemeOf(credentials, withPkce),
    providerAppId: session.providerAppId,
    providerWorkspaceRef: reply.workspaceRef ?? session.providerWorkspaceRef,
    providerConsumerRef: reply.consumerRef ?? null,
    providerMetadata: JSON.stringify({
      ...withoutTold(session.providerMetadata),
      ...told(reply.captured),
    }),
  }
  return inTransaction(db, async (tx) => {
    const { groupRef, consumerRef, provider } = session
    await people.upsertGroup(tx, { projectId, groupRef, groupName: session.groupName ?? undefined })
    await people.upsertConsumer(tx, {
      projectId,
      consumerRef,
      consumerName: session.consumerName ?? undefined,
    })
    const existing = session.connectionId
      ? await connections.findConnection(tx, session.connectionId)
      : await connections
          .connectionQuery(tx, { provider, groupRef, consumerRef })
          .orderBy('c.id', 'desc')
          .executeTakeFirst()
    const id = existing?.id ?? newId('conn')
    if (existing) {
      const change = changeOfAccount(oauthProvider(services, provider), existing, row)
      if (change && !session.changesAccount) throw new OtherAccountError(change)
      await connections.updateCredentials(tx, id, row)
      await markWorking(tx, existing)
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
    }
    await store.finishConnectSession(tx, session.id, { status: 'succeeded', connectionId: id })
    await services.notifications.emit(tx, {
      projectId,
      type: existing ? 'connection.updated' : 'connection.created',
      data: toConnectionRef((await connections.findConnection(tx, id))!),
    })
    return id
  })
}

export const findConnectSession = store.findConnectSession

/** A failure as it is stored: its code, which holds no space, before its words. */
const withCode = (code: string, message: string) => `${code.replaceAll(/\s+/g, '_')} ${message}`

function failureOf({
  error,
}: store.ConnectSessionRow): Pick<ConnectSession, 'error' | 'errorCode'> {
  const [, errorCode, message] = /^(\S+) (.*)$/s.exec(error ?? '') ?? []
  return errorCode ? { error: message, errorCode } : {}
}

/** What a page that waits for the outcome is told. */
export function toConnectSession(row: store.ConnectSessionRow, now: Date): ConnectSession {
  const waiting = row.status === 'pending' || row.status === 'exchanging'
  return {
    id: row.id,
    status: waiting
      ? row.expireTime < now
        ? 'expired'
        : 'pending'
      : (row.status as 'succeeded' | 'failed'),
    provider: row.provider,
    ...(row.status === 'succeeded' && row.connectionId && { connectionId: row.connectionId }),
    ...failureOf(row),
    createTime: row.createTime.toISOString(),
    expireTime: row.expireTime.toISOString(),
  }
}
