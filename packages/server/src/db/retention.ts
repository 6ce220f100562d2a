/** How many days each kind of ended row is kept. */
export interface Retention {
  messages: number
  operations: number
  logs: number
  configs: number
  revisions: number
  auditLog: number
  replies: number
}

const dayMs = 24 * 3600 * 1000

/** Since when something must be over to be removed now. */
export const cutOff = (days: number, now = Date.now()) => new Date(now - days * dayMs)
