import type { CatalogueEntry } from '@platform/connector'
import type { Oauth2Dialect } from '@platform/contract'
import type { EgressReply, EgressRequest, TenantEgress } from '@platform/kernel/egress'

/** Tokens that the simulated provider issues. */
export const issued = { accessToken: 'at-1', refreshToken: 'rt-1', code: 'code-1' }

/** Contains characters that must be escaped in forms, headers and URLs. */
export const selfTestClient = { clientId: 'client/1+a b', clientSecret: 's3cret:/?#&= %+' }

type Report = (problem: string) => void

/**
 * Simulates a token endpoint that accepts only requests in the entry's dialect, and reports
 * deviations. No request leaves the process.
 */
export function standIn(
  { info, oauth2: dialect }: CatalogueEntry,
  {
    grant,
    values,
    report,
  }: { grant: Record<string, string>; values: Record<string, string>; report: Report },
): Pick<TenantEgress, 'request'> {
  const expected = {
    ...grant,
    ...(isRefresh(grant) ? dialect?.refreshParams : dialect?.tokenParams),
  }
  return {
    async request(url, { method, headers = {}, body } = {}) {
      const { protocol, href } = new URL(url)
      if (protocol !== 'https:') report(`its token endpoint ${href} does not use https`)
      if (method === 'GET' && dialect?.longLivedTokens) {
        const token = isRefresh(grant) ? grant.refresh_token : issued.accessToken
        if (!isExchange(dialect.longLivedTokens, new URL(url), token)) {
          report(`no exchange of long-lived tokens is ${href.replace(/\?.*$/, '')}`)
        }
        return standInReply(tokenReply(info, undefined, values))
      }
      if (method !== 'POST') report('its tokens are not requested with POST')
      const members = readMembers(headers, body)
      for (const [name, value] of Object.entries(expected)) {
        if (members[name] !== value) report(`a token request lacks ${name}=${value}`)
      }
      const sent = readClient(headers, members, dialect?.clientAuthentication)
      if (
        sent.clientId !== selfTestClient.clientId ||
        sent.clientSecret !== selfTestClient.clientSecret
      ) {
        report('a token request does not contain the client as its provider requires')
      }
      return standInReply(tokenReply(info, dialect?.tokenPath, values))
    },
  }
}

const isRefresh = (grant: Record<string, string>) => grant.grant_type === 'refresh_token'

/** Reports whether the request is one of the entry's exchanges of this token. */
const isExchange = (
  { exchange, renewal }: NonNullable<Oauth2Dialect['longLivedTokens']>,
  { origin, pathname, searchParams }: URL,
  token: string | undefined,
): boolean =>
  [exchange, renewal].some(
    (known) =>
      known?.url === origin + pathname &&
      searchParams.get('grant_type') === known.grantType &&
      searchParams.get(known.tokenParam) === token &&
      (known.clientParams ?? []).every((name) => searchParams.get(name)),
  )

function readMembers(
  headers: EgressRequest['headers'],
  body: EgressRequest['body'],
): Record<string, unknown> {
  const text = typeof body === 'string' ? body : ''
  if (headers?.['content-type'] !== 'application/json') {
    return Object.fromEntries(new URLSearchParams(text))
  }
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

function readClient(
  headers: EgressRequest['headers'],
  members: Record<string, unknown>,
  kind: Oauth2Dialect['clientAuthentication'] = 'body',
) {
  if (kind === 'body') return { clientId: members.client_id, clientSecret: members.client_secret }
  const encoded = String(headers?.authorization).replace(/^Basic /, '')
  if (kind === 'secretAsUser') {
    const clientSecret = Buffer.from(encoded, 'base64').toString().replace(/:$/, '')
    return { clientId: selfTestClient.clientId, clientSecret }
  }
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return {
    clientId: decodeURIComponent(clientId),
    clientSecret: decodeURIComponent(clientSecret),
  }
}

/** Returns a token reply with every field that the entry captures. */
function tokenReply(
  { oauth2Opts }: CatalogueEntry['info'],
  tokenPath: string | undefined,
  values: Record<string, string>,
): Record<string, unknown> {
  const reply: Record<string, unknown> = {}
  const at = (path: string, value: unknown) => putMember(reply, path.split('.'), value)
  const fields = oauth2Opts?.tokenMetadataFields
  for (const { name, path } of fields?.otherFields ?? []) at(path, values[name] ?? 'acme')
  if (fields?.workspaceRefField) at(fields.workspaceRefField, 'workspace-1')
  if (fields?.consumerRefField) at(fields.consumerRefField, 'consumer-1')
  const prefix = tokenPath === undefined ? '' : `${tokenPath}.`
  at(`${prefix}access_token`, issued.accessToken)
  at(`${prefix}refresh_token`, issued.refreshToken)
  at(`${prefix}expires_in`, 3600)
  return reply
}

function putMember(
  into: Record<string, unknown>,
  [step = '', ...rest]: string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    into[step] ??= value
    return
  }
  const known = into[step]
  const inner: Record<string, unknown> =
    typeof known === 'object' && known !== null ? { ...known } : {}
  putMember(inner, rest, value)
  into[step] = inner
}

export const standInReply = (body: unknown, status = 200): EgressReply => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
