import { z } from 'zod'
import type { OperationDefinition, Permission } from './operation.ts'
import type { ProjectRole } from '../tenancy/organizations.ts'

/** What a credential may do in a project. A closed list: keys and roles are sets of it. */
export const Capability = z
  .enum([
    'read',
    'observe',
    'read:records',
    'read:messages',
    'read:secrets',
    'write:records',
    'trigger',
    'proxy',
    'manage:installations',
    'manage:connections',
    'manage:notifications',
    'deploy',
    'manage:project',
    'manage:keys',
    'manage:jwt-keys',
    'erase',
  ])
  .meta({ id: 'Capability', description: 'What a credential may do in a project.' })
export type Capability = z.infer<typeof Capability>

/** What end users may do in their own group, also through AI agents, or with a claim of their token. */
export const endUserCapabilities: readonly Capability[] = [
  'read',
  'observe',
  'read:records',
  'write:records',
  'manage:installations',
  'manage:connections',
  // Whoever adds a destination of the group receives its messages.
  'manage:notifications',
  'read:messages',
]

/** Description of each capability. */
export const capabilityMeanings: Record<Capability, string> = {
  read: 'view integrations, installations, connections, customers and settings, without secrets',
  observe: 'view operations, logs, deliveries and usage, without messages',
  'read:records': 'search and preview records of customers’ accounts; view delivered records',
  'read:messages': 'view sent messages; keys receive them with their records',
  'read:secrets': 'read credentials of connections and signing keys of destinations',
  'write:records': 'write records to customers’ accounts, and define custom fields there',
  trigger: 'start reads, deliver results, and send events of your own',
  proxy: 'call providers’ APIs with the credentials of installations',
  'manage:installations': 'create, change, pause and delete installations',
  'manage:connections': 'create, change and delete connections',
  'manage:notifications':
    'disable and delete destinations, change topics and routes, replay deliveries; with read:messages, also choose where messages and records are sent',
  deploy: 'deploy and delete integrations',
  'manage:project': 'change project settings and provider apps',
  'manage:keys': 'manage API keys that allow no more than the caller',
  'manage:jwt-keys': 'manage JWT keys, and so act as any end user',
  erase: 'erase the data of customers and their users',
}

/** The capability of each project permission. */
const capabilityOfPermission: Record<Permission, Capability> = {
  'project:read': 'read',
  'integration:read': 'read',
  'installation:read': 'read',
  'connection:read': 'read',
  'provider-app:read': 'read',
  'notification:read': 'observe',
  'record:read': 'read:records',
  'record:write': 'write:records',
  'read:trigger': 'trigger',
  'proxy:write': 'proxy',
  'installation:write': 'manage:installations',
  'connection:write': 'manage:connections',
  'notification:write': 'manage:notifications',
  'integration:write': 'deploy',
  'project:write': 'manage:project',
  'provider-app:write': 'manage:project',
  'api-key:read': 'manage:keys',
  'api-key:write': 'manage:keys',
  'jwt-key:read': 'manage:jwt-keys',
  'jwt-key:write': 'manage:jwt-keys',
  'connection:delete': 'erase',
}

/** Operations whose capability differs from that of their permission. */
const capabilityOfOperation: Record<string, Capability> = {
  listProjects: 'read',
  listLogs: 'observe',
  listOperationLogs: 'observe',
  listOperations: 'observe',
  listOperationsForProject: 'observe',
  getOperation: 'observe',
  getTimeline: 'observe',
  listConnectionRefreshes: 'observe',
  listConnectProblems: 'observe',
  getEvent: 'read:messages',
  pullMessages: 'read:messages',
  streamMessages: 'read:messages',
  createPullConsumer: 'read:messages',
  seekPullConsumer: 'read:messages',
  commitPullConsumer: 'read:messages',
  registerReceiver: 'read:messages',
  leasePullMessages: 'read:messages',
  settlePullMessages: 'read:messages',
  previewMapping: 'read:records',
  sendEvent: 'trigger',
}

/**
 * Returns the capability that an operation requires of a key, and of a builder in a project. Undefined for
 * operations on organizations and those without a credential: no key may call the former.
 */
export function getRequiredCapability({
  id,
  permission,
  showsRecords,
}: Pick<OperationDefinition, 'id' | 'permission' | 'showsRecords'>): Capability | undefined {
  if (capabilityOfOperation[id]) return capabilityOfOperation[id]
  if (showsRecords) return 'read:records'
  return permission === undefined || isOfOrganization(permission)
    ? undefined
    : capabilityOfPermission[permission]
}

/** Returns the capability that allows what the permission names. */
export const capabilityFor = (permission: Permission): Capability =>
  capabilityOfPermission[permission]

const isOfOrganization = (
  permission: NonNullable<OperationDefinition['permission']>,
): permission is Exclude<NonNullable<OperationDefinition['permission']>, Permission> =>
  permission === 'org:read' || permission === 'org:owner'

const viewing = ['read', 'observe'] as const satisfies Capability[]

/** What a role in one project allows. A viewer sees neither records nor secrets. */
export const capabilitiesOfProjectRole: Record<ProjectRole, readonly Capability[]> = {
  viewer: viewing,
  developer: [
    ...viewing,
    'read:messages',
    'read:records',
    'trigger',
    'deploy',
    'manage:notifications',
  ],
  operator: [
    ...viewing,
    'read:messages',
    'read:records',
    'trigger',
    'manage:installations',
    'manage:connections',
    'manage:notifications',
  ],
  admin: Capability.options,
}

/** Capabilities of the named scopes. */
export const capabilitiesOfScope = {
  full: Capability.options,
  /**
   * Capabilities of the UI library, of which it can use only operations with `callers` that include
   * it.
   */
  frontend: ['read', 'manage:installations', 'manage:connections'],
} as const satisfies Record<string, readonly Capability[]>
