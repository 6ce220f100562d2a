import { AgentCapability, alwaysAllowedToAgents, type ProjectId } from '@platform/contract'
import { type Caller, hashApiKey } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { plainForm } from '@platform/kernel/http/forms'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isResource, getResource } from './agent-requests.ts'
import { accessMs, disconnectAgent, exchangeCode, refreshTokens, type Exchanged } from './agents.ts'
import { isAgentClient, registerAgentClient, RegistrationRefused } from './clients.ts'
import { findTokenOwner } from './store.ts'
import { getNow, getNowMs } from '@platform/kernel/values'

type TokenOwner = NonNullable<Awaited<ReturnType<typeof findTokenOwner>>>

/** Path of the dashboard's consent page. */
const consentPath = '/connect-agent'
const config = { subsystem: 'agents' }

/**
 * Serves what clients of the MCP server need to get tokens: metadata (RFC 9728, RFC 8414),
 * registration (RFC 7591), tokens (RFC 6749 with PKCE) and revocation (RFC 7009). The protocols
 * define paths and replies, so they are not in the contract.
 */
export function oauthRoutes(api: Api, database: Database, services: Services): void {
  serveMetadata(api, services.publicUrl)
  serveRegistration(api, services.secrets)
  serveTokens(api, database, services)
}

function serveMetadata({ http }: Api, publicUrl: string): void {
  const resource = getResource(publicUrl)
  const metadata = (value: object) => (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'public, max-age=300').send(value)

  const ofResource = metadata({
    resource,
    authorization_servers: [publicUrl],
    scopes_supported: alwaysAllowedToAgents,
    bearer_methods_supported: ['header'],
    resource_name: 'Integration platform',
    resource_documentation: `${publicUrl}/docs/agents`,
  })
  http.get('/.well-known/oauth-protected-resource', { config }, ofResource)
  http.get(
    `/.well-known/oauth-protected-resource${new URL(resource).pathname}`,
    { config },
    ofResource,
  )
  http.get(
    '/.well-known/oauth-authorization-server',
    { config },
    metadata({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}${consentPath}`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      scopes_supported: AgentCapability.options,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    }),
  )
}

function serveRegistration({ http }: Api, secrets: Services['secrets']): void {
  http.post('/oauth/register', { config, bodyLimit: 20_000 }, async ({ body }, reply) => {
    try {
      const { id, name, redirectUris } = await registerAgentClient(secrets, body)
      return await reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          client_id: id,
          client_id_issued_at: Math.floor(getNowMs() / 1000),
          client_name: name,
          redirect_uris: redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        })
    } catch (error) {
      if (!(error instanceof RegistrationRefused)) throw error
      return replyWithError(reply, error.code, error.message)
    }
  })
}

function serveTokens(api: Api, database: Database, services: Services): void {
  const { publicUrl, secrets } = services
  const { http } = api
  const resource = getResource(publicUrl)

  /** Records that an agent was disconnected outside of an operation. */
  const recordEnd = (owner: TokenOwner, request: FastifyRequest) =>
    api.record({
      action: 'disconnectAgent',
      caller: toCaller(owner),
      orgIds: [owner.orgId],
      projectId: owner.projectId,
      target: `/v1/projects/${owner.projectId}/agents/${owner.agentId}`,
      before: undefined,
      after: undefined,
      request,
      db: database.tenant(owner.projectId),
    })

  const findOwner = (token: string | undefined) =>
    token ? findTokenOwner(database.everything, hashApiKey(token)) : undefined

  async function issue(request: FastifyRequest, reply: FastifyReply) {
    const form = getForm(request)
    const { grant_type: grant, client_id: clientId = '', code = '', resource: wanted } = form
    if (!(await isAgentClient(secrets, clientId))) {
      // Clients register again after this reply, for example if the server has new keys.
      return replyWithError(reply, 'invalid_client', 'The client is not registered here.', {
        status: 401,
      })
    }
    if (wanted !== undefined && !isResource(wanted, publicUrl)) {
      return replyWithError(reply, 'invalid_target', `The resource must be ${resource}.`)
    }
    const now = getNow()
    const refreshToken = form['refresh_token'] ?? ''
    const owner = await findOwner(grant === 'refresh_token' ? refreshToken : code)
    const db = database.tenant(owner?.projectId ?? nowhere)
    let exchanged: Exchanged
    if (grant === 'authorization_code') {
      const [redirectUri, verifier] = [form['redirect_uri'] ?? '', form['code_verifier'] ?? '']
      exchanged = await exchangeCode(db, { code, clientId, redirectUri, verifier, now })
    } else if (grant === 'refresh_token') {
      exchanged = await refreshTokens(db, { refreshToken, clientId, now })
    } else {
      return replyWithError(
        reply,
        'unsupported_grant_type',
        'Use authorization_code or refresh_token.',
      )
    }
    if (exchanged.outcome === 'theft' && owner) {
      await recordEnd(owner, request)
      services.log.warn(
        { agentId: owner.agentId },
        'An agent was disconnected: a token was used twice',
      )
      api.forgetCallers()
    }
    if (exchanged.outcome !== 'issued') return replyWithError(reply, 'invalid_grant', invalidGrant)
    return reply.header('cache-control', 'no-store').send({
      access_token: exchanged.accessToken,
      token_type: 'Bearer',
      expires_in: accessMs / 1000,
      refresh_token: exchanged.refreshToken,
      scope: exchanged.scope,
    })
  }

  async function endAgent(request: FastifyRequest, reply: FastifyReply) {
    const form = getForm(request)
    const owner = await findOwner(form['token'])
    // The reply is the same for unknown tokens (RFC 7009, 2.2).
    if (owner && owner.clientId === form['client_id']) {
      await disconnectAgent(database.tenant(owner.projectId), { id: owner.agentId })
      await recordEnd(owner, request)
      api.forgetCallers()
    }
    return reply.header('cache-control', 'no-store').send({})
  }

  void http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      async (_request: FastifyRequest, body: string) => body,
    )
    scope.post('/oauth/token', { config }, issue)
    scope.post('/oauth/revoke', { config }, endAgent)
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Problem && error.type.status < 429) {
        return replyWithError(reply, 'invalid_request', error.message)
      }
      throw error
    })
  })
}

/** The tenant of tokens that do not exist. */
const nowhere = 'proj_none' as ProjectId

const invalidGrant =
  'The code or token is unknown, expired or already used, or belongs to another client. Start the sign-in again.'

const getForm = ({ body }: FastifyRequest): Record<string, string | undefined> => {
  if (typeof body === 'string') return plainForm(body)
  throw new Problem('malformed-request', { detail: 'Send application/x-www-form-urlencoded.' })
}

/** Answers as OAuth defines it. */
const replyWithError = (
  reply: FastifyReply,
  error: string,
  description: string,
  { status = 400 }: { status?: number } = {},
) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error, error_description: description.replaceAll(/[^\u0020-\u007e]|["\\]/g, ' ') })

const toCaller = (owner: TokenOwner): Caller => ({
  kind: 'builder',
  builderId: owner.builderId,
  email: owner.primaryEmail,
  emailVerified: true,
})
