import type { SandboxProvider } from './provider.ts'

/** What a token stands for. Access and refresh tokens of one consent share the `family`. */
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
