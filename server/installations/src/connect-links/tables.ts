import type { ConnectLinkId, IntegrationId, ProjectId } from '@platform/contract'
import type { LinkMaker } from '@platform/kernel/access'
import type { JsonWithDefault, Tables } from '@platform/kernel/db/tables'
import type { Generated, Selectable } from 'kysely'

export type ConnectLinkRow = Selectable<Tables['connectLinks']>

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
      /** Account that the page opens: empty for the default one, null for all. */
      instance: string | null
      /** Name of that account, if the page adds it. */
      displayName: string | null
      locale: string | null
      returnUrl: string | null
      createdBy: string
      /** JSON null, or null of an earlier version, if it does not end with its maker. */
      madeWith: JsonWithDefault<LinkMaker | null>
      lastUseTime: Date | null
      expireTime: Date
      createTime: Generated<Date>
    }
  }
}
