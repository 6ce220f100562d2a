import type {
  BodyOf,
  ConnectionId,
  oauthConnect,
  ProjectId,
  ProviderAppId,
  ProviderInfo,
} from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import type { CallingCredential } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import {
  acceptClient,
  chooseProviderApp,
  findProviderApp,
} from '@platform/tenancy/projects/provider-apps'
import { reportSetup } from '@platform/tenancy/projects/setup-reports'
import { authorizationUrl } from '../../provider/tokens/authorization-url.ts'
import { captureText, requestTokens } from '../../provider/tokens/token-request.ts'
import type { Services } from '@platform/kernel/services'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import {
  getExpireTime,
  getScheme,
  type Credentials,
  connectionNotFound,
} from '../../credentials/credentials.ts'
import {
  getWorkspaceRef,
  parseMetadata,
  mustBeComplete,
  missingInputs,
} from '../../credentials/provider-metadata.ts'
import * as credentialStore from '../../credentials/store.ts'
import { getNow, must } from '@platform/kernel/values'
import { hashSecret } from './browser.ts'
import { chooseAccount, lookUpAccounts, type ReachableAccount } from './look-up-accounts.ts'
import { failWith, finishSession, type Connected } from './save-connection.ts'
import {
  bindToBrowser,
  callbackPath,
  type ConnectOutcome,
  type ConnectPageContext,
  explainOauthError,
  makeBegunElsewhereProblem,
  type NewSession,
  newState,
  rejectionIn,
  type Returned,
  type StartedConnecting,
  startSession,
  takeReturned,
} from './sessions.ts'
import { describeForCustomer, findSignInError } from './sign-in-errors.ts'
import { continueConnectSession, type ConnectSessionRow } from './store.ts'

/**
 * Starts the authorization code flow (RFC 6749, section 4.1; PKCE with S256 if the provider
 * supports it) and returns the URL for the end user.
 */
export async function startConnecting(
  services: Services,
  db: Db,
  {
    projectId,
    origin,
    begunWith,
    request,
  }: {
    projectId: ProjectId
    /** Origin of the requesting page; the outcome is posted to no other. */
    origin: string | undefined
    begunWith: CallingCredential
    request: Omit<BodyOf<typeof oauthConnect>, 'projectIdOrName'>
  },
): Promise<StartedConnecting> {
  const entry = oauthProvider(services, request.provider)
  const metadata = parseMetadata(entry, request)
  mustBeComplete(entry, metadata)
  return startOauth(services, db, {
    ...request,
    providerWorkspaceRef: getWorkspaceRef(entry, request) ?? undefined,
    projectId,
    origin,
    begunWith,
    entry,
    metadata,
    providerAppId: request.providerAppId,
  })
}

/** Starts OAuth for an existing connection, whose credentials are replaced. */
export async function startConnectingAgain(
  services: Services,
  db: Db,
  {
    projectId,
    connectionId,
    origin,
    changeAccount,
    linkHours,
    madeBy,
    begunWith,
  }: {
    projectId: ProjectId
    connectionId: ConnectionId
    begunWith: CallingCredential
    origin: string | undefined
    changeAccount: boolean | undefined
    linkHours?: number | undefined
    madeBy: string
  },
): Promise<StartedConnecting> {
  const connection = await credentialStore.findConnection(db, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  const entry = oauthProvider(services, connection.provider)
  return startOauth(services, db, {
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
    linkHours,
    madeBy,
    begunWith,
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
      detail: `${provider} does not use OAuth in the browser.`,
      remedy: 'Create the connection from its credentials with connections:generate.',
    })
  }
  return entry
}

interface Beginning extends Omit<NewSession, 'provider' | 'state'> {
  entry: CatalogueEntry
}

