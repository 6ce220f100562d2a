import type { SandboxProvider } from './provider.ts'

/** The content of a token. Access and refresh tokens of one consent share the `family`. */
export interface Grant {
  kind: 'access' | 'refresh'
  provider: SandboxProvider
  /** The organization or portal. */
  account: string
  user: string
  clientId: string
  scopes: string[]
  family: string
  serial: string
  issuedAt: number
  expiresAt?: number
}
