import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentPage, refusalPage } from '../../consent-page.ts'
import type { Grant } from '../../grant.ts'
import { fitsChallenge, type Grants } from '../../grants.ts'
import { basicCredentials, baseUrl, bearerToken, formOf, queryOf } from '../../http.ts'
import { must } from '../../must.ts'
import { assertionOf } from '../../assertion.ts'
import { acceptsRedirect, type OAuthApp } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { notFound } from '../org/errors.ts'
import { organizations } from '../org/org.ts'
import type { Orgs } from './orgs.ts'
import { textsOf } from '../../members.ts'

const look = { productName: 'Salesforce Sandbox', accent: '#0b6bcb' }

const scopeMeanings: Record<string, string> = {
  api: 'Manage your data through the API',
  refresh_token: 'Keep working while you are away',
  offline_access: 'Keep working while you are away',
  id: 'See who you are',
  openid: 'Confirm your identity',
  profile: 'See your profile',
  email: 'See your email address',
  web: 'Use the web in your name',
  full: 'Do everything you may do',
}
/** What an app gets that asks for nothing in particular. */
const defaultScopes = ['refresh_token', 'api', 'id']

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const loginHosts = ['https://login.salesforce.com', 'https://test.salesforce.com']
const longestAssertionSeconds = 180

class OAuthError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

