import type { ConnectLinkId, IntegrationId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    connectLinks: {
      id: ConnectLinkId
      projectId: ProjectId
      integrationId: IntegrationId
      /** Of the secret in the address. */
      hash: Buffer
      groupRef: string
      groupName: string
      consumerRef: string
      consumerName: string
      locale: string | null
      returnUrl: string | null
      createdBy: string
      lastUseTime: Date | null
      expireTime: Date
      createTime: Generated<Date>
    }
  }
}
