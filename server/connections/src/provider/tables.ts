import type { ProviderFailure } from '@platform/connector'
import type { ConnectionId, Id, ProjectId, RefreshFailureKind } from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

export interface LeaseFailure {
  failure: ProviderFailure
  message: string
  isBuildersToMend?: boolean
  /** ISO time of the first of the rejections in a row whose words are not known to end a grant. */
  rejectedSince?: string
}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    connectionRefreshes: {
      id: Id<'ref'>
      projectId: ProjectId
      connectionId: ConnectionId
      /** Null if the tokens were refreshed. */
      kind: RefreshFailureKind | null
      detail: string | null
      createTime: Generated<Date>
    }
    refreshLeases: {
      connectionId: ConnectionId
      projectId: ProjectId
      /** Process that holds the lease, for inspection. */
      owner: string
      /** Increases with each lease; writes of earlier holders are rejected. */
      fence: number
      expireTime: Date
      /** How the lease with this fence ended, if it failed. */
      failure: JsonColumn<LeaseFailure> | null
    }
    knownFields: {
      connectionId: ConnectionId
      objectName: string
      projectId: ProjectId
      /** Empty for an object that does not exist in the account. */
      fieldNames: JsonColumn<string[]>
      describeTime: Generated<Date>
    }
    knownLabels: {
      connectionId: ConnectionId
      objectName: string
      projectId: ProjectId
      /** Label of the object, followed by name and label of each field. */
      labels: JsonColumn<string[]>
      describeTime: Generated<Date>
    }
  }
}
