import {
  ApiKey,
  type ApiKeyId,
  type ApiKeyScope,
  type DestinationId,
  type IntegrationId,
  type ProjectId,
} from '@platform/contract'
import type { Selectable } from 'kysely'
import {
  type KeyGrant,
  type TenantLimits,
  chooseHashMark,
  covers,
  frontendKeysOff,
  generateApiKey,
  hashApiKey,
  markHash,
  maskApiKey,
  mustBeWithin,
  mustNotExceed,
} from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Tables } from '@platform/kernel/db/tables'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import type { Services } from '@platform/kernel/services'
import * as store from './store.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/services' {
  interface Services {
    /** The integrations that the texts name by ID or name; projects do not know integrations. */
    findNamedIntegrations(
      db: Db,
      idsOrNames: readonly string[],
    ): Promise<{ id: IntegrationId; name: string }[]>
  }
}

/** A key with its secret, which only the reply that creates or rotates it contains. */
export type NewApiKey = ApiKey & { key: string }

/** Creates an API key. Only this reply carries the key itself: what is kept is a hash. */
export async function createApiKey(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  {
    projectId,
    label,
    scopes,
    allowedOrigins = [],
    integrationIds = null,
    destinationId = null,
    allowedNetworks = [],
    expireTime,
    by,
  }: {
    projectId: ProjectId
    label: string
    scopes: ApiKeyScope[]
    allowedOrigins?: string[]
    integrationIds?: IntegrationId[] | null
    destinationId?: DestinationId | null
    allowedNetworks?: string[]
    expireTime?: string | undefined
    /** What the creator may do; absent for the operator. */
    by?: KeyGrant
  },
): Promise<NewApiKey> {
  if (expireTime && new Date(expireTime) <= getNow()) throw makeExpiredError(expireTime)
  const limits = {
    scopes,
    integrationIds,
    destinationId,
    allowedNetworks,
    expireTime: expireTime ? new Date(expireTime) : null,
  }
  mustBeConsistent('', { ...limits, allowedOrigins })
  if (by) mustNotExceed(by, limits)
  const key = generateApiKey(scopes)
  const row = await inTransaction(db, async (tx) => {
    if (scopes.includes('frontend')) await requireFrontendKeysAllowed(tx, projectId)
    const inserted = await store.insertApiKey(tx, {
      id: newId('key'),
      projectId,
      hash: markHash(hashApiKey(key), chooseHashMark(limits)),
      masked: maskApiKey(key),
      label,
      ...limits,
      allowedOrigins,
      lastUseTime: null,
      updateTime: null,
    })
    await mustBeWithin(tx, tenantLimits, {
      what: 'apiKeys',
      tenant: projectId,
      count: () => store.countRows(tx, 'apiKeys', projectId),
    })
    return inserted
  })
  return { ...toApiKey(row), key }
}

/** Returns the IDs of the named integrations, each of which must exist. */
export async function idsOfIntegrations(
  { findNamedIntegrations }: Pick<Services, 'findNamedIntegrations'>,
  db: Db,
  { named, field }: { named: readonly string[] | null | undefined; field: string },
): Promise<IntegrationId[] | null> {
  if (!named) return null
  const found = await findNamedIntegrations(db, named)
  const missing = named.flatMap((text, index) =>
    found.some(({ id, name }) => text === id || text === name) ? [] : [{ text, index }],
  )
  if (missing.length > 0) {
    throw invalidInput(
      ...missing.map(({ text, index }) => ({
        in: 'body' as const,
        name: `${field}[${index}]`,
        value: text,
        detail: `No integration has the ID or name ${text}.`,
      })),
    )
  }
  return found.map(({ id }) => id)
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
  integrationIds: true,
  allowedNetworks: true,
  expireTime: true,
})

export async function updateApiKey(
  db: Db,
  {
    id,
    updateMask,
    changes,
    by,
  }: {
    id: ApiKeyId
    updateMask: string[]
    changes: {
      label?: string
      active?: boolean
      scopes?: ApiKeyScope[]
      allowedOrigins?: string[]
      integrationIds?: IntegrationId[] | null
      allowedNetworks?: string[]
      expireTime?: string | null
    }
    by: KeyGrant
  },
): Promise<ApiKey> {
  const { expireTime, ...fields } = toMaskedColumns(updateMask, changes, changeable)
  return inTransaction(db, async (tx) => {
    const before = await lockManagedKey(tx, id, by)
    const after = {
      ...before,
      ...fields,
      ...(expireTime !== undefined && { expireTime: expireTime ? new Date(expireTime) : null }),
    }
    mustBeConsistent('apiKey.', after)
    mustNotExceed(by, after)
    if (after.scopes.includes('frontend') && !before.scopes.includes('frontend')) {
      await requireFrontendKeysAllowed(tx, before.projectId)
    }
    const mark = chooseHashMark(after)
    const row = await store.updateApiKey(tx, id, {
      ...fields,
      ...(expireTime !== undefined && { expireTime: after.expireTime }),
      hash: markHash(before.hash, mark),
      formerHash: before.formerHash && markHash(before.formerHash, mark),
    })
    if (!row) throw noSuchKey(id)
    return toApiKey(row)
  })
}

