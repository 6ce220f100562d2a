import type { Grant } from '../../grant.ts'
import { fitsChallenge, type Grants } from '../../grants.ts'
import type { OAuthApp } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { HubSpotError } from '../portal/errors.ts'

/** A rejected token request. v1 contains a status, v3 an OAuth error; both are in one body. */
class TokenError extends HubSpotError {
  constructor(status: string, error: string, message: string) {
    super(400, message, { status, error, error_description: message })
  }
}

export const badRefreshToken = () =>
  new TokenError('BAD_REFRESH_TOKEN', 'invalid_grant', 'missing or invalid refresh token')

type Form = Record<string, string | undefined>

export interface IssuedToken {
  token: string
  grant: Grant
  refreshToken?: string
}

/** Issues tokens for codes, refresh tokens and clients. */
export function hubspotTokens({ state, grants }: { state: SandboxState; grants: Grants }) {
  return { exchange, clientOf: requireClient }

  function exchange(form: Form): IssuedToken {
    const client = requireClient(form)
    switch (form['grant_type']) {
      case 'authorization_code':
        return exchangeCode(client, form)
      case 'refresh_token':
        return refresh(client, form)
      case 'client_credentials':
        // A token of the app, which opens no account.
        return grants.issue('access', {
          account: '',
          user: '',
          clientId: client.clientId,
          scopes: (form['scope'] ?? '').split(' ').filter(Boolean),
        })
      default:
        throw new TokenError(
          'BAD_GRANT_TYPE',
          'unsupported_grant_type',
          'missing or unknown grant type',
        )
    }
  }

  function exchangeCode(client: OAuthApp, form: Form): IssuedToken {
    const pending = grants.redeemCode(form['code'] ?? '')
    if (!pending || pending.clientId !== client.clientId) {
      throw new TokenError('BAD_AUTH_CODE', 'invalid_grant', 'missing or unknown auth code')
    }
    if (pending.redirectUri !== form['redirect_uri']) {
      throw new TokenError(
        'BAD_REDIRECT_URI',
        'invalid_grant',
        'redirect URI does not match the one of the authorization',
      )
    }
    if (!fitsChallenge(pending.challenge, form['code_verifier'])) {
      throw new TokenError('BAD_AUTH_CODE', 'invalid_grant', 'code verifier does not match')
    }
    const refreshToken = grants.issue('refresh', pending)
    return { ...grants.issue('access', refreshToken.grant), refreshToken: refreshToken.token }
  }

  function refresh(client: OAuthApp, form: Form): IssuedToken {
    const token = form['refresh_token'] ?? ''
    const used = grants.read(token, 'refresh')
    if (!used || used.clientId !== client.clientId) throw badRefreshToken()
    const access = grants.issue('access', used)
    if (!state.rotatesRefreshTokens('hubspot')) return { ...access, refreshToken: token }
    grants.retire(used)
    return { ...access, refreshToken: grants.issue('refresh', used).token }
  }

  function requireClient(form: Form): OAuthApp {
    const client = state.app('hubspot', form['client_id'])
    if (!client) {
      throw new TokenError('BAD_CLIENT_ID', 'invalid_client', 'missing or unknown client id')
    }
    if (client.clientSecret !== form['client_secret']) {
      throw new TokenError(
        'BAD_CLIENT_SECRET',
        'invalid_client',
        'missing or invalid client secret',
      )
    }
    return client
  }
}
