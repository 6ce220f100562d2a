import type { FieldMetadata, ProviderObject } from '@platform/contract'
import type { WriteType } from './write.ts'

/** An object that the connected user can access. */
export interface ObjectSummary {
  objectName: string
  displayName: string
  /** Whether it was created in this account instead of by the provider. */
  isCustom: boolean
  canRead: boolean
  /** Supported writes; empty for a read-only object. */
  writes: readonly WriteType[]
}

export interface ObjectDescription {
  objectName: string
  displayName: string
  fields: Record<string, FieldMetadata>
}

/** Objects of a provider that are known without an account, by name. */
export type KnownObjects = Readonly<Record<string, ProviderObject>>
