import type { AuthScheme, ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'

/** Tokens of OAuth 2. Times are epoch milliseconds. */
export interface Tokens {
  accessToken: string
  issuedAt: number
  /** Absent if the provider does not report it; expiry is then detected by a 401. */
  expiresAt?: number
  /** Lifetime when they were issued; absent for imported ones. */
  lifetimeMs?: number
  refreshToken?: string
  scopes?: string[]
}

/** Credentials of a connection. Stored encrypted, as JSON. */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'custom'; values: Record<string, string> }
  /** Inputs of the steps of a provider's own scheme, and the token that the steps produced. */
  | { kind: 'customSteps'; values: Record<string, string>; tokens?: Tokens }
  | { kind: 'authorizationCode'; tokens: Tokens }
  | {
      kind: 'clientCredentials'
      clientId: string
      clientSecret: string
      scopes?: string[]
      tokens?: Tokens
    }
  | {
      kind: 'password'
      username: string
      password: string
      clientId: string
      clientSecret: string
      scopes?: string[]
      tokens?: Tokens
    }

export const getScheme = (credentials: Credentials, withPkce = false): AuthScheme => {
  switch (credentials.kind) {
    case 'authorizationCode':
      return withPkce ? 'oauth2/authorizationCodePKCE' : 'oauth2/authorizationCode'
    case 'clientCredentials':
      return 'oauth2/clientCredentials'
    case 'password':
      return 'oauth2/password'
    case 'customSteps':
      return 'custom'
    default:
      return credentials.kind
  }
}

/** Parts of the credentials to remove from provider messages. */
export function listSecrets(credentials: Credentials): string[] {
  switch (credentials.kind) {
    case 'none':
      return []
    case 'apiKey':
      return [credentials.apiKey]
    case 'basic':
      return [credentials.password]
    case 'custom':
      return Object.values(credentials.values)
    case 'customSteps':
      return [...Object.values(credentials.values), credentials.tokens?.accessToken ?? '']
    default: {
      const { accessToken = '', refreshToken = '' } = credentials.tokens ?? {}
      const own = credentials.kind === 'authorizationCode' ? [] : [credentials.clientSecret]
      const password = credentials.kind === 'password' ? [credentials.password] : []
      return [accessToken, refreshToken, ...own, ...password]
    }
  }
}

/** Time at which the credentials must be refreshed; null if unknown. */
export const getExpireTime = (credentials: Credentials): Date | null => {
  const { expiresAt } = getTokens(credentials) ?? {}
  return expiresAt === undefined ? null : new Date(expiresAt)
}

export const getTokens = (credentials: Credentials): Tokens | undefined =>
  'tokens' in credentials ? credentials.tokens : undefined

export const openCredentials = async (
  services: Services,
  row: { projectId: ProjectId; credentials: Buffer },
): Promise<Credentials> =>
  JSON.parse(await services.secrets.open(row.projectId, row.credentials)) as Credentials

export const connectionNotFound = (id: string) =>
  new Problem('connection-not-found', { detail: `No connection has the ID ${id}.` })
