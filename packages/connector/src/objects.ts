import type { FieldMetadata, ProviderObject } from '@platform/contract'
import type { WriteType } from './write.ts'

/** An object that the connected user can reach. */
export interface ObjectSummary {
  objectName: string
  displayName: string
  /** Made in this account, not by the provider. */
  isCustom: boolean
  canRead: boolean
  /** What may be written; empty for an object that is only read. */
  writes: readonly WriteType[]
}

export interface ObjectDescription {
  objectName: string
  displayName: string
  fields: Record<string, FieldMetadata>
}

/** What is known of a provider's objects without asking it, by their names. */
export type KnownObjects = Readonly<Record<string, ProviderObject>>
