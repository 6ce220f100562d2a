import type { Retention } from '@platform/kernel/db/retention'
import type { Settings } from '../settings/settings.ts'

export const getRetention = (settings: Settings): Retention => ({
  messages: settings.PLATFORM_KEEP_MESSAGES,
  operations: settings.PLATFORM_KEEP_OPERATIONS,
  emptyReads: settings.PLATFORM_KEEP_EMPTY_READS,
  logs: settings.PLATFORM_KEEP_LOGS,
  configs: settings.PLATFORM_KEEP_CONFIGS,
  revisions: settings.PLATFORM_KEEP_REVISIONS,
  auditLog: settings.PLATFORM_KEEP_AUDIT_LOG,
  replies: settings.PLATFORM_KEEP_REPLIES,
  keptRecords: settings.PLATFORM_KEEP_RECORDS ?? Infinity,
})
