import { randomBytes } from 'node:crypto'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { TemplateError } from '@platform/connectors'
import type { ProjectId, ProviderAppId, ProviderAppTestStep } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getNow, must } from '@platform/kernel/values'
import { findProviderApp } from '@platform/tenancy/projects/provider-apps'
import { authorizationUrl } from '../../provider/tokens/authorization-url.ts'
import { requestTokens, type OAuthClient } from '../../provider/tokens/token-request.ts'
import { redirectUri } from './oauth-connect.ts'
import { isInconclusive, recognizePageError, type PageError } from './recognize-page-error.ts'
import { requestSignInPage, type SignInReply } from './request-sign-in-page.ts'

/** Of a token request. */
const timeoutMs = 10_000

/** A redirect URI that no app has registered. */
const foreignRedirectUri = 'https://unregistered.example.com/callbacks/v1/oauth'

interface Probed {
  projectId: ProjectId
  providerAppId: ProviderAppId
  entry: CatalogueEntry
  /** Values of the connection, for URLs with variables. */
  values: Record<string, string>
}

/**
 * Requests the sign-in page and the token endpoint with the client of the app. An unknown client,
 * redirect URI and secret are tried as well: if the provider answers them alike, the step is open,
 * because only a sign-in shows what the provider accepts.
 */
export async function probeApp(
  services: Services,
  db: Db,
  { projectId, providerAppId, entry, values }: Probed,
): Promise<ProviderAppTestStep[]> {
  const row = must(await findProviderApp(db, providerAppId), providerAppId)
  const app = {
    clientId: row.clientId,
    clientSecret: await services.secrets.open(projectId, row.clientSecret),
    scopes: row.scopes ?? [],
    ownParams: row.metadata?.authQueryParams ?? {},
  }
  const about = { projectId, entry, values, app }
  const [pages, client] = await Promise.all([
    probeSignInPage(services, about),
    probeClient(services, about),
  ])
  return [...pages, client]
}

interface AboutApp extends Omit<Probed, 'providerAppId'> {
  app: OAuthClient & { scopes: string[]; ownParams: Record<string, string[]> }
}

async function probeSignInPage(
  services: Services,
  { projectId, entry, values, app }: AboutApp,
): Promise<ProviderAppTestStep[]> {
  const own = redirectUri(services)
  const codeVerifier = entry.oauth2?.pkce === 'unsupported' ? undefined : makeUnknown()
  const open = (change: { clientId?: string; redirectUri?: string }) => {
    const sent = { ...app, redirectUri: own, ...change }
    const url = authorizationUrl(entry, { ...sent, values, state: makeUnknown(), codeVerifier })
    const call = { projectId, of: entry.info.name, isBackground: false }
    return services.calls.run(call, () =>
      requestSignInPage(services.egress.forTenant(projectId), {
        entry,
        url,
        redirectUri: sent.redirectUri,
      }),
    )
  }
  let replies: [SignInReply, SignInReply, SignInReply]
  try {
    replies = await Promise.all([
      open({}),
      open({ clientId: makeUnknown() }),
      open({ redirectUri: foreignRedirectUri }),
    ])
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return (['authorizeURL', 'redirectURI'] as const).map((step) => needsValues(step, error))
  }
  const [ours, ofUnknownClient, toForeign] = replies
  if (ours.kind === 'none') {
    const failed = failReply('authorizeURL', ours)
    return [failed, skip('redirectURI', 'The sign-in page did not answer.')]
  }
  const name = getName(entry)
  const error = recognizePageError(entry, ours)
  if (error) return listPageFailure(error)
  const undecided = findUndecided(ours, name)
  const isClientChecked = !isAlike(entry, ours, ofUnknownClient)
  const isRedirectChecked = !isAlike(entry, ours, toForeign)
  return [
    decide('authorizeURL', isClientChecked, {
      passed: `${name} shows its sign-in page at ${ours.place} and rejects an unknown client ID.`,
      undecided: undecided ?? `${name} shows the same page for an unknown client ID.`,
    }),
    decide('redirectURI', isRedirectChecked, {
      passed: `${name} accepts ${own} and rejects another redirect URI.`,
      undecided: undecided ?? `${name} shows the same page for an unregistered redirect URI.`,
    }),
  ]
}

/** Says why nothing can be concluded from a reply. */
function findUndecided(reply: SignInReply, name: string): string | undefined {
  if (reply.kind === 'too-large') return `The page at ${reply.place} is too large to be examined.`
  if (reply.kind === 'page' && isInconclusive(reply)) {
    return `${name} answered ${reply.status}, which it may do to every program.`
  }
  return undefined
}

function listPageFailure(error: PageError): ProviderAppTestStep[] {
  const { about, detail, remedy } = error
  const failure = { status: 'failed', detail, remedy } as const
  if (about !== 'redirectURI') {
    return [
      { step: 'authorizeURL', ...failure },
      skip('redirectURI', 'The sign-in page was rejected for another reason.'),
    ]
  }
  return [
    { step: 'authorizeURL', status: 'passed', detail: 'The provider recognizes the client ID.' },
    { step: 'redirectURI', ...failure },
  ]
}

