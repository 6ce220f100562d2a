import type { GenerateConnectionRequest, ProviderInfo } from '@platform/contract'
import { invalidInput, Problem } from '../../problems/problem.ts'
import type { Credentials } from './credentials.ts'

/** What a request holds of them; nothing of one that it clears. */
type Given = {
  [Name in keyof GenerateConnectionRequest]?: GenerateConnectionRequest[Name] | null
}

/**
 * The credentials of the kind that the provider takes; what is missing is named. `at` is where in
 * the body they are.
 */
export function credentialsOf(info: ProviderInfo, request: Given, at = ''): Credentials {
  const missing = (name: string) =>
    invalidInput({
      in: 'body',
      name: at + name,
      detail: `${info.displayName ?? info.name} connects with ${name}, which is missing.`,
    })
  switch (info.authType) {
    case 'none':
      return { kind: 'none' }
    case 'apiKey':
      if (!request.apiKey) throw missing('apiKey')
      return { kind: 'apiKey', apiKey: request.apiKey }
    case 'basic':
      if (info.basicOpts?.apiKeyAsBasic && request.apiKey) {
        return { kind: 'apiKey', apiKey: request.apiKey }
      }
      if (!request.basicAuth) throw missing(info.basicOpts?.apiKeyAsBasic ? 'apiKey' : 'basicAuth')
      return { kind: 'basic', ...request.basicAuth }
    case 'custom': {
      const inputs = info.customOpts?.inputs ?? []
      const values = request.customAuth ?? {}
      const absent = inputs.find(
        ({ name }) => typeof values[name] !== 'string' || values[name] === '',
      )
      if (absent) throw missing(`customAuth.${absent.name}`)
      return {
        kind: 'custom',
        values: Object.fromEntries(inputs.map(({ name }) => [name, String(values[name])])),
      }
    }
    case 'oauth2':
      return oauthCredentialsOf(info, request, missing)
    case 'jwt':
      throw new Problem('provider-not-supported', {
        detail: `${info.name} authenticates by a signed JWT, which is not supported yet.`,
      })
  }
}

function oauthCredentialsOf(
  info: ProviderInfo,
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
      return {
        kind: 'authorizationCode',
        tokens: {
          accessToken: accessToken.token,
          issuedAt: accessToken.issuedAt ? Date.parse(accessToken.issuedAt) : Date.now(),
          ...(accessToken.expiresAt && { expiresAt: Date.parse(accessToken.expiresAt) }),
          ...(refreshToken && { refreshToken: refreshToken.token }),
          ...(scopes && { scopes }),
        },
      }
    }
  }
}
