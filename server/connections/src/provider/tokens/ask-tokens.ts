import type { ProviderAppId } from '@platform/contract'
import { ProviderError } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { chooseProviderApp } from '@platform/tenancy/projects/provider-apps'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import { getTokens, type Credentials, type Tokens } from '../../credentials/credentials.ts'
import type { ConnectionRow } from '../../credentials/store.ts'
import { asProviderError, renewingSteps, takeSteps, tokensFrom } from '../auth-steps.ts'
import { openEgress } from '../client-certificate.ts'
import { stepValues } from '../call/step-values.ts'
import { makeExpiryGrant } from './expiry-exchange.ts'
import { requestTokens, type OAuthClient } from './token-request.ts'
import { getNow } from '@platform/kernel/values'

/** Tokens as the provider issued them. */
export interface AskedTokens {
  credentials: Credentials
  captured: Record<string, string>
  /** The builder's OAuth client that sent the request, if any. */
  app: OAuthApp | undefined
}

export interface Refused {
  error: ProviderError
  app?: OAuthApp | undefined
}

interface OAuthApp {
  id: ProviderAppId
  isRefused: boolean
}

/** The parts of a connection that token requests need. */
export type TokenOwner = Pick<
  ConnectionRow,
  'projectId' | 'provider' | 'providerMetadata' | 'providerAppId'
>

/** Requests new tokens from the provider. */
export async function askTokens(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Credentials,
): Promise<AskedTokens | Refused> {
  if (credentials.kind === 'customSteps') return askBySteps(services, db, connection, credentials)
  const entry = findProvider(connection.provider, { among: services.catalogue })
  if (!entry) {
    const missing = `The catalogue has no provider ${connection.provider}.`
    return { error: new ProviderError('unavailable', missing) }
  }
  const asking = await findGrant(services, db, connection, credentials).catch(asRejected)
  if ('error' in asking) return asking
  const { client, grant, app } = asking
  const reply = await requestTokens(services.egress.forTenant(connection.projectId), {
    entry,
    client,
    values: listMetadataValues(connection),
    grant,
    now: getNow(),
  }).catch(asRejected)
  if ('error' in reply) return { ...reply, app }
  const { tokens, captured } = reply
  const before = getTokens(credentials)
  const renewed = {
    ...tokens,
    // Most providers return a refresh token only when it is rotated.
    refreshToken: tokens.refreshToken ?? before?.refreshToken,
    scopes: tokens.scopes ?? before?.scopes,
  } as Tokens
  return {
    credentials: { ...credentials, tokens: renewed } as Credentials,
    captured,
    app,
  }
}

/** Returns a rejection by the provider or because of our data; rethrows internal errors. */
function asRejected(error: unknown): Refused {
  if (error instanceof ProviderError) return { error }
  throw error
}

/** Repeats the steps of a provider's own scheme. */
async function askBySteps(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Extract<Credentials, { kind: 'customSteps' }>,
): Promise<AskedTokens | Refused> {
  const { provider, providerMetadata: metadata } = connection
  const entry = findProvider(provider, { among: services.catalogue })
  if (!entry?.authSteps) {
    const missing = `The catalogue has no sign-in flow for ${provider}.`
    return { error: new ProviderError('unavailable', missing) }
  }
  const takesApp = Boolean(entry.info.customOpts?.providerInputs?.length)
  const client = takesApp ? await findClient(db, connection).catch(asRejected) : undefined
  if (client && 'error' in client) return client
  const app = client && { id: client.id, isRefused: client.refusedTime !== null }
  const now = getNow()
  try {
    const values = await stepValues(services, {
      entry,
      app: client,
      metadata,
      inputs: credentials.values,
    })
    const egress = openEgress(services, { projectId: connection.projectId, entry, values })
    const steps = renewingSteps(entry.authSteps)
    const taken = await takeSteps(egress, { entry, steps, values, now })
    const tokens = tokensFrom(entry.authSteps, taken, now)
    return { credentials: { ...credentials, tokens }, captured: {}, app }
  } catch (error) {
    return { ...asRejected(asProviderError(error)), app }
  }
}

async function findGrant(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Credentials,
): Promise<{
  client: OAuthClient
  grant: Record<string, string>
  app?: OAuthApp
}> {
  switch (credentials.kind) {
    case 'authorizationCode': {
      const { refreshToken } = credentials.tokens
      const exchange = makeExpiryGrant(
        findProvider(connection.provider, { among: services.catalogue }),
        credentials,
      )
      const grant =
        exchange ?? (refreshToken && { grant_type: 'refresh_token', refresh_token: refreshToken })
      if (!grant) throw new ProviderError('credentials', 'There is no refresh token.')
      const app = await findClient(db, connection)
      return {
        client: {
          clientId: app.clientId,
          clientSecret: await services.secrets.open(connection.projectId, app.clientSecret),
        },
        grant,
        app: { id: app.id, isRefused: app.refusedTime !== null },
      }
    }
    case 'clientCredentials':
      return {
        client: credentials,
        grant: {
          grant_type: 'client_credentials',
          ...(credentials.scopes?.length && { scope: credentials.scopes.join(' ') }),
        },
      }
    case 'password':
      return {
        client: credentials,
        grant: {
          grant_type: 'password',
          username: credentials.username,
          password: credentials.password,
          ...(credentials.scopes?.length && { scope: credentials.scopes.join(' ') }),
        },
      }
    default:
      throw new Error(`Credentials of kind ${credentials.kind} are not refreshed.`)
  }
}

/**
 * Returns the OAuth client of the tokens. An imported connection, which names none, uses the
 * provider's.
 */
async function findClient(db: Db, { provider, providerAppId }: TokenOwner) {
  const app = await chooseProviderApp(db, provider, providerAppId ?? undefined)
  if (app) return app
  throw new ProviderError(
    'unavailable',
    `The project has no OAuth client for ${provider}: add it as a provider app.`,
    { isBuildersToMend: true },
  )
}
