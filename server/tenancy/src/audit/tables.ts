import type { AuditRecordId } from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated, GeneratedAlways } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    auditLog: {
      id: AuditRecordId
      time: Generated<Date>
      orgId: string | null
      projectId: string | null
      actorKind: string
      actorId: string
      actorLabel: string | null
      action: string
      target: string
      targetStart: GeneratedAlways<string>
      requestId: string
      ip: string | null
      userAgent: string | null
      before: JsonColumn<unknown> | null
      after: JsonColumn<unknown> | null
    }
  }
}
