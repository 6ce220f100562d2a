import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentPage, refusalPage } from '../../consent-page.ts'
import type { Grant } from '../../grant.ts'
import { fitsChallenge, type Grants } from '../../grants.ts'
import { formOf, queryOf } from '../../http.ts'
import { must } from '../../must.ts'
import { acceptsRedirect, type OAuthApp } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { HubSpotError } from '../portal/errors.ts'
import { portals, portalUserId } from '../portal/portal.ts'
import type { Portals } from './portals.ts'
import { appId } from './webhooks.ts'
import { textsOf } from '../../members.ts'

const look = { productName: 'HubSpot Sandbox', accent: '#c2410c' }
const userEmail = 'ana@sandbox-portal.example'
const hubDomain = 'sandbox-portal.example'

/** A refused token request. v1 names a status, v3 an OAuth error; both come in one body. */
class TokenError extends HubSpotError {
  constructor(status: string, error: string, message: string) {
    super(400, message, { status, error, error_description: message })
  }
}

export const badRefreshToken = () =>
  new TokenError('BAD_REFRESH_TOKEN', 'invalid_grant', 'missing or invalid refresh token')

type Form = Record<string, string | undefined>

export function oauthRoutes(
  http: FastifyInstance,
  options: { state: SandboxState; grants: Grants; knownPortals: Portals },
): void {
  const { state, grants, knownPortals } = options

  for (const url of ['/oauth/authorize', '/oauth/:portal/authorize']) {
    http.route({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => authorize(request, reply),
    })
  }

  for (const version of ['v3', '2026-03', '2026-09']) {
    http.post(`/oauth/${version}/token`, async (request) => {
      const issued = exchange(formOf(request))
      const { account, user, scopes } = issued.grant
      return {
        ...shortReply(issued),
        token_use: 'access_token',
        hub_id: Number(account),
        user_id: Number(user),
        scopes,
      }
    })
    http.post(`/oauth/${version}/token/introspect`, async (request) => {
      const form = formOf(request)
      clientOf(form)
      const token = form['token'] ?? ''
      const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
      if (!grant || grants.isExpired(grant)) return { active: false }
      return { active: true, ...tokenInfo(token, grant), client_id: grant.clientId }
    })
    http.post(`/oauth/${version}/token/revoke`, async (request, reply) => {
      const form = formOf(request)
      clientOf(form)
      const token = form['token'] ?? ''
      const grant = grants.read(token, 'access') ?? grants.read(token, 'refresh')
      if (grant) grants.revoke(grant)
      return reply.code(204).send()
    })
  }

  http.post('/oauth/v1/token', async (request) => shortReply(exchange(formOf(request))))

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
      // Access tokens that were already handed out live on until they expire.
      grants.retire(grant)
      return reply.code(204).send()
    },
  )

  async function authorize(request: FastifyRequest, reply: FastifyReply) {
    const query: Form = {
      ...queryOf(request),
      ...(request.method === 'POST' ? formOf(request) : {}),
    }
    const refuse = (title: string, detail: string) =>
      reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(refusalPage({ ...look, title, detail }))
    const client = state.app('hubspot', query['client_id'])
    const redirectUri = query['redirect_uri'] ?? ''
    const scopes = (query['scope'] ?? '').split(/[ +]/).filter(Boolean)
    if (!client) return refuse('Authorization failed', 'The client ID does not belong to any app.')
    if (!acceptsRedirect(client, redirectUri)) {
      return refuse(
        'Authorization failed',
        `The redirect URL ${redirectUri} doesn't match the app's registered redirect URL.`,
      )
    }
    if (scopes.length === 0) {
      return refuse('Authorization failed', 'The scope parameter is required.')
    }

    const back = (parameters: Record<string, string>) => {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      if (query['state'] !== undefined) url.searchParams.set('state', query['state'])
      return reply.redirect(url.href)
    }
    const optional = (query['optional_scope'] ?? '').split(/[ +]/).filter(Boolean)
    const granted = [...new Set([...scopes, ...optional])]
    const { portal } = textsOf(request.params)
    const answer =
      query['sandbox_answer'] ??
      (query['sandbox_auto_approve'] === '1' ? 'allow' : state.consent.hubspot.answer)
    if (answer === 'ask') {
      const page = consentPage({
        ...look,
        appName: client.name,
        userName: userEmail,
        scopes: granted.map((name) => ({ name, meaning: scopeMeaning(name) })),
        accounts: portal ? portals.filter(({ id }) => id === portal) : portals,
        hidden: textsOf(query),
      })
      return reply.type('text/html; charset=utf-8').send(page)
    }
    if (answer === 'deny') {
      return back({ error: 'access_denied', error_description: 'The user denied access' })
    }

    const account =
      query['sandbox_account'] ?? portal ?? state.consent.hubspot.account ?? must(portals[0]).id
    if (!knownPortals.get(account)) {
      return refuse('Authorization failed', `There is no account ${account}.`)
    }
    const code = grants.issueCode({
      account,
      user: String(portalUserId),
      clientId: client.clientId,
      scopes: granted,
      redirectUri,
      ...(query['code_challenge'] ? { challenge: query['code_challenge'] } : {}),
    })
    return back({ code })
  }

  function exchange(form: Form): Issued {
    const client = clientOf(form)
    switch (form['grant_type']) {
      case 'authorization_code':
        return exchangeCode(client, form)
      case 'refresh_token':
        return refresh(client, form)
      case 'client_credentials':
        return grants.issue('access', {
          account: state.consent.hubspot.account ?? must(portals[0]).id,
          user: String(portalUserId),
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

  function exchangeCode(client: OAuthApp, form: Form): Issued {
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

  function refresh(client: OAuthApp, form: Form): Issued {
    const token = form['refresh_token'] ?? ''
    const used = grants.read(token, 'refresh')
    if (!used || used.clientId !== client.clientId) throw badRefreshToken()
    const access = grants.issue('access', used)
    if (!state.settings.rotateRefreshTokens) return { ...access, refreshToken: token }
    grants.retire(used)
    return { ...access, refreshToken: grants.issue('refresh', used).token }
  }

  function clientOf(form: Form): OAuthApp {
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

interface Issued {
  token: string
  grant: Grant
  refreshToken?: string
}

function shortReply({ token, refreshToken, grant }: Issued) {
  return {
    token_type: 'bearer',
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    access_token: token,
    expires_in: Math.round((must(grant.expiresAt) - grant.issuedAt) / 1000),
  }
}

const unknownToken = () => new HubSpotError(404, 'The token is unknown, expired or was revoked.')

function scopeMeaning(scope: string): string {
  const [, kind, object = '', act] =
    /^crm\.(objects|schemas)\.(.+)\.(read|write)$/.exec(scope) ?? []
  const what = object.replaceAll('_', ' ')
  if (kind === 'objects') return act === 'read' ? `See ${what}` : `Change ${what}`
  if (kind === 'schemas') return `${act === 'read' ? 'See' : 'Change'} the properties of ${what}`
  return scope === 'oauth' ? 'Connect to your account' : 'Use this permission'
}
