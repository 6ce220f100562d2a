import { hash, randomBytes } from 'node:crypto'
import type { CatalogueEntry } from '@platform/connector'
import { baseURLOf } from '../catalogue/catalogue.ts'
import { resolveTemplate } from '../catalogue/template.ts'
import { requireValue } from '../require-value.ts'
import { TestClient } from './provider-client.ts'
import { getMembers, getTextMember } from '../members.ts'

const redirectUri = 'http://127.0.0.1:1/callback'

/** Connects like a user who consents, using the catalogue's entry. */
export async function signIn(
  entry: CatalogueEntry,
  app: { clientId: string; clientSecret: string },
  { scopes = [] }: { scopes?: readonly string[] } = {},
): Promise<TestClient> {
  const { authURL = '', tokenURL, tokenMetadataFields } = requireValue(entry.info.oauth2Opts)
  const verifier = randomBytes(32).toString('base64url')
  const authorize = new URL(resolveTemplate(authURL, {}))
  authorize.search = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(requireValue(entry.oauth2).scopeSeparator),
    state: 'state',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    sandbox_auto_approve: '1',
  }).toString()
  const agreed = await fetch(authorize, { redirect: 'manual' })
  const callback = new URL(agreed.headers.get('location') ?? '')

  const reply = await fetch(resolveTemplate(tokenURL, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      code_verifier: verifier,
    }).toString(),
  })
  const token = getMembers(await reply.json())
  const captured = (tokenMetadataFields.otherFields ?? []).map(({ name, path }) => [
    name,
    getTextMember(token, path) ?? '',
  ])
  const baseURL = baseURLOf(entry, Object.fromEntries(captured))
  return new TestClient(baseURL, getTextMember(token, 'access_token'))
}
