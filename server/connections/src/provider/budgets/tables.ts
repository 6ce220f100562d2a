import type { ProjectId } from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'

/** Calls of a window that a process may make. Times are by the database's clock, in ms. */
export interface BudgetShare {
  calls: number
  /** Calls that it needs. */
  wanted: number
  /** Until when its calls may still count at the provider if the process is lost. */
  until: number
}
/** Shared state of one limit of a provider. */
export interface BudgetState {
  /** Calls in a window, as reported by the provider. */
  calls?: number
  perMs?: number
  /** No calls are sent before this time. */
  blockedUntil?: number
  /** Remaining quota, as reported by a reply. */
  left?: { calls: number; of: number; at: number }
  shares: Record<string, BudgetShare>
}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    providerBudgets: {
      projectId: ProjectId
      /** Identifies the limit and its scope. */
      key: string
      state: JsonColumn<BudgetState>
      /** Increases with each change; a write based on an older version is rejected. */
      version: number
      /** When the state becomes irrelevant. */
      expireTime: Date
    }
  }
}
