import { sandboxApps, sandboxScopes } from '@platform/sandbox'
import type { Credentials } from '../../../credentials/credentials.ts'

const redirectUri = 'http://127.0.0.1:1/callback'

/** Connects to the sandbox like a user who consents. */
export async function signInAtSandbox(
  kind: 'salesforce' | 'hubspot',
  url: string,
): Promise<Credentials> {
  const { authorize, token } = paths[kind]
  const { clientId, clientSecret } = sandboxApps[kind]
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: kind === 'hubspot' ? sandboxScopes.hubspot.join(' ') : 'api refresh_token',
    state: 'state',
    sandbox_auto_approve: '1',
  })
  const agreed = await fetch(`${url}${authorize}?${query}`, { redirect: 'manual' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const reply = await fetch(`${url}${token}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const body: unknown = await reply.json()
  const accessToken = String(Object.entries(body ?? {}).find(([n]) => n === 'access_token')?.[1])
  return { kind: 'authorizationCode', tokens: { accessToken, issuedAt: Date.now() } }
}

const paths = {
  salesforce: { authorize: '/services/oauth2/authorize', token: '/services/oauth2/token' },
  hubspot: { authorize: '/oauth/authorize', token: '/oauth/v3/token' },
} as const
