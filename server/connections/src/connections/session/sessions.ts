import { getNow, isLoopbackHost, must } from '@platform/kernel/values'
import { randomBytes } from 'node:crypto'
import { getRequiredCapability, oauthConnect } from '@platform/contract'
import type {
  ConnectionId,
  ConnectSession,
  ConnectSessionId,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
} from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { type CallingCredential, findRoleIn, mustBeWithin } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { findRole } from '@platform/tenancy/organizations/memberships'
import { findProject } from '@platform/tenancy/projects/projects'
import { isKeyWithdrawn } from '@platform/tenancy/projects/withdrawn-keys'
import { openProviderApp } from '@platform/tenancy/projects/provider-apps'
import type { Services } from '@platform/kernel/services'
import * as credentialStore from '../../credentials/store.ts'
import type { AccountChange } from './account.ts'
import { hashSecret } from './browser.ts'
import * as store from './store.ts'

const lifetimeMs = 10 * 60_000
const hourMs = 3_600_000

/** Path to which providers send browsers after the sign-in. */
export const callbackPath = '/callbacks/v1/oauth'
/** Path below which a browser starts a flow. */
export const beginPath = '/callbacks/v1/oauth/begin'
/** Path below which an end user chooses one of several accounts. */
export const choosePath = '/callbacks/v1/oauth/choose'

export interface StartedConnecting {
  url: string
  connectSessionId: ConnectSessionId
}

export interface NewSession {
  projectId: ProjectId
  provider: string
  providerAppId: ProviderAppId | undefined
  /** Origin of the requesting page; the outcome is posted to no other. */
  origin: string | undefined
  connectionId?: ConnectionId | undefined
  groupRef: string
  groupName?: string | undefined
  consumerRef: string
  consumerName?: string | undefined
  providerWorkspaceRef?: string | undefined
  metadata: ProviderMetadata
  changeAccount?: boolean | undefined
  addAccount?: boolean | undefined
  /** Whether the session is for a link sent to the end user. */
  linkHours?: number | undefined
  /** Creator of the link. */
  madeBy?: string | undefined
  /** It ends with this credential. */
  begunWith?: CallingCredential | undefined
  state: string
  /** Encrypted, like the following values. */
  codeVerifier?: Buffer | undefined
  customAuth?: Buffer | undefined
}

export const newState = (): string => randomBytes(32).toString('base64url')

/**
 * Stores a flow for the browser that starts it and returns its URL at the platform, which binds the
 * flow to the browser and redirects.
 */
export async function startSession(
  services: Services,
  db: Db,
  { projectId, groupRef, state, ...session }: NewSession,
): Promise<StartedConnecting> {
  const id = newId('csn')
  await inTransaction(db, async (tx) => {
    await store.insertConnectSession(tx, {
      id,
      projectId,
      provider: session.provider,
      providerAppId: session.providerAppId ?? null,
      connectionId: session.connectionId ?? null,
      groupRef,
      groupName: session.groupName ?? null,
      consumerRef: session.consumerRef,
      consumerName: session.consumerName ?? null,
      providerWorkspaceRef: session.providerWorkspaceRef ?? null,
      providerMetadata: JSON.stringify(session.metadata),
      stateHash: hashSecret(state),
      codeVerifier: session.codeVerifier ?? null,
      customAuth: session.customAuth ?? null,
      origin: session.origin ?? null,
      changesAccount: session.changeAccount ?? false,
      addsAccount: session.addAccount ?? false,
      madeBy: session.linkHours === undefined ? null : (session.madeBy ?? null),
      connectLinkId: session.begunWith?.connectLinkId ?? null,
      keyId: session.begunWith?.keyId ?? null,
      orgId: session.begunWith?.membership?.orgId ?? null,
      builderId: session.begunWith?.membership?.builderId ?? null,
      error: null,
      expireTime: getNow(session.linkHours ? session.linkHours * hourMs : lifetimeMs),
    })
    await mustBeWithin(tx, services.tenantLimits, {
      what: 'connectSessions',
      tenant: `${projectId} ${groupRef}`,
      count: () => store.countWaiting(tx, projectId, groupRef),
    })
  })
  return { url: `${services.publicUrl}${beginPath}/${state}`, connectSessionId: id }
}

/** Whether the session is a link for the end user, which is valid for longer. */
export const isLink = ({ createTime, expireTime }: store.ConnectSessionRow): boolean =>
  expireTime.getTime() - createTime.getTime() > 2 * lifetimeMs

