import type { InputValidationIssue } from '@platform/contract'
import type { TenantEgress } from '@platform/kernel/egress'
import { getNowMs } from '@platform/kernel/values'
import { z } from 'zod'
import { parseReplyBody } from '../batches.ts'
import { readOwnTls } from '../own-tls.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { issue, type SinkChecks, type SinkContext, type SinkTarget } from '../sink.ts'
import { readRetryAfter, toFailure, urlIssues } from '../http-exchange.ts'

/*
 * Access tokens that a webhook's receiver demands, by OAuth 2 client credentials:
 * https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */

const maxTokenWaitMs = 10_000
const maxReplyBytes = 64 * 1024
/** Lifetime of a token whose reply states none. */
const usualLifetimeMs = 5 * 60_000
/** How long before it expires a token is replaced; at most a tenth of its lifetime. */
const maxEarlyMs = 60_000
/** How long a token that the receiver has never accepted is kept, though it was refused. */
const keepRefusedMs = 10_000

const TokenReply = z.object({
  access_token: z
    .string()
    .min(1)
    .max(16_384)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z.string().optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})

interface ReceiverToken {
  text: string
  fetchedAt: number
  replaceAt: number
  /** Whether the receiver has accepted a webhook with it. */
  isAccepted: boolean
}

/** Keeps the access token of one destination. */
export interface ReceiverTokens {
  /** Returns the token, or why there is none. Callers share one request at a time. */
  get(): Promise<ReceiverToken | Failure>
  /** Returns whether another token is worth an attempt after the receiver refused this one. */
  forget(token: ReceiverToken): boolean
}

/** Returns the tokens for a destination; undefined if its receiver demands none. */
export function openReceiverTokens(
  { projectId, metadata, credentials }: SinkTarget,
  { egress, timeoutMs }: Pick<SinkContext, 'egress' | 'timeoutMs'>,
): ReceiverTokens | undefined {
  const { tokenUrl, clientId = '', url = '' } = metadata
  const { clientSecret = '' } = credentials
  if (!tokenUrl) return undefined
  // A private authority and a client certificate are for the server of the receiver only.
  const isSameServer = URL.canParse(url) && new URL(tokenUrl).origin === new URL(url).origin
  const outlet = egress.forTenant(projectId, isSameServer ? readOwnTls(metadata, credentials) : {})
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(metadata.scope && { scope: metadata.scope }),
    ...(metadata.audience && { audience: metadata.audience }),
    ...(metadata.clientAuthentication === 'post' && {
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const request = {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(metadata.clientAuthentication !== 'post' && {
        authorization: formatBasic(clientId, clientSecret),
      }),
    },
    body: form.toString(),
    timeoutMs: Math.min(timeoutMs, maxTokenWaitMs),
    maxBodyBytes: maxReplyBytes,
  }
  let token: ReceiverToken | undefined
  let asking: Promise<ReceiverToken | Failure> | undefined

  const ask = async (): Promise<ReceiverToken | Failure> => {
    const fetched = await askToken(outlet, tokenUrl, request)
    if (!('succeeded' in fetched)) token = fetched
    return fetched
  }
  return {
    get() {
      if (token && getNowMs() < token.replaceAt) return Promise.resolve(token)
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    forget(refused) {
      const isTooNew = !refused.isAccepted && getNowMs() < refused.fetchedAt + keepRefusedMs
      if (isTooNew) return false
      if (token === refused) token = undefined
      return true
    },
  }
}

/** Each part is encoded before: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
const formatBasic = (clientId: string, clientSecret: string) =>
  `Basic ${Buffer.from(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`).toString('base64')}`

const encodeForm = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

async function askToken(
  outlet: TenantEgress,
  tokenUrl: string,
  request: Parameters<TenantEgress['request']>[1],
): Promise<ReceiverToken | Failure> {
  const now = getNowMs()
  let reply: Awaited<ReturnType<TenantEgress['request']>>
  try {
    reply = await outlet.request(tokenUrl, request)
  } catch (error) {
    const { class: failed, detail } = toFailure(error as Error)
    return { succeeded: false, class: failed, detail: `No access token: ${detail}` }
  }
  const { status, body } = reply
  if (status !== 200) return toTokenFailure(reply)
  const parsed = parseReplyBody(TokenReply, body)
  const isBearer = (parsed?.token_type ?? 'bearer').toLowerCase() === 'bearer'
  if (!parsed || !isBearer)
    return {
      succeeded: false,
      class: 'misconfigured',
      detail: 'No access token: the reply of the token endpoint contains no bearer token.',
    }
  const lifetimeMs = parsed.expires_in ? parsed.expires_in * 1000 : usualLifetimeMs
  const earlyMs = Math.min(maxEarlyMs, lifetimeMs / 10)
  return {
    text: parsed.access_token,
    fetchedAt: now,
    replaceAt: now + lifetimeMs - earlyMs,
    isAccepted: false,
  }
}

/** The reply itself is not stored: it could repeat the secret. */
function toTokenFailure(
  reply: Pick<Awaited<ReturnType<TenantEgress['request']>>, 'status' | 'headers' | 'body'>,
): Failure {
  const code = parseReplyBody(z.object({ error: z.string().regex(/^[\w.-]{1,64}$/) }), reply.body)
  const isRefused = reply.status >= 400 && reply.status < 500 && reply.status !== 429
  const retryAfterMs = readRetryAfter(reply)
  return {
    succeeded: false,
    class: isRefused ? 'misconfigured' : 'status',
    detail: `No access token: the token endpoint answered ${reply.status}${code ? ` ${code.error}` : ''}.`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Sends with the token, and once more with another if the receiver refuses it. */
export async function sendWithToken(
  tokens: ReceiverTokens,
  {
    timeoutMs,
    send,
  }: {
    timeoutMs: number
    send: (options: { token: string; withinMs: number }) => Promise<Outcome>
  },
): Promise<Outcome> {
  const until = getNowMs() + timeoutMs
  const attempt = async () => {
    const token = await tokens.get()
    if ('succeeded' in token) return { outcome: token }
    const withinMs = Math.max(1, until - getNowMs())
    const outcome = await send({ token: token.text, withinMs })
    if (outcome.response?.status !== 401) token.isAccepted ||= outcome.succeeded
    return { outcome, token }
  }
  const { outcome, token } = await attempt()
  if (!token || outcome.response?.status !== 401 || !tokens.forget(token)) return outcome
  return (await attempt()).outcome
}

/** Returns the issues of the client credentials, of which none is enough alone. */
export function receiverTokenIssues(
  { metadata, credentials }: Pick<SinkTarget, 'metadata' | 'credentials'>,
  checks: Pick<SinkChecks, 'egress' | 'isDevelopment'>,
): InputValidationIssue[] {
  const { tokenUrl, clientId, scope, audience, clientAuthentication, headers = {} } = metadata
  const { clientSecret } = credentials
  const given = [tokenUrl, clientId, scope, audience, clientAuthentication, clientSecret]
  if (given.every((one) => one === undefined)) return []
  const demand = (name: string, value: string | undefined) =>
    value ? [] : [issue(name, 'A token URL, a client ID and a client secret belong together.')]
  return [
    ...demand('metadata.tokenUrl', tokenUrl),
    ...demand('metadata.clientId', clientId),
    ...demand('secrets.clientSecret', clientSecret),
    ...(tokenUrl ? urlIssues('metadata.tokenUrl', tokenUrl, checks) : []),
    ...Object.keys(headers)
      .filter((name) => name.toLowerCase() === 'authorization')
      .map((name) => issue(`metadata.headers.${name}`, 'The access token is sent in this header.')),
  ]
}
