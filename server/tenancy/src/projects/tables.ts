import type {
  ApiKeyId,
  Branding,
  DestinationId,
  FrontendKeys,
  IntegrationId,
  OrgId,
  ProjectId,
  ProviderAppId,
  ProviderAppMetadata,
} from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
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
      /** The destination that the key is limited to; null for all. */
      destinationId: DestinationId | null
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
    branding: { projectId: ProjectId; content: JsonColumn<Branding> }
    /** When the owners were last notified of what keeps end users from connecting. */
    setupReports: {
      projectId: ProjectId
      provider: string
      cause: 'missing' | 'rejected'
      detail: Generated<string>
      providerAppId: ProviderAppId | null
      count: Generated<number>
      firstTime: Generated<Date>
      lastTime: Generated<Date>
      /** When the owners were last mailed. */
      reportTime: Date | null
    }
    storedBytes: { projectId: ProjectId; bytes: number }
  }
}
