import type { ConnectionId } from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import type { Database, Db } from '@platform/kernel/db/database'
import { acceptClient, findProviderApp } from '@platform/tenancy/projects/provider-apps'
import { captureText, requestTokens } from '../../provider/tokens/token-request.ts'
import { saveWhenBack } from '../../provider/tokens/save-tokens.ts'
import type { Services } from '@platform/kernel/services'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import { getExpireTime, getScheme, type Credentials } from '../../credentials/credentials.ts'
import { getNow, must } from '@platform/kernel/values'
import { hashSecret } from './browser.ts'
import { chooseAccount, lookUpAccounts, type ReachableAccount } from './look-up-accounts.ts'
import { failWith, finishSession, type Connected } from './save-connection.ts'
import {
  type ConnectOutcome,
  type ConnectPageContext,
  explainOauthError,
  newState,
  rejectionIn,
  type Returned,
  takeReturned,
} from './sessions.ts'
import { describeForCustomer, findSignInError } from './sign-in-errors.ts'
import { continueConnectSession, type ConnectSessionRow } from './store.ts'
import { oauthProvider, redirectUri } from './oauth-connect.ts'

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
    const sealed = await services.secrets.seal(projectId, JSON.stringify(waiting))
    await saveWhenBack(services, { projectId, provider: session.provider }, () =>
      continueConnectSession(db, session.id, { stateHash: hashSecret(next), customAuth: sealed }),
    )
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
  if (app.refusedTime !== null) {
    await saveWhenBack(services, { projectId, provider: session.provider }, () =>
      acceptClient(db, app.id),
    )
  }
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
