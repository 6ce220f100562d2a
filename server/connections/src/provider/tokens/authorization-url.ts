import { createHash } from 'node:crypto'
import type { CatalogueEntry } from '@platform/connector'
import {
  fillTemplate,
  providerBaseUrl,
  TemplateError,
  templateVariables,
} from '@platform/connectors'

/**
 * Returns the URL where the end user signs in and consents (RFC 6749, section 4.1.1), in the
 * provider's dialect.
 * @throws TemplateError if a value is missing or would lead to another host
 */
export function authorizationUrl(
  entry: CatalogueEntry,
  {
    clientId,
    scopes,
    ownParams = {},
    redirectUri,
    values,
    state,
    codeVerifier,
  }: {
    clientId: string
    scopes: readonly string[]
    /** Parameters that the provider app adds. */
    ownParams?: Readonly<Record<string, readonly string[]>>
    redirectUri: string
    values: Record<string, string>
    state: string
    /** Absent if the provider does not support PKCE. */
    codeVerifier: string | undefined
  },
): string {
  const { info, oauth2: dialect } = entry
  const options = info.oauth2Opts
  if (!options?.authURL || !dialect) throw new Error(`${info.name} does not have a sign-in page.`)

  const url = new URL(providerBaseUrl(entry, options.authURL, values))
  const query: Record<string, string> = {
    // First, so that required parameters of the flow override them.
    ...options.authURLParams,
    ...(options.audience && { audience: options.audience.join(' ') }),
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...(scopes.length > 0 && {
      [dialect.scopeParam ?? 'scope']: scopes
        .map((scope) => fillScope(options.scopeMappings?.[scope] ?? scope, values))
        .join(dialect.scopeSeparator),
    }),
    ...(codeVerifier && {
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, own] of Object.entries(ownParams)) {
    for (const value of own) url.searchParams.append(name, value)
  }
  // Parameters of the flow take precedence over the app's own parameters.
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  // A page that is rendered in the browser reads its parameters from the fragment.
  const { search, hash } = url
  if (!hash) return url.href
  url.search = ''
  url.hash = hash + search
  return url.href
}

/** Returns the scope with the values of the connection, such as the address of its account. */
function fillScope(scope: string, values: Record<string, string>): string {
  const filled = fillTemplate(scope, values)
  // A value must not add another scope.
  if (filled !== scope && /[\s,]/.test(filled)) {
    const names = templateVariables(scope)
    throw new TemplateError(`The value of ${names.join(', ')} must not contain spaces.`, names)
  }
  return filled
}
