import type { FastifyInstance } from 'fastify'
import type { Grant } from '../../grant.ts'
import type { Grants } from '../../grants.ts'
import { parseForm } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import { HubSpotError } from '../portal/errors.ts'
import type { Portals } from './portals.ts'
import { appId } from './webhooks.ts'
import { userEmail, hubspotConsent } from './consent.ts'
import { type IssuedToken, hubspotTokens } from './tokens.ts'

const hubDomain = 'sandbox-portal.example'

export function hubspotOauthRoutes(
  http: FastifyInstance,
  options: { state: SandboxState; grants: Grants; knownPortals: Portals },
): void {
  const { state, grants } = options
  const { exchange, clientOf } = hubspotTokens(options)
  const authorize = hubspotConsent(options)

  for (const url of ['/oauth/authorize', '/oauth/:portal/authorize']) {
    http.route({
      method: ['GET', 'POST'],
      url,
      handler: authorize,
    })
  }

  for (const version of ['v3', '2026-03', '2026-09']) {
    http.post(`/oauth/${version}/token`, async (request) => {
      const issued = exchange(parseForm(request))
      const { account, user, scopes } = issued.grant
      if (account === '') return { ...shortReply(issued), token_use: 'client_credentials' }
      return {
        ...shortReply(issued),
        token_use: 'access_token',
        hub_id: Number(account),
        user_id: Number(user),
        scopes,
      }
    })
    http.post(`/oauth/${version}/token/introspect`, async (request) => {
      const form = parseForm(request)
      clientOf(form)
      const token = form['token'] ?? ''
      const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
      if (!grant || grants.isExpired(grant)) return { active: false }
      return { active: true, ...tokenInfo(token, grant), client_id: grant.clientId }
    })
    http.post(`/oauth/${version}/token/revoke`, async (request, reply) => {
      const form = parseForm(request)
      clientOf(form)
      const token = form['token'] ?? ''
      const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
      if (grant) grants.revoke(grant)
      return reply.code(204).send()
    })
  }

  http.post('/oauth/v1/token', async (request) => shortReply(exchange(parseForm(request))))

  http.get<{ Params: { token: string } }>('/oauth/v1/access-tokens/:token', async (request) => {
    const grant = grants.read(request.params.token, 'access')
    if (!grant || grants.isExpired(grant)) throw unknownToken()
    return tokenInfo(request.params.token, grant)
  })
  http.get<{ Params: { token: string } }>('/oauth/v1/refresh-tokens/:token', async (request) => {
    const grant = grants.read(request.params.token, 'refresh')
    if (!grant) throw unknownToken()
    return { ...tokenInfo(request.params.token, grant), client_id: grant.clientId }
  })
  http.delete<{ Params: { token: string } }>(
    '/oauth/v1/refresh-tokens/:token',
    async (request, reply) => {
      const grant = grants.read(request.params.token, 'refresh')
      if (!grant) throw unknownToken()
      // Issued access tokens remain valid until they expire.
      grants.retire(grant)
      return reply.code(204).send()
    },
  )

  function tokenInfo(token: string, grant: Grant) {
    return {
      token,
      user: userEmail,
      hub_domain: hubDomain,
      scopes: grant.scopes,
      hub_id: Number(grant.account),
      app_id: appId,
      user_id: Number(grant.user),
      token_type: grant.kind,
      token_use: `${grant.kind}_token`,
      is_private_distribution: false,
      ...(grant.expiresAt === undefined
        ? {}
        : { expires_in: Math.max(0, Math.floor((grant.expiresAt - state.clock.now()) / 1000)) }),
    }
  }
}

function shortReply({ token, refreshToken, grant }: IssuedToken) {
  return {
    token_type: 'bearer',
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    access_token: token,
    expires_in: Math.round((requireDefined(grant.expiresAt) - grant.issuedAt) / 1000),
  }
}

const unknownToken = () => new HubSpotError(404, 'The token is unknown, expired or was revoked.')
