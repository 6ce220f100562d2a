import type { Project } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'

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
