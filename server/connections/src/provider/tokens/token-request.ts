import {
  parseExactly,
  ProviderError,
  type CatalogueEntry,
  type ProviderOAuth2,
} from '@platform/connector'
import { providerBaseUrl, baseURLOf, TemplateError } from '@platform/connectors'
import { clientIdPath, maxMatchedLength, type TokenExchange } from '@platform/contract'
import type { EgressReply, TenantEgress } from '@platform/kernel/egress'
import { must } from '@platform/kernel/values'
import { makeEndedCall, attachProviderCall, traceCall } from '../call/provider-call.ts'
import { leastToken } from '../call/redact-provider-text.ts'
import type { Tokens } from '../../credentials/credentials.ts'
import { listAuthorizations, rememberAuthorization } from './client-authorization.ts'
import { toExpiresAt, toTokenTimes } from '../../credentials/token-lifetime.ts'
import { classifyRejection } from './classify-rejection.ts'

export interface OAuthClient {
  clientId: string
  clientSecret: string
}

export interface TokenReply {
  tokens: Tokens
  /** Values that the catalogue captures: `instance_url`, `api_domain`… */
  captured: Record<string, string>
  workspaceRef?: string
  consumerRef?: string
}

interface TokenRequest {
  entry: CatalogueEntry
  client: OAuthClient
  /** Values of the connection, for URLs with variables. */
  values: Readonly<Record<string, string>>
  /** Parameters of the grant, such as `grant_type` and `code`. */
  grant: Record<string, string>
  now: Date
}

/** Parameters of a grant that must not appear in the provider's message. */
const secretMembers = [
  'refresh_token',
  'code',
  'code_verifier',
  'password',
  'access_token',
  'fb_exchange_token',
  'subject_token',
]

/** Larger than any token. */
const maxBodyBytes = 256 * 1024

/**
 * Calls a provider's token endpoint (RFC 6749, sections 4.1.3, 4.4.2 and 6), in the provider's
 * dialect.
 * @throws ProviderError `credentials` if the grant is no longer valid, which only the end user can
 * fix; `unavailable` without a usable reply, or for errors not about the grant, such as an invalid
 * client. It contains the provider's message, never a token.
 */
