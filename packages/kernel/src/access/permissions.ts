import type { OrgRole } from '@platform/contract'
import { Problem } from '../problems/problem.ts'

/**
 * Permissions by organization role. Permissions are `resource:action`; `*` matches any. Operations
 * declare the permission they need in the contract. `*` never grants `org:owner`.
 */
const granted: Record<OrgRole, readonly string[]> = {
  owner: ['org:owner', '*:*'],
  admin: ['*:read', '*:write', '*:trigger', '*:delete'],
  member: ['*:read', '*:trigger'],
}

/** Permissions that wildcards do not grant to admins and members. */
const withheld: Record<OrgRole, readonly string[]> = {
  owner: [],
  admin: ['org:write'],
  // Only owners and admins, who may deploy, can view records of customers' accounts.
  member: ['api-key:read', 'jwt-key:read', 'record:read'],
}

export const roleAllows = (role: OrgRole, permission: string): boolean =>
  !withheld[role].includes(permission) &&
  granted[role].some((pattern) => covers(pattern, permission))

/** Rejects a role that lacks the permission. Callers without a role (keys) have all permissions. */
export function mustAllow(role: OrgRole | undefined, permission: string): void {
  if (role === undefined || roleAllows(role, permission)) return
  throw new Problem(permission === 'org:owner' ? 'owner-required' : 'permission-missing', {
    detail: `The role ${role} lacks the permission ${permission}.`,
  })
}

function covers(pattern: string, permission: string): boolean {
  if (permission === 'org:owner') return pattern === 'org:owner'
  const [resource, action] = permission.split(':')
  const [anyResource, anyAction] = pattern.split(':')
  return (
    (anyResource === '*' || anyResource === resource) && (anyAction === '*' || anyAction === action)
  )
}
