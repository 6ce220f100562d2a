import type { Project } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '@platform/kernel/db/tables'

export const toProject = (row: Selectable<Tables['projects']>): Project => ({
  id: row.id,
  name: row.name,
  appName: row.appName,
  orgId: row.orgId,
  frontendKeys: row.frontendKeys,
  allowedOrigins: row.allowedOrigins,
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})
