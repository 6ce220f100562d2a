import type { FastifyRequest } from 'fastify'
import type { Grant } from '../../grant.ts'
import { fitsChallenge, type Grants } from '../../grants.ts'
import { basicCredentials, baseUrl, parseForm } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { verifyAssertion } from '../../assertion.ts'
import type { OAuthApp } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { organizations } from '../org/org.ts'
import type { Orgs } from './orgs.ts'

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const loginHosts = ['https://login.salesforce.com', 'https://test.salesforce.com']
const maxAssertionSeconds = 180

export class OAuthError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** Issues tokens for codes, refresh tokens, assertions and clients. */
export function salesforceTokens({
  state,
  grants,
  orgs,
}: {
  state: SandboxState
  grants: Grants
  orgs: Orgs
}) {
  return { exchange, clientOf: findClient }

  function exchange(request: FastifyRequest) {
    const form = parseForm(request)
    // The assertion names its client, and its signature proves it.
    if (form['grant_type'] === jwtBearer) return exchangeAssertion(request, form['assertion'])
    const client = findClient(request, form)
    if (!client) throw new OAuthError('invalid_client', 'invalid client credentials')

    switch (form['grant_type']) {
      case 'authorization_code':
        return exchangeCode(request, client, form)
      case 'refresh_token':
        return refresh(request, client, form)
      case 'client_credentials': {
        const org = requireDefined(
          orgs.get(state.consent.salesforce.account ?? requireDefined(organizations[0]).id),
        )
        const access = { account: org.id, user: org.userId, clientId: client.clientId }
        return tokenReply(request, { ...access, scopes: ['api'] })
      }
      case undefined:
        throw new OAuthError('invalid_request', 'must provide grant_type')
      default:
        throw new OAuthError('unsupported_grant_type', 'grant type not supported')
    }
  }

  function exchangeAssertion(request: FastifyRequest, assertion = '') {
    const claims = verifyAssertion(assertion, (iss) => state.app('salesforce', iss)?.certificate)
    if (!claims) throw new OAuthError('invalid_grant', 'invalid assertion')
    const { iss, sub, aud, exp } = claims
    const nowSeconds = state.clock.now() / 1000
    if (exp <= nowSeconds || exp > nowSeconds + maxAssertionSeconds) {
      throw new OAuthError('invalid_grant', 'assertion is expired or lives too long')
    }
    if (![...loginHosts, baseUrl(request)].includes(aud)) {
      throw new OAuthError('invalid_grant', 'Audience validation failed')
    }
    const org = organizations.find(({ id }) => orgs.user(id)['Username'] === sub)
    if (!org) throw new OAuthError('invalid_grant', "user hasn't approved this consumer")
    mustBeInstalled(iss, org.id)
    const { id, userId } = requireDefined(orgs.get(org.id))
    return tokenReply(request, { account: id, user: userId, clientId: iss, scopes: ['api'] })
  }

  function exchangeCode(
    request: FastifyRequest,
    client: OAuthApp,
    form: Record<string, string | undefined>,
  ) {
    const pending = grants.redeemCode(form['code'] ?? '')
    if (!pending || pending.clientId !== client.clientId) {
      throw new OAuthError('invalid_grant', 'invalid authorization code')
    }
    if (pending.redirectUri !== form['redirect_uri']) {
      throw new OAuthError('redirect_uri_mismatch', 'redirect_uri must match configuration')
    }
    if (!fitsChallenge(pending.challenge, form['code_verifier'])) {
      throw new OAuthError('invalid_grant', 'invalid code verifier')
    }
    const offline = pending.scopes.some((scope) =>
      ['refresh_token', 'offline_access', 'full'].includes(scope),
    )
    if (!offline) return tokenReply(request, pending)
    const { token, grant } = grants.issue('refresh', pending)
    return { refresh_token: token, ...tokenReply(request, grant) }
  }

  function refresh(
    request: FastifyRequest,
    client: OAuthApp,
    form: Record<string, string | undefined>,
  ) {
    const used = grants.read(form['refresh_token'] ?? '', 'refresh')
    if (!used || used.clientId !== client.clientId || state.wasIdle(used)) {
      if (state.applies('newApps')) grants.revokeReused(form['refresh_token'] ?? '')
      throw new OAuthError('invalid_grant', 'expired access/refresh token')
    }
    mustBeInstalled(client.clientId, used.account)
    if (!state.rotatesRefreshTokens('salesforce')) return tokenReply(request, used)
    grants.retire(used)
    const rotated = grants.issue('refresh', used)
    return { refresh_token: rotated.token, ...tokenReply(request, used) }
  }

  function mustBeInstalled(clientId: string, account: string): void {
    if (state.hasPackage(clientId, account)) return
    throw new OAuthError('app_not_found', 'External client app is not installed in this org')
  }

  function tokenReply(
    request: FastifyRequest,
    from: Pick<Grant, 'account' | 'user' | 'clientId' | 'scopes'> & { family?: string },
  ) {
    const { token, grant } = grants.issue('access', from)
    return {
      access_token: token,
      signature: Buffer.from(grant.serial).toString('base64'),
      scope: grant.scopes.join(' '),
      instance_url: baseUrl(request),
      id: identityUrl(request, grant),
      token_type: 'Bearer',
      issued_at: String(grant.issuedAt),
    }
  }

  function findClient(
    request: FastifyRequest,
    form: Record<string, string | undefined>,
  ): OAuthApp | undefined {
    const basic = basicCredentials(request)
    const client = state.app('salesforce', basic?.clientId ?? form['client_id'])
    const secret = basic?.clientSecret ?? form['client_secret']
    return client?.clientSecret === secret ? client : undefined
  }
}

export const identityUrl = (request: FastifyRequest, grant: Pick<Grant, 'account' | 'user'>) =>
  `${baseUrl(request)}/id/${grant.account}/${grant.user}`
