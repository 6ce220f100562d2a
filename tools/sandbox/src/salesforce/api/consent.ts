import type { FastifyReply, FastifyRequest } from 'fastify'
import { consentPage, rejectionPage } from '../../consent-page.ts'
import type { Grants } from '../../grants.ts'
import { parseForm, getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { acceptsRedirect, sandboxScopes } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { organizations } from '../org/org.ts'
import type { Orgs } from './orgs.ts'
import { toTextMembers } from '../../members.ts'

export const look = { productName: 'Salesforce Sandbox', accent: '#0b6bcb' }

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
/** Reply for an app that is blocked, or a connected app that is not installed. */
const approvalError = {
  error: 'OAUTH_APPROVAL_ERROR_GENERIC',
  error_description: 'An unexpected error has occurred during authentication.',
}
/** Reply for an external client app, after a successful login. */
const notInstalled = {
  error: 'OAUTH_EC_APP_NOT_FOUND',
  error_description: 'External client app is not installed in this org',
}

/** jsforce omits the method, and Salesforce then assumes S256. */
const hasChallenge = (query: Record<string, string | undefined>) =>
  /^[\w-]{43}$/.test(query['code_challenge'] ?? '') &&
  (query['code_challenge_method'] ?? 'S256') === 'S256'

/** Default scopes. */
const defaultScopes = ['refresh_token', 'api', 'id']

/** Shows the consent page, and redirects with the answer. */
export const salesforceConsent =
  ({ state, grants, orgs }: { state: SandboxState; grants: Grants; orgs: Orgs }) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const query: Record<string, string | undefined> = {
      ...getQuery(request),
      ...(request.method === 'POST' ? parseForm(request) : {}),
    }
    const client = state.app('salesforce', query['client_id'])
    const redirectUri = query['redirect_uri'] ?? ''
    const reject = (title: string, detail: string) =>
      reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(rejectionPage({ ...look, title, detail }))
    if (!client) return reject('invalid_client_id', 'client identifier invalid')
    if (!acceptsRedirect(client, redirectUri)) {
      return reject('redirect_uri_mismatch', 'redirect_uri must match configuration')
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
    const isStrict = state.applies('newApps')
    if (isStrict && !hasChallenge(query)) {
      return back({
        error: 'invalid_request',
        error_description: 'missing required code challenge',
      })
    }

    const answer =
      query['sandbox_answer'] ??
      (query['sandbox_auto_approve'] === '1' ? 'allow' : state.consent.salesforce.answer)
    const scopes = (query['scope'] ?? '').split(' ').filter(Boolean)
    const allowed = client.scopes ?? sandboxScopes.salesforce
    if (isStrict && scopes.some((scope) => !allowed.includes(scope))) {
      return back({
        error: 'invalid_scope',
        error_description: 'the requested scope is not allowed',
      })
    }
    if (answer === 'ask') {
      const page = consentPage({
        ...look,
        appName: client.name,
        userName: String(orgs.user(requireDefined(organizations[0]).id)['Name']),
        scopes: (scopes.length > 0 ? scopes : defaultScopes).map((name) => ({
          name,
          meaning: scopeMeanings[name] ?? 'Use this permission',
        })),
        accounts: organizations,
        hidden: toTextMembers(query),
      })
      return reply.type('text/html; charset=utf-8').send(page)
    }
    if (answer === 'deny') {
      return back({ error: 'access_denied', error_description: 'end-user denied authorization' })
    }

    const account =
      query['sandbox_account'] ??
      state.consent.salesforce.account ??
      requireDefined(organizations[0]).id
    const org = orgs.get(account)
    if (!org) return reject('invalid_org', `There is no organization ${account}.`)
    if (state.blockedApps.has(`${client.clientId} ${org.id}`)) return back(approvalError)
    if (!state.hasPackage(client.clientId, org.id)) {
      return back(client.isLegacy ? approvalError : notInstalled)
    }
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
