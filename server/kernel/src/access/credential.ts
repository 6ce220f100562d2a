import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../problems/problem.ts'
import { randomBytes, hash } from 'node:crypto'

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

/**
 * A new key: 256 random bits after a prefix by which people and secret scanners recognize it. Keys with
 * capabilities of their own begin with `plat_scoped_`.
 */
export function generateApiKey(scopes: readonly string[]): string {
  const [scope] = scopes
  const kind = scope === 'full' || scope === 'frontend' ? scope : 'scoped'
  return `plat_${kind}_${randomBytes(32).toString('base64url')}`
}

/** Hashes a key for storage. Keys are random, so a plain hash is sufficient. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/**
 * What the stored hash of a key begins with if it has limits that earlier versions do not know: they
 * find no such hash. Each kind of limit has a mark of its own, which the version before it lacks.
 */
const marks = {
  none: Buffer.alloc(0),
  limited: Buffer.from('limited:'),
  receiving: Buffer.from('receiving:'),
}
export type HashMark = keyof typeof marks

/** Returns the hash as stored for a key with these limits. */
export const markHash = (hashed: Buffer, mark: HashMark): Buffer =>
  Buffer.concat([marks[mark], hashed.subarray(-32)])

/** Returns the hashes under one of which a key may be stored. */
export const listStoredHashes = (hashed: Buffer): Buffer[] => [
  markHash(hashed, 'none'),
  markHash(hashed, 'limited'),
  markHash(hashed, 'receiving'),
]

/** Returns the part of a key that lists show, enough to distinguish it from others. */
export const maskApiKey = (key: string): string =>
  `${/^plat_[a-z]+_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
