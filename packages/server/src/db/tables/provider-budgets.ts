import type { ProjectId } from '@platform/contract'
import type { JsonColumn } from './organizations.ts'

/** What a process may make of the calls of a window. Times are by the database's clock, in ms. */
export interface BudgetShare {
  calls: number
  /** What it has use for. */
  wanted: number
  /** Until when calls of it may still count at the provider, if the process is never heard of again. */
  until: number
}

/** What processes know of one limit of a provider together. */
export interface BudgetState {
  /** Calls in a window, as reported by the provider. */
  calls?: number
  perMs?: number
  /** Nothing is sent before. */
  blockedUntil?: number
  /** Remaining quota, as reported by a reply. */
  left?: { calls: number; of: number; at: number }
  shares: Record<string, BudgetShare>
}

export interface ProviderBudgetTable {
  projectId: ProjectId
  /** Which limit, and who shares it. */
  key: string
  state: JsonColumn<BudgetState>
  /** Counts changes: who has read an older one writes nothing. */
  version: number
  /** What is known is of no use any more. */
  expireTime: Date
}
