import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../problems/problem.ts'
import { randomBytes } from 'node:crypto'

/** The unverified credential of a request. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'api-key'; key: string }
  | { kind: 'bearer'; token: string }

/**
 * Reads the credential from the headers. Rejects two credentials at once, because it would be
 * unclear which one applies.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const key = headers['x-api-key']
  const { authorization } = headers
  if (key !== undefined && authorization !== undefined) {
    throw new Problem('credential-invalid', {
      detail: 'Send either X-Api-Key or Authorization, not both.',
      headers: challenge('invalid_request'),
    })
  }
  if (key !== undefined) return { kind: 'api-key', key: String(key) }
  if (authorization === undefined) return { kind: 'none' }

  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1]
  if (token === undefined) {
    throw invalidCredential('The Authorization header must be `Bearer <token>`.')
  }
  return { kind: 'bearer', token }
}

export const credentialMissing = () => new Problem('credential-missing', { headers: challenge() })

export const invalidCredential = (detail: string) =>
  new Problem('credential-invalid', { detail, headers: challenge('invalid_token') })

export const bearerRequired = () => new Problem('bearer-required', { headers: challenge() })

export const challenge = (error?: string) => ({
  'www-authenticate': `Bearer realm="platform"${error ? `, error="${error}"` : ''}`,
})

/** What a secret of an agent is for. Only access tokens are accepted by the MCP server. */
export type AgentTokenKind = 'code' | 'access' | 'refresh'

const prefixes: Record<AgentTokenKind, string> = {
  code: 'plat_code_',
  access: 'plat_agent_',
  refresh: 'plat_refresh_',
}

/** Returns 256 random bits after a prefix by which people and secret scanners recognize them. */
export const generateAgentToken = (kind: AgentTokenKind): string =>
  `${prefixes[kind]}${randomBytes(32).toString('base64url')}`

/** Reports whether a bearer token claims to be that of an agent, as opposed to a JWT. */
export const isAgentToken = (token: string): boolean => token.startsWith(prefixes.access)

const prefix = 'plat_link_'

/** Returns 256 random bits after a prefix by which people and secret scanners recognize them. */
export const generateConnectLinkToken = (): string =>
  `${prefix}${randomBytes(32).toString('base64url')}`

/** Reports whether a bearer token claims to be the secret of a connect link, as opposed to a JWT. */
export const isConnectLinkToken = (token: string): boolean => token.startsWith(prefix)

const approvalPrefix = 'plat_approval_'

/** Returns 256 random bits after a prefix by which people and secret scanners recognize them. */
export const generateApprovalLinkToken = (): string =>
  `${approvalPrefix}${randomBytes(32).toString('base64url')}`

/** Reports whether a bearer token claims to be the secret of an approval link. */
export const isApprovalLinkToken = (token: string): boolean => token.startsWith(approvalPrefix)
