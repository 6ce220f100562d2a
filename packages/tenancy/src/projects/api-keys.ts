import { ApiKey, type ApiKeyId, type ApiKeyScope, type ProjectId } from '@platform/contract'
import type { Selectable } from 'kysely'
import { generateApiKey, hashApiKey, maskApiKey } from '@platform/kernel/access/api-keys'
import { frontendKeysOff } from '@platform/kernel/access/frontend-keys'
import { covers } from '@platform/kernel/access/own-pages'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access/tenant-limits'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Tables } from '@platform/kernel/db/tables'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { maskedColumns } from '@platform/kernel/http/update-mask'
import * as store from './store.ts'

/** Creates an API key. Only this reply carries the key itself: what is kept is a hash. */
export async function createApiKey(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  {
    projectId,
    label,
    scope,
    allowedOrigins = [],
    expireTime,
  }: {
    projectId: ProjectId
    label: string
    scope: ApiKeyScope
    allowedOrigins?: string[]
    expireTime?: string
  },
): Promise<ApiKey & { key: string }> {
  if (expireTime && new Date(expireTime) <= new Date()) throw expiredAlready(expireTime)
  if (scope === 'full' && allowedOrigins.length > 0) throw boundInVain('allowedOrigins')
  const key = generateApiKey(scope)
  const row = await inTransaction(db, async (tx) => {
    if (scope === 'frontend') await requireFrontendKeysAllowed(tx, projectId)
    const inserted = await store.insertApiKey(tx, {
      id: newId('key'),
      projectId,
      hash: hashApiKey(key),
      masked: maskApiKey(key),
      label,
      scopes: [scope],
      allowedOrigins,
      expireTime: expireTime ? new Date(expireTime) : null,
      lastUseTime: null,
      updateTime: null,
    })
    await mustBeWithin(tx, tenantLimits, {
      what: 'apiKeys',
      tenant: projectId,
      count: () => store.countOf(tx, 'apiKeys', projectId),
    })
    return inserted
  })
  return { ...toApiKey(row), key }
}

export async function getApiKey(db: Db, id: ApiKeyId): Promise<ApiKey> {
  const row = await store.findApiKey(db, id)
  if (!row) throw noSuchKey(id)
  return toApiKey(row)
}

const changeable = ApiKey.pick({
  label: true,
  active: true,
  scopes: true,
  allowedOrigins: true,
  expireTime: true,
})

export async function updateApiKey(
  db: Db,
  {
    id,
    updateMask,
    changes,
  }: {
    id: ApiKeyId
    updateMask: string[]
    changes: {
      label?: string
      active?: boolean
      scopes?: ApiKeyScope[]
      allowedOrigins?: string[]
      expireTime?: string | null
    }
  },
): Promise<ApiKey> {
  const { expireTime, ...fields } = maskedColumns(updateMask, changes, changeable)
  return inTransaction(db, async (tx) => {
    const before = await store.lockApiKey(tx, id)
    if (!before) throw noSuchKey(id)
    const { scopes, allowedOrigins } = { ...before, ...fields }
    if (scopes.includes('full') && allowedOrigins.length > 0) {
      throw boundInVain('apiKey.allowedOrigins')
    }
    if (fields.scopes?.includes('frontend') && before.scopes.includes('full')) {
      await requireFrontendKeysAllowed(tx, before.projectId)
    }
    const row = await store.updateApiKey(tx, id, {
      ...fields,
      ...(expireTime !== undefined && { expireTime: expireTime ? new Date(expireTime) : null }),
    })
    if (!row) throw noSuchKey(id)
    return toApiKey(row)
  })
}

/** A key that is refused from its first call on is not what anybody asks for. */
async function requireFrontendKeysAllowed(tx: Db, projectId: ProjectId): Promise<void> {
  const project = await store.findProject(tx, projectId)
  if (project?.frontendKeys === 'off') throw frontendKeysOff(project.name)
}

export async function deleteApiKey(db: Db, id: ApiKeyId): Promise<void> {
  if (!(await store.deleteApiKey(db, id))) throw noSuchKey(id)
}

/** Whether the project, or a key of it, names the origin as one of its pages. */
export async function isOwnPage(db: Db, projectId: ProjectId, origin: string): Promise<boolean> {
  const project = await store.findProject(db, projectId)
  const keys = await store.selectApiKeys(db, { active: true }).execute()
  return [...(project ? [project] : []), ...keys].some(({ allowedOrigins }) =>
    covers(allowedOrigins, origin),
  )
}

export const toApiKey = (row: Selectable<Tables['apiKeys']>): ApiKey => ({
  id: row.id,
  maskedKey: row.masked,
  label: row.label,
  scopes: row.scopes,
  projectId: row.projectId,
  allowedOrigins: row.allowedOrigins,
  active: row.active,
  expireTime: row.expireTime?.toISOString(),
  lastUseTime: row.lastUseTime?.toISOString(),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

const expiredAlready = (value: string) =>
  invalidInput({ in: 'body', name: 'expireTime', value, detail: 'The time is in the past.' })

const boundInVain = (name: string) =>
  invalidInput({
    in: 'body',
    name,
    detail: 'Only keys of scope frontend can be restricted to origins.',
  })

const noSuchKey = (id: string) =>
  // Somebody may have put the key itself there, so it is not echoed unless it is an ID.
  new Problem('api-key-not-found', {
    detail: /^key_\w+$/.test(id) ? `No API key has the ID ${id}.` : 'No API key has this ID.',
  })
