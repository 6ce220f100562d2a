import { Client } from '@hubspot/api-client'
import { Connection, OAuth2 } from 'jsforce'
import { requireDefined } from '../require-defined.ts'
import { sandboxApps, sandboxScopes } from '../oauth-apps.ts'
import type { Sandbox } from '../start.ts'

export const callback = 'http://localhost:5555/callback'

/** Follows an automatic consent and returns the parameters of the app's redirect. */
export async function consentTo(authorizationUrl: string): Promise<URLSearchParams> {
  const response = await fetch(authorizationUrl, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
  return new URL(location).searchParams
}

/** Connects jsforce by the web-server flow with PKCE. */
export async function connectSalesforce(
  sandbox: Sandbox,
  options: { account?: string } = {},
): Promise<Connection> {
  const oauth2 = new OAuth2({
    ...sandboxApps.salesforce,
    loginUrl: sandbox.salesforceUrl,
    redirectUri: callback,
    useVerifier: true,
  })
  const url = new URL(oauth2.getAuthorizationUrl({ scope: 'api refresh_token' }))
  url.searchParams.set('sandbox_auto_approve', '1')
  if (options.account) url.searchParams.set('sandbox_account', options.account)
  const answer = await consentTo(url.href)

  const connection = new Connection({ oauth2, version: '60.0' })
  await connection.authorize(requireDefined(answer.get('code') ?? undefined))
  return connection
}

const hubspotScopes = sandboxScopes.hubspot.join(' ')

export function hubspotConsentUrl(
  sandbox: Sandbox,
  parameters: Record<string, string> = {},
): string {
  const url = new URL('/oauth/authorize', sandbox.hubspotUrl)
  url.search = new URLSearchParams({
    client_id: sandboxApps.hubspot.clientId,
    redirect_uri: callback,
    scope: hubspotScopes,
    sandbox_auto_approve: '1',
    ...parameters,
  }).toString()
  return url.href
}

/** Connects the official HubSpot client. */
export async function connectHubSpot(sandbox: Sandbox, parameters: Record<string, string> = {}) {
  const answer = await consentTo(hubspotConsentUrl(sandbox, parameters))
  const client = new Client({ basePath: sandbox.hubspotUrl })
  const { clientId, clientSecret } = sandboxApps.hubspot
  const tokens = await client.oauth.tokensApi.create(
    'authorization_code',
    requireDefined(answer.get('code') ?? undefined),
    callback,
    clientId,
    clientSecret,
  )
  client.setAccessToken(tokens.accessToken)
  return { client, tokens }
}
