import type { Provider } from './provider.ts'

/** What a token stands for. Access and refresh tokens of one consent share the `family`. */
export interface Grant {
  kind: 'access' | 'refresh'
  provider: Provider
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
