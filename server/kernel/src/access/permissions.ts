import {
  type Capability,
  Capability as AnyCapability,
  type OperationDefinition,
  type OrgPermission,
  type OrgRole,
  capabilitiesOfProjectRole,
  capabilitiesOfScope,
} from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import { getOwn } from '../values/must.ts'
import type { Caller } from './caller.ts'

const isCapability = (scope: string): scope is Capability =>
  AnyCapability.options.some((capability) => capability === scope)

/** Returns what a key with these scopes may do. A scope that this version does not know allows nothing. */
export function capabilitiesOfScopes(scopes: readonly string[]): readonly Capability[] {
  if (scopes.includes('full')) return capabilitiesOfScope.full
  if (scopes.includes('frontend')) return capabilitiesOfScope.frontend
  return scopes.filter(isCapability)
}

/** What each role of an organization may do in its projects. */
export const capabilitiesOfRole: Record<OrgRole, readonly Capability[]> = {
  owner: AnyCapability.options,
  admin: AnyCapability.options,
  // Keys, secrets and live records of customers' accounts are for those who may change projects.
  member: ['read', 'observe', 'read:messages', 'trigger'],
  // Their roles in projects count instead.
  limited: [],
}

/** Returns what a role allows in a project, by its name there. An unknown one allows nothing. */
export const capabilitiesInProject = (role: string): readonly Capability[] =>
  getOwn<readonly Capability[]>({ ...capabilitiesOfProjectRole, ...capabilitiesOfRole }, role) ?? []

/** What each role may do in the organization itself. */
const permissionsOfRole: Record<OrgRole, readonly OrgPermission[]> = {
  owner: ['org:owner', 'org:read'],
  admin: ['org:read'],
  member: ['org:read'],
  limited: ['org:read'],
}

/** Rejects a role that lacks a permission in the organization. */
export function mustAllowInOrg(role: OrgRole, permission: OrgPermission): void {
  if (permissionsOfRole[role].includes(permission)) return
  throw new Problem(permission === 'org:owner' ? 'owner-required' : 'permission-missing', {
    detail: `The role ${role} lacks the permission ${permission}.`,
  })
}

/** Rejects a caller that lacks the capability. `who` names it, as in “The role member”. */
export function mustHave(
  who: string,
  capabilities: readonly Capability[],
  capability: Capability,
): void {
  if (capabilities.includes(capability)) return
  throw new Problem('permission-missing', { detail: `${who} lacks the capability ${capability}.` })
}

/** Rejects kinds of callers for which the operation is not. */
export function mustBeFor({ id, callers }: OperationDefinition, kind: Caller['kind']): void {
  if (kind !== 'nobody' && callers.includes(kind)) return
  throw unavailable(id, callersInWords[kind])
}

export const unavailable = (operationId: string, who: string) =>
  new Problem('permission-missing', { detail: `${operationId} is not available to ${who}.` })

/** How problems name kinds of callers. */
export const callersInWords = {
  nobody: 'anybody',
  builder: 'builders',
  full: 'API keys of servers',
  frontend: 'API keys of scope frontend',
  consumer: 'end users',
}

/**
 * Returns the project that a request names, in its path or else in its body; undefined if it names
 * none.
 */
export function placeOfProject({ path, body }: OperationDefinition): 'path' | 'body' | undefined {
  if (path.includes('{projectIdOrName}')) return 'path'
  const isInBody =
    body !== undefined && 'shape' in body && 'projectIdOrName' in (body.shape as object)
  return isInBody ? 'body' : undefined
}
