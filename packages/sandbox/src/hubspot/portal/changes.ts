import type { CrmObject } from './crm-object.ts'

/** What happened to a record. */
export interface RecordChange {
  portalId: string
  object: CrmObject
  id: number
  kind: 'creation' | 'propertyChange' | 'deletion' | 'restore'
  /** The properties that were written. */
  values: Record<string, string | null>
  /** A person did it in HubSpot's screens, not an app. */
  byUser: boolean
}

/** Two records were joined, or are so no longer; told from both sides. */
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
