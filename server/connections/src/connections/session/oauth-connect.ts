import type {
  BodyOf,
  ConnectionId,
  oauthConnect,
  ProjectId,
  ProviderAppId,
  ProviderInfo,
} from '@platform/contract'
import type { CatalogueEntry } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import type { CallingCredential } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import { chooseProviderApp, findProviderApp } from '@platform/tenancy/projects/provider-apps'
import { reportSetup } from '@platform/tenancy/projects/setup-reports'
import { authorizationUrl } from '../../provider/tokens/authorization-url.ts'
import type { Services } from '@platform/kernel/services'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import { connectionNotFound } from '../../credentials/credentials.ts'
import {
  getWorkspaceRef,
  parseMetadata,
  mustBeComplete,
  missingInputs,
} from '../../credentials/provider-metadata.ts'
import * as credentialStore from '../../credentials/store.ts'
import { must } from '@platform/kernel/values'
import {
  bindToBrowser,
  callbackPath,
  makeBegunElsewhereProblem,
  type NewSession,
  newState,
  type StartedConnecting,
  startSession,
} from './sessions.ts'
import type { ConnectSessionRow } from './store.ts'

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

export function oauthProvider({ catalogue }: Services, provider: string): CatalogueEntry {
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