async function startOauth(
  services: Services,
  db: Db,
  { entry, ...session }: Beginning,
): Promise<StartedConnecting> {
  const { info } = entry
  const { projectId } = session
  const app = await chooseProviderApp(db, info.name, session.providerAppId)
  if (!app) throw noApp(info, session.providerAppId)

  const state = newState()
  const codeVerifier = must(entry.oauth2, 'oauth2').pkce === 'unsupported' ? undefined : newState()
  const values = listMetadataValues({ providerMetadata: session.metadata })
  // Reports invalid inputs now, before the end user leaves for the provider.
  signInPage(services, { entry, app, values, state, codeVerifier })
  return startSession(services, db, {
    ...session,
    provider: info.name,
    providerAppId: app.id,
    state,
    ...(codeVerifier && { codeVerifier: await services.secrets.seal(projectId, codeVerifier) }),
  })
}

const noApp = (
  { name, displayName = name }: ProviderInfo,
  providerAppId: ProviderAppId | null | undefined,
) =>
  new Problem('provider-app-missing', {
    detail: providerAppId
      ? `The project has no provider app ${providerAppId} for ${name}.`
      : `The project has no OAuth client for ${displayName}.`,
  })

/**
 * Reports to the owners that an end user met a missing app. It is checked before the transaction of the
 * request, which the problem would roll back together with the report.
 * @throws Problem `provider-app-missing`, and those of invalid inputs
 */
export async function mustHaveApp(
  services: Services,
  db: Db,
  {
    projectId,
    request,
  }: {
    projectId: ProjectId
    request: Omit<BodyOf<typeof oauthConnect>, 'projectIdOrName'>
  },
): Promise<void> {
  const entry = oauthProvider(services, request.provider)
  mustBeComplete(entry, parseMetadata(entry, request))
  const { providerAppId } = request
  if (await chooseProviderApp(db, request.provider, providerAppId)) return
  throw await reportNoApp(services, db, { projectId, info: entry.info, providerAppId })
}

/** Checks the same for a connection that is reauthenticated in the browser. */
export async function mustHaveAppAgain(
  services: Services,
  db: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
): Promise<void> {
  const connection = await credentialStore.findConnection(db, connectionId)
  if (!connection) return
  const info = findProvider(connection.provider, { among: services.catalogue })?.info
  if (!info?.oauth2Opts?.grantType.startsWith('authorizationCode')) return
  const providerAppId = connection.providerAppId ?? undefined
  if (await chooseProviderApp(db, info.name, providerAppId)) return
  throw await reportNoApp(services, db, { projectId, info, providerAppId })
}

/** Returns the problem, which is reported to the owners. */
export async function reportNoApp(
  { log }: Pick<Services, 'log'>,
  db: Db,
  {
    projectId,
    info,
    providerAppId,
  }: { projectId: ProjectId; info: ProviderInfo; providerAppId: ProviderAppId | undefined },
): Promise<Problem> {
  const { name: provider } = info
  const problem = noApp(info, providerAppId)
  const detail = problem.message
  log.warn({ projectId, provider, providerAppId }, 'an end user met a missing provider app')
  await reportSetup(db, {
    ...{ projectId, provider, cause: 'missing', detail },
    providerAppId: providerAppId ?? null,
  })
  return problem
}

/** Redirect URI that a builder registers with a provider. */
export const redirectUri = ({ publicUrl }: Pick<Services, 'publicUrl'>): string =>
  `${publicUrl}${callbackPath}`

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
    throw error instanceof TemplateError ? missingInputs(error, values) : error
  }
}

/**
 * Binds the flow to this browser and returns the provider's page.
 * @throws Problem `oauth-state-invalid` if it belongs to another browser
 */
export async function beginConnecting(
  services: Services,
  db: Db,
  session: ConnectSessionRow,
  { state, nonce }: { state: string; nonce: string },
): Promise<string> {
  const { projectId } = session
  const app = session.providerAppId && (await findProviderApp(db, session.providerAppId))
  if (!app) throw makeBegunElsewhereProblem()
  await bindToBrowser(db, session, nonce)
  return signInPage(services, {
    entry: oauthProvider(services, session.provider),
    app,
    values: listMetadataValues(session),
    state,
    codeVerifier: session.codeVerifier
      ? await services.secrets.open(projectId, session.codeVerifier)
      : undefined,
  })
}

