import type { CatalogueEntry } from '@platform/connector'
import type { GenerateConnectionRequest, ProviderInfo } from '@platform/contract'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Credentials } from './credentials.ts'
import { toExpiresAt } from './token-lifetime.ts'
import { getNowMs } from '@platform/kernel/values'

/** Credentials in a request; empty if the request clears them. */
type Given = {
  [Name in keyof GenerateConnectionRequest]?: GenerateConnectionRequest[Name] | null
}

/**
 * Returns the credentials of the kind that the provider accepts. Missing values are reported by
 * name. `at` is their path in the body.
 */
export function parseGivenCredentials(
  entry: Pick<CatalogueEntry, 'info' | 'authSteps' | 'oauth2'>,
  request: Given,
  at = '',
): Credentials {
  const { info, authSteps } = entry
  const makeMissingProblem = (name: string) =>
    invalidInput({
      in: 'body',
      name: at + name,
      detail: `${info.displayName ?? info.name} requires ${name}.`,
    })
  switch (info.authType) {
    case 'none':
      return { kind: 'none' }
    case 'apiKey':
      if (!request.apiKey) throw makeMissingProblem('apiKey')
      return { kind: 'apiKey', apiKey: request.apiKey }
    case 'basic':
      if (info.basicOpts?.apiKeyAsBasic && request.apiKey) {
        return { kind: 'apiKey', apiKey: request.apiKey }
      }
      if (!request.basicAuth)
        throw makeMissingProblem(info.basicOpts?.apiKeyAsBasic ? 'apiKey' : 'basicAuth')
      return { kind: 'basic', ...request.basicAuth }
    case 'custom': {
      const { headers = [], queryParams = [] } = info.customOpts ?? {}
      if (headers.length + queryParams.length === 0) {
        throw new Problem('provider-not-supported', {
          detail: `The catalogue does not define how calls of ${info.displayName ?? info.name} authenticate.`,
        })
      }
      if (authSteps?.steps.some(({ kind }) => kind === 'redirect')) {
        throw new Problem('provider-not-supported', {
          detail: `${info.displayName ?? info.name} is connected in the browser by OAuth.`,
          remedy:
            'Start with POST /v1/custom-auth/connect, or with :oauth-update for an existing connection.',
        })
      }
      const values = parseCustomInputs(info, request, at)
      return { kind: authSteps ? 'customSteps' : 'custom', values }
    }
    case 'oauth2':
      return parseOauthCredentials(entry, request, makeMissingProblem)
    case 'jwt':
      throw new Problem('provider-not-supported', {
        detail: `${info.name} authenticates with a signed JWT, which is not supported yet.`,
      })
  }
}

/**
 * Returns all inputs of a provider's own scheme. Inputs that are missing or not among their options
 * are reported by name.
 */
export function parseCustomInputs(
  info: ProviderInfo,
  request: Given,
  at = '',
): Record<string, string> {
  const inputs = info.customOpts?.inputs ?? []
  const given = request.customAuth ?? {}
  const issues = inputs.flatMap(({ name, displayName, options }) => {
    const value = given[name]
    const about = { in: 'body' as const, name: `${at}customAuth.${name}` }
    if (typeof value !== 'string' || value === '') {
      return [{ ...about, detail: `${info.displayName ?? info.name} needs ${displayName}.` }]
    }
    if (!options || options.some((option) => option.value === value)) return []
    const known = options.map((option) => option.value).join(', ')
    return [{ ...about, detail: `${displayName} must be one of: ${known}.` }]
  })
  const unknown = Object.keys(given).filter((name) => inputs.every((input) => input.name !== name))
  issues.push(
    ...unknown.map((name) => ({
      in: 'body' as const,
      name: `${at}customAuth.${name}`,
      detail: `${info.displayName ?? info.name} does not have this input. Inputs: ${inputs.map((input) => input.name).join(', ') || 'none'}.`,
    })),
  )
  if (issues.length > 0) throw invalidInput(...issues)
  return Object.fromEntries(inputs.map(({ name }) => [name, String(given[name])]))
}

function parseOauthCredentials(
  { info, oauth2: dialect }: Pick<CatalogueEntry, 'info' | 'oauth2'>,
  request: Given,
  missing: (name: string) => Problem,
): Credentials {
  switch (info.oauth2Opts?.grantType) {
    case 'clientCredentials':
      if (!request.oauth2ClientCredentials) throw missing('oauth2ClientCredentials')
      return { kind: 'clientCredentials', ...request.oauth2ClientCredentials }
    case 'password':
      if (!request.oauth2PasswordCredentials) throw missing('oauth2PasswordCredentials')
      return { kind: 'password', ...request.oauth2PasswordCredentials }
    default: {
      const given = request.oauth2AuthorizationCode
      if (!given?.accessToken) throw missing('oauth2AuthorizationCode.accessToken')
      const { accessToken, refreshToken, scopes } = given
      const issuedAt = accessToken.issuedAt ? Date.parse(accessToken.issuedAt) : getNowMs()
      // Refresh tokens of some providers end without use, so they are used even if nothing is read.
      const expiresAt = accessToken.expiresAt
        ? Date.parse(accessToken.expiresAt)
        : refreshToken &&
          toExpiresAt(
            {},
            {
              now: new Date(issuedAt),
              assumedSeconds: dialect?.assumedLifetimeSeconds,
              keepAliveHours: info.oauth2Opts?.keepAliveIntervalHours,
            },
          )
      return {
        kind: 'authorizationCode',
        tokens: {
          accessToken: accessToken.token,
          issuedAt,
          ...(expiresAt !== undefined && { expiresAt }),
          ...(refreshToken && { refreshToken: refreshToken.token }),
          ...(scopes && { scopes }),
        },
      }
    }
  }
}