export function oauthRoutes(
  app: FastifyInstance,
  options: { state: SandboxState; grants: Grants; orgs: Orgs },
): void {
  const { state, grants, orgs } = options

  app.route({
    method: ['GET', 'POST'],
    url: '/services/oauth2/authorize',
    handler: (request, reply) => authorize(request, reply),
  })

  app.post('/services/oauth2/token', async (request, reply) => {
    try {
      reply.header('cache-control', 'no-store')
      return exchange(request)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return reply.code(400).send({ error: error.code, error_description: error.message })
    }
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/services/oauth2/revoke',
    handler: async (request, reply) => {
      const token = formOf(request)['token'] ?? queryOf(request)['token'] ?? ''
      const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
      if (!grant) {
        return reply
          .code(400)
          .send({ error: 'invalid_token', error_description: 'invalid token: ' })
      }
      grants.revoke(grant)
      return reply.code(200).send()
    },
  })

  app.post('/services/oauth2/introspect', async (request, reply) => {
    const form = formOf(request)
    const client = clientOf(request, form)
    if (!client) return reply.code(401).send({ error: 'invalid_client' })
    const token = form['token'] ?? ''
    const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
    if (!grant || grants.isExpired(grant)) return { active: false }
    return {
      active: true,
      scope: grant.scopes.join(' '),
      client_id: grant.clientId,
      username: orgs.user(grant.account)['Username'],
      sub: identityUrl(request, grant),
      token_type: grant.kind === 'access' ? 'access_token' : 'refresh_token',
      ...(grant.expiresAt === undefined ? {} : { exp: Math.floor(grant.expiresAt / 1000) }),
      iat: Math.floor(grant.issuedAt / 1000),
      nbf: Math.floor(grant.issuedAt / 1000),
    }
  })

  app.get('/services/oauth2/userinfo', async (request, reply) => {
    const grant = activeGrant(request)
    if (!grant) return reply.code(403).type('text/html').send('Bad_OAuth_Token')
    return userInfo(request, grant)
  })

  app.get<{ Params: { org: string; user: string } }>('/id/:org/:user', async (request, reply) => {
    const grant = activeGrant(request)
    if (!grant) return reply.code(403).type('text/html').send('Bad_OAuth_Token')
    if (grant.account !== request.params.org || grant.user !== request.params.user) throw notFound()
    const info = userInfo(request, grant)
    return {
      id: info.sub,
      asserted_user: true,
      user_id: info.user_id,
      organization_id: info.organization_id,
      username: info.preferred_username,
      nick_name: info.nickname,
      display_name: info.name,
      email: info.email,
      email_verified: true,
      first_name: info.given_name,
      last_name: info.family_name,
      timezone: info.zoneinfo,
      active: true,
      user_type: 'STANDARD',
      language: info.language,
      locale: info.locale,
      utcOffset: info.utcOffset,
      last_modified_date: info.updated_at,
      is_app_installed: true,
      urls: info.urls,
    }
  })

  async function authorize(request: FastifyRequest, reply: FastifyReply) {
    const query: Record<string, string | undefined> = {
      ...queryOf(request),
      ...(request.method === 'POST' ? formOf(request) : {}),
    }
    const client = state.app('salesforce', query['client_id'])
    const redirectUri = query['redirect_uri'] ?? ''
    const refuse = (title: string, detail: string) =>
      reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(refusalPage({ ...look, title, detail }))
    if (!client) return refuse('invalid_client_id', 'client identifier invalid')
    if (!acceptsRedirect(client, redirectUri)) {
      return refuse('redirect_uri_mismatch', 'redirect_uri must match configuration')
    }
    const back = (parameters: Record<string, string>) => {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      if (query['state'] !== undefined) url.searchParams.set('state', query['state'])
      return reply.redirect(url.href)
    }
    if (query['response_type'] !== 'code') {
      return back({
        error: 'unsupported_response_type',
        error_description: 'response type not supported',
      })
    }

    const answer =
      query['sandbox_answer'] ??
      (query['sandbox_auto_approve'] === '1' ? 'allow' : state.consent.salesforce.answer)
    const scopes = (query['scope'] ?? '').split(' ').filter(Boolean)
    if (answer === 'ask') {
      const page = consentPage({
        ...look,
        appName: client.name,
        userName: String(orgs.user(must(organizations[0]).id)['Name']),
        scopes: (scopes.length > 0 ? scopes : defaultScopes).map((name) => ({
          name,
          meaning: scopeMeanings[name] ?? 'Use this permission',
        })),
        accounts: organizations,
        hidden: textsOf(query),
      })
      return reply.type('text/html; charset=utf-8').send(page)
    }
    if (answer === 'deny') {
      return back({ error: 'access_denied', error_description: 'end-user denied authorization' })
    }

    const account =
      query['sandbox_account'] ?? state.consent.salesforce.account ?? must(organizations[0]).id
    const org = orgs.get(account)
    if (!org) return refuse('invalid_org', `There is no organization ${account}.`)
    const code = grants.issueCode({
      account: org.id,
      user: org.userId,
      clientId: client.clientId,
      scopes: scopes.length > 0 ? scopes : defaultScopes,
      redirectUri,
      ...(query['code_challenge'] ? { challenge: query['code_challenge'] } : {}),
    })
    return back({ code })
  }

  function exchange(request: FastifyRequest) {
    const form = formOf(request)
    // The assertion says which client it is of, and its signature that it is.
    if (form['grant_type'] === jwtBearer) return exchangeAssertion(request, form['assertion'])
    const client = clientOf(request, form)
    if (!client) throw new OAuthError('invalid_client', 'invalid client credentials')

    switch (form['grant_type']) {
      case 'authorization_code':
        return exchangeCode(request, client, form)
      case 'refresh_token':
        return refresh(request, client, form)
      case 'client_credentials': {
        const org = must(orgs.get(state.consent.salesforce.account ?? must(organizations[0]).id))
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
    const claims = assertionOf(assertion, (iss) => state.app('salesforce', iss)?.certificate)
    if (!claims) throw new OAuthError('invalid_grant', 'invalid assertion')
    const { iss, sub, aud, exp } = claims
    const nowSeconds = state.clock.now() / 1000
    if (exp <= nowSeconds || exp > nowSeconds + longestAssertionSeconds) {
      throw new OAuthError('invalid_grant', 'assertion is expired or lives too long')
    }
    if (![...loginHosts, baseUrl(request)].includes(aud)) {
      throw new OAuthError('invalid_grant', 'Audience validation failed')
    }
    const org = organizations.find(({ id }) => orgs.user(id)['Username'] === sub)
    if (!org) throw new OAuthError('invalid_grant', "user hasn't approved this consumer")
    const { id, userId } = must(orgs.get(org.id))
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
    if (!used || used.clientId !== client.clientId) {
      throw new OAuthError('invalid_grant', 'expired access/refresh token')
    }
    if (!state.settings.rotateRefreshTokens) return tokenReply(request, used)
    grants.retire(used)
    const rotated = grants.issue('refresh', used)
    return { refresh_token: rotated.token, ...tokenReply(request, used) }
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

  function clientOf(
    request: FastifyRequest,
    form: Record<string, string | undefined>,
  ): OAuthApp | undefined {
    const basic = basicCredentials(request)
    const client = state.app('salesforce', basic?.clientId ?? form['client_id'])
    const secret = basic?.clientSecret ?? form['client_secret']
    return client?.clientSecret === secret ? client : undefined
  }

  function activeGrant(request: FastifyRequest): Grant | undefined {
    const token = bearerToken(request) ?? queryOf(request)['oauth_token'] ?? ''
    const grant = grants.read(token, 'access')
    return grant && !grants.isExpired(grant) ? grant : undefined
  }

  function userInfo(request: FastifyRequest, grant: Grant) {
    const user = orgs.user(grant.account)
    const base = baseUrl(request)
    return {
      sub: identityUrl(request, grant),
      user_id: grant.user,
      organization_id: grant.account,
      preferred_username: user['Username'],
      nickname: String(user['FirstName']).toLowerCase(),
      name: user['Name'],
      given_name: user['FirstName'],
      family_name: user['LastName'],
      email: user['Email'],
      email_verified: true,
      zoneinfo: 'America/Los_Angeles',
      locale: 'en_US',
      language: 'en_US',
      utcOffset: -28_800_000,
      active: true,
      user_type: 'STANDARD',
      is_salesforce_integration_user: false,
      address: { country: 'US' },
      updated_at: new Date(state.seededAt).toISOString(),
      urls: {
        rest: `${base}/services/data/v{version}/`,
        sobjects: `${base}/services/data/v{version}/sobjects/`,
        query: `${base}/services/data/v{version}/query/`,
        metadata: `${base}/services/Soap/m/{version}/${grant.account}`,
        recent: `${base}/services/data/v{version}/recent/`,
        profile: `${base}/${grant.user}`,
      },
    }
  }
}

const identityUrl = (request: FastifyRequest, grant: Pick<Grant, 'account' | 'user'>) =>
  `${baseUrl(request)}/id/${grant.account}/${grant.user}`