/** Describes to the end user whose data is connected to what. */
export interface ConnectPageContext {
  appName: string
  /** Name of the customer; a reference means nothing to the end user. */
  customer?: string
  provider: string
  /** Package that an administrator must install in the account before the first sign-in. */
  installURL?: string
}

async function describeSession(
  services: Services,
  database: Database,
  { projectId, provider, providerAppId, connectionId, groupName }: store.ConnectSessionRow,
): Promise<ConnectPageContext> {
  const { catalogue } = services
  const db = database.tenant(projectId)
  const project = await findProject(db, projectId)
  const connection = connectionId && (await credentialStore.findConnection(db, connectionId))
  const customer = groupName || (connection && connection.groupName)
  return {
    appName: must(project, projectId).appName,
    ...(customer && { customer }),
    provider: findProvider(provider, { among: catalogue })?.info.displayName ?? provider,
    ...(providerAppId && (await findInstallURL(services, db, providerAppId))),
  }
}

/** Returns the link to the package of the session's app; empty if it succeeded or the app has none. */
export async function findSessionInstallURL(
  services: Services,
  db: Db,
  { status, providerAppId }: store.ConnectSessionRow,
): Promise<{ installURL?: string }> {
  if (status === 'succeeded' || !providerAppId) return {}
  return (await findInstallURL(services, db, providerAppId)) ?? {}
}

/** Finds the link with which customers install the package of the builder's app. */
async function findInstallURL(
  { secrets, publicUrl }: Services,
  db: Db,
  providerAppId: ProviderAppId,
): Promise<{ installURL: string } | undefined> {
  const app = await openProviderApp(secrets, db, providerAppId)
  const url = URL.parse(app?.providerParams['packageInstallURL'] ?? '')
  if (!url) return undefined
  // The sandbox has no certificate.
  const isLocal = isLoopbackHost(url.hostname) && isLoopbackHost(new URL(publicUrl).hostname)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
  return isSafe ? { installURL: url.href } : undefined
}

/** Reports whether the key that began the flow has been withdrawn, which it does not outlive. */
const isWithdrawn = async (db: Db, { keyId }: store.ConnectSessionRow): Promise<boolean> =>
  keyId !== null && isKeyWithdrawn(db, { keyId, capability: capabilityToConnect })

const capabilityToConnect = must(getRequiredCapability(oauthConnect), 'capability')

/**
 * Throws if the flow has lost the key that began it. In a transaction, the key is not withdrawn before its end.
 * @throws Problem `oauth-state-invalid`
 */
export async function mustNotBeWithdrawn(db: Db, session: store.ConnectSessionRow): Promise<void> {
  if (!(await isWithdrawn(db, session))) return
  throw hasEnded('the key that began it is no longer valid')
}

const hasEnded = (reason: string) =>
  new Problem('oauth-state-invalid', { detail: `This sign-in has ended, because ${reason}.` })

/** Reports whether the member who began the flow may no longer do so. With their membership, it is deleted. */
async function isDemoted(
  { everything }: Pick<Database, 'everything'>,
  { projectId, orgId, builderId }: store.ConnectSessionRow,
): Promise<boolean> {
  if (!orgId || !builderId) return false
  const member = await findRole(everything, builderId, orgId)
  return !findRoleIn(projectId, member).capabilities.includes(capabilityToConnect)
}

/**
 * Throws if the member who began the flow may no longer do so.
 * @throws Problem `oauth-state-invalid`
 */
export async function mustNotBeDemoted(
  database: Pick<Database, 'everything'>,
  session: store.ConnectSessionRow,
): Promise<void> {
  if (await isDemoted(database, session))
    throw hasEnded('the member who began it may no longer do so')
}

/** Returns the flow that waits for a browser; undefined if none does. */
export async function findBeginning(
  services: Services,
  database: Database,
  state: string,
): Promise<{ session: store.ConnectSessionRow; about: ConnectPageContext } | undefined> {
  const session = await store.findWaitingSession(database.everything, hashSecret(state))
  if (!session || (await isWithdrawn(database.tenant(session.projectId), session))) return undefined
  if (await isDemoted(database, session)) return undefined
  return { session, about: await describeSession(services, database, session) }
}

/**
 * Binds the flow to this browser.
 * @throws Problem `oauth-state-invalid` if it belongs to another browser
 */
export async function bindToBrowser(
  db: Db,
  { id }: store.ConnectSessionRow,
  nonce: string,
): Promise<void> {
  if (!(await store.bindConnectSession(db, id, hashSecret(nonce))))
    throw makeBegunElsewhereProblem()
}