/** Reports whether both replies show the same page, or one of them is not conclusive. */
function isAlike(entry: CatalogueEntry, ours: SignInReply, other: SignInReply): boolean {
  const inconclusive = new Set(['none', 'too-large'])
  if (inconclusive.has(ours.kind) || inconclusive.has(other.kind)) return true
  if (isInconclusive(ours) || isInconclusive(other)) return true
  if (recognizePageError(entry, other)) return false
  const toKey = (reply: SignInReply) =>
    reply.kind === 'page' ? `${reply.kind} ${reply.status} ${reply.place}` : reply.kind
  return toKey(ours) === toKey(other)
}

async function probeClient(
  services: Services,
  { projectId, entry, values, app }: AboutApp,
): Promise<ProviderAppTestStep> {
  const step = 'clientCredentials'
  const egress = services.egress.forTenant(projectId)
  const ask = (client: OAuthClient) =>
    services.calls.run({ projectId, of: entry.info.name, isBackground: false }, () =>
      requestTokens(
        { request: (url, options) => egress.request(url, { ...options, timeoutMs }) },
        {
          entry,
          client,
          values,
          grant: {
            grant_type: 'authorization_code',
            code: makeUnknown(),
            redirect_uri: redirectUri(services),
            ...(entry.oauth2?.pkce !== 'unsupported' && { code_verifier: makeUnknown() }),
          },
          now: getNow(),
        },
      ).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ProviderError) return error
          throw error
        },
      ),
    )
  let ours: ProviderError | undefined
  let ofWrong: ProviderError | undefined
  try {
    ours = await ask(app)
    // Without a first answer, there is nothing to compare.
    if (ours?.status !== undefined)
      ofWrong = await ask({ clientId: app.clientId, clientSecret: makeUnknown() })
  } catch (error) {
    if (error instanceof TemplateError) return needsValues(step, error)
    throw error
  }
  const name = getName(entry)
  if (!ours) return skip(step, `${name} issued tokens for an unknown code.`, { isOpen: true })
  if (isClientRejection(ours)) {
    return {
      step,
      status: 'failed',
      detail: ours.message,
      remedy: `Enter the client ID and secret of the same app again${entry.oauth2?.clientAuthentication === 'body' ? ', without spaces' : ''}. If the secret was rotated, enter the new one.`,
    }
  }
  if (ours.status === undefined) return failReply(step, toNoReply(ours))
  if (ours.status >= 500 || ours.failure === 'rate-limit') {
    return skip(step, ours.message, { isOpen: true })
  }
  const isChecked = ofWrong !== undefined && (isClientRejection(ofWrong) || !isSame(ours, ofWrong))
  return decide(step, isChecked, {
    passed: `${name} accepts the client ID and secret, and rejects another secret.`,
    undecided: `${name} answers an invalid code alike for any secret.`,
  })
}

/** Reports whether the rejection is about the client, however it is authenticated. */
const isClientRejection = ({ isBuildersToMend, status, failure }: ProviderError) =>
  isBuildersToMend || (status === 401 && failure !== 'credentials')

const isSame = (one: ProviderError, other: ProviderError) =>
  one.status === other.status && one.code === other.code

function toNoReply({ message, cause }: ProviderError): Extract<SignInReply, { kind: 'none' }> {
  const isAddressRefused = cause instanceof Error && cause.name === 'AddressRefusedError'
  return { kind: 'none', reason: isAddressRefused ? cause.message : message, isAddressRefused }
}

const failReply = (
  step: ProviderAppTestStep['step'],
  { reason, isAddressRefused }: Extract<SignInReply, { kind: 'none' }>,
): ProviderAppTestStep => ({
  step,
  status: 'failed',
  detail: reason,
  remedy: isAddressRefused
    ? 'Use a public address, or let the operator add its network to PLATFORM_ALLOW_CIDR.'
    : 'Check the values in the address, such as the subdomain, and whether the provider is available. Then test again.',
})

const decide = (
  step: ProviderAppTestStep['step'],
  isChecked: boolean,
  { passed, undecided }: { passed: string; undecided: string },
): ProviderAppTestStep =>
  isChecked
    ? { step, status: 'passed', detail: passed }
    : skip(step, `${undecided} A sign-in decides.`, { isOpen: true })

const needsValues = (step: ProviderAppTestStep['step'], { variables, message }: TemplateError) =>
  skip(step, `The address of the provider requires ${variables.join(', ')}: ${message}`, {
    isOpen: true,
  })

const skip = (
  step: ProviderAppTestStep['step'],
  detail: string,
  { isOpen = false }: { isOpen?: boolean } = {},
): ProviderAppTestStep => ({ step, status: 'skipped', detail, ...(isOpen && { isOpen }) })

const getName = ({ info: { name, displayName = name } }: CatalogueEntry) => displayName

/** Returns a value that no provider has issued. */
const makeUnknown = () => randomBytes(32).toString('base64url')