/**
 * Completes the flow with the values of the provider's redirect. Each state works once.
 * @throws Problem `oauth-state-invalid` if no waiting session has this state
 */
export async function finishConnecting(
  services: Services,
  database: Database,
  {
    nonce,
    ...query
  }: {
    /** Nonce of the returning browser. */
    nonce: string | undefined
    state?: string
    code?: string
    error?: string
    error_description?: string
  } & Readonly<Record<string, string | undefined>>,
): Promise<ConnectOutcome | AccountChoice> {
  const { state } = query
  const returned = await takeReturned(services, database, { state, nonce, kind: 'oauth' })
  const { session, db, succeed, fail } = returned
  const refusal = rejectionIn(query)
  if (refusal) {
    const entry = oauthProvider(services, session.provider)
    const known = findSignInError(entry, refusal.error, query.error_description)
    if (!known) return fail(refusal.error, refusal.message)
    const { provider } = session
    const { cause, remedy } = known
    services.log.warn({ provider, code: refusal.error, cause, remedy }, 'sign-in rejected')
    return fail(refusal.error, describeForCustomer(entry, known))
  }
  if (!query.code) return fail('no_code', explainOauthError('no_code'))
  try {
    const { entry, connected, credentials } = await exchange(services, db, session, {
      code: query.code,
      state,
      redirected: captureRedirect(oauthProvider(services, session.provider), query),
    })
    const { lookup } = entry
    if (!lookup) return succeed(await finishSession(services, returned, entry, connected))
    const { projectId } = session
    const values = { ...listMetadataValues(session), ...connected.captured }
    const accounts = await lookUpAccounts(services, {
      projectId,
      entry,
      lookup,
      credentials,
      values,
    }).catch((error: unknown) => {
      if (lookup.optional && isNotPermitted(error)) return undefined
      throw error
    })
    if (!accounts) return succeed(await finishSession(services, returned, entry, connected))
    const account = chooseAccount(accounts, session, lookup)
    if (account) {
      return succeed(await finishWith(services, returned, { entry, connected, account }))
    }
    const next = newState()
    const waiting: WaitingChoice = { credentials, connected: withoutSecrets(connected), accounts }
    await continueConnectSession(db, session.id, {
      stateHash: hashSecret(next),
      customAuth: await services.secrets.seal(projectId, JSON.stringify(waiting)),
    })
    return {
      accounts: accounts.map(({ label }) => label),
      what: lookup.what,
      state: next,
      about: returned.about,
    }
  } catch (error) {
    return failWith(services, returned, error)
  }
}

const isNotPermitted = (error: unknown) =>
  error instanceof ProviderError && [401, 403, 404].includes(error.status ?? 0)

/** The end user has to choose one of several accounts before the connection is created. */
export interface AccountChoice {
  accounts: string[]
  /** The provider's name of the account. */
  what: string
  /** State that the choice is submitted with. */
  state: string
  about: ConnectPageContext
}

/** Encrypted in the session until the choice is made. */
interface WaitingChoice {
  credentials: Credentials
  connected: Omit<Connected, 'credentials' | 'accessExpireTime' | 'trialTime'>
  accounts: ReachableAccount[]
}

const withoutSecrets = ({
  credentials: _credentials,
  accessExpireTime: _expireTime,
  trialTime: _trialTime,
  ...rest
}: Connected): WaitingChoice['connected'] => rest

const finishWith = (
  services: Services,
  returned: Returned,
  {
    entry,
    connected,
    account,
  }: { entry: CatalogueEntry; connected: Connected; account: ReachableAccount },
): Promise<ConnectionId> =>
  finishSession(services, returned, entry, {
    ...connected,
    captured: { ...connected.captured, ...account.values },
  })

