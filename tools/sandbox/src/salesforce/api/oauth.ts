import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Grant } from '../../grant.ts'
import type { Grants } from '../../grants.ts'
import { baseUrl, bearerToken, parseForm, getQuery } from '../../http.ts'
import type { SandboxState } from '../../state.ts'
import { orgNotFound } from '../org/errors.ts'
import type { Orgs } from './orgs.ts'
import { salesforceConsent } from './consent.ts'
import { OAuthError, salesforceTokens, identityUrl } from './tokens.ts'

export function salesforceOauthRoutes(
  app: FastifyInstance,
  options: { state: SandboxState; grants: Grants; orgs: Orgs },
): void {
  const { grants, orgs } = options
  const { exchange, clientOf } = salesforceTokens(options)

  app.route({
    method: ['GET', 'POST'],
    url: '/services/oauth2/authorize',
    handler: salesforceConsent(options),
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
      const token = parseForm(request)['token'] ?? getQuery(request)['token'] ?? ''
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
    const form = parseForm(request)
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

  identityRoutes(app, options)
}

/** Serves who a token belongs to. */
function identityRoutes(
  app: FastifyInstance,
  { state, grants, orgs }: { state: SandboxState; grants: Grants; orgs: Orgs },
): void {
  app.get('/services/oauth2/userinfo', async (request, reply) => {
    const grant = activeGrant(request)
    if (!grant) return reply.code(403).type('text/html').send('Bad_OAuth_Token')
    return userInfo(request, grant)
  })

  app.get<{ Params: { org: string; user: string } }>('/id/:org/:user', async (request, reply) => {
    const grant = activeGrant(request)
    if (!grant) return reply.code(403).type('text/html').send('Bad_OAuth_Token')
    if (grant.account !== request.params.org || grant.user !== request.params.user)
      throw orgNotFound()
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

  function activeGrant(request: FastifyRequest): Grant | undefined {
    const token = bearerToken(request) ?? getQuery(request)['oauth_token'] ?? ''
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
