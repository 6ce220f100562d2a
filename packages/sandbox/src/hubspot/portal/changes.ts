import type { CrmObject } from './crm-object.ts'

/** What happened to a record. */
export interface RecordChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'creation' | 'propertyChange' | 'deletion' | 'privacyDeletion' | 'restore'
  /** The properties that were written. */
  values: Record<string, string | null>
  /** A person did it in HubSpot's screens, not an app. */
  byUser: boolean
}

/** Two records were associated or dissociated; reported for both records. */
export interface AssociationChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'associationChange'
  to: CrmObject
  toId: number
  removed: boolean
  byUser: boolean
}

/** Another record has become part of this one. */
export interface MergeChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'merge'
  mergedId: number
  /** How many values came along. */
  movedCount: number
  byUser: boolean
}

export type PortalChange = RecordChange | AssociationChange | MergeChange
