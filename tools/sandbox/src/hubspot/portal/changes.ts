import type { CrmObject } from './crm-object.ts'

/** A change of a record. */
export interface RecordChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'creation' | 'propertyChange' | 'deletion' | 'privacyDeletion' | 'restore'
  /** The written properties. */
  values: Record<string, string | null>
  /** Whether a person did it in HubSpot's UI instead of an app. */
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

/** Another record was merged into this one. */
export interface MergeChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'merge'
  mergedId: number
  /** Number of merged values. */
  movedCount: number
  byUser: boolean
}

export type PortalChange = RecordChange | AssociationChange | MergeChange
