import type { AgentId, BuilderId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    agents: {
      id: AgentId
      projectId: ProjectId
      /** Who connected it. */
      builderId: BuilderId
      /** At that time: tenants do not see people. */
      builderEmail: string
      clientId: string
      clientName: string
      /** To which the browser returned. */
      host: string
      capabilities: string[]
      lastUseTime: Date | null
      expireTime: Date
      createTime: Generated<Date>
    }
    agentTokens: {
      hash: Buffer
      agentId: AgentId
      projectId: ProjectId
      kind: 'code' | 'access' | 'refresh'
      /** Of codes. */
      redirectUri: string | null
      /** Of codes. */
      codeChallenge: string | null
      expireTime: Date
      /** Of codes and refresh tokens, which are exchanged once. */
      useTime: Date | null
    }
  }
}