export async function requestTokens(
  egress: Pick<TenantEgress, 'request'>,
  { entry, client, values, grant, now }: TokenRequest,
): Promise<TokenReply> {
  const { info, oauth2: dialect } = entry
  const options = info.oauth2Opts
  if (!options || !dialect) throw new Error(`${info.name} does not use OAuth 2.`)

  const refreshing = grant.grant_type === 'refresh_token'
  const { exchange, renewal } = dialect.longLivedTokens ?? {}
  if (refreshing && renewal) {
    const call = makeExchangeCall(renewal, { entry, client, values, token: grant.refresh_token })
    return withRenewable(await askForTokens(egress, call, { entry, client, values, grant, now }))
  }
  const asking = { entry, client, values, grant, now }
  const url = providerBaseUrl(entry, (refreshing && dialect.refreshURL) || options.tokenURL, values)
  const members: Record<string, string> = {
    ...grant,
    ...(refreshing ? dialect.refreshParams : dialect.tokenParams),
    ...(grant.grant_type === 'client_credentials' &&
      options.audience && { audience: options.audience.join(' ') }),
    ...(dialect.clientAuthentication === 'body' && {
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  }
  const reply = await askAsClient(egress, { method: 'POST', url, members }, asking)
  if (grant.grant_type !== 'authorization_code' || !exchange) return reply
  const { accessToken, scopes } = reply.tokens
  const call = makeExchangeCall(exchange, { entry, client, values, token: accessToken })
  const longLived = await askForTokens(egress, call, asking)
  const tokens = { ...longLived.tokens, ...(scopes && { scopes }) }
  const whole = { ...reply, tokens, captured: { ...reply.captured, ...longLived.captured } }
  return renewal ? withRenewable(whole) : whole
}

/** A request to a token endpoint. */
interface TokenCall {
  /** `GET` sends the members in the query. */
  method: 'GET' | 'POST'
  url: string
  members: Record<string, string>
  authorization?: string
}

/** Returns the call that exchanges a token for one that lives longer. */
function makeExchangeCall(
  { url, grantType, tokenParam, clientParams = [] }: TokenExchange,
  {
    entry,
    client,
    values,
    token = '',
  }: Pick<TokenRequest, 'entry' | 'client' | 'values'> & { token: string | undefined },
): TokenCall {
  const params = { client_id: client.clientId, client_secret: client.clientSecret }
  return {
    method: 'GET',
    url: providerBaseUrl(entry, url, values),
    members: {
      grant_type: grantType,
      [tokenParam]: token,
      ...Object.fromEntries(clientParams.map((name) => [name, params[name]])),
    },
  }
}

/** Keeps an access token that is itself exchanged for the next one. */
const withRenewable = (reply: TokenReply): TokenReply => ({
  ...reply,
  tokens: { ...reply.tokens, refreshToken: reply.tokens.accessToken },
})

/** Sends the request with the client's ID and secret in HTTP Basic, if the dialect requires it. */
async function askAsClient(
  egress: Pick<TenantEgress, 'request'>,
  call: TokenCall,
  asking: TokenRequest,
): Promise<TokenReply> {
  const { entry, client } = asking
  const dialect = must(entry.oauth2, 'OAuth 2 dialect')
  if (dialect.clientAuthentication === 'body') return askForTokens(egress, call, asking)
  if (dialect.clientAuthentication === 'secretAsUser') {
    const encoded = Buffer.from(`${client.clientSecret}:`).toString('base64')
    return askForTokens(egress, { ...call, authorization: `Basic ${encoded}` }, asking)
  }
  const [first = '', second] = listAuthorizations(call.url, client)
  try {
    return await askForTokens(egress, { ...call, authorization: first }, asking)
  } catch (error) {
    if (second === undefined || !mayBeEncoding(error, dialect)) throw error
    // If both are rejected, the first reply is reported.
    const again = { ...call, authorization: second }
    const reply = await askForTokens(egress, again, asking).catch(() => {
      throw error
    })
    rememberAuthorization(call.url, client, second)
    return reply
  }
}

async function askForTokens(
  egress: Pick<TenantEgress, 'request'>,
  { method, url, members, authorization }: TokenCall,
  { entry, client, values, grant, now }: TokenRequest,
): Promise<TokenReply> {
  const { info } = entry
  const dialect = must(entry.oauth2, 'OAuth 2 dialect')
  const isJson = dialect.tokenRequestFormat === 'json'
  const form = new URLSearchParams(members).toString()
  const secrets = [
    client.clientSecret,
    ...[authorization ?? '', ...listAuthorizations(url, client)].map((header) =>
      header.replace('Basic ', ''),
    ),
    ...secretMembers.map((name) => grant[name] ?? members[name] ?? ''),
  ]
  const headers = {
    accept: 'application/json',
    ...(method === 'POST' && {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    }),
    ...(authorization !== undefined && { authorization }),
  }
  const beganAt = performance.now()
  const ofThisCall = (error: ProviderError, response?: EgressReply) => {
    const about = { method, url: new URL(url), headers, response, beganAt, secrets }
    return attachProviderCall(error, makeEndedCall(about))
  }
  const sent =
    method === 'GET'
      ? egress.request(`${url}?${form}`, { method, headers, maxBodyBytes })
      : egress.request(url, {
          method,
          headers,
          body: isJson ? JSON.stringify(members) : form,
          maxBodyBytes,
        })
  const response = await traceCall(entry, method, () => sent).catch((error: Error) => {
    throw ofThisCall(
      new ProviderError('unavailable', `${info.name} did not respond.`, { cause: error }),
    )
  })

  const reply = parseReply(response.body)
  // Some report an error with status 200 (GitHub, Slack): the body decides.
  const refusal = reply && (saysError(reply.error) || reply.ok === false)
  const read =
    reply && !refusal && response.status < 400 && readReply(entry, reply, { client, now })
  if (!read) {
    const isOwnClient = ownsClient(grant)
    const refused = classifyRejection(entry, {
      response,
      reply,
      codes: dialect,
      isOwnClient,
      secrets,
    })
    throw ofThisCall(refused, response)
  }
  mustBeOwn(entry, { ...values, ...read.captured })
  return read
}

/** Some servers send the member with every reply, and put nothing into it. */
const saysError = (error: unknown): boolean =>
  typeof error === 'object'
    ? error !== null && Object.keys(error).length > 0
    : typeof error === 'string'
      ? !/^(?:|none|null|no|false|ok|0)$/i.test(error.trim())
      : Boolean(error)

/** Reports whether the server may have rejected the client for how its ID and secret are encoded. */
const mayBeEncoding = (error: unknown, { clientRefusedBy, grantEndedBy }: ProviderOAuth2) => {
  if (!(error instanceof ProviderError)) return false
  const code = error.code?.toLowerCase() ?? ''
  return clientRefusedBy.includes(code) || (error.status === 401 && !grantEndedBy.includes(code))
}

/** Rejects a token reply that names a foreign host for later calls. */
function mustBeOwn(entry: CatalogueEntry, values: Record<string, string>): void {
  if (!entry.oauth2?.baseURLField) return
  try {
    baseURLOf(entry, values)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new ProviderError('unavailable', error.message, { cause: error })
  }
}

/**
 * Parses a reply, whatever its type says: JSON, or a form with a token or an error, as older servers
 * answer. Returns undefined for anything else.
 */
export function parseReply(body: string): Record<string, unknown> | undefined {
  const text = body.replace(/^\uFEFF/, '').trim()
  try {
    const parsed = parseExactly(text)
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    if (!/^(?:[\w.~%+-]+=[^&\s<]*&)*(?:access_token|error)=[^\s<]+$/.test(text)) return undefined
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** Reports whether the grant uses the end user's own client instead of the builder's. */
const ownsClient = ({ grant_type }: Record<string, string>) =>
  grant_type === 'client_credentials' || grant_type === 'password'

/** Returns the tokens of a reply; undefined if it contains none. */
function readReply(
  { info, oauth2: dialect }: CatalogueEntry,
  reply: Record<string, unknown>,
  { client, now }: Pick<TokenRequest, 'client' | 'now'>,
): TokenReply | undefined {
  const fields = must(info.oauth2Opts, 'oauth2 opts').tokenMetadataFields
  const members = dialect!.tokenPath
    ? ((findTokenValue(reply, dialect!.tokenPath) ?? reply) as Record<string, unknown>)
    : reply
  const accessToken = toToken(members.access_token)
  if (accessToken === undefined) return undefined
  const refreshToken = toToken(members.refresh_token)
  const expiresAt = toExpiresAt(
    { expiresIn: members.expires_in, expiresAt: members.expires_at },
    {
      now,
      assumedSeconds: dialect!.assumedLifetimeSeconds,
      keepAliveHours: must(info.oauth2Opts, 'oauth2 opts').keepAliveIntervalHours,
    },
  )
  const scopes = listScopes(findTokenValue(reply, fields.scopesField ?? 'scope'))
  const own = [accessToken, refreshToken ?? ''].filter((token) => token.length >= leastToken)
  // Account metadata is shown to people, so it must not contain a token.
  const openAt = (path: string) => {
    const text = findTokenText(reply, path)
    return own.some((token) => text?.includes(token)) ? undefined : text
  }
  const captured = Object.fromEntries(
    (fields.otherFields ?? []).flatMap(({ name, path, capture }) => {
      const text = path === clientIdPath ? client.clientId : openAt(path)
      const value = captureText(text, capture)
      return value ? [[name, value]] : []
    }),
  )
  const workspaceRef = fields.workspaceRefField && openAt(fields.workspaceRefField)
  const consumerRef = fields.consumerRefField && openAt(fields.consumerRefField)
  return {
    tokens: {
      accessToken,
      ...toTokenTimes(now, expiresAt),
      // What is empty was not renewed: the stored value remains.
      ...(refreshToken !== undefined && { refreshToken }),
      ...(scopes?.length && { scopes }),
    },
    captured,
    ...(workspaceRef && { workspaceRef }),
    ...(consumerRef && { consumerRef }),
  }
}

/** Returns a token; undefined for an empty one. Some are numbers. */
function toToken(value: unknown): string | undefined {
  const token = typeof value === 'number' ? String(value) : value
  return typeof token === 'string' && token.trim() !== '' ? token : undefined
}

/** Returns the group matched by the pattern; the whole text without a pattern. */
export function captureText(
  text: string | undefined,
  pattern: string | undefined,
): string | undefined {
  if (text === undefined || pattern === undefined) return text
  return text.length > maxMatchedLength ? undefined : new RegExp(pattern).exec(text)?.[1]
}

/** Returns the granted scopes, from a text or a list. */
function listScopes(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean)
  if (!Array.isArray(value)) return undefined
  return value.filter((scope) => typeof scope === 'string' && scope !== '')
}

const findTokenValue = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
      value,
    )

function findTokenText(value: unknown, path: string): string | undefined {
  const found = findTokenValue(value, path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}