/** Gives the key a new secret. The former one is accepted until the overlap ends. */
export async function rotateApiKey(
  db: Db,
  { id, overlapHours, by }: { id: ApiKeyId; overlapHours: number; by: KeyGrant },
): Promise<NewApiKey> {
  return inTransaction(db, async (tx) => {
    const before = await lockManagedKey(tx, id, by)
    const key = generateApiKey(before.scopes)
    const row = await store.updateApiKey(tx, id, {
      hash: markHash(hashApiKey(key), chooseHashMark(before)),
      masked: maskApiKey(key),
      lastUseTime: null,
      formerHash: overlapHours > 0 ? before.hash : null,
      formerUntil: overlapHours > 0 ? getNow(overlapHours * 3600_000) : null,
      formerLastUseTime: overlapHours > 0 ? before.lastUseTime : null,
    })
    if (!row) throw noSuchKey(id)
    return { ...toApiKey(row), key }
  })
}

/** Deletes a key. Both its secrets are rejected at once. */
export async function deleteApiKey(
  db: Db,
  { id, by }: { id: ApiKeyId; by: KeyGrant },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockManagedKey(tx, id, by)
    await store.deleteApiKey(tx, id)
  })
}

/** Deletes the keys that are limited to a destination, when it is deleted. */
export const deleteReceiveKeys = (db: Db, destinationId: DestinationId) =>
  store.deleteKeysOfDestination(db, destinationId)

/** Locks a key that the caller may manage: one that allows no more than they may do themselves. */
async function lockManagedKey(tx: Db, id: ApiKeyId, by: KeyGrant) {
  const row = await store.lockApiKey(tx, id)
  if (!row) throw noSuchKey(id)
  mustNotExceed(by, row)
  return row
}

/** A key that is refused from its first call on is not what anybody asks for. */
async function requireFrontendKeysAllowed(tx: Db, projectId: ProjectId): Promise<void> {
  const project = await store.findProject(tx, projectId)
  if (project?.frontendKeys === 'off') throw frontendKeysOff(project.name)
}

/** Rejects combinations that mean nothing. */
function mustBeConsistent(
  path: '' | 'apiKey.',
  {
    scopes,
    allowedOrigins,
    integrationIds,
    destinationId,
  }: {
    scopes: string[]
    allowedOrigins: string[]
    integrationIds: IntegrationId[] | null
    destinationId: DestinationId | null
  },
): void {
  const isFrontend = scopes.includes('frontend')
  const reject = (name: string, detail: string) => {
    throw invalidInput({ in: 'body', name: `${path}${name}`, detail })
  }
  if (scopes.length > 1 && (isFrontend || scopes.includes('full'))) {
    reject('scopes', 'full and frontend cannot be combined with other scopes.')
  }
  if (!isFrontend && allowedOrigins.length > 0) {
    reject('allowedOrigins', 'Only keys of scope frontend can be restricted to origins.')
  }
  if (isFrontend && integrationIds) {
    reject('integrationIds', 'Keys of scope frontend cannot be limited to integrations.')
  }
  if (destinationId && !(scopes.length === 1 && scopes[0] === 'read:messages')) {
    reject('scopes', 'Keys that are limited to a destination have the scope read:messages.')
  }
  if (destinationId && integrationIds) {
    reject('integrationIds', 'A key is limited to integrations or to a destination, not both.')
  }
}

/** Reports whether the project, or one of its keys, lists the origin. */
export async function isOwnPage(db: Db, projectId: ProjectId, origin: string): Promise<boolean> {
  const project = await store.findProject(db, projectId)
  const keys = await store.selectApiKeys(db, { active: true }).execute()
  return [...(project ? [project] : []), ...keys].some(({ allowedOrigins }) =>
    covers(allowedOrigins, origin),
  )
}

const unusedMs = 90 * 24 * 3600_000

/** Whether a key could be deleted: it is active, and neither its secret nor the former one was used for long. */
function isUnused(
  { active, createTime, lastUseTime, formerLastUseTime }: Selectable<Tables['apiKeys']>,
  now: Date,
): boolean {
  const times = [createTime, lastUseTime, formerLastUseTime].map((time) => time?.getTime() ?? 0)
  return active && Math.max(...times) < now.getTime() - unusedMs
}

export const toApiKey = (row: Selectable<Tables['apiKeys']>, now = getNow()): ApiKey => ({
  id: row.id,
  maskedKey: row.masked,
  label: row.label,
  scopes: row.scopes,
  projectId: row.projectId,
  allowedOrigins: row.allowedOrigins,
  integrationIds: row.integrationIds ?? undefined,
  destinationId: row.destinationId ?? undefined,
  allowedNetworks: row.allowedNetworks,
  active: row.active,
  unused: isUnused(row, now),
  ...(row.formerUntil &&
    row.formerUntil > now && {
      formerKeyUntil: row.formerUntil.toISOString(),
      formerKeyLastUseTime: row.formerLastUseTime?.toISOString(),
    }),
  expireTime: row.expireTime?.toISOString(),
  lastUseTime: row.lastUseTime?.toISOString(),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

const makeExpiredError = (value: string) =>
  invalidInput({ in: 'body', name: 'expireTime', value, detail: 'The time is in the past.' })

const noSuchKey = (id: string) =>
  // The caller may have sent the key itself, so only IDs are echoed.
  new Problem('api-key-not-found', {
    detail: /^key_\w+$/.test(id) ? `No API key has the ID ${id}.` : 'No API key has this ID.',
  })