export const makeBegunElsewhereProblem = () =>
  new Problem('oauth-state-invalid', {
    detail:
      'This sign-in was started in another browser, or is already in progress. Start connecting again.',
  })

export type ConnectOutcome = { origin: string | undefined; about?: ConnectPageContext } & (
  | {
      succeeded: true
      projectId: ProjectId
      connectionId: ConnectionId
      /** Creator of the link that started the flow. */
      madeBy: string | null
    }
  | { succeeded: false; error: string; message: string; accounts?: AccountChange }
)

/** A flow whose browser has returned from the provider, which happens once per state. */
export interface Returned {
  session: store.ConnectSessionRow
  origin: string | undefined
  about: ConnectPageContext
  db: Db
  /** Throws if whoever began the flow has lost the right meanwhile. Called outside a transaction. */
  mayFinish(): Promise<void>
  succeed(connectionId: ConnectionId): ConnectOutcome
  /** `error` is for programs, `message` for the end user. */
  fail(error: string, message: string, accounts?: AccountChange): Promise<ConnectOutcome>
}

/**
 * Takes the flow for the returning browser.
 * @throws Problem `oauth-state-invalid` if no waiting session of this kind has this state
 */
export async function takeReturned(
  services: Services,
  database: Database,
  {
    state,
    nonce,
    kind,
  }: {
    state: string | undefined
    /** Nonce of the browser. */
    nonce: string | undefined
    kind: store.SessionKind
  },
): Promise<Returned> {
  if (!state) throw new Problem('oauth-state-invalid')
  const { everything } = database
  const stateHash = hashSecret(state)
  const session =
    nonce &&
    (await store.takeConnectSession(everything, {
      stateHash,
      browserHash: hashSecret(nonce),
      kind,
    }))
  if (!session) {
    const isOthers = await store.findWaitingSession(everything, stateHash)
    throw isOthers ? makeBegunElsewhereProblem() : new Problem('oauth-state-invalid')
  }
  const { projectId } = session
  const db = database.tenant(projectId)
  await mustNotBeWithdrawn(db, session)
  await mustNotBeDemoted(database, session)
  const known = {
    origin: session.origin ?? undefined,
    about: await describeSession(services, database, session),
  }
  return {
    session,
    ...known,
    db,
    mayFinish: () => mustNotBeDemoted(database, session),
    succeed: (connectionId) => ({
      succeeded: true,
      ...known,
      projectId,
      connectionId,
      madeBy: session.madeBy,
    }),
    async fail(error, message, accounts) {
      await store.finishConnectSession(db, session.id, {
        status: 'failed',
        error: withCode(error, message, accounts),
      })
      return { succeeded: false, ...known, error, message, ...(accounts && { accounts }) }
    },
  }
}

/** Describes the error that the provider redirected with. */
export function rejectionIn({
  error,
  error_description: description,
}: Record<string, string | undefined>): { error: string; message: string } | undefined {
  if (!error) return undefined
  // The code is untrusted provider text: it is truncated and escaped.
  const code = error.slice(0, 100)
  return { error: code, message: (description ?? explainOauthError(code)).slice(0, 500) }
}

export const explainOauthError = (code: string) =>
  /access[_-]denied/.test(code)
    ? 'You did not allow access.'
    : `The provider answered with the error ${code}.`

export const { findConnectSession, endSessionsOfLink } = store

/**
 * Serializes a failure for storage: its code, which contains no space, its message and, on a
 * separate line, the accounts.
 */
const withCode = (code: string, message: string, accounts?: AccountChange) =>
  `${code.replaceAll(/\s+/g, '_')} ${message}${accounts ? `\n${JSON.stringify(accounts)}` : ''}`

function toFailure({
  error,
}: store.ConnectSessionRow): Pick<ConnectSession, 'error' | 'errorCode' | 'accounts'> {
  const [, errorCode, text = ''] = /^(\S+) (.*)$/s.exec(error ?? '') ?? []
  if (!errorCode) return {}
  const [, message, json] = /^(.*)\n(\{.*\})$/s.exec(text) ?? []
  if (errorCode !== 'other_account' || json === undefined) return { error: text, errorCode }
  return { error: message, errorCode, accounts: JSON.parse(json) as AccountChange }
}

/** Returns the outcome to a page that polls for it. */
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
    ...toFailure(row),
    createTime: row.createTime.toISOString(),
    expireTime: row.expireTime.toISOString(),
  }
}
