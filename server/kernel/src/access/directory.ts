import type {
  AgentId,
  ApiKeyId,
  ApprovalId,
  BuilderId,
  Capability,
  ConnectLinkId,
  DestinationId,
  FrontendKeys,
  IntegrationId,
  OrgId,
  OrgRole,
  ProjectRole,
  ProjectId,
} from '@platform/contract'
import type { AcrossTenants, Db } from '../db/database.ts'
import type { CallingLink, LinkMaker, ProjectRef } from './caller.ts'

/** What a builder is in an organization, and in its projects if the role is `limited`. */
export interface MemberRoles {
  role: OrgRole
  projectRoles: Partial<Record<ProjectId, ProjectRole>>
}

/** An agent whose token was found. */
export interface FoundAgent extends ProjectRef {
  agentId: AgentId
  clientName: string
  capabilities: string[]
  tokenExpireTime: Date
  builderId: BuilderId
  primaryEmail: string
  emailVerified: boolean
}

/** A connect link whose secret was presented. */
export interface FoundLink extends ProjectRef {
  connectLinkId: ConnectLinkId
  groupRef: string
  consumerRef: string
  expireTime: Date
  integration: CallingLink['integration']
  account: CallingLink['account']
  /** Null if it was made by an earlier version. */
  madeWith: LinkMaker | null
}

/** An approval whose link was opened. */
export interface FoundApprovalLink extends ProjectRef {
  approvalId: ApprovalId
  groupRef: string
  consumerRef: string
  expireTime: Date
  /** Null if it was made by an earlier version. */
  madeWith: LinkMaker | null
}

/** Look-ups that access needs from the domains above it. */
export interface Directory {
  /** Returns the active key with this hash and its project, if any. */
  findApiKey(
    db: AcrossTenants,
    hashes: readonly Buffer[],
  ): Promise<
    | (ProjectRef & {
        apiKeyId: ApiKeyId
        label: string
        scopes: string[]
        integrationIds: IntegrationId[] | null
        destinationId: DestinationId | null
        allowedNetworks: string[]
        /** Whether it is the key from before a rotation, in the overlap. */
        isFormer: boolean
        expireTime: Date | null
        allowedOrigins: string[]
        projectOrigins: string[]
        frontendKeys: FrontendKeys
      })
    | undefined
  >
  /** Returns the agent with this token, and the builder who connected it. */
  findAgentByToken(db: AcrossTenants, hash: Buffer): Promise<FoundAgent | undefined>
  /** Notes that an agent is in use. */
  noteAgentUse(db: AcrossTenants, agentId: AgentId): Promise<unknown>
  /** Returns the connect link with this secret. */
  findConnectLink(db: AcrossTenants, hash: Buffer): Promise<FoundLink | undefined>
  /** Returns the approval whose link has this secret. */
  findApprovalLink(db: AcrossTenants, hash: Buffer): Promise<FoundApprovalLink | undefined>
  /** Returns what the API key allows; nothing once it is deleted, deactivated or has expired. */
  listKeyCapabilities(db: Db, id: ApiKeyId): Promise<readonly Capability[]>
  /** Returns what the agent may do for its builder; nothing once it is disconnected. */
  listAgentCapabilities(db: Db, id: AgentId): Promise<readonly Capability[]>
  /** Notes that a connect link is in use. */
  noteConnectLinkUse(db: AcrossTenants, id: ConnectLinkId): Promise<unknown>
  /** Notes that a key is in use, or the one from before its rotation. */
  noteUse(db: AcrossTenants, use: { apiKeyId: ApiKeyId; isFormer: boolean }): Promise<unknown>
  /** The integrations with these IDs, as requests may name them. */
  findIntegrations(
    db: Db,
    ids: readonly IntegrationId[],
  ): Promise<{ id: IntegrationId; name: string }[]>
  findProject(
    db: AcrossTenants,
    idOrName: string,
  ): Promise<(ProjectRef & { allowedOrigins: string[] }) | undefined>
  /** Returns the project that an active key for end-user tokens is registered with. */
  findProjectOfKey(db: AcrossTenants, kid: string): Promise<ProjectId | undefined>
  /** Returns the active key that verifies tokens of the project's end users. */
  findVerifyingKey(
    db: Db,
    key: { projectId: ProjectId; kid: string },
  ): Promise<{ algorithm: string; publicKeyPem: string } | undefined>
  /** Records that a token verified by the key was accepted, and for which end user. */
  noteTokenOf(db: Db, use: { kid: string; groupRef: string }): Promise<unknown>
  /** Returns the builder's role in the organization; undefined for non-members. */
  findRole(db: AcrossTenants, builderId: BuilderId, orgId: OrgId): Promise<MemberRoles | undefined>
  /**
   * Reports whether a session of the built-in sign-in has ended while its tokens may still be
   * valid.
   */
  hasEnded(db: AcrossTenants, sessionId: string): Promise<boolean>
}