/**
 * Completes the flow with the account that the end user chose. Each state works once.
 * @throws Problem `oauth-state-invalid` if no waiting session has this state
 */
export async function finishChoosing(
  services: Services,
  database: Database,
  {
    state,
    nonce,
    choice,
  }: { state: string; nonce: string | undefined; choice: string | undefined },
): Promise<ConnectOutcome> {
  const returned = await takeReturned(services, database, { state, nonce, kind: 'custom' })
  const { session, succeed, fail } = returned
  try {
    const sealed = must(session.customAuth, `choice of ${session.id}`)
    const waiting = JSON.parse(
      await services.secrets.open(session.projectId, sealed),
    ) as Partial<WaitingChoice>
    const account = waiting.accounts?.[Number(choice || NaN)]
    const { credentials, connected } = waiting
    if (!account || !credentials || !connected) {
      return await fail('no_choice', 'Nothing was chosen. Start connecting again.')
    }
    const again = await services.secrets.seal(session.projectId, JSON.stringify(credentials))
    return succeed(
      await finishWith(services, returned, {
        entry: oauthProvider(services, session.provider),
        connected: {
          ...connected,
          credentials: again,
          accessExpireTime: getExpireTime(credentials),
        },
        account,
      }),
    )
  } catch (error) {
    return failWith(services, returned, error)
  }
}

/** Returns the values of the connection that the provider's redirect contains. */
function captureRedirect(
  { info }: CatalogueEntry,
  query: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inputs = info.metadata?.input ?? []
  return Object.fromEntries(
    inputs.flatMap(({ name, redirectParam, redirectCapture }) => {
      const value =
        redirectParam === undefined
          ? undefined
          : captureText(query[redirectParam]?.slice(0, 500), redirectCapture)
      return value ? [[name, value]] : []
    }),
  )
}

async function exchange(
  services: Services,
  db: Db,
  session: ConnectSessionRow,
  {
    code,
    state,
    redirected,
  }: {
    code: string
    state: string | undefined
    /** Values of the connection that the redirect contains. */
    redirected: Record<string, string>
  },
): Promise<{ entry: CatalogueEntry; connected: Connected; credentials: Credentials }> {
  const { projectId } = session
  const entry = oauthProvider(services, session.provider)
  const app = session.providerAppId && (await findProviderApp(db, session.providerAppId))
  if (!app) {
    throw new ProviderError('unavailable', 'The OAuth client was deleted during the sign-in.', {
      isBuildersToMend: true,
    })
  }

  const codeVerifier =
    session.codeVerifier && (await services.secrets.open(projectId, session.codeVerifier))
  const client = {
    clientId: app.clientId,
    clientSecret: await services.secrets.open(projectId, app.clientSecret),
  }
  const call = { projectId, of: session.provider, isBackground: false }
  const { tokens, captured, workspaceRef, consumerRef } = await services.calls.run(call, () =>
    requestTokens(services.egress.forTenant(projectId), {
      entry,
      client,
      values: { ...listMetadataValues(session), ...redirected },
      grant: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri(services),
        ...(codeVerifier && { code_verifier: codeVerifier }),
        ...(entry.oauth2?.sendsState && state !== undefined && { state }),
      },
      now: getNow(),
    }),
  )
  if (app.refusedTime !== null) await acceptClient(db, app.id)
  const credentials: Credentials = { kind: 'authorizationCode', tokens }
  const sealed = await services.secrets.seal(projectId, JSON.stringify(credentials))
  const connected: Connected = {
    credentials: sealed,
    accessExpireTime: getExpireTime(credentials),
    authScheme: getScheme(credentials, codeVerifier !== null),
    workspaceRef,
    consumerRef,
    captured: { ...redirected, ...captured },
  }
  return { entry, connected, credentials }
}
