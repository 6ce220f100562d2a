import type { FastifyReply, FastifyRequest } from 'fastify'
import { consentPage, rejectionPage } from '../../consent-page.ts'
import type { Grants } from '../../grants.ts'
import { parseForm, getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { acceptsRedirect, sandboxScopes, type OAuthApp } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { portals, portalUserId } from '../portal/portal.ts'
import type { Portals } from './portals.ts'
import { toTextMembers } from '../../members.ts'

const look = { productName: 'HubSpot Sandbox', accent: '#c2410c' }
export const userEmail = 'ana@sandbox-portal.example'

/** Shows the consent page, and redirects with the answer. */
export const hubspotConsent =
  ({
    state,
    grants,
    knownPortals,
  }: {
    state: SandboxState
    grants: Grants
    knownPortals: Portals
  }) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const query: Record<string, string | undefined> = {
      ...getQuery(request),
      ...(request.method === 'POST' ? parseForm(request) : {}),
    }
    const reject = (title: string, detail: string) =>
      reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(rejectionPage({ ...look, title, detail }))
    const client = state.app('hubspot', query['client_id'])
    const redirectUri = query['redirect_uri'] ?? ''
    const scopes = (query['scope'] ?? '').split(/[ +]/).filter(Boolean)
    if (!client) return reject('Authorization failed', 'The client ID does not belong to any app.')
    if (!acceptsRedirect(client, redirectUri)) {
      return reject(
        'Authorization failed',
        `The redirect URL ${redirectUri} doesn't match the app's registered redirect URL.`,
      )
    }
    if (scopes.length === 0) {
      return reject('Authorization failed', 'The scope parameter is required.')
    }

    const back = (parameters: Record<string, string>) => {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      if (query['state'] !== undefined) url.searchParams.set('state', query['state'])
      return reply.redirect(url.href)
    }
    const optional = (query['optional_scope'] ?? '').split(/[ +]/).filter(Boolean)
    if (state.applies('newApps')) {
      const fault = findScopeFault(client, scopes, optional)
      if (fault) return reject('Authorization failed because there is a scope mismatch', fault)
    }
    const requested = [...new Set([...scopes, ...optional])]
    const { portal } = toTextMembers(request.params)
    const answer =
      query['sandbox_answer'] ??
      (query['sandbox_auto_approve'] === '1' ? 'allow' : state.consent.hubspot.answer)
    if (answer === 'ask') {
      const page = consentPage({
        ...look,
        appName: client.name,
        userName: userEmail,
        scopes: requested.map((name) => ({ name, meaning: scopeMeaning(name) })),
        accounts: portal ? portals.filter(({ id }) => id === portal) : portals,
        hidden: toTextMembers(query),
      })
      return reply.type('text/html; charset=utf-8').send(page)
    }
    if (answer === 'deny') {
      return back({ error: 'access_denied', error_description: 'The user denied access' })
    }

    const account =
      query['sandbox_account'] ??
      portal ??
      state.consent.hubspot.account ??
      requireDefined(portals[0]).id
    if (!knownPortals.get(account)) {
      return reject('Authorization failed', `There is no account ${account}.`)
    }
    const lacked = state.lackedScopes.get(account) ?? []
    const unavailable = scopes.filter((scope) => lacked.includes(scope))
    if (unavailable.length > 0) {
      return reject(
        'Authorization failed',
        `This account does not have access to the scopes ${unavailable.join(', ')}.`,
      )
    }
    const granted = requested.filter((scope) => !lacked.includes(scope))
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

/** Compares the scopes of an authorization with those of the app. */
function findScopeFault(
  app: OAuthApp,
  scopes: readonly string[],
  optional: readonly string[],
): string | undefined {
  const required = app.scopes ?? []
  const declared = [...(app.scopes ?? sandboxScopes.hubspot), ...(app.optionalScopes ?? [])]
  const missing = required.filter((scope) => !scopes.includes(scope))
  const foreign = [...scopes, ...optional].filter((scope) => !declared.includes(scope))
  if (missing.length > 0) return `The URL lacks scopes that the app requires: ${missing.join(', ')}`
  if (foreign.length > 0) {
    return `The URL contains scopes that the app does not have: ${foreign.join(', ')}`
  }
  return undefined
}

function scopeMeaning(scope: string): string {
  const [, kind, object = '', act] =
    /^crm\.(objects|schemas)\.(.+)\.(read|write)$/.exec(scope) ?? []
  const what = object.replaceAll('_', ' ')
  if (kind === 'objects') return act === 'read' ? `See ${what}` : `Change ${what}`
  if (kind === 'schemas') return `${act === 'read' ? 'See' : 'Change'} the properties of ${what}`
  return scope === 'oauth' ? 'Connect to your account' : 'Use this permission'
}
