import { randomBytes } from 'node:crypto'

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
