import { isId, type ApiKeyId, type Capability } from '@platform/contract'
import { capabilitiesOfScopes } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { getNow } from '@platform/kernel/values'
import * as store from './store.ts'

/** Returns what the API key allows; nothing once it is deleted, deactivated or has expired. */
export async function listKeyCapabilities(db: Db, id: ApiKeyId): Promise<readonly Capability[]> {
  const key = await store.findApiKey(db, id)
  if (!key?.active || (key.expireTime !== null && key.expireTime <= getNow())) return []
  return capabilitiesOfScopes(key.scopes)
}

/**
 * Reports whether a key of the project no longer admits what was begun with it: an API key that was deleted,
 * deactivated, has expired, lost the capability or is of a scope that the project has switched off, or a key
 * for tokens of end users. In a transaction, a key that admits stays as it is until its end.
 */
export async function isKeyWithdrawn(
  db: Db,
  { keyId, capability }: { keyId: string; capability: Capability },
): Promise<boolean> {
  if (!isId('key', keyId)) return !(await store.findVerifyingKeyForShare(db, keyId))
  const key = await store.findApiKeyForShare(db, keyId)
  if (!key) return true
  const hasExpired = key.expireTime !== null && key.expireTime <= getNow()
  const isOff = key.scopes.includes('frontend') && key.frontendKeys === 'off'
  return hasExpired || isOff || !capabilitiesOfScopes(key.scopes).includes(capability)
}
