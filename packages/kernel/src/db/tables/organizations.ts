import type {
  AgentId,
  ApiKeyId,
  AuditRecordId,
  BuilderId,
  ClaimedDomainId,
  FrontendKeys,
  Id,
  IntegrationId,
  InviteId,
  OrgId,
  OrgRole,
  ProjectId,
  ProjectRole,
  ProviderAppId,
  ProviderAppMetadata,
} from '@platform/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A JSON column: an object when read, JSON text when written. */
export type JsonColumn<T> = ColumnType<T, string, string>

/** A JSON column with a default. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

export interface OrganizationTables {
  organizations: {
    id: OrgId
    label: string
    defaultTeamId: string
    createTime: Generated<Date>
    updateTime: Date | null
  }
  builders: {
    id: BuilderId
    idpProvider: string
    idpRef: string
    firstName: string | null
    lastName: string | null
    fullName: string | null
    primaryEmail: string
    emailVerified: Generated<boolean>
    createTime: Generated<Date>
  }
  memberships: {
    id: Id<'mem'>
    orgId: OrgId
    builderId: BuilderId
    role: OrgRole
    /** Of the role `limited`, by project. */
    projectRoles: JsonWithDefault<Partial<Record<ProjectId, ProjectRole>>>
    createTime: Generated<Date>
  }
  projects: {
    id: ProjectId
    orgId: OrgId
    name: string
    appName: string
    frontendKeys: Generated<FrontendKeys>
    /** Origins of its pages; if empty, any origin is allowed. */
    allowedOrigins: Generated<string[]>
    createTime: Generated<Date>
    updateTime: Date | null
  }
  dataKeys: {
    projectId: ProjectId
    masterKeyId: string
    wrapped: Buffer
    createTime: Generated<Date>
  }
  setupLinks: {
    tokenHash: Buffer
    expireTime: Date
  }
  serverSecrets: {
    name: string
    masterKeyId: string
    wrapped: Buffer
  }
  apiKeys: {
    id: ApiKeyId
    projectId: ProjectId
    hash: Buffer
    masked: string
    label: string
    scopes: string[]
    allowedOrigins: Generated<string[]>
    /** The integrations that the key is limited to; null for all. */
    integrationIds: IntegrationId[] | null
    allowedNetworks: Generated<string[]>
    /** The hash from before a rotation, accepted until `formerUntil`. */
    formerHash: Buffer | null
    formerUntil: Date | null
    formerLastUseTime: Date | null
    active: Generated<boolean>
    expireTime: Date | null
    lastUseTime: Date | null
    createTime: Generated<Date>
    updateTime: Date | null
  }
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
  jwtKeys: {
    id: string
    projectId: ProjectId
    label: string
    algorithm: string
    publicKeyPem: string
    active: Generated<boolean>
    lastUseTime: Date | null
    /** Groups whose end users recently used its tokens, newest first; sampled. */
    recentGroups: Generated<string[]>
    createTime: Generated<Date>
    updateTime: Generated<Date>
  }
  providerApps: {
    id: ProviderAppId
    projectId: ProjectId
    provider: string
    externalRef: string | null
    clientId: string
    clientSecret: Buffer
    scopes: string[] | null
    metadata: JsonColumn<ProviderAppMetadata & { providerParamNames?: string[] }> | null
    /** The `providerParams` of `metadata`, encrypted. */
    providerParams: Buffer | null
    /** The provider's message when it rejected the client; null once accepted. */
    refusal: string | null
    refusedTime: Date | null
    createTime: Generated<Date>
    updateTime: Date | null
  }
  invites: {
    id: InviteId
    orgId: OrgId
    invitedEmail: string
    status: 'pending' | 'accepted' | 'revoked'
    expireTime: Date
    createTime: Generated<Date>
    updateTime: Date | null
  }
  claimedDomains: {
    id: ClaimedDomainId
    orgId: OrgId
    domain: string
    createTime: Generated<Date>
  }
  auditLog: {
    id: AuditRecordId
    time: Generated<Date>
    orgId: string | null
    projectId: string | null
    actorKind: string
    actorId: string
    actorLabel: string | null
    action: string
    target: string
    targetStart: GeneratedAlways<string>
    requestId: string
    ip: string | null
    userAgent: string | null
    before: JsonColumn<unknown> | null
    after: JsonColumn<unknown> | null
  }
  idempotencyKeys: {
    scope: string
    keyHash: Buffer
    projectId: ProjectId | null
    /** Tenant of the request. */
    tenantId: Generated<string | null>
    fingerprint: Buffer
    /** Null while the change has been carried out but has no reply yet. */
    reply: Buffer | null
    /** Result of the change while it has no reply yet. */
    carried: Buffer | null
    /** Until when a process is expected to conclude it. */
    leaseExpireTime: Date | null
    createTime: Generated<Date>
  }
}
